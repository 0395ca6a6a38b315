//! Results of finished games: written with the action that ends a game, read per server.

use std::collections::HashMap;

use sqlx::SqliteConnection;

use super::ids::{restored, stored};
use super::{GameId, GuildId, PersonId, PlayerRow, Store, StoreError};

/// Result of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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

impl Score {
    const fn word(self) -> &'static str {
        match self {
            Score::Won => "won",
            Score::Drew => "drew",
            Score::Lost => "lost",
            Score::None => "none",
        }
    }

    pub(super) fn read(word: &str) -> Result<Self, StoreError> {
        match word {
            "won" => Ok(Score::Won),
            "drew" => Ok(Score::Drew),
            "lost" => Ok(Score::Lost),
            "none" => Ok(Score::None),
            _ => Err(StoreError::Content("a result")),
        }
    }
}

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
    /// Seats in turn order.
    pub seats: Vec<ResultSeat>,
}

/// Seat at the end of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResultSeat {
    /// Key of its Battalion, or its colour.
    pub army: String,
    /// Display name of the army.
    pub army_name: String,
    /// Result of the seat.
    pub score: Score,
    /// Players of the seat; `None` for people whose data was deleted.
    pub people: Vec<Option<PlayerRow>>,
}

/// Stored result of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResultRow {
    pub game: GameId,
    /// Game mode.
    pub mode: String,
    /// Number of turns, all seats together.
    pub turns: u32,
    /// Kind of ending.
    pub ending: String,
    /// A computer player held a seat.
    pub computer: bool,
    /// Time of the end, in milliseconds since 1970.
    pub ended_at: i64,
    /// Seats in turn order.
    pub seats: Vec<ResultSeat>,
}

/// Stamp that changes with every new result of a server.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ResultsStamp {
    count: i64,
    last: Option<i64>,
}

/// Stores the result of a game, unless it has one.
pub(super) async fn put_result(
    tx: &mut SqliteConnection,
    game: GameId,
    result: &NewResult,
    ended_at: i64,
) -> Result<(), StoreError> {
    let new = sqlx::query(
        "INSERT INTO results (game, guild, mode, turns, ending, computer, ended_at)
         SELECT id, guild, ?2, ?3, ?4, ?5, ?6 FROM games WHERE id = ?1 ON CONFLICT DO NOTHING",
    )
    .bind(game.0)
    .bind(result.mode)
    .bind(i64::from(result.turns))
    .bind(result.ending)
    .bind(result.computer)
    .bind(ended_at)
    .execute(&mut *tx)
    .await?;
    if new.rows_affected() == 0 {
        return Ok(());
    }
    for (seat, held) in (0_i64..).zip(&result.seats) {
        sqlx::query("INSERT INTO result_seats (game, seat, army, army_name, score) VALUES (?, ?, ?, ?, ?)")
            .bind(game.0)
            .bind(seat)
            .bind(&held.army)
            .bind(&held.army_name)
            .bind(held.score.word())
            .execute(&mut *tx)
            .await?;
        for (place, player) in (0_i64..).zip(&held.people) {
            sqlx::query("INSERT INTO result_people (game, seat, place, person, name) VALUES (?, ?, ?, ?, ?)")
                .bind(game.0)
                .bind(seat)
                .bind(place)
                .bind(player.as_ref().map(|player| stored(player.person.0)))
                .bind(player.as_ref().map(|player| &player.name))
                .execute(&mut *tx)
                .await?;
        }
    }
    Ok(())
}

/// Seats of results, by game, in turn order.
#[derive(Default)]
struct Seats(HashMap<i64, Vec<ResultSeat>>);

impl Seats {
    fn add(&mut self, (game, army, army_name, score): (i64, String, String, String)) -> Result<(), StoreError> {
        self.0.entry(game).or_default().push(ResultSeat {
            army,
            army_name,
            score: Score::read(&score)?,
            people: Vec::new(),
        });
        Ok(())
    }

    fn add_person(
        &mut self,
        (game, seat, person, name): (i64, i64, Option<i64>, Option<String>),
    ) -> Result<(), StoreError> {
        let seats = self.0.get_mut(&game);
        let seat = usize::try_from(seat).ok();
        let held = seats.zip(seat).and_then(|(seats, seat)| seats.get_mut(seat));
        let held = held.ok_or(StoreError::Content("a result without its seats"))?;
        held.people.push(person.zip(name).map(|(person, name)| PlayerRow { person: PersonId(restored(person)), name }));
        Ok(())
    }
}

