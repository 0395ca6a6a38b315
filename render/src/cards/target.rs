//! A Player's Targets in Assassin, for that Player's eyes alone.

use engine::board::Seat;

use super::block::{Block, Card, Row, Tone};
use crate::alt::Text;
use crate::options::{Picture, RenderError};
use crate::renderer::Renderer;
use crate::theme::Theme;

/// The Targets of one Player.
#[derive(Clone, Debug)]
pub struct Targets {
    /// Whose they are.
    pub holder: String,
    /// How many play.
    pub players: usize,
    /// The Targets.
    pub targets: Vec<Target>,
}

/// One Target.
#[derive(Clone, Debug)]
pub struct Target {
    /// The seat.
    pub seat: Seat,
    /// Who sits there.
    pub name: String,
    /// Their Battalion.
    pub battalion: String,
    /// Out of the game already.
    pub defeated: bool,
}

impl Renderer {
    /// A card with a Player's Targets. Send it to nobody else.
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
