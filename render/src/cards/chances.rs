//! Card of a finished duel: win chances from turn to turn, and the costliest turns.

use engine::board::Seat;

use super::block::{Block, Card, Row, Tone};
use super::graph::Graph;
use crate::alt::Text;
use crate::options::{Picture, RenderError};
use crate::renderer::Renderer;
use crate::theme::Theme;

/// Analysis of a duel.
#[derive(Clone, Debug)]
pub struct Chances {
    /// Heading.
    pub title: String,
    /// Line below the heading.
    pub subtitle: String,
    /// Names of the two Players, in seat order.
    pub names: [String; 2],
    /// Win chance of the first Player in percent: before the first turn, then after each.
    pub shares: Vec<f64>,
    /// Numbers of the turns marked in the graph, from 1.
    pub marks: Vec<usize>,
    /// Costliest turns, in order of play.
    pub mistakes: Vec<CostlyTurn>,
}

/// A costly turn.
#[derive(Clone, Debug)]
pub struct CostlyTurn {
    /// Seat that played the turn.
    pub seat: Seat,
    /// Turn in notation, with its number: "12… exd5??".
    pub turn: String,
    /// Better alternative: "Better: d4 Nf6".
    pub better: String,
    /// Win chance before and after it: "46% to 30%".
    pub cost: String,
}

impl Renderer {
    /// Draws the graph of a duel's win chances.
    ///
    /// # Errors
    /// If the picture cannot be encoded.
    pub fn chances(&self, chances: &Chances, theme: Theme) -> Result<Picture, RenderError> {
        let mut card = Card::default();
        card.add(Block::Title(chances.title.clone(), chances.subtitle.clone()));
        let last = chances.shares.last().copied().unwrap_or(50.0);
        // The first Player's share is below the curve, so the first Player's row is at the bottom.
        let player = |seat: u8, share: f64| {
            Block::Row(Row {
                seat: Some(Seat(seat)),
                players: 2,
                name: chances.names[usize::from(seat)].clone(),
                detail: String::new(),
                right: format!("{share:.0}%"),
                tone: Tone::Quiet,
                strong: false,
            })
        };
        card.add(player(1, 100.0 - last));
        card.add(Block::Graph(Graph { shares: chances.shares.clone(), marks: chances.marks.clone() }));
        card.add(player(0, last));
        if !chances.mistakes.is_empty() {
            card.add(Block::Gap(8));
            card.add(Block::Head("Costliest mistakes".to_owned(), String::new()));
            card.add(Block::Gap(8));
        }
        for mistake in &chances.mistakes {
            card.add(Block::Row(Row {
                seat: Some(mistake.seat),
                players: 2,
                name: mistake.turn.clone(),
                detail: mistake.better.clone(),
                right: mistake.cost.clone(),
                tone: Tone::Alarm,
                strong: false,
            }));
        }
        let picture = self.card(&card, theme, alt(chances))?;
        Ok(picture)
    }
}

/// Description of the graph.
fn alt(chances: &Chances) -> String {
    let mut alt = Text::new();
    let [first, second] = &chances.names;
    alt.cut(&format!("{}: {}. Win chance of {first} against {second}: ", chances.title, chances.subtitle), 300);
    // Ten values at most, after Black's turns, including the first and the last.
    let turns = chances.shares.len().saturating_sub(1);
    let mut told: Vec<usize> = (0..9).map(|part| turns * part / 9 / 2 * 2).chain([turns]).collect();
    told.dedup();
    let told = told.into_iter().filter_map(|turn| {
        let share = chances.shares.get(turn)?;
        Some(match turn {
            0 => format!("{share:.0}% at first"),
            turn => format!("{share:.0}% after move {}", turn.div_ceil(2)),
        })
    });
    alt.cut(&format!("{}. ", told.collect::<Vec<_>>().join(", ")), 300);
    for mistake in &chances.mistakes {
        alt.cut(&format!("{}: from {}. {}. ", mistake.turn, mistake.cost, mistake.better), 120);
    }
    alt.finish()
}
