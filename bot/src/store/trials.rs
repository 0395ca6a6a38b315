//! Tests of armies by games of the computer player: their state, finished pairs of games, and results.

use sqlx::FromRow;
use strum::{EnumString, IntoStaticStr};

use super::column::{Flag, words};
use super::shards::own;
use super::{GuildId, PersonId, Store, StoreError, TrialId};

/// Maximum number of tests kept per server. The oldest are deleted first.
const KEPT: i64 = 30;

/// State of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, EnumString, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum TrialState {
    /// Games are being played.
    Playing,
    /// There is a report.
    Finished,
    /// The army was archived or deleted.
    Archived,
    /// The army has a newer version.
    Replaced,
    /// The games could not be played.
    Failed,
}

words!(TrialState);

/// Test of an army.
#[derive(Clone, PartialEq, Eq, Debug, FromRow)]
pub struct TrialRow {
    pub id: TrialId,
    pub guild: GuildId,
    /// Key of the army.
    pub battalion: String,
    /// SHA-256 of the plan.
    pub plan: String,
    /// Name of the army.
    pub name: String,
    /// Person who gets the result.
    pub person: PersonId,
    pub state: TrialState,
    /// Results of a finished test, as JSON.
    pub report: Option<String>,
    /// The person was told how the test ended, or cannot be told.
    #[sqlx(try_from = "Flag")]
    pub told: bool,
    /// Time of the start, in milliseconds since 1970.
    pub began_at: i64,
}

/// Test to be stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewTrial {
    pub guild: GuildId,
    /// Key of the army.
    pub battalion: String,
    /// SHA-256 of the plan.
    pub plan: String,
    /// Name of the army.
    pub name: String,
    /// Person who gets the result.
    pub person: PersonId,
    /// Time of the start, in milliseconds since 1970.
    pub began_at: i64,
}

/// Finished pair of games.
#[derive(Clone, PartialEq, Eq, Debug, FromRow)]
pub struct TrialPair {
    /// Index of the opponent in the plan.
    pub opponent: i64,
    /// Number of the pair.
    pub pair: i64,
    /// Results, as JSON.
    pub content: String,
}

impl Store {
    /// Starts a test in place of an older one of the same army. `None` if the server has a test in progress, or if all
    /// servers together have `most`.
    pub async fn begin_trial(&self, new: NewTrial, most: i64) -> Result<Option<TrialId>, StoreError> {
        self.store(move |tx| {
            Box::pin(async move {
                let room: Flag = sqlx::query_scalar(
                    "SELECT count(*) < $2 AND NOT EXISTS (SELECT 1 FROM trials WHERE guild = $1 AND state = 'playing')
                     FROM trials WHERE state = 'playing'",
                )
                .bind(new.guild)
                .bind(most)
                .fetch_one(&mut *tx)
                .await?;
                if !room.0 {
                    return Ok(None);
                }
                sqlx::query("DELETE FROM trials WHERE guild = $1 AND battalion = $2")
                    .bind(new.guild)
                    .bind(&new.battalion)
                    .execute(&mut *tx)
                    .await?;
                let id = sqlx::query_scalar(
                    "INSERT INTO trials (guild, battalion, plan, name, person, state, began_at)
                     VALUES ($1, $2, $3, $4, $5, 'playing', $6) RETURNING id",
                )
                .bind(new.guild)
                .bind(new.battalion)
                .bind(new.plan)
                .bind(new.name)
                .bind(new.person)
                .bind(new.began_at)
                .fetch_one(&mut *tx)
                .await?;
                sqlx::query(
                    "DELETE FROM trials WHERE guild = $1 AND state <> 'playing' AND id NOT IN
                     (SELECT id FROM trials WHERE guild = $1 ORDER BY id DESC LIMIT $2)",
                )
                .bind(new.guild)
                .bind(KEPT)
                .execute(tx)
                .await?;
                Ok(Some(id))
            })
        })
        .await
    }

    /// Starts a test in progress anew with another plan: the finished pairs belong to the old one.
    pub async fn replan_trial(&self, id: TrialId, plan: String) -> Result<(), StoreError> {
        self.store(move |tx| {
            Box::pin(async move {
                sqlx::query("DELETE FROM trial_pairs WHERE trial = $1").bind(id).execute(&mut *tx).await?;
                sqlx::query("UPDATE trials SET plan = $2 WHERE id = $1 AND state = 'playing'")
                    .bind(id)
                    .bind(plan)
                    .execute(tx)
                    .await?;
                Ok(())
            })
        })
        .await
    }

    /// Returns the tests of a server, newest first.
    pub async fn trials(&self, guild: GuildId) -> Result<Vec<TrialRow>, StoreError> {
        let trials = sqlx::query_as("SELECT * FROM trials WHERE guild = $1 ORDER BY id DESC");
        Ok(trials.bind(guild).fetch_all(&self.read).await?)
    }

