//! Battlefields as data (T-4): built-in and user-defined ones.

use super::{BoardError, MAX_SEATS, MAX_SIDE, Seat, Side};
use serde::{Deserialize, Serialize};

/// Stretch of the Battlefield's edge reserved for one seat's Territory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EdgeSlot {
    /// Side of the Battlefield.
    pub side: Side,
    /// First file (South, North) or rank (West, East) of the stretch, counted on the Battlefield from 0.
    pub from: u8,
    /// Length of the stretch.
    pub length: u8,
}

/// Battlefield (T-4): a rectangle, and the edge slots of the seats in clockwise order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Battlefield {
    /// Short key.
    pub id: String,
    /// Display name.
    pub name: String,
    /// Number of files.
    pub width: u8,
    /// Number of ranks.
    pub height: u8,
    /// One slot per seat, clockwise from the first seat. Older games and files call them `berths`.
    #[serde(rename(serialize = "berths", deserialize = "edge_slots"), alias = "berths")]
    pub edge_slots: Vec<EdgeSlot>,
}

impl Battlefield {
    /// Built-in Battlefield for this many seats, 2 to 6 (T-4).
    ///
    /// # Errors
    /// A sentence for any other number.
    pub fn standard(seats: usize) -> Result<Battlefield, BoardError> {
        Self::sized(seats, STANDARD_EDGE)
    }

    /// Optional Battlefields for duels. With armies of two rows they give boards of 8×8, 8×10, 9×10 and 10×10.
    ///
    /// ```
    /// use engine::board::Battlefield;
    /// let sizes: Vec<_> = Battlefield::duels().map(|field| (field.width, field.height)).collect();
    /// assert_eq!(sizes, [(8, 4), (8, 6), (9, 6), (10, 6)]);
    /// ```
    pub fn duels() -> impl Iterator<Item = Battlefield> {
        DUELS.iter().map(|(id, name, width, height)| Battlefield {
            id: (*id).into(),
            name: (*name).into(),
            width: *width,
            height: *height,
            edge_slots: [Side::South, Side::North].map(|side| EdgeSlot { side, from: 0, length: *width }).to_vec(),
        })
    }

    /// The built-in Battlefield for this many seats, widened as far as these Territories need it (T-4, T-15). A
    /// Territory is given as columns and margin. The board may still be too large for its seats.
    ///
    /// ```
    /// use engine::board::Battlefield;
    /// assert_eq!(Battlefield::fitting(2, [(8, 0), (6, 1)])?.id, "duel");
    /// assert_eq!(Battlefield::fitting(2, [(8, 0), (9, 0)])?.id, "wide-duel");
    /// assert_eq!(Battlefield::fitting(2, [(10, 1)])?.width, 12);
    /// # Ok::<(), engine::board::BoardError>(())
    /// ```
    ///
    /// # Errors
    /// A sentence for any number of seats other than 2 to 6.
    pub fn fitting(seats: usize, territories: impl IntoIterator<Item = (u8, u8)>) -> Result<Battlefield, BoardError> {
        let columns = |(width, margin): (u8, u8)| width as u16 + 2 * margin as u16;
        let widest = territories.into_iter().map(columns).max().unwrap_or(0);
        let length = u8::try_from(widest).unwrap_or(MAX_SIDE).clamp(STANDARD_EDGE, MAX_SIDE);
        Self::sized(seats, length)
    }

    /// Built-in Battlefield with edge slots of this length, 8 or more.
    fn sized(seats: usize, length: u8) -> Result<Battlefield, BoardError> {
        let wide = length > STANDARD_EDGE;
        let slot = |side, from| EdgeSlot { side, from, length };
        let (id, name, width, height, edge_slots) = match seats {
            2 => (
                if wide { "wide-duel" } else { "duel" },
                if wide { "Wide Duel" } else { "Duel" },
                length,
                2,
                vec![slot(Side::South, 0), slot(Side::North, 0)],
            ),
            3 | 4 => (
                if wide { "wide-cross" } else { "cross" },
                if wide { "Wide Cross" } else { "Cross" },
                length,
                length,
                [Side::South, Side::West, Side::North, Side::East].map(|side| slot(side, 0)).to_vec(),
            ),
            5 | 6 => (
                if wide { "wide-great-hall" } else { "great-hall" },
                if wide { "Wide Great Hall" } else { "Great Hall" },
                2 * length,
                length,
                vec![
                    slot(Side::South, 0),
                    slot(Side::West, 0),
                    slot(Side::North, 0),
                    slot(Side::North, length),
                    slot(Side::East, 0),
                    slot(Side::South, length),
                ],
            ),
            _ => return Err(BoardError::Seats(seats)),
        };
        let mut edge_slots = edge_slots;
        edge_slots.truncate(seats);
        Ok(Battlefield { id: id.into(), name: name.into(), width, height, edge_slots })
    }

