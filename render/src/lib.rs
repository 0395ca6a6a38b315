//! Pictures of games: a [`View`](engine::view::View) becomes a PNG. The crate is pure and deterministic: no files, no
//! clock, no network. A picture shows nothing that is not in its View.
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
//! Steps: `layout` computes positions, and `board` converts the View to one `cell` per Space. Each cell is painted once
//! and cached as a tile of palette indices. A `frame` combines tiles, `text` and lines, and `encode` writes the file.
//! `cards` are pictures other than positions.
#![cfg_attr(not(test), warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss))]
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
mod inset;
mod layout;
mod likeness;
mod mark;
mod options;
mod paint;
mod palette;
mod panel;
mod plates;
#[cfg(test)]
#[path = "../tests/fixture/played.rs"]
mod played;
#[cfg(test)]
mod recorded;
mod renderer;
mod replay;
mod spaces;
mod status;
mod text;
mod theme;
pub mod trace;
mod zones;

pub use alt::targets;
pub use art::{find_icons, icon_words, icons, nearest_icon};
pub use likeness::{LEAST_DIFFERENCE, Prints};
pub use options::{ALT_LIMIT, Hint, HintKind, Options, People, Person, Picture, RenderError, Size};
pub use renderer::Renderer;
pub use replay::Animation;
pub use theme::Theme;
pub use trace::trace;
