//! Set-ups of armies: random within the placement rules, compared by a short search, and converted to shop steps.

use engine::action::{ShopStep, Spot};
use engine::board::Space;
use engine::clash::{Army, Class, Order, Owned, Round, Ware, presets, read_order, ware};
use engine::seen::{Buying, Seen};

use crate::budget::Budget;
use crate::knowledge::Knowledge;
use crate::random::Random;
use crate::search::Search;

/// Maximum number of attempts to find a set-up that breaks no limit.
const TRIES: usize = 20;
/// Maximum search depth for a set-up, in turns.
const DEEPEST: u8 = 6;

/// Checks whether a piece can be sold and bought again at the same price.
pub(super) fn is_for_sale(owned: &Owned) -> bool {
    owned.was.is_none() && owned.ware.cost.is_some()
}

/// Adds wares to the pieces that stay, on random squares; `None` if no legal army was found.
pub(super) fn set_up(
    army: &Army,
    stay: &[(Space, Owned)],
    wares: &[&'static Ware],
    random: &mut Random,
) -> Option<Army> {
    let seat = army.seat();
    (0..TRIES).find_map(|_| {
        let mut placed = stay.to_vec();
        for class in Class::ALL {
            let mut free: Vec<Space> =
                class.squares(seat).filter(|square| stay.iter().all(|(space, _)| space != square)).collect();
            for ware in wares.iter().filter(|ware| ware.class == class) {
                if free.is_empty() {
                    return None;
                }
                // Peasants go in front of the centre first.
                let at = if class == Class::Peasant { 0 } else { random.below(free.len()) };
                placed.push((free.remove(at), Owned::new(ware)));
            }
        }
        let army = Army::placing(seat, placed);
        army.faults().is_empty().then_some(army)
    })
}

/// Expected enemy armies: the actual one if it is set up, else typical ones.
pub(super) fn opponents(buying: &Buying) -> Vec<Army> {
    let other = engine::board::Seat(1 - buying.shop.army().seat().0.min(1));
    if let Some(army) = &buying.against {
        return vec![army.clone()];
    }
    let of_preset = |line: &str| {
        let steps = read_order(Order::Buy, line, &Army::new(other)).ok()?;
        let pieces = steps.into_iter().filter_map(|step| match step {
            ShopStep::Buy { piece, at: Some(at) } => {
                let rank = if other.0 == 0 { at.rank() } else { 7 - at.rank() };
                Some((Space::new(at.file(), rank), Owned::new(ware(&piece)?)))
            }
            _ => None,
        });
        Some(Army::placing(other, pieces))
    };
    presets().iter().filter_map(|preset| of_preset(&preset.line)).take(2).collect()
}

/// Lowest score of an army against these, in hundredths of a Pawn. White moves first.
pub(super) fn score(seen: &Seen, army: &Army, against: &[Army], know: &Knowledge, budget: Budget<'_>) -> i32 {
    let scores = against.iter().map(|other| {
        let own_first = army.seat().0 == 0;
        let armies = if own_first { [army.clone(), other.clone()] } else { [other.clone(), army.clone()] };
        let round = Round::new(seen.rules.clone(), &armies);
        let mut search = Search::of(seen, round.position().clone(), know, budget).impartial();
        let found = search.think(DEEPEST, 0).candidates.first().map_or(0, |best| best.score);
        if own_first { found } else { -found }
    });
    scores.min().unwrap_or(0)
}

/// Shop steps that turn an army into the wanted one. Misplaced pieces are sold and bought again in place.
pub(super) fn steps(army: &Army, wanted: &Army) -> Vec<ShopStep> {
    let stands = |army: &Army, space: Space, owned: Owned| army.at(space) == Some(owned);
    let mut missing: Vec<(Space, Owned)> =
        wanted.placed().filter(|(space, owned)| !stands(army, *space, *owned)).collect();
    let gone = army.placed().filter(|(space, owned)| owned.value().is_some() && !stands(wanted, *space, *owned));
    let mut steps: Vec<ShopStep> = gone.map(|(space, _)| ShopStep::Sell { at: space.into() }).collect();
    // Reverse order keeps the indices of the remaining pieces in hand valid.
    for (index, owned) in (0..).zip(army.hand()).collect::<Vec<_>>().into_iter().rev() {
        let at = Spot::Hand(index);
        match missing.iter().position(|(_, want)| want == owned) {
            Some(found) if !is_for_sale(owned) => {
                let (space, _) = missing.swap_remove(found);
                steps.push(ShopStep::Arrange { from: at, to: space.into() });
            }
            _ if owned.value().is_some() => steps.push(ShopStep::Sell { at }),
            _ => {}
        }
    }
    missing.retain(|(_, owned)| is_for_sale(owned));
    steps.extend(
        missing.into_iter().map(|(space, owned)| ShopStep::Buy { piece: owned.ware.id.to_owned(), at: Some(space) }),
    );
    steps
}
