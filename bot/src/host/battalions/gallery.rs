//! Gallery: Battalions that servers share with everyone. It can be searched, and sorted by results on all servers.

use std::cmp::Reverse;
use std::collections::HashMap;

use crate::host::ShareId;
use crate::host::battalions::Battalions;
use crate::host::battalions::sharing::read_code;
use crate::host::error::{BattalionRefusal, Error, refuse};
use crate::host::model::{Balance, GalleryLine, GalleryOrder, Rate, SharedArmy, SharedBy, Tally};
use crate::host::standing::FEWEST_TURNS;
use crate::store::{PlayedRow, Score, ShareRow};

/// Converts a win rate to the equivalent rate between two armies. An army with the expected rate gets one half.
fn even(share: f64, expected: f64) -> f64 {
    let (won, lost) = (share / expected, (1.0 - share) / (1.0 - expected));
    won / (won + lost)
}

/// Balance of an army, from its results.
fn balance(rows: &[PlayedRow]) -> Balance {
    let mut tally = Tally::default();
    // Expected number of wins of an average army at the same tables.
    let mut expected = 0.0;
    for row in rows {
        let times = f64::from(row.times);
        match row.score {
            Score::Won => tally.won += row.times,
            Score::Lost => tally.lost += row.times,
            Score::Drew => tally.drawn += row.times,
            Score::None => continue,
        }
        expected += times
            * match row.score {
                Score::Drew => 0.5,
                _ => f64::from(row.winners) / f64::from(row.seats.max(1)),
            };
    }
    let rate = Rate::from(tally);
    let expected = expected / f64::from(rate.games);
    // Never played, or only in games that everyone won.
    if rate.games == 0 || !(0.01..=0.99).contains(&expected) {
        return Balance::default();
    }
    let (low, high) = rate.between;
    let worse = (0.5 - even(low, expected)).max(even(high, expected) - 0.5);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a percentage")]
    let rating = (100.0 * (1.0 - 2.0 * worse)).clamp(0.0, 100.0).round() as u8;
    Balance { games: rate.games, share: even(rate.share, expected), rating }
}

/// Returns true if the entry contains every typed word.
fn fits(share: &ShareRow, words: &str) -> bool {
    let all = [&share.name, &share.author, &share.summary, &share.battalion].map(|text| text.to_lowercase()).join(" ");
    let words = words.to_lowercase();
    words.split_whitespace().all(|word| all.contains(word))
}

impl Battalions {
    async fn balances(&self) -> Result<HashMap<ShareId, Balance>, Error> {
        let rows = self.store.gallery_results(FEWEST_TURNS).await?;
        let mut by_share: HashMap<ShareId, Vec<PlayedRow>> = HashMap::new();
        for row in rows {
            by_share.entry(row.share).or_default().push(row);
        }
        let balances = by_share.into_iter();
        Ok(balances.map(|(share, rows)| (share, balance(&rows))).collect())
    }

    /// Entries of the gallery that contain all of these words in their name, author, id or summary.
    pub async fn gallery(&self, words: &str, order: GalleryOrder) -> Result<Vec<GalleryLine>, Error> {
        let balances = self.balances().await?;
        let all = self.store.gallery().await?.into_iter();
        let mut lines: Vec<GalleryLine> = all
            .filter(|share| self.servers.is_on(share.guild) && fits(share, words))
            .map(|share| GalleryLine {
                balance: balances.get(&share.id).copied().unwrap_or_default(),
                id: share.id,
                version: share.version,
                name: share.name,
                author: share.author,
                license: share.license,
                summary: share.summary,
                shared_at: share.shared_at,
            })
            .collect();
        lines.sort_by_key(|line| {
            let Balance { games, rating, .. } = line.balance;
            let first = match order {
                GalleryOrder::Rating => (u64::from(rating), games),
                GalleryOrder::Played => (games.into(), rating.into()),
                GalleryOrder::Newest => (line.shared_at.unsigned_abs(), 0),
            };
            (Reverse(first), line.name.to_lowercase(), line.id)
        });
        Ok(lines)
    }

    /// A shared Battalion, by its access path.
    ///
    /// # Errors
    /// Refused if it is not, or no longer, shared this way.
    pub async fn shared_army(&self, by: &SharedBy) -> Result<SharedArmy, Error> {
        let share = self.shared(by).await?;
        let army = self.rosters.own_army(share.guild, &share.battalion, share.version);
        let army = army.await?.ok_or_else(|| refuse(BattalionRefusal::NotShared))?;
        let balances = self.balances().await?;
        Ok(SharedArmy {
            by: by.clone(),
            id: share.id,
            version: share.version,
            definition: army.definition,
            balance: balances.get(&share.id).copied().unwrap_or_default(),
        })
    }

    /// A shared Battalion, by a typed code.
    ///
    /// # Errors
    /// Refused if the code is unknown.
    pub async fn army_by_code(&self, typed: &str) -> Result<SharedArmy, Error> {
        let code = read_code(typed).ok_or_else(|| refuse(BattalionRefusal::NotShared))?;
        self.shared_army(&SharedBy::Code(code)).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(games: &[(u32, u32, Score, u32)]) -> Balance {
        let row = |&(seats, winners, score, times): &(u32, u32, Score, u32)| PlayedRow {
            share: ShareId(1),
            seats,
            winners,
            score,
            times,
        };
        balance(&games.iter().map(row).collect::<Vec<_>>())
    }

    #[test]
    fn an_army_that_wins_as_often_as_the_others_is_balanced() {
        use Score::{Drew, Lost, Won};
        let even = of(&[(2, 1, Won, 50), (2, 1, Lost, 50)]);
        assert!((even.share - 0.5).abs() < 1e-9 && even.games == 100, "{even:?}");
        // Expected rate at a table of four: one in four.
        let party = of(&[(4, 1, Won, 25), (4, 1, Lost, 75)]);
        assert!((party.share - 0.5).abs() < 1e-9, "{party:?}");
        // With two winners of four, it is one half.
        let pairs = of(&[(4, 2, Won, 50), (4, 2, Lost, 50)]);
        assert!((pairs.share - 0.5).abs() < 1e-9, "{pairs:?}");
        let strong = of(&[(2, 1, Won, 80), (2, 1, Lost, 20)]);
        let weak = of(&[(2, 1, Won, 20), (2, 1, Lost, 80)]);
        assert!((strong.share - 0.8).abs() < 1e-9);
        assert_eq!(strong.rating, weak.rating);
        assert!(even.rating > 75 && strong.rating < 30, "{even:?} {strong:?}");
        // Few games give a low rating, no games give none, and draws count as even.
        let few = of(&[(2, 1, Won, 2), (2, 1, Lost, 2)]);
        assert!(few.rating < even.rating / 2, "{few:?}");
        assert_eq!(of(&[]), Balance::default());
        assert!((of(&[(2, 0, Drew, 9)]).share - 0.5).abs() < 1e-9);
    }
}
