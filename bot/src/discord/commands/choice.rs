//! Choices shared by several commands.

use engine::titans::PlacementStyle;
use opponent::Level;

use crate::discord::features::lobby::place::Where;
use crate::host::{Colours, ThemeName};

/// Playing strength of a computer player.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum Computer {
    #[name = "Recruit: knows the rules"]
    Recruit,
    #[name = "Soldier: sees what hangs"]
    Soldier,
    #[name = "Sergeant: plans a few turns ahead"]
    Sergeant,
    #[name = "Captain: makes few mistakes"]
    Captain,
    #[name = "Commander: makes no careless mistakes"]
    Commander,
    #[name = "Titan: as strong as it gets"]
    Titan,
}

impl From<Computer> for Level {
    fn from(computer: Computer) -> Self {
        match computer {
            Computer::Recruit => Level::Recruit,
            Computer::Soldier => Level::Soldier,
            Computer::Sergeant => Level::Sergeant,
            Computer::Captain => Level::Captain,
            Computer::Commander => Level::Commander,
            Computer::Titan => Level::Titan,
        }
    }
}

/// Colour theme of pictures.
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

/// Place of a new game.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum Spot {
    #[name = "Here"]
    Here,
    #[name = "A new thread"]
    Thread,
}

impl Spot {
    /// Converts to the type used by flows. The default is the current channel.
    pub const fn place(spot: Option<Self>) -> Where {
        match spot {
            Some(Spot::Thread) => Where::Thread,
            Some(Spot::Here) | None => Where::Here,
        }
    }
}

/// Placement of Territories on the board.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum Placement {
    #[name = "Usual places"]
    Usual,
    #[name = "Everyone chooses, mirrored too"]
    Chosen,
    #[name = "Back Ranks shuffled, as in Chess960"]
    Shuffled,
}

impl Placement {
    /// Converts to the engine's placement style.
    pub const fn style(self) -> PlacementStyle {
        match self {
            Placement::Usual => PlacementStyle::Usual,
            Placement::Chosen => PlacementStyle::Chosen,
            Placement::Shuffled => PlacementStyle::Shuffled,
        }
    }
}

/// Player who moves first, or plays White.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum First {
    #[name = "At random"]
    Drawn,
    #[name = "You"]
    Challenger,
    #[name = "Your opponent"]
    Challenged,
}

impl First {
    /// Converts to the colours of a match or duel. The default is at random.
    pub const fn colours(first: Option<Self>) -> Colours {
        match first {
            Some(First::Challenger) => Colours::Challenger,
            Some(First::Challenged) => Colours::Challenged,
            Some(First::Drawn) | None => Colours::Drawn,
        }
    }
}

#[cfg(test)]
mod tests {
    use poise::ChoiceParameter;

    use super::*;

    /// The words of a choice's name before a colon, in lower case and without spaces, and what it becomes.
    fn all<C: ChoiceParameter, T: std::fmt::Debug>(convert: impl Fn(C) -> T) -> Vec<(String, String)> {
        let named = |choice: C| {
            let name = choice.name().split(':').next().unwrap_or_default().to_lowercase().replace(' ', "");
            (name, format!("{:?}", convert(choice)).to_lowercase())
        };
        (0..C::list().len()).map(|index| named(C::from_index(index).unwrap())).collect()
    }

    #[test]
    fn every_choice_is_what_its_name_says() {
        let levels = all(|choice: Computer| Level::from(choice));
        assert_eq!(levels.len(), Level::ALL.len());
        let themes = all(|choice: Theme| ThemeName::from(choice));
        for (name, becomes) in levels.into_iter().chain(themes) {
            assert_eq!(name, becomes);
        }
        let styles: Vec<PlacementStyle> =
            [Placement::Usual, Placement::Chosen, Placement::Shuffled].map(Placement::style).into();
        assert_eq!(styles, [PlacementStyle::Usual, PlacementStyle::Chosen, PlacementStyle::Shuffled]);
        let colours = [None, Some(First::Drawn), Some(First::Challenger), Some(First::Challenged)].map(First::colours);
        assert_eq!(colours, [Colours::Drawn, Colours::Drawn, Colours::Challenger, Colours::Challenged]);
    }
}
