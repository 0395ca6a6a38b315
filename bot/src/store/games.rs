//! Loading of games from the database.

use std::collections::HashMap;

use sqlx::FromRow;

use super::column::Flag;
use super::effects::effects;
use super::invited::invited;
use super::outbox::put_notices;
use super::shards::own;
use super::{
    ActionRow, ChannelId, Connection, GameHead, GameId, GameRow, GuildId, InteractionKey, NewNotice, OpenGame,
    PastPlayerRow, PersonId, PlayerRow, SeatRow, Store, StoreError, Version,
};

/// Returns whether a channel has an open game or lobby besides this one.
pub(super) async fn is_taken(
    tx: &mut Connection,
    channel: ChannelId,
    besides: Option<GameId>,
) -> Result<bool, StoreError> {
    let taken: Flag = sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM games WHERE channel = $1 AND state <> 'over' AND NOT adjourned AND id <> $2)",
    )
    .bind(channel)
    .bind(besides.unwrap_or(GameId(0)))
    .fetch_one(tx)
    .await?;
    Ok(taken.0)
}

impl Store {
    /// Loads a game with all its parts.
    pub async fn game(&self, id: GameId) -> Result<Option<GameRow>, StoreError> {
        // One transaction, so that all parts belong to the same version.
        let mut tx = self.read.begin().await?;
        let game =
            sqlx::query_as("SELECT *, coalesce(waiting_since, changed_at) AS waits_since FROM games WHERE id = $1");
        let Some(game) = game.bind(id).fetch_optional(&mut *tx).await? else {
            return Ok(None);
        };
        let game = GameRow {
            seed: secret(&mut tx, id, "seed").await?,
            contributions: secret(&mut tx, id, CONTRIBUTIONS).await?,
            seats: seats(&mut tx, id).await?,
            invited: invited(&mut tx, id).await?,
            past: past_players(&mut tx, id).await?,
            actions: actions(&mut tx, id).await?,
            effects: effects(&mut tx, id).await?,
            ..game
        };
        tx.commit().await?;
        Ok(Some(game))
    }

    /// Loads only the fields that can be read without parsing JSON.
    pub async fn head(&self, id: GameId) -> Result<Option<GameHead>, StoreError> {
        let head = sqlx::query_as("SELECT * FROM games WHERE id = $1");
        Ok(head.bind(id).fetch_optional(&self.read).await?)
    }

    /// Marks an open game as unreadable and stores a notice about it. Returns `false` if the game was already marked.
    pub async fn mark_unreadable(&self, id: GameId, notice: NewNotice, now: i64) -> Result<bool, StoreError> {
        self.store(move |tx| {
            Box::pin(async move {
                let version: Option<Version> = sqlx::query_scalar(
                    "UPDATE games SET unreadable = TRUE, unreadable_since = $2
                     WHERE id = $1 AND NOT unreadable AND state <> 'over' RETURNING version",
                )
                .bind(id)
                .bind(now)
                .fetch_optional(&mut *tx)
                .await?;
                let Some(version) = version else {
                    return Ok(false);
                };
                put_notices(tx, (id, version), &[notice], None, now).await?;
                Ok(true)
            })
        })
        .await
    }

    /// Removes the mark set by [`Store::mark_unreadable`]. The time in between does not count.
    pub async fn mark_readable(&self, id: GameId, now: i64) -> Result<(), StoreError> {
        self.note(move |tx| {
            Box::pin(async move {
                // Games of older versions have no such time.
                sqlx::query(
                    "UPDATE games SET unreadable = FALSE, unreadable_since = NULL,
                         deadline = deadline + $2 - coalesce(unreadable_since, $2),
                         remind_at = remind_at + $2 - coalesce(unreadable_since, $2),
                         clock_since = clock_since + $2 - coalesce(unreadable_since, $2),
                         waiting_since = coalesce(waiting_since, changed_at) + $2 - coalesce(unreadable_since, $2)
                     WHERE id = $1",
                )
                .bind(id)
                .bind(now)
                .execute(tx)
                .await?;
                Ok(())
            })
        })
        .await
    }

    /// Returns the games that this statement selects, with the parameters of [`own`].
    async fn own_games(&self, statement: &'static str) -> Result<Vec<GameId>, StoreError> {
        let [total, first, last] = self.shards.bound();
        let games = sqlx::query_scalar(statement).bind(total).bind(first).bind(last);
        Ok(games.fetch_all(&self.read).await?)
    }

    /// Returns the open games marked as unreadable.
    pub async fn unreadable_games(&self) -> Result<Vec<GameId>, StoreError> {
        self.own_games(concat!(
            "SELECT id FROM games WHERE unreadable AND state <> 'over' AND ",
            own!("guild", "$1", "$2", "$3"),
            " ORDER BY id"
        ))
        .await
    }

