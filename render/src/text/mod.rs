//! Text in pictures. Names come from people, in any script and with any trick, so that text passes three rooms before
//! it is drawn: [`clean`] turns it into clusters that can be drawn, [`fit`](Fonts::fit) cuts it to the room there is,
//! and shaping joins Arabic letters and orders mixed directions. What no font here knows becomes a small dot, never an
//! empty box; emoji are left out.

mod arabic;
mod clean;
mod fonts;
mod run;

pub(crate) use fonts::Fonts;
pub(crate) use run::Run;
