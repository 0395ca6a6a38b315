//! Export of a game as a file: setup and all decisions. During the game, the seed and sealed choices are omitted. After
//! the game, the file is complete, and a replay of it gives the same game.

use serde::Serialize;
use serde_json::Value;

use engine::action::{Action, ClashAction};
use engine::board::Seat;

use crate::host::GameId;
use crate::host::blocking;
use crate::host::error::{Error, InternalError};
use crate::host::model::{Export, GivenOdds, Stopped};
use crate::host::session::game::GameSession;
use crate::host::session::games::Games;
use crate::host::session::running::sealed;
use crate::host::session::seed::with_seed;
use crate::store::State;

/// Version of the file format.
const FORMAT: u32 = 1;

#[derive(Serialize)]
struct File<'a> {
    format: &'static str,
    format_version: u32,
    title: String,
    /// True if no data was omitted.
    complete: bool,
    /// In milliseconds since 1970.
    opened_at: i64,
    /// The names of each seat.
    players: Vec<Vec<&'a str>>,
    result: Option<String>,
    stopped: Option<&'a str>,
    setup: Value,
    /// Odds given by a Player.
    #[serde(skip_serializing_if = "Option::is_none")]
    odds: Option<GivenOdds>,
    /// Texts whose SHA-256 were published, then that of the seed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    proof: Vec<String>,
    /// Actions that were not undone.
    log: Vec<Entry<'a>>,
    /// Undone turns, with the seats that requested the takebacks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    takebacks: Vec<TakebackEntry<'a>>,
}

#[derive(Serialize)]
struct TakebackEntry<'a> {
    seat: Seat,
    turns: &'a [String],
}

#[derive(Serialize)]
struct Entry<'a> {
    seat: Seat,
    action: &'a Action,
}

/// Returns true if the action is a bid that its Player replaced later. The number of replacements is secret (C-10).
/// Without these bids, the replay gives the same game, except for the salt of the final bid.
fn is_replaced_bid(log: &[(Seat, Action)], index: usize) -> bool {
    let is_bid = |action: &Action| matches!(action, Action::Clash(ClashAction::Bid { .. }));
    let Some((seat, action)) = log.get(index) else {
        return false;
    };
    let later = log.iter().skip(index + 1);
    is_bid(action) && later.into_iter().any(|(other, later)| other == seat && is_bid(later))
}

fn export(game: &GameSession) -> Result<Export, Error> {
    let play = game.play()?;
    let complete = game.state == State::Over;
    let view = play.public();
    let unwritten = |error: serde_json::Error| InternalError::new("writing a game as a file", &error);
    let setup = if complete {
        serde_json::to_value(with_seed(&play.saved, &play.seed)?).map_err(unwritten)?
    } else {
        let mut setup: Value = serde_json::from_str(&play.saved).map_err(unwritten)?;
        if let Some(fields) = setup.as_object_mut() {
            fields.remove("seed");
        }
        setup
    };
    let log = play.game.log().iter();
    let takebacks = play.history.iter().filter_map(|entry| {
        let back = entry.taken_back.as_ref()?;
        Some(TakebackEntry { seat: entry.seat, turns: &back.turns })
    });
    let file = File {
        format: "battalion game",
        format_version: FORMAT,
        title: engine::words::title(view.played),
        complete,
        opened_at: game.created_at,
        players: game
            .seats
            .iter()
            .map(|chair| chair.holder.named().iter().map(|m| m.name.as_str()).collect())
            .collect(),
        result: match &view.phase {
            engine::view::Phase::Ended { winners, reason } => Some(engine::words::result(reason, winners)),
            _ => None,
        },
        stopped: game.stopped.as_ref().map(|Stopped { by, .. }| by.name.as_str()),
        setup,
        odds: game.odds(),
        proof: match &game.contributions {
            Some(all) if complete => all.proof().into_iter().map(|one| one.text).collect(),
            _ => Vec::new(),
        },
        log: log
            .enumerate()
            .filter(|(_, (_, action))| complete || !sealed(&view.phase, action))
            .filter(|(index, _)| !is_replaced_bid(play.game.log(), *index))
            .map(|(_, (seat, action))| Entry { seat: *seat, action })
            .collect(),
        takebacks: takebacks.collect(),
    };
    Ok(Export {
        name: format!("battalion-game-{}.json", game.id),
        json: serde_json::to_string_pretty(&file).map_err(unwritten)?,
    })
}

impl Games {
    /// The game as a file.
    pub async fn export(&self, game: GameId) -> Result<Export, Error> {
        let loaded = self.load(game).await?;
        blocking(move || export(&loaded)).await
    }
}
