//! Clock of a game: time allowed, time banks and the reason for a stop. All times are in milliseconds, and points in
//! time count from 1970.
//!
//! The clock does not tick. It stores its start and the allowed time, and computes the rest on demand. Holidays of the
//! person to act do not count.

use engine::board::Seat;
use engine::view::Phase;
use serde::{Deserialize, Serialize};

use crate::host::model::{GivenOdds, Standing, TimeControl};
use crate::host::session::running::RunningGame;
use crate::store::Time;

/// Periods that do not count: sorted, disjoint, each with an inclusive start and an exclusive end.
pub(in crate::host) type Away = Vec<(i64, i64)>;

/// Time controls of a game.
#[derive(Clone, Copy, Debug)]
pub(in crate::host) struct Controls {
    pub usual: TimeControl,
    pub odds: Option<GivenOdds>,
}

impl Controls {
    /// Time control of a seat, shorter if the seat gives odds of time.
    pub fn of(self, seat: Seat) -> TimeControl {
        self.usual.with_odds(self.odds.filter(|given| given.seat == seat).map(|given| given.odds))
    }
}

/// Longest interval between two looks at the clocks of all games.
pub const CLOCK_INTERVAL: i64 = 5_000;

/// Returns true if a new deadline or its reminder comes before the next regular look at the clocks.
pub(in crate::host) fn ends_soon(time: Time, now: i64) -> bool {
    matches!(time, Time::Until { deadline, remind_at, .. } if deadline.min(remind_at) <= now + CLOCK_INTERVAL)
}

/// Stored clock of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(in crate::host) struct Clock {
    /// Time bank of each seat; empty if unused time is not kept.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub banks: Vec<i64>,
    /// Time allowed for the current decision, counted from `since`.
    pub allowed: i64,
    /// Reason for a stop; `None` while the clock runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standing: Option<Standing>,
    /// Seats that want a pause, while one is requested.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub asked: Vec<Seat>,
    /// Start of the running clock.
    #[serde(skip)]
    pub since: Option<i64>,
}

/// Effect of a change on the clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(in crate::host) enum Tick {
    /// No effect.
    #[default]
    Keep,
    /// An action that does not change the position; ends the period of inactivity.
    Stir,
    /// A new position, by an action of this seat if known.
    Position(Option<Seat>),
    /// Fair time for a new decision of this seat: a second chance, a free seat or a new holder.
    Anew(Seat),
    /// Fair time for a new decision of this seat, while the clock is stopped: it counts from when the game is resumed.
    AnewOnResume(Seat),
    /// The open decision passes to another person, with the time that is left.
    Passed,
    /// Stop the clock.
    Stop(Standing),
    /// Resume the clock.
    Go,
    /// Changed holidays.
    Holidays,
}

/// The Players to act.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::host) enum Open {
    /// One Player.
    One(Seat),
    /// Several Players, independently and in secret.
    Together,
    /// No one.
    Nobody,
}

impl Open {
    pub fn of(play: &RunningGame) -> Self {
        let phase = &play.public().phase;
        match (phase, play.game.to_act().as_slice()) {
            (_, []) | (Phase::Ended { .. }, _) => Open::Nobody,
            (Phase::VolatileChoice { openly: false, .. } | Phase::Auction { standing: None }, _) => Open::Together,
            (_, [seat, ..]) => Open::One(*seat),
        }
    }
}

/// Counted part of `from..to`, without the periods in `away`.
fn running(from: i64, to: i64, away: &Away) -> i64 {
    let lost = |(begin, end): &(i64, i64)| ((*end).min(to) - (*begin).max(from)).max(0);
    (to - from).max(0) - away.iter().map(lost).sum::<i64>()
}

/// Point in time at which this much counted time has passed since `from`.
pub(in crate::host) fn after(from: i64, mut length: i64, away: &Away) -> i64 {
    let mut at = from;
    for &(begin, end) in away {
        if end <= at {
            continue;
        }
        let free = (begin - at).max(0);
        if length < free {
            break;
        }
        length -= free;
        at = end;
    }
    at + length
}

impl Clock {
    /// End of the allowed time; `None` while the clock is stopped.
    pub fn deadline(&self, away: &Away) -> Option<i64> {
        self.since.map(|since| after(since, self.allowed, away))
    }

