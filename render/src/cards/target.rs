//! Card of a Player's Targets in Assassin. It is private to that Player.

use engine::board::Seat;

use super::block::{Block, Card, Row, Tone};
use crate::alt::Text;
use crate::options::{Picture, RenderError};
use crate::renderer::Renderer;
use crate::theme::Theme;

/// Targets of one Player.
#[derive(Clone, Debug)]
pub struct Targets {
    /// Name of the Player who has them.
    pub holder: String,
    /// Number of Players.
    pub players: usize,
    /// The Targets.
    pub targets: Vec<Target>,
}

/// One Target.
#[derive(Clone, Debug)]
pub struct Target {
    /// The seat.
    pub seat: Seat,
    /// Name of the Player.
    pub name: String,
    /// Battalion of the Player.
    pub battalion: String,
    /// `true` if the Target is already defeated.
    pub defeated: bool,
}

impl Renderer {
    /// Draws a card with a Player's Targets. Send it to that Player only.
    ///
    /// # Errors
    /// If the picture cannot be encoded.
    pub fn targets(&self, targets: &Targets, theme: Theme) -> Result<Picture, RenderError> {
        let Targets { holder, players, targets } = targets;
        let title = if targets.len() == 1 { "Your Target" } else { "Your Targets" };
        let mut card = Card::default();
        card.add(Block::Title(title.to_owned(), format!("For {holder} alone")));
        let mut alt = Text::new();
        alt.add(if targets.len() == 1 { "Your Target: " } else { "Your Targets: " });
        for target in targets {
            let state = if target.defeated { "defeated" } else { "in play" };
            card.add(Block::Row(Row {
                seat: Some(target.seat),
                players: *players,
                name: target.name.clone(),
                detail: target.battalion.clone(),
                right: state.to_owned(),
                tone: if target.defeated { Tone::Good } else { Tone::Alarm },
                strong: !target.defeated,
            }));
            alt.cut(&format!("{}, {}, {state}. ", target.name, target.battalion), 200);
        }
        let how = if targets.len() == 1 {
            "You win when your Target is defeated, no matter by whom."
        } else {
            "You win when all your Targets are defeated, no matter by whom."
        };
        card.add(Block::Gap(4)).add(Block::Text(how.to_owned(), Tone::Quiet));
        alt.add(how);
        self.card(&card, theme, alt.finish())
    }
}