    /// Returns the open games that an older version of the program stored without effects.
    pub async fn games_without_effects(&self) -> Result<Vec<GameId>, StoreError> {
        self.own_games(concat!(
            "SELECT id FROM games WHERE setup IS NOT NULL AND state <> 'over'
             AND NOT EXISTS (SELECT 1 FROM effects WHERE effects.game = games.id) AND ",
            own!("guild", "$1", "$2", "$3"),
            " ORDER BY id"
        ))
        .await
    }

    /// Returns the games for which conditional moves are stored.
    pub async fn games_with_lines(&self) -> Result<Vec<GameId>, StoreError> {
        self.own_games(concat!(
            "SELECT DISTINCT games.id FROM conditional_moves JOIN games ON games.id = conditional_moves.game WHERE ",
            own!("games.guild", "$1", "$2", "$3"),
            " ORDER BY games.id"
        ))
        .await
    }

    /// Returns the stored version of a game; `None` if there is no such game.
    pub async fn version_of(&self, id: GameId) -> Result<Option<Version>, StoreError> {
        let version = sqlx::query_scalar("SELECT version FROM games WHERE id = $1");
        Ok(version.bind(id).fetch_optional(&self.read).await?)
    }

    /// Returns the open game of a channel, otherwise the latest one that ended or was adjourned there.
    pub async fn game_in(&self, channel: ChannelId) -> Result<Option<GameId>, StoreError> {
        let id = sqlx::query_scalar(
            "SELECT id FROM games WHERE channel = $1
             ORDER BY state = 'over' OR adjourned, changed_at DESC, id DESC LIMIT 1",
        )
        .bind(channel)
        .fetch_optional(&self.read)
        .await?;
        Ok(id)
    }

    /// Returns whether a channel has an open game or lobby. An adjourned game leaves it free.
    pub async fn is_taken(&self, channel: ChannelId) -> Result<bool, StoreError> {
        is_taken(&mut *self.read.acquire().await?, channel, None).await
    }

    /// Returns the open games with a computer player. Computer players have negative ids in the database, people do
    /// not.
    pub async fn games_of_computers(&self) -> Result<Vec<GameId>, StoreError> {
        self.own_games(concat!(
            "SELECT DISTINCT games.id FROM players JOIN games ON games.id = players.game
             WHERE players.person < 0 AND games.state <> 'over' AND ",
            own!("games.guild", "$1", "$2", "$3"),
            " ORDER BY games.id"
        ))
        .await
    }

    /// Returns the open games of a channel and its threads.
    pub async fn open_games_in(&self, channel: ChannelId) -> Result<Vec<GameId>, StoreError> {
        Ok(sqlx::query_scalar(
            "SELECT id FROM games WHERE (channel = $1 OR parent = $1) AND state <> 'over' ORDER BY id",
        )
        .bind(channel)
        .fetch_all(&self.read)
        .await?)
    }

    /// Returns a person's adjourned games on a server, newest first.
    pub async fn adjourned_games(&self, guild: GuildId, person: PersonId) -> Result<Vec<GameId>, StoreError> {
        Ok(sqlx::query_scalar(
            "SELECT games.id FROM players JOIN seats USING (game, seat) JOIN games ON games.id = players.game
             WHERE players.person = $1 AND seats.vacant_since IS NULL AND games.guild = $2 AND games.adjourned
                   AND games.state <> 'over' AND NOT games.unreadable ORDER BY games.id DESC",
        )
        .bind(person)
        .bind(guild)
        .fetch_all(&self.read)
        .await?)
    }

    /// Returns the games of a person in which a clock is running.
    pub async fn ticking_games(&self, person: PersonId) -> Result<Vec<GameId>, StoreError> {
        Ok(sqlx::query_scalar(
            "SELECT games.id FROM players JOIN games ON games.id = players.game
             WHERE players.person = $1 AND games.state = 'running' AND games.clock_since IS NOT NULL ORDER BY games.id",
        )
        .bind(person)
        .fetch_all(&self.read)
        .await?)
    }

    /// Returns the open games of a person, newest first.
    pub async fn games_of(&self, person: PersonId) -> Result<Vec<OpenGame>, StoreError> {
        let games = sqlx::query_as(
            "SELECT games.* FROM players JOIN seats USING (game, seat) JOIN games ON games.id = players.game
             WHERE players.person = $1 AND seats.vacant_since IS NULL AND games.state <> 'over' ORDER BY games.id DESC LIMIT 100",
        );
        Ok(games.bind(person).fetch_all(&self.read).await?)
    }

    /// Returns the lobbies and challenges in a channel and its threads, oldest first.
    pub async fn lobbies_around(&self, channel: ChannelId) -> Result<Vec<GameId>, StoreError> {
        Ok(sqlx::query_scalar(
            "SELECT id FROM games WHERE state = 'lobby' AND (channel = $1 OR parent = $1) ORDER BY id LIMIT 20",
        )
        .bind(channel)
        .fetch_all(&self.read)
        .await?)
    }

