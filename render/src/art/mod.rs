//! Piece art: the icon set, and the drawing of icons in a Player's ink.

mod icon;
mod path;
mod search;
mod sprite;

pub use icon::icons;
pub(crate) use icon::{Art, Icons, Plate};
pub(crate) use path::shapes;
pub use search::{find_icons, icon_words, nearest_icon};
pub(crate) use sprite::{draw, fit, letters};
