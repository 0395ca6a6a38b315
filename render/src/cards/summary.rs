//! How a game, a round or a match ended.

use engine::board::Seat;

use super::block::{Block, Card, Row, Tone};
use crate::alt::Text;
use crate::options::{Picture, RenderError};
use crate::renderer::Renderer;
use crate::theme::Theme;

/// The end of something.
#[derive(Clone, Debug)]
pub struct Summary {
    /// Heading, such as "Round 2" or the name of the game.
    pub title: String,
    /// How it ended, in a sentence.
    pub result: String,
    /// How many play.
    pub players: usize,
    /// One row a Player, best first.
    pub rows: Vec<SummaryRow>,
    /// More to tell, a line each: rounds, Targets, survivors.
    pub notes: Vec<String>,
}

/// How a Player fared.
#[derive(Clone, Debug)]
pub struct SummaryRow {
    /// The seat.
    pub seat: Seat,
    /// Who sat there.
    pub name: String,
    /// Battalion, Targets, what happened to them.
    pub detail: String,
    /// Points, or "won".
    pub score: String,
    /// Is among the winners.
    pub won: bool,
}

impl Renderer {
    /// The summary of a game, a round or a match.
    ///
    /// # Errors
    /// If the picture cannot be encoded.
    pub fn summary(&self, summary: &Summary, theme: Theme) -> Result<Picture, RenderError> {
        let mut card = Card::default();
        card.add(Block::Title(summary.title.clone(), summary.result.clone()));
        let mut alt = Text::new();
        alt.cut(&format!("{}. {} ", summary.title, summary.result), 300);
        for row in &summary.rows {
            card.add(Block::Row(Row {
                seat: Some(row.seat),
                players: summary.players,
                name: row.name.clone(),
                detail: row.detail.clone(),
                right: row.score.clone(),
                tone: if row.won { Tone::Good } else { Tone::Quiet },
                strong: row.won,
            }));
            alt.cut(&format!("{}: {}, {}. ", row.name, row.score, row.detail), 180);
        }
        for note in &summary.notes {
            card.add(Block::Text(note.clone(), Tone::Quiet));
            alt.cut(&format!("{note} "), 200);
        }
        self.card(&card, theme, alt.finish())
    }
}
