//! Parts of movement diagrams that come from abilities instead of Betza notation.

use super::{ride_past_friend, supporter};

/// Addition to a movement diagram.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Drawn {
    /// Movements in Betza notation that are available under a condition.
    Sometimes(&'static str),
    /// Moves of at most this many Spaces leave a copy behind.
    Copies(u8),
}

const DRAWN: &[(&str, Drawn)] =
    &[(ride_past_friend::SPEC.name, Drawn::Sometimes("R")), (supporter::SPEC.name, Drawn::Copies(1))];

/// Addition of the ability to the diagram of its piece, if any.
pub(crate) fn drawn(ability: &str) -> Option<Drawn> {
    DRAWN.iter().find(|(name, _)| *name == ability).map(|(_, drawn)| *drawn)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::betza::parse;

    #[test]
    fn the_notation_is_valid() {
        for (name, drawn) in DRAWN {
            if let Drawn::Sometimes(betza) = drawn {
                assert!(parse(betza).is_ok(), "{name}: {betza}");
            }
        }
    }
}
