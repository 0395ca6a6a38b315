//! What the computer players of a game are asked, found out from the game itself: so it is known again after a crash.

use engine::board::Seat;
use engine::view::SeatState;

use crate::host::Version;
use crate::host::model::{ComputerPlayer, GameOptions};
use crate::host::session::game::GameSession;
use crate::host::table::{self, takeback};
use crate::store::State;

/// Something that a computer player is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Request {
    pub seat: Seat,
    pub player: ComputerPlayer,
    pub what: Asked,
    /// Since which version it is asked.
    pub since: Version,
}

/// What it is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Asked {
    /// To accept a challenge.
    Challenge,
    /// To agree to a takeback, or to decline it.
    Takeback,
    /// To agree to a draw, or to decline it.
    Draw,
    /// To take a turn, or whatever else the game asks of its seat.
    Decision,
}

/// The next thing that a computer player of this game is asked. Questions of people go first.
pub(super) fn next(game: &GameSession) -> Option<Request> {
    let request = |seat: Seat, what, since| {
        let player = game.computer(seat)?;
        Some(Request { seat, player, what, since })
    };
    let Some(play) = &game.play else {
        let challenge = matches!(game.options, GameOptions::Clash(_)) && game.state == State::Lobby;
        return challenge.then(|| request(Seat(1), Asked::Challenge, game.version)).flatten();
    };
    // While it stands still nobody acts.
    if game.state != State::Running || game.clock.standing.is_some() {
        return None;
    }
    if let Some(asked) = takeback::open(game, play) {
        let others = table::others(game, play, asked.seat).into_iter();
        let mut open = others.filter(|seat| !asked.agreed.contains(seat));
        if let Some(request) = open.find_map(|seat| request(seat, Asked::Takeback, asked.asked)) {
            return Some(request);
        }
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
