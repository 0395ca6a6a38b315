//! Deadlines of turns: reminders and timeouts. The loop that calls this module is in [`crate::clock`].

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use engine::action::Action;
use engine::board::Seat;
use engine::game::Game;
use engine::view::{Phase, Viewer};
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::store::{Cursor, Due, NewNotice, Store, To};

use crate::host::error::{Error, Refusal, database_failed_since};
use crate::host::model::{NoticeKind, Ping};
use crate::host::notices::Notices;
use crate::host::session::change::stale;
use crate::host::session::games::Games;
use crate::host::settings::Settings;
use crate::host::table::absence;
use crate::host::time::WallClock;
use crate::host::{GameId, StoreError, Version, lock};

/// Number of clocks served concurrently.
const SIDE_BY_SIDE: usize = 32;
/// Number of due clocks fetched at once.
const LOOKED_UP: i64 = 512;
/// Initial delay before a game's clock is served again after a failure. It doubles with each failure, up to the
/// maximum.
const RETRY: Duration = Duration::from_secs(2);
const LONGEST_RETRY: Duration = Duration::from_secs(300);
/// Heartbeat gap that counts as downtime. The program writes a heartbeat every five seconds.
const SILENCE: Duration = Duration::from_secs(60);
/// Minimum interval between two heartbeats. The clocks are looked at after every turn.
const BEAT: Duration = Duration::from_secs(1);
/// Maximum age of the last heartbeat of a healthy program.
const LATELY: Duration = Duration::from_secs(30);
/// Maximum difference between wall clock and elapsed time that is ignored, in milliseconds.
const DRIFT: i64 = 2_000;

/// Last heartbeat, last probe, and games whose clocks failed.
#[derive(Debug, Default)]
pub(super) struct ClockState {
    last: Mutex<Option<(Instant, i64)>>,
    read: Mutex<Option<Instant>>,
    cursor: tokio::sync::Mutex<Cursor>,
    failing: Mutex<HashMap<GameId, (u32, Instant)>>,
}

/// Correction of the deadlines, in milliseconds, after `wall` milliseconds by the wall clock and `passed` by the
/// monotonic clock. Deadlines move along when the system was suspended or its clock was set, so that Players neither
/// lose nor gain time.
fn shift(wall: i64, passed: Duration) -> i64 {
    if passed > SILENCE {
        return wall;
    }
    let jump = wall - i64::try_from(passed.as_millis()).unwrap_or(0);
    if jump.abs() > DRIFT { jump } else { 0 }
}

/// Clocks of all games, and the heartbeat of the program.
#[derive(Clone, Debug)]
pub struct Clocks {
    pub(super) store: Store,
    pub(super) time: WallClock,
    pub(super) settings: Arc<Settings>,
    pub(super) games: Arc<Games>,
    pub(super) notices: Arc<Notices>,
    pub(super) state: Arc<ClockState>,
}

impl Clocks {
    /// First heartbeat at the start. Extends deadlines by the downtime.
    pub(super) async fn first_heartbeat(&self) -> Result<(), StoreError> {
        let now = self.time.now();
        let down = self.store.last_heartbeat().await?.map_or(0, |last| now - last);
        self.store.heartbeat(now, down).await?;
        *lock(&self.state.last) = Some((Instant::now(), now));
        if down != 0 {
            tracing::info!(seconds = down / 1000, "deadlines moved by the time the program was down");
        }
        Ok(())
    }

    /// Returns true if the database was recently read and written and has not failed since.
    pub(super) fn is_sound(&self) -> bool {
        let written = lock(&self.state.last).map(|(at, _)| at);
        let read = *lock(&self.state.read);
        let fine = |at: Instant| at.elapsed() < LATELY && !database_failed_since(at);
        written.is_some_and(fine) && read.is_some_and(fine)
    }

    /// Reads the next part of the database, for [`Host::is_writing`](crate::host::Host::is_writing).
    pub async fn probe(&self) -> Result<(), Error> {
        let mut cursor = self.state.cursor.lock().await;
        let began = Instant::now();
        let done = self.store.read_on(&mut cursor).await;
        *lock(&self.state.read) = done.is_ok().then_some(began);
        Ok(done?)
    }

