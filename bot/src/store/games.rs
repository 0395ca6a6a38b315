//! Loading of games from the database.

use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};

use super::commit::put_notices;
use super::effects::effects;
use super::ids::{restored, stored};
use super::invited::invited;
use super::{
    ActionRow, ChannelId, GameHead, GameId, GameRow, GuildId, InteractionKey, Kind, NewNotice, OpenGame, PastPlayerRow,
    PersonId, PlaceRow, PlayerRow, SeatRow, State, Store, StoreError, Version,
};

fn place(row: &SqliteRow) -> Result<PlaceRow, sqlx::Error> {
    let parent: Option<i64> = row.try_get("parent")?;
    let guild: Option<i64> = row.try_get("guild")?;
    Ok(PlaceRow {
        guild: guild.map(|id| GuildId(restored(id))),
        channel: ChannelId(restored(row.try_get("channel")?)),
        parent: parent.map(|id| ChannelId(restored(id))),
    })
}

impl Store {
    /// Loads a game with all its parts.
    pub async fn game(&self, id: GameId) -> Result<Option<GameRow>, StoreError> {
        // One transaction, so that all parts belong to the same version.
        let mut tx = self.read.begin().await?;
        let row = sqlx::query("SELECT * FROM games WHERE id = ?").bind(id.0).fetch_optional(&mut *tx).await?;
        let Some(row) = row else {
            return Ok(None);
        };
        let started: Option<i64> = row.try_get("started")?;
        let game = GameRow {
            id,
            kind: Kind::read(row.try_get("kind")?)?,
            place: place(&row)?,
            state: State::read(row.try_get("state")?)?,
            version: Version(row.try_get("version")?),
            creator: PersonId(restored(row.try_get("creator")?)),
            creator_name: row.try_get("creator_name")?,
            options: row.try_get("options")?,
            setup: row.try_get("setup")?,
            seed: secret(&mut tx, id, "seed").await?,
            contributions: secret(&mut tx, id, CONTRIBUTIONS).await?,
            started: started.map(Version),
            stopped: row.try_get("stopped")?,
            created_at: row.try_get("created_at")?,
            deadline: row.try_get("deadline")?,
            clock_since: row.try_get("clock_since")?,
            clock: row.try_get("clock")?,
            unreadable: row.try_get("unreadable")?,
            seats: seats(&mut tx, id).await?,
            invited: invited(&mut tx, id).await?,
            past: past_players(&mut tx, id).await?,
            pending: row.try_get("pending")?,
            waiting_since: match row.try_get("waiting_since")? {
                Some(since) => since,
                None => row.try_get("changed_at")?,
            },
            actions: actions(&mut tx, id).await?,
            effects: effects(&mut tx, id).await?,
        };
        tx.commit().await?;
        Ok(Some(game))
    }

    /// Loads only the fields that can be read without parsing JSON.
    pub async fn head(&self, id: GameId) -> Result<Option<GameHead>, StoreError> {
        let row = sqlx::query("SELECT * FROM games WHERE id = ?").bind(id.0).fetch_optional(&self.read).await?;
        row.map(|row| {
            Ok(GameHead {
                place: place(&row)?,
                state: State::read(row.try_get("state")?)?,
                version: Version(row.try_get("version")?),
                creator: PersonId(restored(row.try_get("creator")?)),
                unreadable: row.try_get("unreadable")?,
            })
        })
        .transpose()
    }

    /// Marks an open game as unreadable and stores a notice about it. Returns `false` if the game was already marked.
    pub async fn mark_unreadable(&self, id: GameId, notice: NewNotice, now: i64) -> Result<bool, StoreError> {
        self.store(move |tx| {
            Box::pin(async move {
                let version: Option<i64> = sqlx::query_scalar(
                    "UPDATE games SET unreadable = 1 WHERE id = ? AND unreadable = 0 AND state <> 'over' RETURNING version",
                )
                .bind(id.0)
                .fetch_optional(&mut *tx)
                .await?;
                let Some(version) = version else {
                    return Ok(false);
                };
                put_notices(tx, id, Version(version), &[notice], now).await?;
                Ok(true)
            })
        })
        .await
    }

    /// Removes the mark set by [`Store::mark_unreadable`].
    pub async fn mark_readable(&self, id: GameId) -> Result<(), StoreError> {
        self.note(move |tx| {
            Box::pin(async move {
                sqlx::query("UPDATE games SET unreadable = 0 WHERE id = ?").bind(id.0).execute(tx).await?;
                Ok(())
            })
        })
        .await
    }

    /// Returns the open games marked as unreadable.
    pub async fn unreadable_games(&self) -> Result<Vec<GameId>, StoreError> {
        let ids: Vec<i64> =
            sqlx::query_scalar("SELECT id FROM games WHERE unreadable = 1 AND state <> 'over' ORDER BY id")
                .fetch_all(&self.read)
                .await?;
        Ok(ids.into_iter().map(GameId).collect())
    }

