//! Card of a game that waits for its Players.

use engine::board::Seat;

use super::block::{Block, Card, Row, Tone};
use crate::alt::Text;
use crate::options::{Picture, RenderError};
use crate::renderer::Renderer;
use crate::theme::Theme;

/// A lobby.
#[derive(Clone, Debug)]
pub struct Lobby {
    /// Name of the game to be played.
    pub title: String,
    /// Settings on one line.
    pub settings: String,
    /// All seats, taken or open.
    pub seats: Vec<LobbySeat>,
    /// Missing conditions for the start; empty if there are none.
    pub missing: String,
}

/// A seat of a lobby.
#[derive(Clone, Debug)]
pub struct LobbySeat {
    /// Name of the Player; empty for an open seat.
    pub name: String,
    /// Chosen Battalion; empty if none yet.
    pub battalion: String,
    /// `true` if the Player has confirmed being ready.
    pub ready: bool,
}

impl Renderer {
    /// Draws the card of a lobby.
    ///
    /// # Errors
    /// If the picture cannot be encoded.
    pub fn lobby(&self, lobby: &Lobby, theme: Theme) -> Result<Picture, RenderError> {
        let mut card = Card::default();
        card.add(Block::Title(lobby.title.clone(), lobby.settings.clone()));
        let mut alt = Text::new();
        alt.cut(&format!("Lobby: {}. {}. ", lobby.title, lobby.settings), 240);
        for (i, seat) in (0..).zip(&lobby.seats) {
            let open = seat.name.is_empty();
            let state = match (open, seat.battalion.is_empty(), seat.ready) {
                (true, ..) => "",
                (_, _, true) => "ready",
                (_, true, _) => "choosing",
                _ => "not ready",
            };
            let name = if open { "open seat" } else { &seat.name };
            card.add(Block::Row(Row {
                seat: (!open).then_some(Seat(i)),
                players: lobby.seats.len(),
                name: name.to_owned(),
                detail: seat.battalion.clone(),
                right: state.to_owned(),
                tone: if seat.ready { Tone::Good } else { Tone::Quiet },
                strong: false,
            }));
            let words: Vec<&str> = [name, &seat.battalion, state].into_iter().filter(|w| !w.is_empty()).collect();
            alt.cut(&format!("Seat {}: {}. ", i + 1, words.join(", ")), 140);
        }
        if !lobby.missing.is_empty() {
            card.add(Block::Gap(4)).add(Block::Text(lobby.missing.clone(), Tone::Quiet));
            alt.cut(&lobby.missing, 200);
        }
        self.card(&card, theme, alt.finish())
    }
}
