//! Piece art: the icon set, and how an icon becomes a sprite in a Player's ink.

mod icon;
mod path;
mod sprite;

pub use icon::icons;
pub(crate) use icon::{Art, Icons};
pub(crate) use path::shapes;
pub(crate) use sprite::{fit, letter, letters, piece};
