//! Actions beside the moves: takebacks ([`takeback`]), handing over or taking a seat ([`seats`]), freeing the seat of
//! an absent person ([`absence`]), and moving the game to another channel ([`moving`]).

pub(super) mod absence;
pub(super) mod moving;
pub(super) mod seats;
pub(super) mod takeback;

use std::sync::Arc;

use engine::board::Seat;
use engine::view::SeatState;

use crate::host::session::game::GameSession;
use crate::host::session::games::Games;
use crate::host::session::running::RunningGame;
use crate::host::settings::Settings;
use crate::store::Store;

/// Actions beside the moves.
#[derive(Clone, Debug)]
pub struct Tables {
    pub(super) store: Store,
    pub(super) settings: Arc<Settings>,
    pub(super) games: Arc<Games>,
}

/// Returns true if a seat is still in the game.
pub(super) fn plays(play: &RunningGame, seat: Seat) -> bool {
    let view = play.public();
    let state = view.seats.get(seat.index()).map(|seat| &seat.state);
    matches!(state, Some(SeatState::Playing))
}

/// Seats that vote on a request of `seat`: all others still in the game that have a holder.
pub(super) fn others(game: &GameSession, play: &RunningGame, seat: Seat) -> Vec<Seat> {
    let held = |seat: Seat| !game.people(seat).is_empty() || game.computer(seat).is_some();
    Seat::all(game.seats.len()).filter(|other| *other != seat && plays(play, *other) && held(*other)).collect()
}

/// Voting seats held by people.
fn other_people(game: &GameSession, play: &RunningGame, seat: Seat) -> Vec<Seat> {
    let mut others = others(game, play, seat);
    others.retain(|other| game.computer(*other).is_none());
    others
}
