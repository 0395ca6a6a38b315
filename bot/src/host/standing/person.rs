//! Results of a person on a server, and leaderboards.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::host::blocking;
use crate::host::error::{Error, StandingRefusal, refuse};
use crate::host::model::{
    ArmyLine, AskedAbout, Ending, FastWin, Leaderboard, Member, Mode, PersonStanding, Pool, PoolStanding, Ranked, Tally,
};
use crate::host::standing::Standings;
use crate::host::{GuildId, PersonId};
use crate::store::Score;

use super::book::Book;
use super::result::{GameResult, SeatResult};

/// Lines per page of a leaderboard.
const LINES: usize = 10;
/// Maximum number of armies and fast wins shown.
const ARMIES: usize = 5;
const WINS: usize = 3;

/// Games of a person that count, in order of their end.
fn played(book: &Book, person: PersonId) -> impl Iterator<Item = (&GameResult, &SeatResult)> {
    let theirs = move |result| GameResult::seat_of(result, person).map(|seat| (result, seat));
    let counting = book.results.iter().filter(|result| result.counts());
    counting.filter_map(theirs)
}

pub(super) fn pool(book: &Book, person: PersonId, pool: Pool, now: i64) -> Option<PoolStanding> {
    let mut tally = Tally::default();
    for (_, seat) in played(book, person).filter(|(result, _)| result.pool() == pool) {
        tally.add(seat.score);
    }
    let track = book.ratings(pool).track(person);
    (tally.games() > 0).then(|| PoolStanding {
        pool,
        rating: track.map(|track| track.rating(now)),
        tally,
        course: track.map_or_else(Vec::new, |track| track.course.clone()),
    })
}

/// Results of a person in games with computer players.
pub(super) fn against_computers(book: &Book, person: PersonId) -> Tally {
    let mut tally = Tally::default();
    let played = book.results.iter().filter(|result| result.computer && result.is_decided());
    for seat in played.filter_map(|result| result.seat_of(person)) {
        tally.add(seat.score);
    }
    tally
}

pub(super) fn armies(book: &Book, person: PersonId) -> Vec<ArmyLine> {
    let mut tallies: HashMap<&str, (Arc<str>, Tally)> = HashMap::new();
    for (result, seat) in played(book, person) {
        // In Clash of the Armies, Players build their own armies.
        if result.mode != Mode::Clash {
            let (name, tally) = tallies.entry(&seat.army.id).or_default();
            *name = Arc::clone(&seat.army.name);
            tally.add(seat.score);
        }
    }
    let mut lines: Vec<ArmyLine> =
        tallies.into_values().map(|(name, tally)| ArmyLine { name: name.to_string(), rate: tally.into() }).collect();
    lines.sort_by(|a, b| (Reverse(a.rate.games), &a.name).cmp(&(Reverse(b.rate.games), &b.name)));
    lines.truncate(ARMIES);
    lines
}

/// Winning streaks: the current and the longest one.
pub(super) fn streaks(book: &Book, person: PersonId) -> (u32, u32) {
    let (mut now, mut best) = (0, 0);
    for (_, seat) in played(book, person) {
        now = if seat.score == Score::Won { now + 1 } else { 0 };
        best = best.max(now);
    }
    (now, best)
}

/// Fastest duels won on the board. Resignations and timeouts are excluded, because they can happen at any time.
pub(super) fn fastest(book: &Book, person: PersonId) -> Vec<FastWin> {
    let on_board =
        |ending: Ending| matches!(ending, Ending::Checkmate | Ending::TitanCaptured | Ending::Bereft | Ending::OwnWay);
    let won = |(result, seat): &(&GameResult, &SeatResult)| {
        result.mode == Mode::Duel && seat.score == Score::Won && on_board(result.ending)
    };
    let win = |(result, seat): (&GameResult, &SeatResult)| FastWin {
        turns: result.turns.div_ceil(2),
        army: seat.army.name.to_string(),
        ending: result.ending,
    };
    let mut wins: Vec<FastWin> = played(book, person).filter(won).map(win).collect();
    wins.sort_by_key(|win| win.turns);
    wins.truncate(WINS);
    wins
}

/// People with a rating and public results, best first; provisional ratings last.
pub(super) fn ranked(book: &Book, pool: Pool, hidden: &HashSet<PersonId>, now: i64) -> Vec<Ranked> {
    let mut all: Vec<Ranked> = book
        .ratings(pool)
        .iter()
        .filter(|(person, _)| !hidden.contains(person))
        .filter_map(|(person, track)| {
            Some(Ranked { rank: None, person: book.member(person)?, rating: track.rating(now), tally: track.tally })
        })
        .collect();
    all.sort_by(|a, b| {
        let settled = a.rating.provisional.cmp(&b.rating.provisional);
        let higher = b.rating.value.total_cmp(&a.rating.value);
        settled.then(higher).then(a.person.person.cmp(&b.person.person))
    });
    for (rank, line) in (1..).zip(&mut all) {
        line.rank = (!line.rating.provisional).then_some(rank);
    }
    all
}

impl Standings {
    /// Results of a person on a server. Other people see them only if they are public. The refusal is the same for
    /// people who have never played.
    pub async fn standing_of(
        &self,
        asking: PersonId,
        guild: GuildId,
        about: AskedAbout,
    ) -> Result<PersonStanding, Error> {
        let AskedAbout { person, name } = about;
        let book = self.books.book(guild).await?;
        let listed = !self.store.is_unlisted(person).await?;
        let member = book.member(person).filter(|_| listed || asking == person);
        if member.is_none() && asking != person {
            return Err(refuse(StandingRefusal::NotListed(name)));
        }
        let now = self.time.now();
        blocking(move || {
            let pools = Pool::ALL.into_iter();
            let (streak, best_streak) = streaks(&book, person);
            Ok(PersonStanding {
                person: member.unwrap_or(Member { person, name }),
                listed,
                pools: pools.filter_map(|one| pool(&book, person, one, now)).collect(),
                against_computers: against_computers(&book, person),
                armies: armies(&book, person),
                streak,
                best_streak,
                fastest: fastest(&book, person),
            })
        })
        .await
    }

    /// People without public results on a server.
    pub(super) async fn hidden(&self, guild: GuildId) -> Result<HashSet<PersonId>, Error> {
        Ok(self.store.unlisted(guild).await?.into_iter().collect())
    }

    /// A page of a server's leaderboard; the last page if the number is too large.
    pub async fn leaderboard(&self, guild: GuildId, pool: Pool, page: u16) -> Result<Leaderboard, Error> {
        let (book, hidden, now) = (self.books.book(guild).await?, self.hidden(guild).await?, self.time.now());
        blocking(move || {
            let all = ranked(&book, pool, &hidden, now);
            let pages = u16::try_from(all.len().div_ceil(LINES)).unwrap_or(u16::MAX);
            let page = page.min(pages.saturating_sub(1));
            let lines = all.into_iter().skip(usize::from(page) * LINES).take(LINES);
            Ok(Leaderboard { pool, page, pages, lines: lines.collect() })
        })
        .await
    }
}
