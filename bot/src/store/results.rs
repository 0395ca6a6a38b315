//! Results of finished games: written with the action that ends a game, read per server.

use std::collections::HashMap;

use sqlx::FromRow;
use strum::{EnumString, IntoStaticStr};

use super::column::{Flag, words};
use super::rows::Author;
use super::{Connection, GameId, GuildId, PersonId, PlayerRow, Store, StoreError};

/// Result of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, EnumString, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Score {
    /// Won, alone or with others.
    Won,
    /// Drawn.
    Drew,
    /// Lost.
    Lost,
    /// No result: the game was called off.
    None,
}

/// Conditions of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, EnumString, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Conditions {
    /// The usual board and placement, without odds.
    Usual,
    /// Another board, or another placement of the armies.
    Other,
    /// A Player gave odds.
    Odds,
}

words!(Score, Conditions);

/// Result of a game, to be stored.
#[derive(Clone, Debug)]
pub struct NewResult {
    /// Game mode: `duel`, `assassin`, `ffa` or `clash`.
    pub mode: &'static str,
    /// Number of turns, all seats together.
    pub turns: u32,
    /// Word for the kind of ending, interpreted by the host.
    pub ending: &'static str,
    /// A computer player held a seat.
    pub computer: bool,
    pub conditions: Conditions,
    /// Seats in turn order.
    pub seats: Vec<ResultSeat>,
}

/// Seat at the end of a game.
#[derive(Clone, PartialEq, Eq, Debug, FromRow)]
pub struct ResultSeat {
    /// Key of its Battalion, or its colour.
    pub army: String,
    /// Display name of the army.
    pub army_name: String,
    /// Result of the seat.
    pub score: Score,
    /// Players of the seat; `None` for people whose data was deleted.
    #[sqlx(skip)]
    pub people: Vec<Option<PlayerRow>>,
}

/// Stored result of a game.
#[derive(Clone, PartialEq, Eq, Debug, FromRow)]
pub struct ResultRow {
    pub game: GameId,
    /// Game mode.
    pub mode: String,
    /// Number of turns, all seats together.
    #[sqlx(try_from = "i64")]
    pub turns: u32,
    /// Kind of ending.
    pub ending: String,
    /// A computer player held a seat.
    #[sqlx(try_from = "Flag")]
    pub computer: bool,
    pub conditions: Conditions,
    /// Time of the end, in milliseconds since 1970.
    pub ended_at: i64,
    /// Seats in turn order.
    #[sqlx(skip)]
    pub seats: Vec<ResultSeat>,
}

/// Stamp that changes with every new result of a server, and with its finished tests of armies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, FromRow)]
pub struct ResultsStamp {
    count: i64,
    last: Option<i64>,
    tests: i64,
    last_test: Option<i64>,
}

/// Stores the result of a game, unless it has one.
pub(super) async fn put_result(
    tx: &mut Connection,
    game: GameId,
    result: &NewResult,
    ended_at: i64,
) -> Result<(), StoreError> {
    let new = sqlx::query(
        "INSERT INTO results (game, guild, mode, turns, ending, computer, conditions, ended_at)
         SELECT id, guild, $2, $3, $4, $5, $6, $7 FROM games WHERE id = $1 ON CONFLICT DO NOTHING",
    )
    .bind(game)
    .bind(result.mode)
    .bind(i64::from(result.turns))
    .bind(result.ending)
    .bind(result.computer)
    .bind(result.conditions)
    .bind(ended_at)
    .execute(&mut *tx)
    .await?;
    if new.rows_affected() == 0 {
        return Ok(());
    }
    for (seat, held) in (0_i64..).zip(&result.seats) {
        sqlx::query("INSERT INTO result_seats (game, seat, army, army_name, score) VALUES ($1, $2, $3, $4, $5)")
            .bind(game)
            .bind(seat)
            .bind(&held.army)
            .bind(&held.army_name)
            .bind(held.score)
            .execute(&mut *tx)
            .await?;
        for (place, player) in (0_i64..).zip(&held.people) {
            sqlx::query("INSERT INTO result_people (game, seat, place, person, name) VALUES ($1, $2, $3, $4, $5)")
                .bind(game)
                .bind(seat)
                .bind(place)
                .bind(player.as_ref().map(|player| player.person))
                .bind(player.as_ref().map(|player| &player.name))
                .execute(&mut *tx)
                .await?;
        }
    }
    Ok(())
}

/// Seat of a stored result.
#[derive(FromRow)]
struct SeatOf {
    game: GameId,
    #[sqlx(flatten)]
    seat: ResultSeat,
}

/// Player of a stored result.
#[derive(FromRow)]
struct PlayerOf {
    game: GameId,
    #[sqlx(try_from = "i64")]
    seat: u8,
    #[sqlx(flatten, try_from = "Author")]
    player: Option<PlayerRow>,
}

