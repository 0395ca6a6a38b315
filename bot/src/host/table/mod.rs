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

/// The seats whose people have a say in something that `seat` asks for or that is about it: all others that are still in the game and
/// that somebody holds.
fn others(game: &GameSession, play: &RunningGame, seat: Seat) -> Vec<Seat> {
    Seat::all(game.seats.len())
        .filter(|other| *other != seat && plays(play, *other) && !game.people(*other).is_empty())
        .collect()
}
