//! Effect of a change on the clock of a game: time of the next reminder and of the deadline.

use crate::host::model::Standing;
use crate::host::session::clock::{Away, AwayBoth, Moved, Open, Tick, after};
use crate::host::session::game::GameSession;
use crate::store::{State, Time};

const DAY: i64 = 24 * 60 * 60 * 1000;
/// Period of inactivity after which the Players of a game without a running clock are asked whether they still play.
const SILENCE: i64 = 14 * DAY;
/// Period of inactivity after which such a game is adjourned.
const ADJOURNED: i64 = 21 * DAY;

impl GameSession {
    /// Applies the effect of a change and returns further data to store.
    pub fn tick(&mut self, before: &GameSession, tick: Tick, now: i64, away: &AwayBoth) -> Time {
        if self.state == State::Over {
            self.clock.since = None;
            self.deadline = None;
            return Time::Off;
        }
        let control = self.options.time();
        match tick {
            Tick::Keep => return Time::Keep,
            Tick::Stir if self.clock.since.is_some() => return Time::Keep,
            Tick::Stir => {}
            Tick::Position(_) | Tick::Anew(_) => {
                let Some(next) = self.play.clone() else { return Time::Keep };
                let (acted, anew) = match tick {
                    Tick::Position(acted) => (acted, None),
                    Tick::Anew(seat) => (None, Some(seat)),
                    _ => (None, None),
                };
                self.clock.standing = None;
                let by_computer = before.waits_for_computer();
                let moved = Moved { before: before.play.as_deref(), next: &next, by_computer, acted, anew };
                let controls = self.controls();
                self.clock.position(controls, &moved, now, &away.before);
            }
            Tick::AnewOnResume(seat) => {
                let Some(play) = self.play.clone() else { return Time::Keep };
                self.clock.renew(self.controls(), &play, seat, before.waits_for_computer());
            }
            Tick::Passed => {
                if self.clock.since.is_some() {
                    self.clock.allowed = self.clock.left(now, &away.before);
                    self.clock.since = Some(now);
                }
            }
            Tick::Stop(standing) => {
                self.clock.allowed = self.clock.left(now, &away.before);
                self.clock.since = None;
                self.clock.asked.clear();
                self.clock.standing = Some(standing);
            }
            Tick::Go => {
                self.clock.standing = None;
                self.clock.since = control.each_turn().map(|_| now);
            }
            Tick::Holidays => {}
        }
        self.schedule(now, &away.next)
    }

    /// Returns true if the only Player to act is a computer.
    fn waits_for_computer(&self) -> bool {
        match self.play.as_deref().map(Open::of) {
            Some(Open::One(seat)) => self.computer(seat).is_some(),
            Some(Open::Together | Open::Nobody) | None => false,
        }
    }

    /// Time of the next reminder or deadline.
    fn schedule(&mut self, now: i64, away: &Away) -> Time {
        let clock = &self.clock;
        let time = match (clock.since, clock.standing) {
            (_, Some(Standing::Adjourned)) => Time::Off,
            (Some(since), _) => {
                let deadline = after(since, clock.allowed, away);
                // Remind when a third of the time remains, and again at the end of a holiday after that.
                let due = after(since, clock.allowed * 2 / 3, away);
                let mut holidays = away.iter().filter(|(begin, end)| *begin < deadline && now < *end);
                let back = holidays.next().map(|(_, end)| *end).filter(|_| due <= now);
                Time::Until { deadline, remind_at: back.unwrap_or(due), since: Some(since) }
            }
            (None, _) => Time::Until { deadline: now + ADJOURNED, remind_at: now + SILENCE, since: None },
        };
        self.deadline = match time {
            Time::Until { deadline, .. } => Some(deadline),
            _ => None,
        };
        time
    }
}
