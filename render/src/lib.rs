//! Pictures of games: a [`View`](engine::view::View) becomes a PNG. Pure and deterministic: no files, no clock, no
//! network, and nothing in a picture that is not in the View it was drawn from.
//!
//! ```
//! use render::{Options, People, Renderer};
//! # fn show(view: &engine::view::View) -> Result<(), render::RenderError> {
//! let renderer = Renderer::new()?; // once for a process
//! let picture = renderer.turn(view, &People::default(), &Options::default())?;
//! println!("{} bytes: {}", picture.png.len(), picture.alt);
//! # Ok(())
//! # }
//! ```
//!
//! The steps: `layout` decides where things are, `board` turns the View into one `cell` for each Space, a cell is painted
//! once and kept as a tile of palette indices, a `frame` is put together from tiles, `text` and lines, and `encode` makes
//! the file. `cards` are pictures that are not a position.

#![deny(missing_docs)]

mod alt;
mod art;
mod badge;
mod board;
pub mod cards;
mod cell;
mod chart;
mod colour;
mod encode;
mod frame;
mod grid;
mod ground;
pub mod ink;
mod layout;
mod likeness;
mod mark;
mod options;
mod paint;
mod palette;
mod panel;
#[cfg(test)]
#[path = "../tests/fixture/played.rs"]
mod played;
mod renderer;
mod replay;
mod status;
mod text;
mod theme;
pub mod trace;

pub use art::{find_icons, icon_words, icons, nearest_icon};
pub use likeness::{LEAST_DIFFERENCE, Prints};
pub use options::{ALT_LIMIT, Hint, HintKind, Options, People, Person, Picture, RenderError, Size};
pub use renderer::Renderer;
pub use replay::Animation;
pub use theme::Theme;
pub use trace::trace;
