//! Choices that several commands offer.

use crate::discord::flow::place::Where;
use crate::host::ThemeName;

/// Colours of pictures.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum Theme {
    Dark,
    Light,
    #[name = "High contrast"]
    HighContrast,
}

impl From<Theme> for ThemeName {
    fn from(theme: Theme) -> Self {
        match theme {
            Theme::Dark => ThemeName::Dark,
            Theme::Light => ThemeName::Light,
            Theme::HighContrast => ThemeName::HighContrast,
        }
    }
}

/// Where a game is played.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum Spot {
    #[name = "Here"]
    Here,
    #[name = "A new thread"]
    Thread,
}

impl Spot {
    /// As flows know it; here if nothing was chosen.
    pub const fn place(spot: Option<Self>) -> Where {
        match spot {
            Some(Spot::Thread) => Where::Thread,
            Some(Spot::Here) | None => Where::Here,
        }
    }
}
