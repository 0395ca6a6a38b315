//! Games that only computer players still play. Nobody waits for their boards, so the computer players finish such a
//! game at once, at a low level, and only its result is announced.

use opponent::Level;

use crate::host::model::NoticeKind;
use crate::host::session::change::Decision;
use crate::host::session::game::GameSession;
use crate::host::session::running::RunningGame;
use crate::host::table::plays;
use crate::store::State;
use engine::board::Seat;

/// Maximum level after the last person has left: fast, and it captures hanging pieces, so the game ends.
const LEVEL: Level = Level::Soldier;

/// Returns true if computer players hold every seat that is still in the game.
pub(in crate::host) fn is_unattended(game: &GameSession, play: &RunningGame) -> bool {
    let mut open = Seat::all(game.seats.len()).filter(|seat| plays(play, *seat));
    game.state == State::Running && open.all(|seat| game.computer(seat).is_some())
}

/// Returns true if the turn to come is played for nobody.
pub(super) fn is_playout(game: &GameSession) -> bool {
    game.play.as_ref().is_some_and(|play| is_unattended(game, play))
}

/// Level of a computer player in this game.
pub(super) fn level(game: &GameSession, wanted: Level) -> Level {
    if is_playout(game) { wanted.min(LEVEL) } else { wanted }
}

/// Drops the board of a turn that is played for nobody. The end of the game is announced.
pub(super) fn announce_only_the_end(before: &GameSession, decision: &mut Decision) {
    let goes_on = decision.next.state == State::Running;
    if goes_on && is_playout(before) {
        decision.change.notices.retain(|notice| notice.kind != NoticeKind::Turn.word());
    }
}