impl Store {
    /// Returns all results of a server, in the order in which the games ended.
    pub async fn results(&self, guild: GuildId) -> Result<Vec<ResultRow>, StoreError> {
        // One transaction, so that results, seats and people are consistent.
        let mut tx = self.read.begin().await?;
        let mut results: Vec<ResultRow> =
            sqlx::query_as("SELECT * FROM results WHERE guild = $1 ORDER BY ended_at, game")
                .bind(guild)
                .fetch_all(&mut *tx)
                .await?;
        let seats: Vec<SeatOf> = sqlx::query_as(
            "SELECT s.* FROM results r JOIN result_seats s ON s.game = r.game WHERE r.guild = $1 ORDER BY s.game, s.seat",
        )
        .bind(guild)
        .fetch_all(&mut *tx)
        .await?;
        let players: Vec<PlayerOf> = sqlx::query_as(
            "SELECT p.* FROM results r JOIN result_people p ON p.game = r.game WHERE r.guild = $1
             ORDER BY p.game, p.seat, p.place",
        )
        .bind(guild)
        .fetch_all(&mut *tx)
        .await?;
        tx.commit().await?;
        let mut held: HashMap<GameId, Vec<ResultSeat>> = HashMap::new();
        for SeatOf { game, seat } in seats {
            held.entry(game).or_default().push(seat);
        }
        for PlayerOf { game, seat, player } in players {
            let seat = held.get_mut(&game).and_then(|seats| seats.get_mut(usize::from(seat)));
            seat.ok_or(StoreError::Content("a result without its seats".into()))?.people.push(player);
        }
        for result in &mut results {
            result.seats = held.remove(&result.game).unwrap_or_default();
        }
        Ok(results)
    }

    /// Returns the current stamp of a server's results, to detect whether cached results are outdated.
    pub async fn results_stamp(&self, guild: GuildId) -> Result<ResultsStamp, StoreError> {
        let stamp = sqlx::query_as(
            "SELECT count(*) AS count, max(ended_at) AS last,
                 (SELECT count(*) FROM trials WHERE guild = $1 AND state = 'finished') AS tests,
                 (SELECT max(id) FROM trials WHERE guild = $1 AND state = 'finished') AS last_test
             FROM results WHERE guild = $1",
        );
        Ok(stamp.bind(guild).fetch_one(&self.read).await?)
    }

    /// Returns the next games, at most `most`, that ended before the program stored results, each with the time of its
    /// end. `None` if all of them have been processed.
    pub async fn games_without_result(&self, most: i64) -> Result<Option<Vec<(GameId, i64)>>, StoreError> {
        let range: Option<(i64, i64)> =
            sqlx::query_as("SELECT next_game, last_game FROM results_missing").fetch_optional(&self.read).await?;
        let Some((next, last)) = range else {
            return Ok(None);
        };
        let games = sqlx::query_as(
            "SELECT id, changed_at FROM games WHERE id BETWEEN $1 AND $2 AND state = 'over' AND setup IS NOT NULL
             AND NOT EXISTS (SELECT 1 FROM results WHERE results.game = games.id) ORDER BY id LIMIT $3",
        )
        .bind(next)
        .bind(last)
        .bind(most)
        .fetch_all(&self.read)
        .await?;
        Ok(Some(games))
    }

    /// Stores results of games that ended before the program stored results. `through` is the last game processed;
    /// `None` if all have been processed.
    pub async fn add_results(
        &self,
        results: Vec<(GameId, NewResult, i64)>,
        through: Option<GameId>,
    ) -> Result<(), StoreError> {
        self.store(move |tx| {
            Box::pin(async move {
                for (game, result, ended_at) in &results {
                    put_result(tx, *game, result, *ended_at).await?;
                }
                match through {
                    Some(game) => {
                        sqlx::query("UPDATE results_missing SET next_game = $1").bind(game.0 + 1).execute(tx).await?
                    }
                    None => sqlx::query("DELETE FROM results_missing").execute(tx).await?,
                };
                Ok(())
            })
        })
        .await
    }

    /// Returns the number of results of a person on all servers.
    pub async fn results_of(&self, person: PersonId) -> Result<u32, StoreError> {
        let count: i64 = sqlx::query_scalar("SELECT count(*) FROM result_people WHERE person = $1")
            .bind(person)
            .fetch_one(&self.read)
            .await?;
        Ok(u32::try_from(count).unwrap_or(u32::MAX))
    }

    /// Returns whether a person has opted out of public standings.
    pub async fn is_unlisted(&self, person: PersonId) -> Result<bool, StoreError> {
        let found: Flag = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM unlisted WHERE person = $1)")
            .bind(person)
            .fetch_one(&self.read)
            .await?;
        Ok(found.0)
    }

    /// Returns the people with results on a server who have opted out of public standings.
    pub async fn unlisted(&self, guild: GuildId) -> Result<Vec<PersonId>, StoreError> {
        Ok(sqlx::query_scalar(
            "SELECT person FROM unlisted WHERE EXISTS (
                 SELECT 1 FROM result_people p JOIN results r ON r.game = p.game WHERE p.person = unlisted.person AND r.guild = $1
             )",
        )
        .bind(guild)
        .fetch_all(&self.read).await?)
    }

    /// Opts a person out of public standings, or in again.
    pub async fn set_unlisted(&self, person: PersonId, unlisted: bool) -> Result<(), StoreError> {
        let statement = if unlisted {
            "INSERT INTO unlisted (person) VALUES ($1) ON CONFLICT DO NOTHING"
        } else {
            "DELETE FROM unlisted WHERE person = $1"
        };
        self.store(move |tx| {
            Box::pin(async move {
                sqlx::query(statement).bind(person).execute(tx).await?;
                Ok(())
            })
        })
        .await
    }
}