    /// Returns the started matches of Clash of the Armies in which a person has a seat, newest first.
    pub async fn matches_of(&self, person: PersonId, most: u8) -> Result<Vec<GameId>, StoreError> {
        Ok(sqlx::query_scalar(
            "SELECT games.id FROM players JOIN games ON games.id = players.game
             WHERE players.person = $1 AND games.kind = 'clash' AND games.started IS NOT NULL ORDER BY games.id DESC LIMIT $2",
        )
        .bind(person)
        .bind(i64::from(most))
        .fetch_all(&self.read).await?)
    }

    /// Returns the readable lobbies of Titan's Battalion on a server, oldest first.
    pub async fn lobbies(&self, guild: GuildId) -> Result<Vec<GameId>, StoreError> {
        Ok(sqlx::query_scalar(
            "SELECT id FROM games WHERE guild = $1 AND state = 'lobby' AND kind = 'titans' AND NOT unreadable
             ORDER BY id LIMIT 100",
        )
        .bind(guild)
        .fetch_all(&self.read)
        .await?)
    }

    /// Returns the answer to an interaction that was already handled.
    pub async fn answered(&self, key: InteractionKey) -> Result<Option<String>, StoreError> {
        let answer = sqlx::query_scalar("SELECT answer FROM interactions WHERE id = $1")
            .bind(key)
            .fetch_optional(&self.read)
            .await?;
        Ok(answer)
    }
}

/// Name of the contributions to the seed in the table `secrets`.
pub(super) const CONTRIBUTIONS: &str = "contributions";

async fn secret(tx: &mut Connection, game: GameId, name: &str) -> Result<Option<String>, StoreError> {
    let content = sqlx::query_scalar("SELECT content FROM secrets WHERE game = $1 AND name = $2")
        .bind(game)
        .bind(name)
        .fetch_optional(tx)
        .await?;
    Ok(content)
}

async fn seats(tx: &mut Connection, game: GameId) -> Result<Vec<SeatRow>, StoreError> {
    #[derive(FromRow)]
    struct Holder {
        seat: i64,
        #[sqlx(flatten)]
        player: PlayerRow,
    }
    #[derive(FromRow)]
    struct Seat {
        seat: i64,
        battalion: Option<String>,
        odds: Option<String>,
        vacant_since: Option<i64>,
    }
    let seats: Vec<Seat> =
        sqlx::query_as("SELECT seat, battalion, odds, vacant_since FROM seats WHERE game = $1 ORDER BY seat")
            .bind(game)
            .fetch_all(&mut *tx)
            .await?;
    let players: Vec<Holder> =
        sqlx::query_as("SELECT seat, person, name FROM players WHERE game = $1 ORDER BY seat, place")
            .bind(game)
            .fetch_all(tx)
            .await?;
    let mut held: HashMap<i64, Vec<PlayerRow>> = HashMap::new();
    for Holder { seat, player } in players {
        held.entry(seat).or_default().push(player);
    }
    let seat = |Seat { seat, battalion, odds, vacant_since }| SeatRow {
        battalion,
        odds,
        players: held.remove(&seat).unwrap_or_default(),
        vacant_since,
    };
    Ok(seats.into_iter().map(seat).collect())
}

async fn past_players(tx: &mut Connection, game: GameId) -> Result<Vec<PastPlayerRow>, StoreError> {
    let past = sqlx::query_as("SELECT * FROM past_players WHERE game = $1 ORDER BY version");
    Ok(past.bind(game).fetch_all(tx).await?)
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

/// Row of the table `actions`. A sealed action has only its version and time there.
#[derive(FromRow)]
struct Logged {
    seq: i64,
    version: Version,
    seat: Option<i64>,
    person: Option<PersonId>,
    action: Option<String>,
    at: i64,
}

async fn actions(tx: &mut Connection, game: GameId) -> Result<Vec<ActionRow>, StoreError> {
    let rows: Vec<Logged> =
        sqlx::query_as("SELECT * FROM actions WHERE game = $1 ORDER BY seq").bind(game).fetch_all(&mut *tx).await?;
    let mut log = Vec::with_capacity(rows.len());
    for (seq, row) in (1..).zip(rows) {
        if seq != row.seq {
            return Err(StoreError::Content("a log with a gap".into()));
        }
        let Logged { version, person, at, .. } = row;
        let (sealed, action) = match row.action {
            Some(action) => {
                let seat = row.seat.and_then(|seat| seat.try_into().ok());
                let seat = seat.ok_or(StoreError::Content("a seat".into()))?;
                (false, Sealed { seat, person, action })
            }
            None => {
                let content = secret(tx, game, &sealed_name(seq)).await?;
                let sealed = content.and_then(|text| serde_json::from_str(&text).ok());
                (true, sealed.ok_or(StoreError::Content("a sealed action".into()))?)
            }
        };
        let Sealed { seat, person, action } = action;
        log.push(ActionRow { version, seat, person, action, sealed, at });
    }
    Ok(log)
}
