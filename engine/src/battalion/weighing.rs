//! Powers of a Battalion, as the registry of abilities weighs them.

use super::{AbilityUse, Definition, DropZone, Param};

/// Assumed number of Spaces for drops anywhere on the board.
const ANYWHERE: usize = 200;

/// Power of a Battalion, with the context needed to weigh it.
#[derive(Debug)]
pub(crate) struct Weighing<'a> {
    pub(super) definition: &'a Definition,
    pub(super) power: &'a AbilityUse,
    /// Weight of the heaviest form of each piece.
    pub(super) heaviest: &'a [usize],
}

impl Weighing<'_> {
    /// Name of the power.
    pub fn name(&self) -> &str {
        &self.power.name
    }

    /// Pieces listed in a parameter.
    pub fn pieces(&self, name: &str) -> &[usize] {
        match self.power.params.get(name) {
            Some(Param::Pieces(pieces)) => pieces,
            _ => &[],
        }
    }

    /// Number given in a parameter.
    pub fn number(&self, name: &str, default: usize) -> usize {
        match self.power.params.get(name) {
            Some(Param::Number(number)) => usize::try_from(*number).unwrap_or(default),
            _ => default,
        }
    }

    /// Number of Spaces allowed by the parameter `zone`.
    pub fn spaces(&self, default: DropZone) -> usize {
        let zone = match self.power.params.get("zone") {
            Some(Param::Word(word)) => DropZone::named(word),
            _ => None,
        };
        drops(self.definition, zone.unwrap_or(default))
    }

    /// Weight of a piece.
    pub fn of(&self, piece: usize) -> usize {
        self.heaviest.get(piece).copied().unwrap_or_default()
    }

    /// Every piece in the Battalion at the start, on the board or in reserve.
    pub fn all(&self) -> impl Iterator<Item = usize> {
        let cells = self.definition.territory.rows.iter().flatten().flatten();
        let reserves = self.definition.reserves.iter();
        let reserves = reserves.flat_map(|r| std::iter::repeat_n(r.piece, r.count.into()));
        cells.copied().chain(reserves)
    }
}

/// Number of Spaces where a piece may be dropped.
pub(super) fn drops(definition: &Definition, zone: DropZone) -> usize {
    let (width, height) = (definition.territory.width(), definition.territory.height());
    match zone {
        DropZone::BackRank => usize::from(width),
        DropZone::Territory => usize::from(width) * usize::from(height),
        DropZone::Board => ANYWHERE,
        DropZone::Gate => 0,
    }
}