    /// Remaining time for the current decision.
    pub fn left(&self, now: i64, away: &Away) -> i64 {
        let gone = self.since.map_or(0, |since| running(since, now, away));
        (self.allowed - gone).max(0)
    }

    /// Deducts the time used for a turn from the bank of its seat.
    fn charge(&mut self, control: TimeControl, seat: Seat, now: i64, away: &Away) {
        let left = self.left(now, away);
        if let Some(bank) = self.banks.get_mut(seat.index()) {
            *bank = match control {
                // More time than this is only lent: for placing or buying an army.
                TimeControl::Increment { increment, .. } => left.min(*bank + i64::from(increment) * 1000),
                _ => left.min(*bank),
            };
        }
    }

    /// Raises the bank of a seat to a fair time for its next decision.
    pub fn grant(&mut self, control: TimeControl, seat: Seat) {
        let (Some(fair), Some(each)) = (control.fair(), control.each_turn()) else { return };
        if let Some(bank) = self.banks.get_mut(seat.index()) {
            *bank = (*bank).max(i64::from(fair.saturating_sub(each)) * 1000);
        }
    }

    /// Time for a decision; `None` if nobody decides or the time is unlimited.
    fn whole(&self, controls: Controls, open: Open, phase: &Phase) -> Option<i64> {
        let millis = |seconds: Option<u32>| seconds.map(|seconds| i64::from(seconds) * 1000);
        let together = millis(controls.usual.together());
        match open {
            Open::Nobody => None,
            Open::Together => together,
            Open::One(seat) => millis(controls.of(seat).each_turn()).map(|each| {
                let whole = each + self.banks.get(seat.index()).copied().unwrap_or(0);
                // Buying an army gets more time than an increment.
                match phase {
                    Phase::Play => whole,
                    _ => whole.max(together.unwrap_or(0)),
                }
            }),
        }
    }

    /// Starts the time for the next decision.
    fn begin(&mut self, controls: Controls, open: Open, phase: &Phase, now: i64) {
        let allowed = self.whole(controls, open, phase);
        self.allowed = allowed.unwrap_or(0);
        self.since = allowed.map(|_| now);
    }

    /// Sets the time of a stopped clock to a fair time of a seat for the open decision. `by_computer`: a computer decides.
    pub(super) fn renew(&mut self, controls: Controls, play: &RunningGame, seat: Seat, by_computer: bool) {
        let open = Open::of(play);
        if let Open::One(mover) = open
            && !by_computer
        {
            self.charge(controls.usual, mover, 0, &Away::new());
        }
        self.grant(controls.of(seat), seat);
        self.allowed = self.whole(controls, open, &play.public().phase).unwrap_or(0);
    }

    /// Updates the clock for a new position.
    pub(super) fn position(&mut self, controls: Controls, change: &Moved<'_>, now: i64, away: &Away) {
        let (before, next) = (change.before, change.next);
        let open = Open::of(next);
        if let Some(before) = before
            && let Open::One(seat) = Open::of(before)
        {
            // Another Player has left the game, so the current turn continues.
            let same = Open::of(next) == Open::One(seat)
                && before.round_since == next.round_since
                && before.public().phase == Phase::Play
                && next.public().phase == Phase::Play;
            if same && change.acted.is_some_and(|acted| acted != seat) {
                // A resignation ends a pause.
                self.since = self.since.or(controls.usual.each_turn().map(|_| now));
                return;
            }
            // The delay and thinking time of a computer player are not deducted from its bank.
            if !change.by_computer {
                self.charge(controls.usual, seat, now, away);
            }
        }
        let new_round = before.is_none_or(|before| before.round_since != next.round_since);
        if new_round && controls.usual.bank().is_some() {
            let bank = |seat| i64::from(controls.of(seat).bank().unwrap_or(0)) * 1000;
            self.banks = Seat::all(next.game.seat_count()).map(bank).collect();
        }
        if let Some(seat) = change.anew {
            self.grant(controls.of(seat), seat);
        }
        self.begin(controls, open, &next.public().phase, now);
    }
}