    /// Returns the finished test of an army, by its key.
    pub async fn finished_trial(&self, guild: GuildId, battalion: &str) -> Result<Option<TrialRow>, StoreError> {
        let trial = "SELECT * FROM trials WHERE guild = $1 AND battalion = $2 AND state = 'finished'";
        Ok(sqlx::query_as(trial).bind(guild).bind(battalion.to_owned()).fetch_optional(&self.read).await?)
    }

    /// Returns a test.
    pub async fn trial(&self, id: TrialId) -> Result<Option<TrialRow>, StoreError> {
        let trial = sqlx::query_as("SELECT * FROM trials WHERE id = $1");
        Ok(trial.bind(id).fetch_optional(&self.read).await?)
    }

    /// Returns the tests in progress, oldest first.
    pub async fn trials_in_progress(&self) -> Result<Vec<TrialId>, StoreError> {
        let [total, first, last] = self.shards.bound();
        let trials = sqlx::query_scalar(concat!(
            "SELECT id FROM trials WHERE state = 'playing' AND ",
            own!("guild", "$1", "$2", "$3"),
            " ORDER BY id"
        ));
        Ok(trials.bind(total).bind(first).bind(last).fetch_all(&self.read).await?)
    }

    /// Returns the tests that have ended without anyone having been told, oldest first.
    pub async fn untold_trials(&self) -> Result<Vec<TrialRow>, StoreError> {
        let [total, first, last] = self.shards.bound();
        let trials = sqlx::query_as(concat!(
            "SELECT * FROM trials WHERE state <> 'playing' AND NOT told AND ",
            own!("guild", "$1", "$2", "$3"),
            " ORDER BY id"
        ));
        Ok(trials.bind(total).bind(first).bind(last).fetch_all(&self.read).await?)
    }

    /// Stores a finished pair of games. Returns `false` if the test is not in progress. A pair lost in a power failure
    /// is played again.
    pub async fn put_trial_pair(&self, id: TrialId, pair: TrialPair) -> Result<bool, StoreError> {
        self.note(move |tx| {
            Box::pin(async move {
                let stored = sqlx::query(
                    "INSERT INTO trial_pairs (trial, opponent, pair, content)
                     SELECT id, $2, $3, $4 FROM trials WHERE id = $1 AND state = 'playing'
                     ON CONFLICT (trial, opponent, pair) DO UPDATE SET content = excluded.content",
                )
                .bind(id)
                .bind(pair.opponent)
                .bind(pair.pair)
                .bind(pair.content)
                .execute(tx)
                .await?;
                Ok(stored.rows_affected() == 1)
            })
        })
        .await
    }

    /// Returns the finished pairs of a test.
    pub async fn trial_pairs(&self, id: TrialId) -> Result<Vec<TrialPair>, StoreError> {
        let pairs =
            sqlx::query_as("SELECT opponent, pair, content FROM trial_pairs WHERE trial = $1 ORDER BY pair, opponent");
        Ok(pairs.bind(id).fetch_all(&self.read).await?)
    }

    /// Ends a test in progress, with its report if it is finished. Its pairs are deleted. Returns `false` if it is not
    /// in progress.
    pub async fn end_trial(&self, id: TrialId, state: TrialState, report: Option<String>) -> Result<bool, StoreError> {
        self.store(move |tx| {
            Box::pin(async move {
                let ended =
                    sqlx::query("UPDATE trials SET state = $2, report = $3 WHERE id = $1 AND state = 'playing'")
                        .bind(id)
                        .bind(state)
                        .bind(report)
                        .execute(&mut *tx)
                        .await?
                        .rows_affected()
                        == 1;
                if ended {
                    sqlx::query("DELETE FROM trial_pairs WHERE trial = $1").bind(id).execute(tx).await?;
                }
                Ok(ended)
            })
        })
        .await
    }

    /// Deletes a test in progress. Returns `false` if it is not in progress.
    pub async fn cancel_trial(&self, id: TrialId) -> Result<bool, StoreError> {
        self.store(move |tx| {
            Box::pin(async move {
                let gone = sqlx::query("DELETE FROM trials WHERE id = $1 AND state = 'playing'").bind(id);
                Ok(gone.execute(tx).await?.rows_affected() == 1)
            })
        })
        .await
    }

    /// Records that nobody needs to be told any more how a test ended.
    pub async fn trial_told(&self, id: TrialId) -> Result<(), StoreError> {
        self.note(move |tx| {
            Box::pin(async move {
                sqlx::query("UPDATE trials SET told = TRUE WHERE id = $1").bind(id).execute(tx).await?;
                Ok(())
            })
        })
        .await
    }
}
