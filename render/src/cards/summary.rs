//! Card of the result of a game, a round or a match.

use engine::board::Seat;

use super::block::{Block, Card, Row, Tone};
use crate::alt::Text;
use crate::options::{Picture, RenderError};
use crate::renderer::Renderer;
use crate::theme::Theme;

/// Result of a game, a round or a match.
#[derive(Clone, Debug)]
pub struct Summary {
    /// Heading, such as "Round 2" or the name of the game.
    pub title: String,
    /// Result as a sentence.
    pub result: String,
    /// Number of Players.
    pub players: usize,
    /// One row per Player, best first.
    pub rows: Vec<SummaryRow>,
    /// Further notes, one line each: rounds, Targets, survivors.
    pub notes: Vec<String>,
}

/// Result of one Player.
#[derive(Clone, Debug)]
pub struct SummaryRow {
    /// The seat.
    pub seat: Seat,
    /// Name of the Player.
    pub name: String,
    /// Battalion, Targets, fate.
    pub detail: String,
    /// Points, or "won".
    pub score: String,
    /// `true` for a winner.
    pub won: bool,
}

impl Renderer {
    /// Draws the summary of a game, a round or a match.
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
