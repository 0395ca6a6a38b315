//! The board: a Battlefield and one Territory per Player on one square grid (T-4 … T-8). It knows no pieces.

mod seat;
mod space;

pub use seat::{MAX_SEATS, Seat, Side};
pub use space::{BadSpace, MAX_SIDE, Space};