    /// Writes a heartbeat, unless the last one is recent. Shifts deadlines if the machine was suspended or its clock
    /// was set.
    pub(crate) async fn heartbeat(&self) -> Result<(), Error> {
        let (instant, now) = (Instant::now(), self.time.now());
        let last = *lock(&self.state.last);
        let shift = last.map_or(0, |(then, at)| shift(now - at, instant.duration_since(then)));
        if shift == 0 && last.is_some_and(|(then, _)| instant.duration_since(then) < BEAT) {
            return Ok(());
        }
        self.store.heartbeat(now, shift).await?;
        *lock(&self.state.last) = Some((instant, now));
        if shift != 0 {
            tracing::info!(seconds = shift / 1000, "deadlines moved: the machine slept, or its clock was set");
            self.games.slots.forget_all();
        }
        Ok(())
    }

    /// Serves all due clocks and returns the time until the next one.
    pub(crate) async fn run_due(&self) -> Result<Option<Duration>, Error> {
        let mut running = JoinSet::new();
        loop {
            let waiting = self.waiting_clocks();
            let most = LOOKED_UP + i64::try_from(waiting.len()).unwrap_or(0);
            let due = self.store.due_clocks(self.time.now(), most).await?;
            let due: Vec<Due> = due.into_iter().filter(|due| !waiting.contains_key(&due.game)).collect();
            if due.is_empty() {
                break;
            }
            for due in due {
                if running.len() >= SIDE_BY_SIDE {
                    running.join_next().await;
                }
                let clocks = self.clone();
                running.spawn(async move { clocks.serve(due).await });
            }
            while running.join_next().await.is_some() {}
        }
        let now = self.time.now();
        let next = self.store.next_clock_at(now).await?;
        let next = next.map(|at| Duration::from_millis(u64::try_from(at - now).unwrap_or(0)));
        let retry = self.waiting_clocks().into_values().min();
        let retry = retry.map(|at| at.saturating_duration_since(Instant::now()));
        Ok(next.into_iter().chain(retry).min())
    }

    /// Games whose clocks failed, with the time of the next attempt.
    fn waiting_clocks(&self) -> HashMap<GameId, Instant> {
        let now = Instant::now();
        let mut failing = lock(&self.state.failing);
        failing.retain(|_, (_, at)| *at + LONGEST_RETRY > now);
        failing.iter().filter(|(_, (_, at))| *at > now).map(|(game, (_, at))| (*game, *at)).collect()
    }

    /// Serves one clock. After a failure, it waits before a retry and does not delay other clocks.
    async fn serve(&self, due: Due) {
        let done = if due.over {
            self.time_out(due.game, due.version).await
        } else {
            self.remind(due.game, due.version).await
        };
        match done {
            Ok(()) => {
                lock(&self.state.failing).remove(&due.game);
            }
            // The clock of an unreadable game is stopped.
            Err(Error::Refused(Refusal::Unreadable)) => {}
            // A Player acted before the clock did. The delay prevents an immediate retry.
            Err(Error::Refused(_)) => {
                let again = Instant::now() + RETRY;
                lock(&self.state.failing).insert(due.game, (0, again));
            }
            Err(Error::Internal(fault)) => {
                tracing::warn!(game = %due.game, fault = fault.number(), "a reminder or forfeit could not be stored and is tried again");
                self.retry_clock(due.game);
            }
        }
    }

    fn retry_clock(&self, game: GameId) {
        let mut failing = lock(&self.state.failing);
        let (attempts, at) = failing.entry(game).or_insert((0, Instant::now()));
        let wait = RETRY.saturating_mul(1 << (*attempts).min(10));
        *at = Instant::now() + wait.min(LONGEST_RETRY);
        *attempts += 1;
    }

    /// Waits until a deadline comes before the next look.
    pub(crate) async fn clocks_changed(&self) {
        self.games.clocks_changed.notified().await;
    }

    /// Deletes expired rows, in one of several processes.
    pub(crate) async fn prune(&self) -> Result<(), Error> {
        if self.store.shards().is_first() { Ok(self.store.prune(self.time.now()).await?) } else { Ok(()) }
    }

    /// Compresses the stored data of finished games, in one of several processes.
    pub async fn pack_finished(&self) -> Result<usize, Error> {
        if self.store.shards().is_first() { Ok(self.store.pack_finished().await?) } else { Ok(0) }
    }

