//! Registry of all abilities by their names in Battalion files, with constructors and weights.

use super::*;

type Build = fn(&Given<'_>) -> Arc<dyn Ability>;
type Empower = fn(&Given<'_>, Seat, &mut Rules);
type Weigh = fn(&Weighing<'_>) -> usize;

/// Abilities of pieces.
const PIECE: &[(AbilitySpec, Build)] = &[
    (withdraw::SPEC, withdraw::build),
    (approach::SPEC, approach::build),
    (coordinate::SPEC, coordinate::build),
    (pinch::SPEC, pinch::build),
    (leap_over::SPEC, leap_over::build),
    (immobilise::SPEC, immobilise::build),
    (copy::SPEC, copy::build),
    (supporter::SPEC, supporter::build),
    (ride_past_friend::SPEC, ride_past_friend::build),
    (return_on_capture::SPEC, return_on_capture::build),
    (whip::SPEC, whip::build),
    (snare::SPEC, snare::build),
    (hop::SPEC, hop::build),
    (shoot::SPEC, shoot::build),
    (vanish::SPEC, vanish::build),
    (avenge::SPEC, avenge::build),
    (shield::SPEC, shield::build),
    (swap_with_titan::SPEC, swap_with_titan::build),
    (nifu::SPEC, nifu::build),
    (no_drop_mate::SPEC, no_drop_mate::build),
    (drop_within::SPEC, drop_within::build),
    (fair_game::SPEC, fair_game::build),
    (explode::SPEC, explode::build),
    (burn::SPEC, burn::build),
    (imitate::SPEC, imitate::build),
    (relay::SPEC, relay::build),
    (orphan::SPEC, orphan::build),
    (jump::SPEC, jump::build),
    (trail::SPEC, trail::build),
    (summon::SPEC, summon::build),
    (gate::SPEC, gate::build),
    (face::SPEC, face::build),
    (becomes::SPEC, becomes::build),
    (contagion::SPEC, contagion::build),
    (convert::SPEC, convert::build),
    (spare::SPEC, spare::build),
];

/// Abilities of a whole Battalion.
const POWER: &[(AbilitySpec, Weigh, Empower)] = &[
    (affected_spaces::SPEC, nothing, affected_spaces::empower),
    (lose_without::SPEC, nothing, lose_without::empower),
    (gift::SPEC, gift::weigh, gift::empower),
    (volatile::SPEC, nothing, volatile::empower),
    (captures_to_hand::SPEC, captures_to_hand::weigh, captures_to_hand::empower),
    (fusion::SPEC, tiers::weigh, fusion::empower),
    (fission::SPEC, tiers::weigh, fission::empower),
    (royal::SPEC, nothing, royal::empower),
    (double_move::SPEC, nothing, double_move::empower),
    (must_capture::SPEC, nothing, must_capture::empower),
    (no_checks::SPEC, nothing, no_checks::empower),
    (pass::SPEC, nothing, pass::empower),
    (stalemate::SPEC, nothing, stalemate::empower),
    (steadfast::SPEC, nothing, steadfast::empower),
    (win_by_reaching::SPEC, nothing, win_by_reaching::empower),
    (win_by_checks::SPEC, nothing, win_by_checks::empower),
    (win_by_extinction::SPEC, nothing, win_by_extinction::empower),
    (win_by_losing::SPEC, nothing, win_by_losing::empower),
];

/// Weight of a power that adds no actions.
fn nothing(_: &Weighing<'_>) -> usize {
    0
}

/// Ability of types with path-dependent movements.
pub(crate) fn walker() -> Arc<dyn Ability> {
    Arc::new(walk::Walker { trails: false })
}

/// Power of every Player in a game with a trail.
pub(crate) fn hunt() -> Arc<dyn Power> {
    Arc::new(trail::Hunt)
}

/// Specifications of all abilities, for the reader of Battalion files.
pub fn specs() -> Vec<AbilitySpec> {
    PIECE.iter().map(|(spec, _)| *spec).chain(POWER.iter().map(|(spec, ..)| *spec)).collect()
}

/// Number of actions that a piece ability may add, and factor by which it may multiply its piece. Used to limit the
/// weight of files.
pub(crate) fn weight(name: &str) -> Weight {
    let known = PIECE.iter().find(|(spec, _)| spec.name == name);
    known.map_or(Weight::LIGHT, |(spec, _)| spec.weight)
}

/// Number of actions that a power adds to a turn.
pub(crate) fn power_weight(weighing: &Weighing<'_>) -> usize {
    let known = POWER.iter().find(|(spec, ..)| spec.name == weighing.name());
    known.map_or(0, |(_, weigh, _)| weigh(weighing))
}

pub(crate) fn build(given: &AbilityUse, resolve: &dyn Fn(usize) -> TypeId) -> Result<Arc<dyn Ability>, String> {
    let found = PIECE.iter().find(|(spec, _)| spec.name == given.name);
    let (_, build) = found.ok_or_else(|| format!("no piece can have an ability called {}", given.name))?;
    Ok(build(&Given { params: given, resolve }))
}

pub(crate) fn empower(
    given: &AbilityUse,
    resolve: &dyn Fn(usize) -> TypeId,
    seat: Seat,
    rules: &mut Rules,
) -> Result<(), String> {
    let found = POWER.iter().find(|(spec, ..)| spec.name == given.name);
    let (.., empower) = found.ok_or_else(|| format!("no Battalion can have a power called {}", given.name))?;
    empower(&Given { params: given, resolve }, seat, rules);
    Ok(())
}