    /// Returns the open games that an older version of the program stored without effects.
    pub async fn games_without_effects(&self) -> Result<Vec<GameId>, StoreError> {
        let ids: Vec<i64> = sqlx::query_scalar(
            "SELECT id FROM games WHERE setup IS NOT NULL AND state <> 'over'
             AND NOT EXISTS (SELECT 1 FROM effects WHERE effects.game = games.id) ORDER BY id",
        )
        .fetch_all(&self.read)
        .await?;
        Ok(ids.into_iter().map(GameId).collect())
    }

    /// Returns the open game of a channel, otherwise the latest one that ended or was adjourned there.
    pub async fn game_in(&self, channel: ChannelId) -> Result<Option<GameId>, StoreError> {
        let id: Option<i64> = sqlx::query_scalar(
            "SELECT id FROM games WHERE channel = ? ORDER BY state = 'over' OR adjourned, id DESC LIMIT 1",
        )
        .bind(stored(channel.0))
        .fetch_optional(&self.read)
        .await?;
        Ok(id.map(GameId))
    }

    /// Returns the open games with a computer player. Computer players have negative ids in the database, people do
    /// not.
    pub async fn games_of_computers(&self) -> Result<Vec<GameId>, StoreError> {
        let ids: Vec<i64> = sqlx::query_scalar(
            "SELECT DISTINCT games.id FROM players JOIN games ON games.id = players.game
             WHERE players.person < 0 AND games.state <> 'over' ORDER BY games.id",
        )
        .fetch_all(&self.read)
        .await?;
        Ok(ids.into_iter().map(GameId).collect())
    }

    /// Returns the open games of a channel and its threads.
    pub async fn open_games_in(&self, channel: ChannelId) -> Result<Vec<GameId>, StoreError> {
        let ids: Vec<i64> = sqlx::query_scalar(
            "SELECT id FROM games WHERE (channel = ?1 OR parent = ?1) AND state <> 'over' ORDER BY id",
        )
        .bind(stored(channel.0))
        .fetch_all(&self.read)
        .await?;
        Ok(ids.into_iter().map(GameId).collect())
    }

    /// Returns a person's adjourned games on a server, newest first.
    pub async fn adjourned_games(&self, guild: GuildId, person: PersonId) -> Result<Vec<GameId>, StoreError> {
        let ids: Vec<i64> = sqlx::query_scalar(
            "SELECT games.id FROM players JOIN games ON games.id = players.game
             WHERE players.person = ? AND games.guild = ? AND games.adjourned = 1 AND games.state <> 'over' ORDER BY games.id DESC",
        )
        .bind(stored(person.0))
        .bind(stored(guild.0))
        .fetch_all(&self.read)
        .await?;
        Ok(ids.into_iter().map(GameId).collect())
    }

    /// Returns the games of a person in which a clock is running.
    pub async fn ticking_games(&self, person: PersonId) -> Result<Vec<GameId>, StoreError> {
        let ids: Vec<i64> = sqlx::query_scalar(
            "SELECT games.id FROM players JOIN games ON games.id = players.game
             WHERE players.person = ? AND games.state = 'running' AND games.clock_since IS NOT NULL ORDER BY games.id",
        )
        .bind(stored(person.0))
        .fetch_all(&self.read)
        .await?;
        Ok(ids.into_iter().map(GameId).collect())
    }

    /// Returns the open games of a person, newest first.
    pub async fn games_of(&self, person: PersonId) -> Result<Vec<OpenGame>, StoreError> {
        let rows = sqlx::query(
            "SELECT games.* FROM players JOIN seats USING (game, seat) JOIN games ON games.id = players.game
             WHERE players.person = ? AND seats.vacant_since IS NULL AND games.state <> 'over' ORDER BY games.id DESC LIMIT 100",
        )
        .bind(stored(person.0))
        .fetch_all(&self.read)
        .await?;
        rows.iter()
            .map(|row| {
                Ok(OpenGame {
                    id: GameId(row.try_get("id")?),
                    place: place(row)?,
                    state: State::read(row.try_get("state")?)?,
                })
            })
            .collect()
    }

    /// Returns the lobbies and challenges in a channel and its threads, oldest first.
    pub async fn lobbies_around(&self, channel: ChannelId) -> Result<Vec<GameId>, StoreError> {
        let games: Vec<i64> = sqlx::query_scalar(
            "SELECT id FROM games WHERE state = 'lobby' AND (channel = ?1 OR parent = ?1) ORDER BY id LIMIT 20",
        )
        .bind(stored(channel.0))
        .fetch_all(&self.read)
        .await?;
        Ok(games.into_iter().map(GameId).collect())
    }

    /// Returns the started matches of Clash of the Armies in which a person has a seat, newest first.
    pub async fn matches_of(&self, person: PersonId, most: u8) -> Result<Vec<GameId>, StoreError> {
        let games: Vec<i64> = sqlx::query_scalar(
            "SELECT games.id FROM players JOIN games ON games.id = players.game
             WHERE players.person = ? AND games.kind = 'clash' AND games.started IS NOT NULL ORDER BY games.id DESC LIMIT ?",
        )
        .bind(stored(person.0))
        .bind(i64::from(most))
        .fetch_all(&self.read)
        .await?;
        Ok(games.into_iter().map(GameId).collect())
    }

