//! Text in pictures, for names in any script, including hostile ones. `clean` splits a text into drawable clusters.
//! `shape` converts them to glyphs in visual order: joined letters, conjuncts, mixed directions. `run` cuts a text to
//! the available width. `glyph` rasterises one glyph. Unknown characters become a small dot instead of an empty box;
//! emoji are dropped.

mod clean;
mod fonts;
mod glyph;
mod run;
mod shape;

pub(crate) use fonts::Fonts;
pub(crate) use run::Run;
