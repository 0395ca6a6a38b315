//! How much work a Battalion makes: roughly how many actions its Player could have to choose from in one turn. A file beyond
//! [`MAX_WEIGHT`] is refused, so that no army, however it is written, keeps a game waiting.

use super::{AbilityUse, Definition, DropZone, Param, PieceDef};
use crate::piece::{Leg, MoveRule, Path};

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
        .map(|reserve| drops(definition, reserve.zone) + usize::from(reserve.count) * of(reserve.piece))
        .sum();
    let powers: usize = definition
        .powers
        .iter()
        .map(|power| crate::ability::power_weight(&Weighing { definition, power, heaviest: &heaviest }))
        .sum();
    on_board + reserves + powers
}

/// Spaces where a piece may be dropped.
fn drops(definition: &Definition, zone: DropZone) -> usize {
    let (width, height) = (definition.territory.width(), definition.territory.height());
    match zone {
        DropZone::BackRank => usize::from(width),
        DropZone::Territory => usize::from(width) * usize::from(height),
        DropZone::Board => ANYWHERE,
        DropZone::Gate => 0,
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

/// A power of a Battalion with what its own file needs to weigh it.
#[derive(Debug)]
pub(crate) struct Weighing<'a> {
    definition: &'a Definition,
    power: &'a AbilityUse,
    /// By piece: the heaviest that it may become.
    heaviest: &'a [usize],
}

impl Weighing<'_> {
    /// The name of the power.
    pub fn name(&self) -> &str {
        &self.power.name
    }

    /// The pieces that a parameter names.
    pub fn pieces(&self, name: &str) -> &[usize] {
        match self.power.params.get(name) {
            Some(Param::Pieces(pieces)) => pieces,
            _ => &[],
        }
    }

    /// The number that a parameter gives.
    pub fn number(&self, name: &str, default: usize) -> usize {
        match self.power.params.get(name) {
            Some(Param::Number(number)) => usize::try_from(*number).unwrap_or(default),
            _ => default,
        }
    }

    /// How many Spaces the parameter `zone` allows.
    pub fn spaces(&self, default: DropZone) -> usize {
        let zone = match self.power.params.get("zone") {
            Some(Param::Word(word)) => DropZone::named(word),
            _ => None,
        };
        drops(self.definition, zone.unwrap_or(default))
    }

    /// The actions of a piece.
    pub fn of(&self, piece: usize) -> usize {
        self.heaviest.get(piece).copied().unwrap_or_default()
    }

    /// Every piece that the Battalion begins with, on the board or in reserve.
    pub fn all(&self) -> impl Iterator<Item = usize> {
        let cells = self.definition.territory.rows.iter().flatten().flatten();
        let reserves = self.definition.reserves.iter();
        let reserves = reserves.flat_map(|r| std::iter::repeat_n(r.piece, r.count.into()));
        cells.copied().chain(reserves)
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
        Path::Bent { min, max, then_max, .. } => {
            let first = steps(*max).saturating_sub(usize::from(*min).saturating_sub(1));
            first.max(1) * steps(*then_max)
        }
        Path::Legs { turns, last } => {
            let leg = |leg: &Leg| steps(leg.max).saturating_sub(usize::from(leg.min) - 1).max(1);
            let legs = turns.iter().map(|(leg, _)| leg).chain([last]);
            let ends = legs.map(leg).fold(1, usize::saturating_mul);
            // However many jumps there are, it stays on its line.
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
