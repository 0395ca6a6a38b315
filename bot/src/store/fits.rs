//! Values of published Battalions, fitted to games of the computer player.

use sqlx::FromRow;
use strum::{EnumString, IntoStaticStr};

use super::column::words;
use super::shards::own;
use super::{GuildId, Store, StoreError};

/// Result of a fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, EnumString, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum FitState {
    /// The values scored better than derived ones.
    Accepted,
    /// The values did not score better.
    Refused,
    /// The games took too long or could not be played.
    Impossible,
}

words!(FitState);

/// Version of a Battalion without a fit.
#[derive(Clone, PartialEq, Eq, Debug, FromRow)]
pub struct Unfitted {
    pub guild: GuildId,
    /// Id of the Battalion.
    pub id: String,
    pub version: i64,
}

/// Fit of a version of a Battalion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FitRow {
    pub of: Unfitted,
    /// Version of the procedure.
    pub format: i64,
    /// SHA-256 of the Battalion file.
    pub sha256: String,
    pub state: FitState,
    /// Accepted values, as JSON.
    pub content: Option<String>,
    /// Time of the end, in milliseconds since 1970.
    pub fitted_at: i64,
}

impl Store {
    /// Returns a published version of this process's servers without a fit by the procedure. Servers with the fewest fits
    /// come first, then the oldest versions.
    pub async fn next_unfitted(&self, format: i64) -> Result<Option<Unfitted>, StoreError> {
        let [total, first, last] = self.shards.bound();
        let next = sqlx::query_as(concat!(
            "SELECT guild, id, version FROM battalions b WHERE state = 'published' AND ",
            own!("guild", "$1", "$2", "$3"),
            " AND NOT EXISTS (SELECT 1 FROM fits f
                 WHERE f.guild = b.guild AND f.battalion = b.id AND f.version = b.version AND f.format = $4)
             ORDER BY (SELECT count(*) FROM fits f WHERE f.guild = b.guild), added_at, guild, id LIMIT 1"
        ));
        Ok(next.bind(total).bind(first).bind(last).bind(format).fetch_optional(&self.read).await?)
    }

    /// Returns the result of a fit of this file by the procedure, with the values if they were accepted.
    pub async fn fit_of_file(
        &self,
        sha256: &str,
        format: i64,
    ) -> Result<Option<(FitState, Option<String>)>, StoreError> {
        let fit = sqlx::query_as("SELECT state, content FROM fits WHERE sha256 = $1 AND format = $2 LIMIT 1");
        Ok(fit.bind(sha256.to_owned()).bind(format).fetch_optional(&self.read).await?)
    }

    /// Returns the newest accepted values by the procedure on this process's servers, as JSON.
    pub async fn accepted_fits(&self, format: i64, most: i64) -> Result<Vec<String>, StoreError> {
        let [total, first, last] = self.shards.bound();
        let fits = sqlx::query_scalar(concat!(
            "SELECT content FROM fits WHERE state = 'accepted' AND format = $4 AND ",
            own!("guild", "$1", "$2", "$3"),
            " ORDER BY fitted_at DESC LIMIT $5"
        ));
        Ok(fits.bind(total).bind(first).bind(last).bind(format).bind(most).fetch_all(&self.read).await?)
    }

    /// Stores a fit in place of an earlier one of the same Battalion, unless its version was deleted meanwhile. A fit lost
    /// in a power failure is computed again.
    pub async fn put_fit(&self, fit: FitRow) -> Result<(), StoreError> {
        self.note(move |tx| {
            Box::pin(async move {
                sqlx::query(
                    "INSERT INTO fits (guild, battalion, version, format, sha256, state, content, fitted_at)
                     SELECT guild, id, version, $4, $5, $6, $7, $8 FROM battalions
                     WHERE guild = $1 AND id = $2 AND version = $3
                     ON CONFLICT (guild, battalion) DO UPDATE SET version = excluded.version, format = excluded.format,
                         sha256 = excluded.sha256, state = excluded.state, content = excluded.content,
                         fitted_at = excluded.fitted_at",
                )
                .bind(fit.of.guild)
                .bind(fit.of.id)
                .bind(fit.of.version)
                .bind(fit.format)
                .bind(fit.sha256)
                .bind(fit.state)
                .bind(fit.content)
                .bind(fit.fitted_at)
                .execute(tx)
                .await?;
                Ok(())
            })
        })
        .await
    }
}
