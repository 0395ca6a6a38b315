//! Evaluation of all results of one server. Computed on demand and cached until the server has a new result.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use quick_cache::sync::Cache;

use crate::host::blocking;
use crate::host::error::Error;
use crate::host::model::{Member, Pool};
use crate::host::strengths::Strengths;
use crate::host::{GuildId, PersonId};
use crate::store::{ResultRow, ResultsStamp, Store};

use balance::stats::Interval;

use super::rating::Ratings;
use super::result::GameResult;

/// Maximum number of cached servers. A result takes about 300 bytes.
const KEPT: usize = 32;

/// Scores of armies by their keys, each against the second one of its pair.
type KnownStrengths = HashMap<[String; 2], Option<Interval>>;

/// Results of a server, with the ratings computed from them.
#[derive(Debug)]
pub(super) struct Book {
    /// Results in order of the end of the games.
    pub results: Vec<GameResult>,
    ratings: [Ratings; Pool::ALL.len()],
    /// Names of people in their most recent games.
    names: HashMap<PersonId, String>,
}

impl Book {
    pub fn new(rows: Vec<ResultRow>, strengths: &KnownStrengths) -> Self {
        let strength = |row: &ResultRow| strengths.get(&GameResult::armies(row)?.map(str::to_owned)).copied().flatten();
        let results: Vec<GameResult> = rows.iter().filter_map(|row| GameResult::read(row, strength(row))).collect();
        let mut names = HashMap::new();
        for row in rows {
            let people = row.seats.into_iter().flat_map(|seat| seat.people);
            names.extend(people.flatten().map(|player| (player.person, player.name)));
        }
        Self { ratings: Pool::ALL.map(|pool| Ratings::of(pool, results.iter())), results, names }
    }

    pub fn ratings(&self, pool: Pool) -> &Ratings {
        &self.ratings[pool as usize]
    }

    /// The person with their most recent name.
    pub fn member(&self, person: PersonId) -> Option<Member> {
        let name = self.names.get(&person)?.clone();
        Some(Member { person, name })
    }

    pub fn people(&self) -> usize {
        self.names.len()
    }
}

/// Books of servers; the recently used ones are cached.
pub(in crate::host) struct Books {
    store: Store,
    strengths: Arc<Strengths>,
    kept: Cache<GuildId, (ResultsStamp, Arc<Book>)>,
}

impl std::fmt::Debug for Books {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Books").finish_non_exhaustive()
    }
}

impl Books {
    pub fn new(store: Store, strengths: Arc<Strengths>) -> Self {
        Self { store, strengths, kept: Cache::new(KEPT) }
    }

    /// Clears the cache.
    pub(in crate::host) fn forget(&self) {
        self.kept.clear();
    }

    /// Book of a server.
    pub(super) async fn book(&self, guild: GuildId) -> Result<Arc<Book>, Error> {
        let stamp = self.store.results_stamp(guild).await?;
        if let Some((known, book)) = self.kept.get(&guild)
            && known == stamp
        {
            return Ok(book);
        }
        let rows = self.store.results(guild).await?;
        let strengths = self.strengths_in(guild, &rows).await?;
        let book = blocking(move || Ok(Arc::new(Book::new(rows, &strengths)))).await?;
        self.kept.insert(guild, (stamp, Arc::clone(&book)));
        Ok(book)
    }

    /// Scores of the armies that met in these duels.
    async fn strengths_in(&self, guild: GuildId, rows: &[ResultRow]) -> Result<KnownStrengths, Error> {
        let mut known = KnownStrengths::new();
        for armies in rows.iter().filter_map(GameResult::armies) {
            if let Entry::Vacant(unknown) = known.entry(armies.map(str::to_owned)) {
                let [one, other] = armies;
                unknown.insert(self.strengths.score(Some(guild), one, other).await?);
            }
        }
        Ok(known)
    }
}