    /// Returns the readable lobbies of Titan's Battalion on a server, oldest first.
    pub async fn lobbies(&self, guild: GuildId) -> Result<Vec<GameId>, StoreError> {
        let ids: Vec<i64> = sqlx::query_scalar(
            "SELECT id FROM games WHERE guild = ? AND state = 'lobby' AND kind = 'titans' AND unreadable = 0
             ORDER BY id LIMIT 100",
        )
        .bind(stored(guild.0))
        .fetch_all(&self.read)
        .await?;
        Ok(ids.into_iter().map(GameId).collect())
    }

    /// Returns the answer to an interaction that was already handled.
    pub async fn answered(&self, key: InteractionKey) -> Result<Option<String>, StoreError> {
        let answer = sqlx::query_scalar("SELECT answer FROM interactions WHERE id = ?")
            .bind(stored(key.0))
            .fetch_optional(&self.read)
            .await?;
        Ok(answer)
    }
}

/// Name of the contributions to the seed in the table `secrets`.
pub(super) const CONTRIBUTIONS: &str = "contributions";

async fn secret(tx: &mut SqliteConnection, game: GameId, name: &str) -> Result<Option<String>, StoreError> {
    let content = sqlx::query_scalar("SELECT content FROM secrets WHERE game = ? AND name = ?")
        .bind(game.0)
        .bind(name)
        .fetch_optional(tx)
        .await?;
    Ok(content)
}

async fn seats(tx: &mut SqliteConnection, game: GameId) -> Result<Vec<SeatRow>, StoreError> {
    let rows: Vec<(i64, Option<String>, Option<i64>)> =
        sqlx::query_as("SELECT seat, battalion, vacant_since FROM seats WHERE game = ? ORDER BY seat")
            .bind(game.0)
            .fetch_all(&mut *tx)
            .await?;
    let players: Vec<(i64, i64, String)> =
        sqlx::query_as("SELECT seat, person, name FROM players WHERE game = ? ORDER BY seat, place")
            .bind(game.0)
            .fetch_all(tx)
            .await?;
    let seat = |(seat, battalion, vacant_since): (i64, Option<String>, Option<i64>)| SeatRow {
        battalion,
        vacant_since,
        players: players
            .iter()
            .filter(|(at, _, _)| *at == seat)
            .map(|(_, person, name)| PlayerRow { person: PersonId(restored(*person)), name: name.clone() })
            .collect(),
    };
    Ok(rows.into_iter().map(seat).collect())
}

async fn past_players(tx: &mut SqliteConnection, game: GameId) -> Result<Vec<PastPlayerRow>, StoreError> {
    let rows =
        sqlx::query("SELECT * FROM past_players WHERE game = ? ORDER BY version").bind(game.0).fetch_all(tx).await?;
    let small = |number: i64| u8::try_from(number).map_err(|_| StoreError::Content("a seat"));
    rows.iter()
        .map(|row| {
            Ok(PastPlayerRow {
                version: Version(row.try_get("version")?),
                seat: small(row.try_get("seat")?)?,
                place: small(row.try_get("place")?)?,
                player: PlayerRow { person: PersonId(restored(row.try_get("person")?)), name: row.try_get("name")? },
                replaced: row.try_get("replaced")?,
            })
        })
        .collect()
}

/// Content of a sealed action in the table `secrets`.
#[derive(serde::Serialize, serde::Deserialize)]
pub(super) struct Sealed {
    pub seat: u8,
    pub person: Option<PersonId>,
    pub action: String,
}

/// Returns the name of a sealed action in the table `secrets`.
pub(super) fn sealed_name(seq: i64) -> String {
    format!("action {seq}")
}

async fn actions(tx: &mut SqliteConnection, game: GameId) -> Result<Vec<ActionRow>, StoreError> {
    let rows =
        sqlx::query("SELECT * FROM actions WHERE game = ? ORDER BY seq").bind(game.0).fetch_all(&mut *tx).await?;
    let mut log = Vec::with_capacity(rows.len());
    for (index, row) in rows.iter().enumerate() {
        let seq: i64 = row.try_get("seq")?;
        if seq != index as i64 + 1 {
            return Err(StoreError::Content("a log with a gap"));
        }
        let (version, at) = (Version(row.try_get("version")?), row.try_get("at")?);
        let open: Option<String> = row.try_get("action")?;
        let action = match open {
            Some(action) => {
                let seat: i64 = row.try_get("seat")?;
                let person: Option<i64> = row.try_get("person")?;
                ActionRow {
                    version,
                    seat: u8::try_from(seat).map_err(|_| StoreError::Content("a seat"))?,
                    person: person.map(|id| PersonId(restored(id))),
                    action,
                    sealed: false,
                    at,
                }
            }
            None => {
                let content = secret(tx, game, &sealed_name(seq)).await?;
                let sealed: Sealed = content
                    .and_then(|text| serde_json::from_str(&text).ok())
                    .ok_or(StoreError::Content("a sealed action"))?;
                ActionRow { version, seat: sealed.seat, person: sealed.person, action: sealed.action, sealed: true, at }
            }
        };
        log.push(action);
    }
    Ok(log)
}