    async fn time_out(&self, game: GameId, version: Version) -> Result<(), Error> {
        let deadline = self.store.deadline(game, version).await?;
        if deadline.is_none_or(|deadline| deadline > self.time.now()) {
            return Ok(());
        }
        let loaded = self.games.load(game).await?;
        if loaded.clock.since.is_none() {
            return self.games.adjourn(game, version).await;
        }
        // A holiday that started just before the program stopped.
        let away = self.settings.away(&loaded).await?;
        if loaded.clock.deadline(&away) > Some(self.time.now()) {
            return self.heed_holidays(game).await;
        }
        let done = self.games.change(game, None, move |game, now| {
            if game.version != version {
                return Err(stale());
            }
            let (seat, action) = late(&game.play()?.game).ok_or_else(stale)?;
            absence::out_of_time(game, seat, &action, now)
        });
        done.await.map(|_| ())
    }

    async fn remind(&self, game: GameId, version: Version) -> Result<(), Error> {
        let loaded = self.games.load(game).await?;
        let play = loaded.play()?;
        let view = play.public();
        let channel =
            |kind: NoticeKind| NewNotice { to: To::Channel(loaded.place.channel), kind: kind.word().to_owned() };
        if loaded.clock.since.is_none() {
            let asked = vec![channel(NoticeKind::StillPlaying)];
            self.store.remind(game, version, asked, self.time.now()).await?;
            self.notices.wake();
            return Ok(());
        }
        let mut notices = vec![channel(NoticeKind::Reminder)];
        let told = matches!(view.phase, Phase::Play | Phase::Shop | Phase::Auction { .. });
        if told {
            for seat in &view.to_act {
                for member in loaded.actors(play, *seat, &view.phase) {
                    if self.settings.person_settings(member.person).await?.reached_by() == Ping::Dm {
                        notices.push(NewNotice {
                            to: To::Person(member.person),
                            kind: NoticeKind::YourReminder.word().to_owned(),
                        });
                    }
                }
            }
        }
        self.store.remind(game, version, notices, self.time.now()).await?;
        self.notices.wake();
        Ok(())
    }
}

/// Action at a timeout. Missing sealed choices of pieces are drawn at random, as an action of no Player (V-2). All
/// other timeouts count against the late Player.
fn late(game: &Game) -> Option<(Seat, Action)> {
    let first = game.to_act().first().copied()?;
    Some(match game.view(Viewer::Public).phase {
        Phase::VolatileChoice { .. } => (Seat(0), Action::DrawVolatile),
        _ => (first, Action::TimeOut),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: i64 = 3_600_000;

    #[test]
    fn a_clock_that_is_set_changes_nothing_for_those_who_play() {
        let ten = Duration::from_secs(10);
        assert_eq!(shift(10_000, ten), 0);
        assert_eq!(shift(10_900, ten), 0, "a breath of difference");
        assert_eq!(shift(HOUR + 10_000, ten), HOUR, "set forward");
        assert_eq!(shift(10_000 - HOUR, ten), -HOUR, "and back: the hour is not given");
        for seconds in [3, 30, 300] {
            assert_eq!(shift(10_000 + 1000 * seconds, ten), 1000 * seconds, "set forward");
            assert_eq!(shift(10_000 - 1000 * seconds, ten), -1000 * seconds, "set back");
        }
    }

    #[test]
    fn time_in_which_the_program_stood_still_is_nobodys() {
        let night = Duration::from_secs(8 * 3600);
        assert_eq!(shift(8 * HOUR, night), 8 * HOUR, "stopped");
        assert_eq!(shift(8 * HOUR + 5_000, Duration::from_secs(5)), 8 * HOUR, "asleep");
    }

    /// A reminder that cannot be stored is tried again after pauses that grow up to five minutes, for each game alone.
    #[tokio::test]
    async fn pauses_of_failing_reminders_grow() {
        let folder = crate::host::tests::Folder::new();
        let clocks = crate::host::tests::host(&folder).await.clocks.clone();
        let (one, other) = (GameId(1), GameId(2));
        tokio::time::pause();
        for seconds in [2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300] {
            let before = Instant::now();
            clocks.retry_clock(one);
            let (_, at) = lock(&clocks.state.failing)[&one];
            let wait = Duration::from_secs(seconds);
            assert!(at >= before + wait && at <= Instant::now() + wait, "{seconds}");
            assert_eq!(clocks.waiting_clocks().get(&one), Some(&at));
            // When the pause is over the clock is served again, and fails again.
            tokio::time::advance(wait).await;
            assert_eq!(clocks.waiting_clocks().get(&one), None);
        }
        clocks.retry_clock(one);
        clocks.retry_clock(other);
        let waiting = clocks.waiting_clocks();
        assert!(waiting[&other] <= Instant::now() + RETRY && waiting[&one] > Instant::now() + 10 * RETRY);
    }
}