/// A change of the position.
pub(super) struct Moved<'a> {
    /// Game before the change; `None` at its start.
    pub before: Option<&'a RunningGame>,
    pub next: &'a RunningGame,
    /// A computer player was to act before the change.
    pub by_computer: bool,
    pub acted: Option<Seat>,
    /// Seat that gets a fair time.
    pub anew: Option<Seat>,
}

/// Holidays relevant to a change: of the Player to act before it, and of the Player to act next.
#[derive(Clone, Debug, Default)]
pub(in crate::host) struct AwayBoth {
    pub before: Away,
    pub next: Away,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fair_time_is_granted_and_takes_nothing_away() {
        let control = TimeControl::Increment { game: 60, increment: 5 };
        let mut clock = Clock { banks: vec![0, 58_000], ..Clock::default() };
        clock.grant(control, Seat(0));
        clock.grant(control, Seat(1));
        assert_eq!(clock.banks, [55_000, 58_000]);
    }

    #[test]
    fn the_clocks_are_woken_for_what_comes_before_their_next_look() {
        let until = |deadline, remind_at| Time::Until { deadline, remind_at, since: None };
        for (deadline, remind_at, soon) in
            [(9_000, 8_000, false), (9_000, 6_001, false), (9_000, 6_000, true), (5_000, 9_000, true), (0, 0, true)]
        {
            assert_eq!(ends_soon(until(deadline, remind_at), 1_000), soon, "{deadline} {remind_at}");
        }
        assert!(!ends_soon(Time::Keep, 1_000) && !ends_soon(Time::Off, 1_000));
    }

    #[test]
    fn time_away_does_not_count() {
        let away = vec![(100, 200), (300, 400)];
        assert_eq!(running(0, 50, &away), 50);
        assert_eq!(running(0, 150, &away), 100);
        assert_eq!(running(150, 350, &away), 100);
        assert_eq!(running(0, 1000, &away), 800);
        assert_eq!(after(0, 50, &away), 50);
        assert_eq!(after(0, 100, &away), 200, "it is over when they are back");
        assert_eq!(after(0, 150, &away), 250);
        assert_eq!(after(150, 50, &away), 250);
        assert_eq!(after(0, 250, &away), 450);
        for length in [0, 1, 99, 101, 199, 200, 500] {
            assert_eq!(running(0, after(0, length, &away), &away), length);
        }
    }

    fn clock(allowed: i64, banks: &[i64]) -> Clock {
        Clock { banks: banks.to_vec(), allowed, since: Some(1000), ..Clock::default() }
    }

    #[test]
    fn a_reserve_is_used_up_by_what_a_turn_takes_too_long_and_an_increment_is_kept() {
        let seat = Seat(0);
        let reserve = TimeControl::Reserve { turn: 60, reserve: 100 };
        // 60 s per turn and a reserve of 100 s: a turn of 50 s costs nothing, one of 90 s costs 30 s.
        for (took, bank) in [(50_000, 100_000), (90_000, 70_000), (200_000, 0)] {
            let mut now = clock(160_000, &[100_000, 100_000]);
            now.charge(reserve, seat, 1000 + took, &Vec::new());
            assert_eq!(now.banks, [bank, 100_000], "{took}");
        }
        let increment = TimeControl::Increment { game: 100, increment: 5 };
        let mut now = clock(105_000, &[100_000, 100_000]);
        now.charge(increment, seat, 3000, &Vec::new());
        assert_eq!(now.banks, [103_000, 100_000]);
        // Five minutes for an army add no more than the increment.
        for (took, bank) in [(10_000, 105_000), (220_000, 80_000), (300_000, 0)] {
            let mut now = clock(300_000, &[100_000, 100_000]);
            now.charge(increment, seat, 1000 + took, &Vec::new());
            assert_eq!(now.banks, [bank, 100_000], "{took}");
        }
    }

    #[test]
    fn a_clock_is_read_as_it_was_written_and_as_the_migration_writes_it() {
        let old: Clock = serde_json::from_str(r#"{"allowed":600000}"#).unwrap();
        assert_eq!(old.allowed, 600_000);
        let now = Clock { standing: Some(Standing::Paused), asked: vec![Seat(1)], since: None, ..clock(5, &[1, 2]) };
        let text = serde_json::to_string(&now).unwrap();
        assert_eq!(serde_json::from_str::<Clock>(&text).unwrap(), now);
    }
}