impl Store {
    /// Returns all results of a server, in the order in which the games ended.
    pub async fn results(&self, guild: GuildId) -> Result<Vec<ResultRow>, StoreError> {
        // One transaction, so that results, seats and people are consistent.
        let mut tx = self.read.begin().await?;
        let guild = stored(guild.0);
        let rows: Vec<(i64, String, i64, String, bool, i64)> = sqlx::query_as(
            "SELECT game, mode, turns, ending, computer, ended_at FROM results WHERE guild = ? ORDER BY ended_at, game",
        )
        .bind(guild)
        .fetch_all(&mut *tx)
        .await?;
        let mut seats = Seats::default();
        let all: Vec<(i64, String, String, String)> = sqlx::query_as(
            "SELECT s.game, s.army, s.army_name, s.score FROM results r JOIN result_seats s ON s.game = r.game
             WHERE r.guild = ? ORDER BY s.game, s.seat",
        )
        .bind(guild)
        .fetch_all(&mut *tx)
        .await?;
        for seat in all {
            seats.add(seat)?;
        }
        let people: Vec<(i64, i64, Option<i64>, Option<String>)> = sqlx::query_as(
            "SELECT p.game, p.seat, p.person, p.name FROM results r JOIN result_people p ON p.game = r.game
             WHERE r.guild = ? ORDER BY p.game, p.seat, p.place",
        )
        .bind(guild)
        .fetch_all(&mut *tx)
        .await?;
        tx.commit().await?;
        for person in people {
            seats.add_person(person)?;
        }
        let row = |(game, mode, turns, ending, computer, ended_at)| ResultRow {
            game: GameId(game),
            mode,
            turns: u32::try_from(turns).unwrap_or(u32::MAX),
            ending,
            computer,
            ended_at,
            seats: seats.0.remove(&game).unwrap_or_default(),
        };
        Ok(rows.into_iter().map(row).collect())
    }

    /// Returns the current stamp of a server's results, to detect whether cached results are outdated.
    pub async fn results_stamp(&self, guild: GuildId) -> Result<ResultsStamp, StoreError> {
        let (count, last) = sqlx::query_as("SELECT count(*), max(ended_at) FROM results WHERE guild = ?")
            .bind(stored(guild.0))
            .fetch_one(&self.read)
            .await?;
        Ok(ResultsStamp { count, last })
    }

    /// Returns the next games, at most `most`, that ended before the program stored results, each with the time of its
    /// end. `None` if all of them have been processed.
    pub async fn games_without_result(&self, most: i64) -> Result<Option<Vec<(GameId, i64)>>, StoreError> {
        let range: Option<(i64, i64)> =
            sqlx::query_as("SELECT next_game, last_game FROM results_missing").fetch_optional(&self.read).await?;
        let Some((next, last)) = range else {
            return Ok(None);
        };
        let games: Vec<(i64, i64)> = sqlx::query_as(
            "SELECT id, changed_at FROM games WHERE id BETWEEN ? AND ? AND state = 'over' AND setup IS NOT NULL
             AND NOT EXISTS (SELECT 1 FROM results WHERE results.game = games.id) ORDER BY id LIMIT ?",
        )
        .bind(next)
        .bind(last)
        .bind(most)
        .fetch_all(&self.read)
        .await?;
        Ok(Some(games.into_iter().map(|(id, at)| (GameId(id), at)).collect()))
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
                        sqlx::query("UPDATE results_missing SET next_game = ?").bind(game.0 + 1).execute(tx).await?
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
        let count = sqlx::query_scalar("SELECT count(*) FROM result_people WHERE person = ?")
            .bind(stored(person.0))
            .fetch_one(&self.read)
            .await?;
        Ok(count)
    }

    /// Returns whether a person has opted out of public standings.
    pub async fn is_unlisted(&self, person: PersonId) -> Result<bool, StoreError> {
        let found = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM unlisted WHERE person = ?)")
            .bind(stored(person.0))
            .fetch_one(&self.read)
            .await?;
        Ok(found)
    }

    /// Returns the people with results on a server who have opted out of public standings.
    pub async fn unlisted(&self, guild: GuildId) -> Result<Vec<PersonId>, StoreError> {
        let people: Vec<i64> = sqlx::query_scalar(
            "SELECT person FROM unlisted WHERE EXISTS (
                 SELECT 1 FROM result_people p JOIN results r ON r.game = p.game WHERE p.person = unlisted.person AND r.guild = ?
             )",
        )
        .bind(stored(guild.0))
        .fetch_all(&self.read)
        .await?;
        Ok(people.into_iter().map(|id| PersonId(restored(id))).collect())
    }

    /// Opts a person out of public standings, or in again.
    pub async fn set_unlisted(&self, person: PersonId, unlisted: bool) -> Result<(), StoreError> {
        let statement = match unlisted {
            true => "INSERT INTO unlisted (person) VALUES (?) ON CONFLICT DO NOTHING",
            false => "DELETE FROM unlisted WHERE person = ?",
        };
        self.store(move |tx| {
            Box::pin(async move {
                sqlx::query(statement).bind(stored(person.0)).execute(tx).await?;
                Ok(())
            })
        })
        .await
    }
}
