//! Training of a network that corrects the static evaluation of one army ([`opponent::network`]).
//!
//! A search sees what a static evaluation misses. In [games](crate::selfplay) of the army against itself ([`Subject`]), each
//! quiet position is kept with its static evaluation and with the score of a short search ([`Sample`]). The network learns the
//! difference ([`Training`]): with it, a static evaluation is as good as a short search on average.

mod sample;
mod subject;
mod training;

pub use sample::Sample;
pub use subject::Subject;
pub use training::{Gradient, Training};
