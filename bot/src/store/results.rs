//! How finished games ended: written with the action that ends a game, read by server.

use std::collections::HashMap;

use sqlx::SqliteConnection;

use super::ids::{restored, stored};
use super::{GameId, GuildId, PersonId, PlayerRow, Store, StoreError};

/// How a seat fared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Score {
    /// It won, alone or with others.
    Won,
    /// Nobody won.
    Drew,
    /// Somebody else won.
    Lost,
    /// The game was called off.
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

/// How a game ended, to be stored.
#[derive(Clone, Debug)]
pub struct NewResult {
    /// What was played: `duel`, `assassin`, `ffa` or `clash`.
    pub mode: &'static str,
    /// Turns taken, of all seats together.
    pub turns: u32,
    /// How it ended, a word that the host reads.
    pub ending: &'static str,
    /// A computer held a seat.
    pub computer: bool,
    /// The seats in turn order.
    pub seats: Vec<ResultSeat>,
}

/// A seat at the end of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResultSeat {
    /// The key of its Battalion, or its colour.
    pub army: String,
    /// The name of that.
    pub army_name: String,
    /// How it fared.
    pub score: Score,
    /// Who held it; `None` for people who had everything about them deleted.
    pub people: Vec<Option<PlayerRow>>,
}

/// How a game ended, as it is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResultRow {
    /// The game.
    pub game: GameId,
    /// What was played.
    pub mode: String,
    /// Turns taken, of all seats together.
    pub turns: u32,
    /// How it ended.
    pub ending: String,
    /// A computer held a seat.
    pub computer: bool,
    /// When, in milliseconds since 1970.
    pub ended_at: i64,
    /// The seats in turn order.
    pub seats: Vec<ResultSeat>,
}

/// Changes whenever a server has a new result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ResultsStamp {
    count: i64,
    last: Option<i64>,
}

/// Stores how a game ended, once.
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

/// The seats of results, by game and in turn order.
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
    /// Every result of a server, in the order in which the games ended.
    ///
    /// # Errors
    /// When the database fails or holds what cannot be read.
    pub async fn results(&self, guild: GuildId) -> Result<Vec<ResultRow>, StoreError> {
        // One transaction, so that the parts belong together.
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

    /// Whether the results of a server are still those that were read.
    pub async fn results_stamp(&self, guild: GuildId) -> Result<ResultsStamp, StoreError> {
        let (count, last) = sqlx::query_as("SELECT count(*), max(ended_at) FROM results WHERE guild = ?")
            .bind(stored(guild.0))
            .fetch_one(&self.read)
            .await?;
        Ok(ResultsStamp { count, last })
    }

    /// The next games, at most so many, that ended before results were stored, each with when it ended; `None` when all of them
    /// have been looked at.
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

    /// Stores results of games that ended before results were stored, and that the games up to `through` have been looked at;
    /// without it all of them have been.
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

    /// How many results a person has, on all servers.
    pub async fn results_of(&self, person: PersonId) -> Result<u32, StoreError> {
        let count = sqlx::query_scalar("SELECT count(*) FROM result_people WHERE person = ?")
            .bind(stored(person.0))
            .fetch_one(&self.read)
            .await?;
        Ok(count)
    }

    /// Whether a person has no public standing.
    pub async fn is_unlisted(&self, person: PersonId) -> Result<bool, StoreError> {
        let found = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM unlisted WHERE person = ?)")
            .bind(stored(person.0))
            .fetch_one(&self.read)
            .await?;
        Ok(found)
    }

    /// Everybody without a public standing who has a result on a server.
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

    /// Gives a person a public standing or takes it away.
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
