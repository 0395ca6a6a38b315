//! Stored form of a position. Types and flags are stored by name, because their numbers differ between games and
//! program versions.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::board::{MAX_SEATS, Seat, Space};
use crate::snapshot::SnapshotError;

use super::{Flags, Kept, LAYERS, Piece, Position, Rules, Slot, State, TypeId};

/// Flags with their stored names.
const FLAGS: [(&str, Flags); 5] = [
    ("fresh", Flags::FRESH),
    ("volatile", Flags::VOLATILE),
    ("leaves", Flags::LEAVES),
    ("imprisoned", Flags::IMPRISONED),
    ("promoted", Flags::PROMOTED),
];

/// Position between two turns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct PositionSnapshot {
    /// Pieces by Space, or by Space and layer for layers above the first: `e4`, `e4/1`.
    pieces: BTreeMap<String, PieceSnapshot>,
    /// Number of ordinary pieces of each type in reserve, by seat.
    reserve: Vec<BTreeMap<String, u8>>,
    /// Other pieces in reserve (V-4).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    held: Vec<HeldSnapshot>,
    state: State,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    last_moved: Option<String>,
    /// Non-zero counters by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    counters: BTreeMap<String, u16>,
}

/// Pieces in reserve that keep states.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct HeldSnapshot {
    #[serde(rename = "type")]
    ty: String,
    seat: Seat,
    kept: Kept,
    count: u8,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct PieceSnapshot {
    #[serde(rename = "type")]
    ty: String,
    seat: Seat,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    flags: Vec<String>,
    #[serde(default, skip_serializing_if = "is_zero")]
    clock: u8,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_zero(number: &u8) -> bool {
    *number == 0
}

impl PositionSnapshot {
    /// Creates the stored form of a position.
    pub(crate) fn of(rules: &Rules, pos: &Position) -> Self {
        let key = |ty: TypeId| rules.ty(ty).key.clone();
        let piece = |piece: Piece| PieceSnapshot {
            ty: key(piece.ty),
            seat: piece.seat,
            flags: FLAGS
                .iter()
                .filter(|(_, flag)| piece.flags.contains(*flag))
                .map(|(name, _)| (*name).to_owned())
                .collect(),
            clock: piece.clock,
        };
        let types = || (0..rules.types.len()).map(TypeId::new);
        let held = |seat: Seat, kept: Kept| {
            let counts = types().map(move |ty| (ty, pos.held(seat, ty, kept)));
            counts.filter(|(_, count)| *count > 0)
        };
        let marked = Kept::ALL.into_iter().filter(|kept| !kept.is_nothing());
        let marked = marked.flat_map(|kept| Seat::all(MAX_SEATS).map(move |seat| (seat, kept)));
        Self {
            pieces: pos.pieces().map(|(slot, at)| (slot_name(slot), piece(at))).collect(),
            reserve: Seat::all(MAX_SEATS)
                .map(|seat| held(seat, Kept::Nothing).map(|(ty, count)| (key(ty), count)).collect())
                .collect(),
            held: marked
                .flat_map(|(seat, kept)| held(seat, kept).map(move |(ty, count)| (seat, kept, ty, count)))
                .map(|(seat, kept, ty, count)| HeldSnapshot { ty: key(ty), seat, kept, count })
                .collect(),
            state: *pos.state(),
            last_moved: pos.state().last_moved.map(key),
            counters: (rules.counters.iter().enumerate())
                .map(|(index, name)| (name.clone(), pos.counter(index)))
                .filter(|(_, count)| *count > 0)
                .collect(),
        }
    }

    /// Restores the position.
    ///
    /// # Errors
    /// [`SnapshotError`] if a Space or a type does not exist in this game.
    pub(crate) fn restore(&self, rules: &Rules) -> Result<Position, SnapshotError> {
        let mut pos = Position::empty(rules);
        for (name, piece) in &self.pieces {
            let slot = slot_named(name)
                .filter(|slot| rules.board.has(slot.space()))
                .ok_or_else(|| SnapshotError::Space(name.clone()))?;
            pos.set(rules, slot, Some(piece.restore(rules)?));
        }
        for (seat, types) in Seat::all(MAX_SEATS).zip(&self.reserve) {
            for (key, count) in types {
                pos.set_held(seat, type_named(rules, key)?, Kept::Nothing, *count);
            }
        }
        for HeldSnapshot { ty, seat, kept, count } in &self.held {
            if seat.index() >= rules.seat_count() {
                return Err(SnapshotError::Seats);
            }
            pos.set_held(*seat, type_named(rules, ty)?, *kept, *count);
        }
        for (name, count) in &self.counters {
            let index = rules.counters.iter().position(|known| known == name);
            let index = index.ok_or_else(|| SnapshotError::Counter(name.clone()))?;
            pos.set_counter(index, *count);
        }
        let last_moved = self.last_moved.as_ref();
        *pos.state_mut() =
            State { last_moved: last_moved.map(|key| type_named(rules, key)).transpose()?, ..self.state };
        pos.commit();
        Ok(pos)
    }
}

impl PieceSnapshot {
    fn restore(&self, rules: &Rules) -> Result<Piece, SnapshotError> {
        let mut piece = Piece::new(type_named(rules, &self.ty)?, self.seat);
        if self.seat.index() >= rules.seat_count() {
            return Err(SnapshotError::Seats);
        }
        for name in &self.flags {
            let flag = FLAGS.iter().find(|(known, _)| known == name);
            let (_, flag) = flag.ok_or_else(|| SnapshotError::Flag(name.clone()))?;
            piece = piece.flagged(*flag);
        }
        piece.clock = self.clock;
        Ok(piece)
    }
}

/// Finds the type with this key.
///
/// # Errors
/// [`SnapshotError::Type`] if the game has no such type.
pub(crate) fn type_named(rules: &Rules, key: &str) -> Result<TypeId, SnapshotError> {
    rules.type_by_key(key).ok_or_else(|| SnapshotError::Type(key.to_owned()))
}

fn slot_name(slot: Slot) -> String {
    match slot.layer() {
        0 => slot.space().to_string(),
        layer => format!("{}/{layer}", slot.space()),
    }
}

fn slot_named(name: &str) -> Option<Slot> {
    let (space, layer) = match name.split_once('/') {
        Some((space, layer)) => (space, layer.parse().ok()?),
        None => (name, 0),
    };
    let space: Space = space.parse().ok()?;
    (layer < LAYERS).then(|| Slot::new(space, layer))
}
