//! Board: a Battlefield and one Territory per Player on one square grid (T-4 … T-8). This module is independent of
//! pieces.

mod battlefield;
mod bits;
mod error;
mod grid;
mod layout;
mod seat;
mod set;
mod space;

pub use battlefield::{Battlefield, EdgeSlot, FieldError};
pub(crate) use bits::PerCell;
pub use bits::{Bits, Cells};
pub use error::BoardError;
pub use grid::{Grid, Mask, Spaces, SpacesIter};
pub use layout::{Board, EIGHT, FOUR, TerritoryPlacement};
pub use seat::{MAX_SEATS, Seat, Side};
pub use set::SpaceSet;
pub use space::{BadSpace, MAX_SIDE, Space};
