//! Weight of a Battalion: a rough count of the actions available to its Player in one turn. Files heavier than
//! [`MAX_WEIGHT`] are refused, so that no army can slow a game down.

use super::weighing::{Weighing, drops};
use super::{AbilityUse, Definition, Param, PieceDef};
use crate::piece::{Footing, Leg, MoveRule, Path};

/// Maximum weight of a Battalion in actions.
pub const MAX_WEIGHT: usize = 8_000;
/// Assumed number of steps of an unlimited ride.
const FAR: usize = 12;

/// Estimates the number of actions of a Battalion's Player in one turn. Counts movements on an open board, promotion
/// options, placements from reserve, and actions of abilities.
///
/// ```
/// let medieval = engine::battalion::load_builtin("medieval")?;
/// assert!(engine::battalion::weight(&medieval) < engine::battalion::MAX_WEIGHT / 4);
/// # Ok::<(), engine::battalion::LoadError>(())
/// ```
pub fn weight(definition: &Definition) -> usize {
    let pieces: Vec<usize> = definition.pieces.iter().map(of_piece).collect();
    let heaviest = heaviest_forms(definition, &pieces);
    let of = |piece: usize| heaviest.get(piece).copied().unwrap_or_default();
    let cells = definition.territory.rows.iter().flatten().flatten();
    let on_board: usize = cells.map(|piece| of(*piece)).sum();
    let reserves: usize = definition
        .reserves
        .iter()
        .map(|reserve| drops(definition, reserve.zone) + usize::from(reserve.count) * of(reserve.piece))
        .sum();
    let powers: usize = definition
        .powers
        .iter()
        .map(|power| crate::ability::power_weight(&Weighing { definition, power, heaviest: &heaviest }))
        .sum();
    on_board + reserves + powers
}

/// Weight of a piece in its present type: its landings, once for each promotion option.
fn of_piece(piece: &PieceDef) -> usize {
    let choices = piece.promotion.as_ref().map_or(1, |p| p.to.len() + 1);
    let mut landings = landings(&piece.moves);
    let mut times = 1;
    for ability in &piece.abilities {
        let weight = crate::ability::weight(&ability.name);
        landings += weight.adds + given(ability);
        times *= weight.times;
    }
    landings * choices * times
}

/// Landings of the movements given to an ability as parameters.
fn given(ability: &AbilityUse) -> usize {
    let moves = ability.params.values().map(|param| match param {
        Param::Moves(rules) => landings(rules),
        _ => 0,
    });
    moves.sum()
}

/// Weight of the heaviest form that each piece can reach by repeated promotion.
fn heaviest_forms(definition: &Definition, pieces: &[usize]) -> Vec<usize> {
    let mut heaviest = pieces.to_vec();
    loop {
        let mut grew = false;
        for (index, piece) in definition.pieces.iter().enumerate() {
            let options = piece.promotion.iter().flat_map(|p| &p.to);
            let best = options.filter_map(|to| heaviest.get(*to)).max().copied();
            if let Some(best) = best.filter(|best| *best > heaviest[index]) {
                heaviest[index] = best;
                grew = true;
            }
        }
        if !grew {
            return heaviest;
        }
    }
}

/// Number of landings of movements on an open board.
fn landings(rules: &[MoveRule]) -> usize {
    rules.iter().map(|rule| along(&rule.path)).sum()
}

fn along(path: &Path) -> usize {
    let steps = |max: u8| match usize::from(max) {
        0 => FAR,
        max => max.min(FAR),
    };
    match path {
        Path::Leap(_) | Path::Lame { .. } => 1,
        Path::Ride { max, .. } => steps(*max),
        Path::Area { vectors, steps } => {
            let reach = |(x, y): &(i8, i8)| usize::from(x.unsigned_abs().max(y.unsigned_abs()));
            let reach = vectors.iter().map(reach).max().unwrap_or_default() * usize::from(*steps);
            (2 * reach + 1).min(2 * FAR + 1).pow(2) - 1
        }
        Path::Bent { min, max, then_max, .. } => {
            let first = steps(*max).saturating_sub(usize::from(*min).saturating_sub(1));
            first.max(1) * steps(*then_max)
        }
        Path::Legs { turns, last } => {
            let leg = |leg: &Leg| steps(leg.max).saturating_sub(usize::from(leg.min) - 1).max(1);
            // Only the first piece on a leg's line can be its mount or its victim.
            let turning = turns.iter().map(|(one, footing)| match footing {
                Footing::Mount | Footing::Enemy => 1,
                Footing::Free | Footing::Any => leg(one),
            });
            let ends = turning.chain([leg(last)]).fold(1, usize::saturating_mul);
            // Ends of any number of jumps lie on one line.
            path.straight().map_or(ends, |_| ends.min(FAR))
        }
        Path::Anywhere => (FAR + 1).pow(2),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battalion::{builtin, load_builtin};
    use crate::piece::betza::parse;

    #[test]
    fn movements_weigh_what_they_reach() {
        let of = |notation: &str| landings(&parse(notation).unwrap_or_default());
        assert_eq!((of("N"), of("R"), of("R2"), of("Q")), (8, 48, 8, 96));
        assert_eq!((of("[F>W]"), of("[F>R]"), of("[B>W]")), (8, 96, 96));
        assert_eq!((of("[W*3]"), of("[N*8]")), (48, 624));
    }

    #[test]
    fn the_built_in_ones_stay_far_below() {
        for builtin in builtin() {
            let weight = load_builtin(builtin.id).map_or(usize::MAX, |army| weight(&army));
            assert!(weight > 50 && weight < MAX_WEIGHT / 4 * 3, "{}: {weight}", builtin.id);
        }
    }
}
