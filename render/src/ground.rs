//! What lies under the pieces: the square's own colour and the tints laid over it.

use crate::colour::{Rgb, mix};
use crate::theme::{AFFECTED, CHECK, MOVE, SELECTED, Theme};

/// A kind of square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Ground {
    Light,
    Dark,
    HomeLight,
    HomeDark,
    AffectedLight,
    AffectedDark,
    /// Not a square: behind the small pieces of a panel.
    Plate,
}

impl Ground {
    pub(crate) const ALL: [Ground; 6] =
        [Ground::Light, Ground::Dark, Ground::HomeLight, Ground::HomeDark, Ground::AffectedLight, Ground::AffectedDark];

    pub(crate) const fn is_affected(self) -> bool {
        matches!(self, Ground::AffectedLight | Ground::AffectedDark)
    }

    /// The colour of the square under a tint.
    pub(crate) const fn colour(self, theme: Theme, tint: Tint) -> Rgb {
        let c = theme.colours();
        let base = match self {
            Ground::Light => c.light,
            Ground::Dark => c.dark,
            Ground::HomeLight => c.home_light,
            Ground::HomeDark => c.home_dark,
            Ground::AffectedLight => mix(c.light, AFFECTED, 20),
            Ground::AffectedDark => mix(c.dark, AFFECTED, 24),
            Ground::Plate => c.plate,
        };
        match tint {
            Tint::None => base,
            Tint::From => mix(base, MOVE, 40),
            Tint::To => mix(base, MOVE, 62),
            Tint::Selected => mix(base, SELECTED, 55),
            Tint::Check => mix(c.light, CHECK, 52),
        }
    }
}

/// What is laid over a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Tint {
    None,
    /// Left by the last move, or emptied by it.
    From,
    /// Reached by the last move, created or converted.
    To,
    Selected,
    Check,
}

impl Tint {
    pub(crate) const ALL: [Tint; 5] = [Tint::None, Tint::From, Tint::To, Tint::Selected, Tint::Check];
}
