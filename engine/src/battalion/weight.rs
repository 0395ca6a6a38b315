//! How much work a Battalion makes: roughly how many actions its Player could have to choose from in one turn. A file beyond
//! [`MAX_WEIGHT`] is refused, so that no army, however it is written, keeps a game waiting.

use super::{AbilityUse, Definition, DropZone, Param, PieceDef};
use crate::piece::{MoveRule, Path};

/// The most actions a Battalion may come to.
pub const MAX_WEIGHT: usize = 8_000;
/// Steps that a ride without limit is taken to have.
const FAR: usize = 12;
/// Spaces where something can be dropped that may go anywhere.
const ANYWHERE: usize = 200;
/// What an ability of a piece adds to the actions that its piece has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weight {
    /// Actions.
    pub adds: usize,
    /// How many times over the piece may come to be there.
    pub times: usize,
}

impl Weight {
    /// Hardly any.
    pub const LIGHT: Weight = Weight::adding(2);

    /// So many actions.
    pub const fn adding(adds: usize) -> Self {
        Self { adds, times: 1 }
    }

    /// Of a piece that multiplies by itself.
    #[must_use]
    pub const fn multiplying(self, times: usize) -> Self {
        Self { times, ..self }
    }
}

/// Roughly how many actions a Player of this Battalion could have in one turn: the movements of its pieces on an open board, with what they may
/// promote to, what comes out of reserve, and what abilities add.
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
        .map(|reserve| {
            drops(definition, Some(reserve.zone)) + usize::from(reserve.count) * of(reserve.piece)
        })
        .sum();
    let powers: usize = definition
        .powers
        .iter()
        .map(|power| of_power(definition, power, &heaviest))
        .sum();
    on_board + reserves + powers
}

/// Spaces where a piece may be dropped.
fn drops(definition: &Definition, zone: Option<DropZone>) -> usize {
    let (width, height) = (definition.territory.width(), definition.territory.height());
    match zone {
        Some(DropZone::BackRank) => usize::from(width),
        Some(DropZone::Territory) => usize::from(width) * usize::from(height),
        Some(DropZone::Board) | None => ANYWHERE,
    }
}

/// A piece as it is: every place it may land on, once for each choice of promotion.
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

/// The movements that an ability is given.
fn given(ability: &AbilityUse) -> usize {
    let moves = ability.params.values().map(|param| match param {
        Param::Moves(rules) => landings(rules),
        _ => 0,
    });
    moves.sum()
}

/// The heaviest that each piece may become by promotion, promotion upon promotion.
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

fn of_power(definition: &Definition, power: &AbilityUse, heaviest: &[usize]) -> usize {
    let named = |key: &str| match power.params.get(key) {
        Some(Param::Pieces(pieces)) => pieces.as_slice(),
        _ => &[],
    };
    let of = |piece: &usize| heaviest.get(*piece).copied().unwrap_or_default();
    let zone = match power.params.get("zone") {
        Some(Param::Word(word)) => DropZone::named(word),
        _ => None,
    };
    match power.name.as_str() {
        "gift" => {
            let count = match power.params.get("count") {
                Some(Param::Number(count)) => usize::try_from(*count).unwrap_or(1),
                _ => 1,
            };
            let zone = zone.unwrap_or(DropZone::BackRank);
            let each = |piece: &usize| drops(definition, Some(zone)) + count * of(piece);
            named("pieces").iter().map(each).sum()
        }
        // Several kinds in hand at once.
        "captures-to-hand" => 5 * drops(definition, zone),
        // However the tiers there are get divided, the lightest tier for its moves counts.
        "fusion" | "fission" => {
            let tiers = named("tiers");
            let tier = |piece: usize| tiers.iter().position(|known| *known == piece);
            let cells = definition
                .territory
                .rows
                .iter()
                .flatten()
                .flatten()
                .copied();
            let reserves = definition.reserves.iter();
            let reserves = reserves.flat_map(|r| std::iter::repeat_n(r.piece, r.count.into()));
            let total: usize = cells
                .chain(reserves)
                .filter_map(|piece| tier(piece).map(|tier| tier + 1))
                .sum();
            let each = tiers
                .iter()
                .enumerate()
                .map(|(t, piece)| of(piece).div_ceil(t + 1));
            total * (each.max().unwrap_or_default() + 8)
        }
        _ => 0,
    }
}

/// Places where movements may lead, on an open board.
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
        Path::Bent {
            min, max, then_max, ..
        } => {
            let first = steps(*max).saturating_sub(usize::from(*min).saturating_sub(1));
            first.max(1) * steps(*then_max)
        }
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
            assert!(
                weight > 50 && weight < MAX_WEIGHT / 4 * 3,
                "{}: {weight}",
                builtin.id
            );
        }
    }
}
