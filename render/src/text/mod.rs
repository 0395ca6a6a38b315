//! Text in pictures, for names in any script, including hostile ones. Unknown characters become a small dot instead of
//! an empty box; emoji are dropped.
//!
//! * `clean` splits a text into drawable clusters. `shape` converts them to glyphs in visual order: joined letters,
//!   conjuncts, mixed directions. `run` cuts a text to the available width.
//! * `face`: bundled typefaces. `glyph`: rasterisation of one glyph. `fonts`: the typefaces with their caches.

mod clean;
mod face;
mod fonts;
mod glyph;
#[cfg(test)]
mod recorded;
mod run;
mod shape;

pub(crate) use clean::is_visible;
pub(crate) use fonts::Fonts;
pub(crate) use run::Run;
