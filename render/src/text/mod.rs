//! Text in pictures. Names come from people, in any script and with any trick. `clean` splits a text into clusters
//! that can be drawn; `shape` turns these into glyphs in the order of drawing: letters joined, conjuncts formed, mixed
//! directions ordered; `run` cuts a text to the room there is; `glyph` draws a single glyph. What no font here knows
//! becomes a small dot, never an empty box; emoji are left out.

mod clean;
mod fonts;
mod glyph;
mod run;
mod shape;

pub(crate) use fonts::Fonts;
pub(crate) use run::Run;
