//! Values of published Battalions, fitted to games of the computer player against itself in time that nothing else needs
//! ([`balance::fit`]). They are used if they score better than derived values.
//!
//! One Battalion at a time is fitted. A fit that is cut short by a restart begins anew. Every published version gets one,
//! and equal files share it.

use std::sync::Arc;
use std::time::Duration;

use balance::army::{Army, ArmyFile};
use balance::fit::positions::Positions;
use balance::fit::{self, Fit, Settings};
use balance::rivals::Match;
use balance::selfplay::SelfPlay;
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
        let (format, fitted_at) = (fit::FORMAT.into(), self.time.now());
        self.store.put_fit(FitRow { of, format, sha256, state, content: content.clone(), fitted_at }).await?;
        if let Some(content) = &content {
            self.accept(content);
        }
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
        let mut tasks = Tasks { opponents: &self.opponents, stop: Stop::default(), left: settings.most };
        let fitted = if duels { tasks.fit(army, settings.games).await } else { None };
        let Some((fit, values)) = fitted else {
            return Ok((FitState::Impossible, None));
        };
        Ok(match tasks.passes(fit, values.clone()).await {
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
struct Tasks<'a> {
    opponents: &'a Opponents,
    stop: Stop,
    /// Processor time that is left.
    left: Duration,
}

impl Tasks<'_> {
    /// Runs a task. `None` if the time is used up, or after a panic.
    async fn run<T: Send + 'static>(&mut self, task: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        let worked = self.opponents.run_idle(&self.stop, |_| task()).await;
        self.left = self.left.checked_sub(worked.took)?;
        worked.result
    }

    /// Repeats a step, each time as a task of its own, until it returns a result.
    async fn repeat<S: Send + 'static, R: Send + 'static>(
        &mut self,
        mut state: S,
        step: impl Fn(&mut S) -> Option<R> + Send + Sync + 'static,
    ) -> Option<(S, R)> {
        let step = Arc::new(step);
        loop {
            let step = Arc::clone(&step);
            let task = move || {
                let result = step(&mut state);
                (state, result)
            };
            let result;
            (state, result) = self.run(task).await?;
            if let Some(result) = result {
                return Some((state, result));
            }
        }
    }

    /// Plays the games and fits the values.
    async fn fit(&mut self, army: Army, settings: Settings) -> Option<(Arc<Fit>, Fitted)> {
        let fit = Arc::new(self.run(move || Fit::new(army, settings)).await??);
        let mut games: Vec<Positions> = Vec::new();
        for number in 0..settings.games {
            let fit = Arc::clone(&fit);
            let play = move |game: &mut SelfPlay<_>| (0..SLICE).any(|_| fit.play(game)).then_some(());
            let (played, ()) = self.repeat(SelfPlay::new(number), play).await?;
            games.push(played.played());
        }
        let begun = Arc::clone(&fit);
        let descent = self.run(move || begun.descent(games)).await?;
        let (descent, ()) = self.repeat(descent, |descent| descent.advance().then_some(())).await?;
        let fitted = Arc::clone(&fit);
        let values = self.run(move || fitted.values(&descent)).await?;
        Some((fit, values))
    }

    /// Tests the values against derived ones.
    async fn passes(&mut self, fit: Arc<Fit>, values: Fitted) -> Option<bool> {
        let test = fit.settings().test;
        let rivals = Arc::new(self.run(move || fit.rivals(values)).await?);
        let mut pairs = Pentanomial::default();
        for number in 0.. {
            let rivals = Arc::clone(&rivals);
            let play = move |pair: &mut Match| (0..SLICE).find_map(|_| rivals.play(pair));
            let (_, points) = self.repeat(Match::new(number), play).await?;
            pairs.add(points);
            if let Some(passed) = test.verdict(&pairs) {
                return Some(passed);
            }
        }
        None
    }
}