    /// Offsets at which a Territory of `width` columns fits in a seat's edge slot with `margin` free columns on both
    /// sides (T-15). Counted along the Battlefield's edge from the west or south.
    pub fn offsets(&self, seat: Seat, width: u8, margin: u8) -> std::ops::RangeInclusive<u8> {
        let Some(slot) = self.edge_slots.get(seat.index()) else {
            return std::ops::RangeInclusive::new(1, 0);
        };
        let needed = width as u16 + 2 * margin as u16;
        if needed > slot.length as u16 {
            return std::ops::RangeInclusive::new(1, 0);
        }
        slot.from + margin..=slot.from + slot.length - margin - width
    }
}

/// Length of an edge slot of the standard Battlefields.
const STANDARD_EDGE: u8 = 8;

/// Battlefields for duels: id, name, files and ranks.
const DUELS: &[(&str, &str, u8, u8)] = &[
    ("duel-8x4", "4 ranks between (8×8 with 2 rows each)", 8, 4),
    ("duel-8x6", "6 ranks between (8×10 with 2 rows each)", 8, 6),
    ("duel-9x6", "9 files, 6 ranks between (9×10)", 9, 6),
    ("duel-10x6", "10 files, 6 ranks between (10×10)", 10, 6),
];

/// Maximum length in characters of an id and of a name.
const MAX_ID: usize = 40;
const MAX_NAME: usize = 60;

/// Error in a Battlefield.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FieldError {
    /// Invalid id.
    #[error("`id` is made of lowercase letters, digits and hyphens, at most {MAX_ID}, a letter first")]
    Id,
    /// Invalid name.
    #[error("`name` has 1 to {MAX_NAME} characters, all of them to be seen")]
    Name,
    /// A side above the limit.
    #[error("`width` and `height` are 0 to {MAX_SIDE}; with 0 rows the Territories touch")]
    Size,
    /// Wrong number of edge slots.
    #[error("`edge_slots` has one entry for each Player, 2 to {MAX_SEATS}")]
    EdgeSlots,
    /// Edge slot that reaches beyond its side.
    #[error(
        "edge slot {0} reaches beyond its side of the Battlefield: `from` counts from 0, and `from` and `length` together are at most the side"
    )]
    Outside(usize),
    /// Overlapping edge slots.
    #[error("edge slots {0} and {1} overlap")]
    Overlap(usize, usize),
    /// Board too large for any Territories.
    #[error(
        "with a Territory of one row on each side used, the board would be {0}×{1}, larger than {MAX_SIDE}×{MAX_SIDE}"
    )]
    TooLarge(usize, usize),
    /// Id used twice in a file.
    #[error("another Battlefield of the file has the id `{0}` too")]
    Twice(String),
}

impl Battlefield {
    /// Checks that boards can be built from the Battlefield.
    ///
    /// # Errors
    /// The first error.
    pub fn check(&self) -> Result<(), FieldError> {
        self.faults().into_iter().next().map_or(Ok(()), Err)
    }

    /// Everything that prevents boards from being built from the Battlefield.
    pub(crate) fn faults(&self) -> Vec<FieldError> {
        let mut faults = Vec::new();
        let letters = |c: u8| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'-';
        let first = self.id.bytes().next();
        if !first.is_some_and(|c| c.is_ascii_lowercase()) || self.id.len() > MAX_ID || !self.id.bytes().all(letters) {
            faults.push(FieldError::Id);
        }
        let seen = |c: char| c == ' ' || !(c.is_control() || c.is_whitespace() || crate::characters::is_hidden(c));
        let length = self.name.trim().chars().count();
        if !(1..=MAX_NAME).contains(&length) || !self.name.chars().all(seen) {
            faults.push(FieldError::Name);
        }
        let side = 0..=MAX_SIDE;
        if !side.contains(&self.width) || !side.contains(&self.height) {
            faults.push(FieldError::Size);
        }
        if !(2..=MAX_SEATS).contains(&self.edge_slots.len()) {
            faults.push(FieldError::EdgeSlots);
        }
        faults.extend(self.slot_faults());
        let rows = |sides: [Side; 2]| {
            let used = |side: &Side| self.edge_slots.iter().any(|slot| slot.side == *side);
            sides.iter().filter(|side| used(side)).count()
        };
        let width = usize::from(self.width) + rows([Side::West, Side::East]);
        let height = usize::from(self.height) + rows([Side::South, Side::North]);
        if width.max(height) > usize::from(MAX_SIDE) && !faults.contains(&FieldError::Size) {
            faults.push(FieldError::TooLarge(width, height));
        }
        faults
    }

