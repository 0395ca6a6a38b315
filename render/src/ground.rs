//! Background of a Space: the colour of the square and its tint.

use crate::colour::{Rgb, mix};
use crate::theme::{AFFECTED, CHECK, MOVE, SELECTED, Theme};

/// Kind of square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Ground {
    Light,
    Dark,
    HomeLight,
    HomeDark,
    AffectedLight,
    AffectedDark,
    /// Plate behind the small pieces of a panel.
    Plate,
}

impl Ground {
    pub(crate) const ALL: [Ground; 6] =
        [Ground::Light, Ground::Dark, Ground::HomeLight, Ground::HomeDark, Ground::AffectedLight, Ground::AffectedDark];

    pub(crate) const fn is_affected(self) -> bool {
        matches!(self, Ground::AffectedLight | Ground::AffectedDark)
    }

    /// Colour of the square with a tint.
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

/// Tint of a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Tint {
    None,
    /// Left or emptied by the last move.
    From,
    /// Reached by the last move, or with a created or converted piece.
    To,
    Selected,
    Check,
}

impl Tint {
    pub(crate) const ALL: [Tint; 5] = [Tint::None, Tint::From, Tint::To, Tint::Selected, Tint::Check];
}
