//! Consecutive turns of several computer players, announced in one message.

use engine::board::Seat;
use engine::fact::Fact;

use crate::host::Version;
use crate::host::model::{HistoryEntry, NoticeKind, TurnTold, standing};
use crate::host::opponent::playout::is_unattended;
use crate::host::session::change::Decision;
use crate::host::session::game::GameSession;
use crate::host::session::running::RunningGame;

/// Returns true for turns and for defeats without a turn.
fn is_told(entry: &HistoryEntry) -> bool {
    !entry.text.is_empty() || entry.facts.iter().any(|fact| matches!(fact, Fact::Defeated { .. }))
}

/// Consecutive turns of computer players up to this version, without a person's turn in between.
fn row<'a>(game: &GameSession, play: &'a RunningGame, version: Version) -> Vec<&'a HistoryEntry> {
    let history = standing(play.history.iter().map(AsRef::as_ref));
    let mut row: Vec<_> = history
        .into_iter()
        .rev()
        .skip_while(|entry| entry.version > version)
        .take_while(|entry| is_told(entry) && game.computer(entry.seat).is_some())
        .collect();
    row.reverse();
    row
}

/// Number of turns merged into one message. A message contains at most one turn of each seat.
fn in_one(turns: usize, seats: usize) -> usize {
    match turns {
        0 => 0,
        turns => (turns - 1) % seats.max(1) + 1,
    }
}

/// Earlier turns announced in the message of this version, in order.
pub(in crate::host) fn told_before(game: &GameSession, play: &RunningGame, version: Version) -> Vec<TurnTold> {
    let row = row(game, play, version);
    let Some((last, before)) = row.split_last().filter(|(last, _)| last.version == version) else {
        return Vec::new();
    };
    let told = &before[row.len() - in_one(row.len(), game.seats.len())..];
    let first = told.first().map_or(last.version, |entry| entry.version);
    let earlier = standing(play.history.iter().map(AsRef::as_ref)).into_iter().rfind(|entry| entry.version < first);
    with_checks(earlier, told)
}

/// Turns with the Checks that each of them gave or lifted. `earlier` is the entry before the first turn.
fn with_checks<'a>(earlier: Option<&'a HistoryEntry>, turns: &[&'a HistoryEntry]) -> Vec<TurnTold> {
    let mut checked = earlier.map_or(&[][..], |entry| &entry.checked);
    let without = |seats: &[Seat], others: &[Seat]| -> Vec<Seat> {
        seats.iter().filter(|seat| !others.contains(seat)).copied().collect()
    };
    let turns = turns.iter().copied().map(|entry| {
        let before = std::mem::replace(&mut checked, &entry.checked);
        TurnTold {
            version: entry.version,
            seat: entry.seat,
            text: entry.text.clone(),
            facts: entry.facts.clone(),
            gave: without(checked, before),
            lifted: without(before, checked),
        }
    });
    turns.collect()
}

/// Versions of the turns of others since the last turn of the Player to move, except the newest turn, in order. Empty
/// with fewer than three seats.
pub(in crate::host) fn since_own_turn(game: &GameSession, play: &RunningGame, version: Version) -> Vec<Version> {
    let open = play.game.to_act();
    let mover = match open.as_slice() {
        [mover] if game.seats.len() > 2 => *mover,
        _ => return Vec::new(),
    };
    let history = standing(play.history.iter().map(AsRef::as_ref));
    let turns = history.into_iter().rev().filter(|entry| entry.version <= version && is_told(entry));
    let others = turns.take_while(|entry| entry.seat != mover).take(game.seats.len() - 1);
    // The newest turn has its own marks.
    let mut versions: Vec<Version> = others.map(|entry| entry.version).skip(1).collect();
    versions.reverse();
    versions
}

/// Returns true if the next turn belongs to the same message as the previous one, so its delay is skipped.
pub(super) fn continues(game: &GameSession) -> bool {
    let Some(play) = &game.play else { return false };
    let row = row(game, play, play.version);
    let turns = in_one(row.len(), game.seats.len());
    turns > 0 && turns < game.seats.len()
}

/// Removes the notice of a turn that is announced together with the next one.
pub(super) fn leave_to_next(decision: &mut Decision) {
    let next = &decision.next;
    let Some(play) = next.play.as_ref().filter(|play| !play.is_over()) else {
        return;
    };
    let open = play.game.to_act();
    let at_once = !open.is_empty() && open.iter().all(|seat| next.computer(*seat).is_some());
    let same_round = play.round_since < play.version;
    // The turn that defeated the last person is announced at once.
    if at_once && same_round && continues(next) && !is_unattended(next, play) {
        let word = NoticeKind::Turn.word();
        decision.change.notices.retain(|notice| notice.kind != word);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_turn_has_the_checks_that_it_gave_or_lifted() {
        let entry = |version, seat, checked: &[u8]| HistoryEntry {
            version: Version(version),
            seat: Seat(seat),
            text: "Sf13+".into(),
            facts: Vec::new(),
            checked: checked.iter().copied().map(Seat).collect(),
            taken_back: None,
        };
        let earlier = entry(1, 0, &[2]);
        let turns = [entry(2, 1, &[0, 2]), entry(3, 2, &[0]), entry(4, 3, &[])];
        let told = with_checks(Some(&earlier), &turns.iter().collect::<Vec<_>>());
        let checks: Vec<_> = told.iter().map(|turn| (turn.gave.as_slice(), turn.lifted.as_slice())).collect();
        let none: &[Seat] = &[];
        assert_eq!(checks, [(&[Seat(0)][..], none), (none, &[Seat(2)][..]), (none, &[Seat(0)][..])]);
        assert_eq!(with_checks(None, &[&earlier])[0].gave, [Seat(2)]);
    }

    #[test]
    fn once_round_the_table_is_one_message() {
        let told: Vec<usize> = (0..8).map(|turns| in_one(turns, 3)).collect();
        assert_eq!(told, [0, 1, 2, 3, 1, 2, 3, 1]);
    }
}