    /// Edge slots that reach beyond their side or overlap.
    fn slot_faults(&self) -> Vec<FieldError> {
        let stretch = |slot: &EdgeSlot| {
            let from = usize::from(slot.from);
            from..from + usize::from(slot.length)
        };
        let mut faults = Vec::new();
        for (index, slot) in self.edge_slots.iter().enumerate() {
            let side = match slot.side {
                Side::South | Side::North => self.width,
                Side::West | Side::East => self.height,
            };
            let along = stretch(slot);
            if along.is_empty() || along.end > usize::from(side) {
                faults.push(FieldError::Outside(index + 1));
            }
            for (before, other) in self.edge_slots[..index].iter().enumerate() {
                let theirs = stretch(other);
                if other.side == slot.side && along.start < theirs.end && theirs.start < along.end {
                    faults.push(FieldError::Overlap(before + 1, index + 1));
                }
            }
        }
        faults
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hall() -> Battlefield {
        let mut field = Battlefield::standard(2).unwrap();
        field.height = 6;
        field
    }

    #[test]
    fn files_and_games_from_before_are_read() {
        let now = toml::to_string(&hall()).unwrap();
        let file = |text: &str| toml::from_str::<Battlefield>(text);
        assert_eq!(file(&now), Ok(hall()));
        assert!(now.contains("berths"), "stored games stay as they are");
        assert_eq!(file(&now.replace("berths", "edge_slots")), Ok(hall()));
    }

    #[test]
    fn the_built_in_ones_are_sound() {
        let standard = (2..=6).map(|seats| Battlefield::standard(seats).unwrap());
        for field in standard.chain(Battlefield::duels()) {
            assert_eq!(field.check(), Ok(()), "{}", field.id);
        }
    }

    #[test]
    fn what_cannot_be_a_board_is_named() {
        let faulty = |change: &dyn Fn(&mut Battlefield)| {
            let mut field = hall();
            change(&mut field);
            field.check().unwrap_err()
        };
        assert_eq!(faulty(&|field| field.id = "Hall".into()), FieldError::Id);
        assert_eq!(faulty(&|field| field.name = "\u{202e} ".into()), FieldError::Name);
        assert_eq!(faulty(&|field| field.height = 27), FieldError::Size);
        assert_eq!(faulty(&|field| field.width = 0), FieldError::Outside(1));
        assert_eq!(faulty(&|field| field.width = 27), FieldError::Size);
        assert_eq!(faulty(&|field| field.edge_slots.truncate(1)), FieldError::EdgeSlots);
        assert_eq!(faulty(&|field| field.edge_slots[1].from = 1), FieldError::Outside(2));
        assert_eq!(faulty(&|field| field.edge_slots[0].length = 0), FieldError::Outside(1));
        assert_eq!(faulty(&|field| field.edge_slots[0].from = 255), FieldError::Outside(1));
        assert_eq!(faulty(&|field| field.edge_slots[1].side = Side::South), FieldError::Overlap(1, 2));
        assert_eq!(faulty(&|field| field.height = 25), FieldError::TooLarge(8, 27));
    }

    #[test]
    fn wide_battlefields_for_wide_territories() {
        for (seats, id, size) in [(2, "wide-duel", (9, 2)), (4, "wide-cross", (9, 9)), (6, "wide-great-hall", (18, 9))]
        {
            let field = Battlefield::fitting(seats, [(8, 0), (9, 0)]).unwrap();
            assert_eq!((field.id.as_str(), (field.width, field.height)), (id, size));
            assert!((0..seats as u8).all(|seat| field.offsets(Seat(seat), 9, 0).count() == 1));
            assert_eq!(field.offsets(Seat(0), 8, 0), 0..=1);
        }
        let widths = [(10, 0), (12, 2), (26, 0), (200, 200)].map(|one| Battlefield::fitting(2, [one]).unwrap().width);
        assert_eq!(widths, [10, 16, 26, 26]);
        assert_eq!(Battlefield::fitting(2, [(6, 1), (7, 1)]).unwrap().id, "wide-duel");
    }

    #[test]
    fn t15_offsets_keep_the_margin() {
        let field = Battlefield::standard(6).unwrap();
        assert_eq!(field.offsets(Seat(0), 8, 0), 0..=0);
        assert_eq!(field.offsets(Seat(0), 6, 1), 1..=1);
        assert_eq!(field.offsets(Seat(5), 6, 0), 8..=10);
        assert!(field.offsets(Seat(0), 9, 0).is_empty());
        assert!(field.offsets(Seat(0), 8, 1).is_empty());
    }
}
