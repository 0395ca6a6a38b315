//! Time for turns: reminders, and what happens when it is up. When to look is [`crate::clock`]'s business.

use engine::action::Action;
use engine::view::Phase;

use crate::store::{NewNotice, To};

use super::change::stale;
use super::error::Error;
use super::model::{NoticeKind, Ping};
use super::{GameId, Host, Version, take};

impl Host {
    /// Shows that the program is running; if it was not for longer than `tolerance` (milliseconds), deadlines move by that time.
    pub(crate) async fn beat(&self, tolerance: i64) -> Result<(), Error> {
        let shift = self.store().beat(self.now(), tolerance).await?;
        if shift > 0 {
            tracing::info!(
                seconds = shift / 1000,
                "deadlines moved by the time the machine slept"
            );
            self.0.games.forget_all();
        }
        Ok(())
    }

    /// Does everything that is due on the clocks now.
    pub(crate) async fn ring(&self) -> Result<(), Error> {
        for due in self.store().due_clocks(self.now()).await? {
            let done = if due.over {
                self.time_out(due.game, due.version).await
            } else {
                self.remind(due.game, due.version).await
            };
            match done {
                // Somebody was faster than the clock.
                Ok(()) | Err(Error::Refused(_)) => {}
                Err(Error::Fault(fault)) => {
                    tracing::warn!(game = %due.game, fault = fault.number(), "a clock could not ring");
                }
            }
        }
        Ok(())
    }

    /// How long until a clock wants something, in milliseconds.
    pub(crate) async fn next_ring(&self) -> Result<Option<i64>, Error> {
        let at = self.store().next_clock_at().await?;
        Ok(at.map(|at| (at - self.now()).max(0)))
    }

    /// Returns when deadlines have changed.
    pub(crate) async fn clocks_changed(&self) {
        self.0.clocks.notified().await;
    }

    /// Forgets what is too old to matter.
    pub(crate) async fn prune(&self) -> Result<(), Error> {
        Ok(self.store().prune(self.now()).await?)
    }

    async fn time_out(&self, game: GameId, version: Version) -> Result<(), Error> {
        let deadline = self.store().deadline(game, version).await?;
        if deadline.is_none_or(|deadline| deadline > self.now()) {
            return Ok(());
        }
        let done = self.change(game, None, move |_, game, now| {
            if game.version != version {
                return Err(stale());
            }
            let late = game.play()?.game.to_act().first().copied();
            let late = late.ok_or_else(stale)?;
            take::decide(game, late, None, &Action::TimeOut, now)
        });
        done.await.map(|_| ())
    }

    async fn remind(&self, game: GameId, version: Version) -> Result<(), Error> {
        let loaded = self.load(game).await?;
        let play = loaded.play()?;
        let view = play.public();
        let channel = |kind: NoticeKind| NewNotice {
            to: To::Channel(loaded.place.channel),
            kind: kind.word().to_owned(),
        };
        let mut notices = vec![channel(NoticeKind::Reminder)];
        let told = matches!(
            view.phase,
            Phase::Play | Phase::Shop | Phase::Auction { .. }
        );
        if told {
            for seat in &view.to_act {
                for member in loaded.actors(play, *seat, &view.phase) {
                    if self.person_settings(member.person).await?.ping == Ping::Dm {
                        notices.push(NewNotice {
                            to: To::Person(member.person),
                            kind: NoticeKind::YourReminder.word().to_owned(),
                        });
                    }
                }
            }
        }
        self.store()
            .remind(game, version, &notices, self.now())
            .await?;
        self.0.notices.notify_one();
        Ok(())
    }
}
