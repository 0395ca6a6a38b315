//! Statistics of a server.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::host::blocking;
use crate::host::error::Error;
use crate::host::model::{ArmyLine, Ending, Mode, ModeArmies, Pool, ServerDetails, ServerStanding, Tally, Who};
use crate::host::standing::Standings;
use crate::host::{GuildId, PersonId};

use crate::store::Conditions;

use super::book::Book;
use super::person::ranked;
use super::result::GameResult;

/// Period that counts as recent: 30 days, in milliseconds.
const LATELY: i64 = 30 * 24 * 60 * 60 * 1000;

/// Returns true unless all seats have the same army, or a Player gave odds. Such games say nothing about the strength of
/// an army.
pub(super) fn compares(result: &GameResult) -> bool {
    let first = result.seats.first().map(|seat| &seat.army.id);
    result.counts()
        && result.conditions != Conditions::Odds
        && result.seats.iter().any(|seat| Some(&seat.army.id) != first)
}

pub(super) fn mode(book: &Book, mode: Mode) -> Option<ModeArmies> {
    let all = book.results.iter().filter(|result| result.mode == mode);
    let counting = all.filter(|result| result.counts());
    let mut tallies: HashMap<&str, (Arc<str>, Tally)> = HashMap::new();
    let mut games = 0;
    for result in counting {
        games += 1;
        for seat in result.seats.iter().filter(|_| compares(result)) {
            let (name, tally) = tallies.entry(&seat.army.id).or_default();
            *name = Arc::clone(&seat.army.name);
            tally.add(seat.score);
        }
    }
    let line = |(name, tally): (Arc<str>, Tally)| ArmyLine { name: name.to_string(), rate: tally.into() };
    let mut armies: Vec<ArmyLine> = tallies.into_values().map(line).collect();
    armies.sort_by(|a, b| {
        let better = b.rate.share.total_cmp(&a.rate.share);
        better.then(b.rate.games.cmp(&a.rate.games)).then_with(|| a.name.cmp(&b.name))
    });
    (games > 0).then_some(ModeArmies { mode, games, armies })
}

fn count<T>(items: impl Iterator<Item = T>) -> u32 {
    u32::try_from(items.count()).unwrap_or(u32::MAX)
}

pub(super) fn details(book: &Book, now: i64) -> ServerDetails {
    let lately = || book.results.iter().filter(|result| now - result.at < LATELY);
    let people: HashSet<PersonId> = lately().flat_map(GameResult::people).collect();
    let mut endings: HashMap<Ending, u32> = HashMap::new();
    for result in &book.results {
        *endings.entry(result.ending).or_default() += 1;
    }
    let mut endings: Vec<(Ending, u32)> = endings.into_iter().collect();
    endings.sort_by_key(|(ending, games)| (Reverse(*games), *ending));
    ServerDetails {
        lately: count(lately()),
        people_lately: count(people.iter()),
        endings,
        uncounted: count(book.results.iter().filter(|result| !result.counts())),
    }
}

impl Standings {
    /// Statistics of a server, with further details for its administrators.
    pub async fn server_standing(&self, who: &Who, guild: GuildId) -> Result<ServerStanding, Error> {
        let administers = self.settings.power(who, Some(guild)).await?.administers;
        let (book, hidden, now) = (self.books.book(guild).await?, self.hidden(guild).await?, self.time.now());
        blocking(move || {
            let mut modes: Vec<ModeArmies> = Mode::ALL.into_iter().filter_map(|one| mode(&book, one)).collect();
            modes.sort_by_key(|mode| Reverse(mode.games));
            let best = |pool| {
                let first = ranked(&book, pool, &hidden, now).into_iter().next();
                first.filter(|line| line.rank.is_some()).map(|line| (pool, line))
            };
            Ok(ServerStanding {
                games: count(book.results.iter()),
                people: u32::try_from(book.people()).unwrap_or(u32::MAX),
                modes,
                best: Pool::ALL.into_iter().filter_map(best).collect(),
                admin: administers.then(|| details(&book, now)),
            })
        })
        .await
    }
}
