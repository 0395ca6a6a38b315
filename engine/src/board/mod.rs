//! The board: a Battlefield and one Territory per Player on one square grid (T-4 … T-8). It knows no pieces.

mod layout;
mod seat;
mod set;
mod space;

pub use layout::{Battlefield, Berth, Board, BoardError, EIGHT, FOUR, Plot};
pub use seat::{MAX_SEATS, Seat, Side};
pub use set::SpaceSet;
pub use space::{BadSpace, MAX_SIDE, Space};
