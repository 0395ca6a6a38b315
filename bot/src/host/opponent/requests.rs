//! Pending requests to computer players, derived from the game itself. They are therefore available again after a
//! crash.

use engine::board::Seat;
use engine::view::SeatState;

use crate::host::Version;
use crate::host::model::{ComputerPlayer, GameOptions};
use crate::host::session::game::GameSession;
use crate::store::State;

/// A request to a computer player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Request {
    pub seat: Seat,
    pub player: ComputerPlayer,
    pub what: Asked,
    /// Version of the request.
    pub since: Version,
}

/// Kind of request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Asked {
    /// Accept a challenge.
    Challenge,
    /// Accept or decline a draw.
    Draw,
    /// Play a turn, or make another decision of the game.
    Decision,
}

/// Next request to a computer player of this game. Requests by people have priority.
pub(super) fn next(game: &GameSession) -> Option<Request> {
    let request = |seat: Seat, what, since| {
        let player = game.computer(seat)?;
        Some(Request { seat, player, what, since })
    };
    let Some(play) = &game.play else {
        let fixed = game.contributions.as_ref().is_some_and(|all| all.fixed);
        let challenge = matches!(game.options, GameOptions::Clash(_)) && game.state == State::Lobby && !fixed;
        return challenge.then(|| request(Seat(1), Asked::Challenge, game.version)).flatten();
    };
    // Nobody acts while the clock is stopped.
    if game.state != State::Running || game.clock.standing.is_some() {
        return None;
    }
    let view = play.public();
    if let Some(offered) = play.offer_since {
        let asked =
            view.seats.iter().filter(|seat| seat.state == SeatState::Playing && !view.draw_offer.contains(&seat.seat));
        let mut asked = asked.filter_map(|seat| request(seat.seat, Asked::Draw, offered));
        if let Some(request) = asked.next() {
            return Some(request);
        }
    }
    let mut open = play.game.to_act().into_iter();
    open.find_map(|seat| request(seat, Asked::Decision, play.position_since))
}
