//! What people at a table do beside playing: they ask for a takeback ([`takeback`]), hand their seat over or take a free one ([`seats`]),
//! free the seat of somebody who is absent ([`absence`]), and move the game to another channel ([`moving`]).

pub(super) mod absence;
pub(super) mod moving;
pub(super) mod seats;
pub(super) mod takeback;

use engine::board::Seat;
use engine::view::SeatState;

use crate::host::session::game::{GameSession, RunningGame};

/// Whether a seat is still in the game.
pub(super) fn plays(play: &RunningGame, seat: Seat) -> bool {
    let view = play.public();
    let state = view.seats.get(seat.index()).map(|seat| &seat.state);
    matches!(state, Some(SeatState::Playing))
}

/// The seats that have a say in something that `seat` asks for: all others that are still in the game and that people or computer
/// players hold.
pub(super) fn others(game: &GameSession, play: &RunningGame, seat: Seat) -> Vec<Seat> {
    let held = |seat: Seat| !game.people(seat).is_empty() || game.computer(seat).is_some();
    Seat::all(game.seats.len()).filter(|other| *other != seat && plays(play, *other) && held(*other)).collect()
}

/// Those of them that people hold.
fn other_people(game: &GameSession, play: &RunningGame, seat: Seat) -> Vec<Seat> {
    let mut others = others(game, play, seat);
    others.retain(|other| game.computer(*other).is_none());
    others
}
