//! Scores of armies against each other in games of the computer player: those of the built-in armies as measured, and
//! those of a server's own armies from their tests. Lobbies show them, and ratings take them into account.

use std::sync::Arc;

use balance::appraisal::Appraisal;
use balance::measured::{self, Balance};
use balance::stats::Interval;
use quick_cache::sync::Cache;

use crate::host::GuildId;
use crate::host::battalions::roster::{self, Army, Rosters};
use crate::host::error::Error;
use crate::host::trials::plan::{self, Size};
use crate::store::Store;

/// Maximum number of cached checksums.
const KEPT: usize = 500;

/// Strengths of armies on all servers.
pub(in crate::host) struct Strengths {
    store: Store,
    rosters: Arc<Rosters>,
    size: Arc<Size>,
    /// Checksums of the plans of tests, by server and key. Versions of armies are immutable.
    sums: Cache<(GuildId, String), Arc<str>>,
}

impl std::fmt::Debug for Strengths {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Strengths").finish_non_exhaustive()
    }
}

impl Strengths {
    pub fn new(store: Store, rosters: Arc<Rosters>, size: Arc<Size>) -> Self {
        Self { store, rosters, size, sums: Cache::new(KEPT) }
    }

    /// Conclusion about two armies of a server, by their keys. `None` if it is not known which one is stronger.
    pub async fn balance(&self, guild: Option<GuildId>, one: &str, other: &str) -> Result<Option<Balance>, Error> {
        if let known @ Some(_) = measured::balance(one, other) {
            return Ok(known);
        }
        let score = self.tested(guild, one, other).await?;
        Ok(score.and_then(|score| Balance::of(&[score])))
    }

    /// Score of an army of a server against another, by their keys. `None` if it was not measured.
    pub async fn score(&self, guild: Option<GuildId>, one: &str, other: &str) -> Result<Option<Interval>, Error> {
        match measured::score(one, other) {
            known @ Some(_) => Ok(known),
            None => self.tested(guild, one, other).await,
        }
    }

    /// Score by the test of the one that is a server's own army.
    async fn tested(&self, guild: Option<GuildId>, one: &str, other: &str) -> Result<Option<Interval>, Error> {
        let Some(guild) = guild else {
            return Ok(None);
        };
        if let Some(other) = roster::builtin(other) {
            return self.tested_against(guild, one, other).await;
        }
        let Some(one) = roster::builtin(one) else {
            return Ok(None);
        };
        let score = self.tested_against(guild, other, one).await?;
        Ok(score.map(Interval::mirrored))
    }

    /// Score of a server's own army against a built-in one in its finished test. `None` for the test of another plan,
    /// such as one with an earlier version of a built-in army.
    async fn tested_against(&self, guild: GuildId, key: &str, other: &Army) -> Result<Option<Interval>, Error> {
        let Some((id, version)) = plan::version(key) else {
            return Ok(None);
        };
        let Some(test) = self.store.finished_trial(guild, key).await? else {
            return Ok(None);
        };
        let Some(army) = self.rosters.own_army(guild, id, version).await? else {
            return Ok(None);
        };
        if *test.plan != *self.sum(guild, &army).await? {
            return Ok(None);
        }
        let report: Option<Appraisal> = test.report.and_then(|report| serde_json::from_str(&report).ok());
        let meetings = report.map(|report| report.meetings).unwrap_or_default();
        let met = meetings.iter().find(|meeting| meeting.name == other.definition.name);
        Ok(met.map(|meeting| meeting.score))
    }

    async fn sum(&self, guild: GuildId, army: &Army) -> Result<Arc<str>, Error> {
        let computing = async { Ok::<Arc<str>, Error>(plan::sum(army, self.size.get()).await?.into()) };
        self.sums.get_or_insert_async(&(guild, army.key.clone()), computing).await
    }
}
