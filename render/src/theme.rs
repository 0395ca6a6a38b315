//! Colours of a picture other than those of the Players.

use crate::colour::{Rgb, hex};

/// Colour theme of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Theme {
    /// Dark frame and panels around a light board; most people use Discord's dark theme.
    #[default]
    Dark,
    /// Light frame and panels.
    Light,
    /// Black and white frame, plain squares, thick rims, and the owner's shape on every piece.
    HighContrast,
}

impl Theme {
    /// All themes.
    pub const ALL: [Theme; 3] = [Theme::Dark, Theme::Light, Theme::HighContrast];
}

/// Colours of one theme.
#[derive(Debug)]
pub(crate) struct Colours {
    /// Squares of the Battlefield.
    pub light: Rgb,
    pub dark: Rgb,
    /// Squares of a Territory.
    pub home_light: Rgb,
    pub home_dark: Rgb,
    /// Background of the picture.
    pub frame: Rgb,
    pub panel: Rgb,
    /// Background of small pieces in panels, between the lightest and the darkest ink.
    pub plate: Rgb,
    pub text: Rgb,
    pub muted: Rgb,
    /// "To move".
    pub turn: Rgb,
    /// "CHECK" in words, readable on a panel.
    pub alarm: Rgb,
    /// Thin lines and empty bars.
    pub line: Rgb,
}

/// Last move: tint, and the shapes drawn on it.
pub(crate) const MOVE: Rgb = hex(0x7A5CC8);
pub(crate) const MOVE_INK: Rgb = hex(0x341A70);
/// The selected piece.
pub(crate) const SELECTED: Rgb = hex(0x009E73);
pub(crate) const SELECTED_INK: Rgb = hex(0x06402F);
/// Check.
pub(crate) const CHECK: Rgb = hex(0xD0021B);
/// Affected Spaces.
pub(crate) const AFFECTED: Rgb = hex(0x1F8A8A);
/// Titans' crowns.
pub(crate) const GOLD: Rgb = hex(0xFFC83D);
/// Rims, and marks that must show on any ink.
pub(crate) const NIGHT: Rgb = hex(0x14161A);
pub(crate) const WHITE: Rgb = hex(0xFFFFFF);

const DARK: Colours = Colours {
    light: hex(0xECE6D8),
    dark: hex(0xB3A78F),
    home_light: hex(0xE6E1DA),
    home_dark: hex(0xAAA093),
    frame: hex(0x1E1F24),
    panel: hex(0x2B2D33),
    plate: hex(0x8E8878),
    text: hex(0xF2F3F5),
    muted: hex(0xB5BAC1),
    turn: hex(0x3FD6A2),
    alarm: hex(0xFF8A80),
    line: hex(0x454850),
};

const LIGHT: Colours = Colours {
    light: hex(0xF3EEE2),
    dark: hex(0xBDB199),
    home_light: hex(0xEDE9E3),
    home_dark: hex(0xB5AB9E),
    frame: hex(0xFBFAF7),
    panel: hex(0xECEAE4),
    plate: hex(0xA39D8E),
    text: hex(0x1B1C20),
    muted: hex(0x575B63),
    turn: hex(0x00734F),
    alarm: hex(0xB00015),
    line: hex(0xC9C6BE),
};

const HIGH_CONTRAST: Colours = Colours {
    light: hex(0xFFFFFF),
    dark: hex(0xA8A8A8),
    home_light: hex(0xE8E8E8),
    home_dark: hex(0x929292),
    frame: hex(0x000000),
    panel: hex(0x000000),
    plate: hex(0x8A8A8A),
    text: hex(0xFFFFFF),
    muted: hex(0xE4E4E4),
    turn: hex(0x4DFFB8),
    alarm: hex(0xFF9A9A),
    line: hex(0xFFFFFF),
};

impl Theme {
    pub(crate) const fn colours(self) -> &'static Colours {
        match self {
            Theme::Dark => &DARK,
            Theme::Light => &LIGHT,
            Theme::HighContrast => &HIGH_CONTRAST,
        }
    }
}
