//! Values of published Battalions, fitted to games of the computer player against itself in time that nothing else needs
//! ([`balance::fit`]). They are used if they score better than derived values.
//!
//! One Battalion at a time is fitted. A fit that is cut short by a restart begins anew. Every published version gets one,
//! and equal files share it.

use std::sync::Arc;
use std::time::Duration;

use balance::army::{Army, ArmyFile};
use balance::fit::games::{Positions, SelfPlay};
use balance::fit::rivals::{Match, Rivals};
use balance::fit::{self, Fit, Settings};
use balance::stats::Pentanomial;
use opponent::Fitted;

use crate::host::StoreError;
use crate::host::battalions::roster::{self, Rosters};
use crate::host::error::{Error, InternalError};
use crate::host::opponent::Stop;
use crate::host::opponent::state::Opponents;
use crate::host::time::WallClock;
use crate::store::{FitRow, FitState, Store, Unfitted};

/// Number of turns or openings that a task plays.
const SLICE: usize = 8;
/// Maximum number of accepted values in memory, of about 3 kB each.
const KEPT: i64 = 5_000;

/// Effort of the fits of a process.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FitSettings {
    /// Games, and the test of the values.
    pub games: Settings,
    /// Processor time after which an army is given up.
    pub most: Duration,
}

impl Default for FitSettings {
    fn default() -> Self {
        Self { games: Settings::default(), most: Duration::from_secs(30 * 60) }
    }
}

impl FitSettings {
    /// The usual effort with this number of games.
    pub fn with_games(games: u64) -> Self {
        Self { games: Settings { games, ..Settings::default() }, ..Self::default() }
    }
}

/// Fits of values.
#[derive(Clone, Debug)]
pub struct Fits {
    pub(super) store: Store,
    pub(super) time: WallClock,
    pub(super) rosters: Arc<Rosters>,
    pub(super) opponents: Arc<Opponents>,
}

impl Fits {
    /// Loads the accepted values, at the start.
    pub(super) async fn load(&self) -> Result<(), StoreError> {
        for content in self.store.accepted_fits(fit::FORMAT.into(), KEPT).await? {
            self.accept(&content);
        }
        Ok(())
    }

    /// Fits the values of the next published Battalion that has none. Returns `false` if all have them.
    pub(crate) async fn fit_next(&self, settings: FitSettings) -> Result<bool, Error> {
        let Some(of) = self.store.next_unfitted(fit::FORMAT.into()).await? else {
            return Ok(false);
        };
        let (sha256, found) = match self.army(&of).await? {
            Some(army) => {
                let sha256 = army.definition.sha256.clone();
                let known = self.store.fit_of_file(&sha256, fit::FORMAT.into()).await?;
                let found = match known {
                    Some(known) => known,
                    None => self.fit(army, settings).await?,
                };
                (sha256, found)
            }
            // Only a newer version of the program can read the file.
            None => (String::new(), (FitState::Impossible, None)),
        };
        let (state, content) = found;
        tracing::info!(guild = %of.guild, result = <&str>::from(state), "a Battalion's values were fitted to games");
        if let Some(content) = &content {
            self.accept(content);
        }
        let (format, fitted_at) = (fit::FORMAT.into(), self.time.now());
        self.store.put_fit(FitRow { of, format, sha256, state, content, fitted_at }).await?;
        Ok(true)
    }

    /// Uses accepted values from now on. Those that only another version of the program can read are left out.
    fn accept(&self, content: &str) {
        match serde_json::from_str(content) {
            Ok(fitted) => self.opponents.knowledge.accept(fitted),
            Err(error) => tracing::warn!(%error, "the fitted values of a Battalion cannot be read"),
        }
    }

    async fn army(&self, of: &Unfitted) -> Result<Option<Army>, Error> {
        let army = self.rosters.own_army(of.guild, &of.id, of.version).await?;
        Ok(army.map(|roster::Army { definition, file, .. }| {
            let file = ArmyFile { id: definition.id.clone(), name: definition.name.clone(), text: file.to_string() };
            Army { file, definition }
        }))
    }

    /// Fits an army and tests the values. Returns them, as JSON, if they are accepted.
    async fn fit(&self, army: Army, settings: FitSettings) -> Result<(FitState, Option<String>), Error> {
        let duels = army.definition.matches.duels();
        let mut work = Work { opponents: &self.opponents, stop: Stop::default(), left: settings.most };
        let fitted = if duels { work.fit(army, settings.games).await } else { None };
        let Some((fit, values)) = fitted else {
            return Ok((FitState::Impossible, None));
        };
        Ok(match work.passes(fit, values.clone()).await {
            Some(true) => {
                let content = serde_json::to_string(&values);
                let content = content.map_err(|error| InternalError::new("writing fitted values", &error))?;
                (FitState::Accepted, Some(content))
            }
            Some(false) => (FitState::Refused, None),
            None => (FitState::Impossible, None),
        })
    }
}

/// Tasks of a fit, one after the other.
struct Work<'a> {
    opponents: &'a Opponents,
    stop: Stop,
    /// Processor time that is left.
    left: Duration,
}

impl Work<'_> {
    /// Runs a task. `None` if the time is used up, or after a panic.
    async fn run<T: Send + 'static>(&mut self, task: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        let worked = self.opponents.run_idle(&self.stop, |_| task()).await;
        self.left = self.left.checked_sub(worked.took)?;
        worked.result
    }

    /// Plays the games and fits the values.
    async fn fit(&mut self, army: Army, settings: Settings) -> Option<(Arc<Fit>, Fitted)> {
        let fit = Arc::new(self.run(move || Fit::new(army, settings)).await??);
        let mut games = Vec::new();
        for number in 0..settings.games {
            games.push(self.game(&fit, number).await?);
        }
        let begun = Arc::clone(&fit);
        let mut descent = self.run(move || begun.descent(games)).await?;
        loop {
            let over;
            (descent, over) = self
                .run(move || {
                    let over = descent.advance();
                    (descent, over)
                })
                .await?;
            if over {
                break;
            }
        }
        let fitted = Arc::clone(&fit);
        let values = self.run(move || fitted.values(&descent)).await?;
        Some((fit, values))
    }

    async fn game(&mut self, fit: &Arc<Fit>, number: u64) -> Option<Positions> {
        let mut playing = SelfPlay::new(number);
        loop {
            let fit = Arc::clone(fit);
            let over;
            (playing, over) = self
                .run(move || {
                    let over = (0..SLICE).any(|_| fit.play(&mut playing));
                    (playing, over)
                })
                .await?;
            if over {
                return Some(playing.positions());
            }
        }
    }

    /// Tests the values against derived ones.
    async fn passes(&mut self, fit: Arc<Fit>, values: Fitted) -> Option<bool> {
        let test = fit.settings().test;
        let rivals = Arc::new(self.run(move || Rivals::new(fit, values)).await?);
        let mut pairs = Pentanomial::default();
        for number in 0.. {
            pairs.add(self.pair(&rivals, number).await?);
            if let Some(passed) = test.verdict(&pairs) {
                return Some(passed);
            }
        }
        None
    }

    async fn pair(&mut self, rivals: &Arc<Rivals>, number: u64) -> Option<[f64; 2]> {
        let mut playing = Match::new(number);
        loop {
            let rivals = Arc::clone(rivals);
            let points;
            (playing, points) = self
                .run(move || {
                    let points = (0..SLICE).find_map(|_| rivals.play(&mut playing));
                    (playing, points)
                })
                .await?;
            if points.is_some() {
                return points;
            }
        }
    }
}
