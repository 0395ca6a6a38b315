//! Component ids of statistics: `lp` is the leaderboard of Party Mode. The server is the one on which the button is
//! pressed.

use std::fmt;

use crate::host::{PersonId, Pool};

use super::page::is_id;

/// Subject of statistics.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StatsRef {
    /// A person, with a chart of their rating in this pool.
    Person(PersonId, Pool),
    /// Leaderboard of a pool.
    Leaderboard(Pool),
    /// The server.
    Server,
    /// A Battalion, by id.
    Battalion(String),
}

const fn letter(pool: Pool) -> &'static str {
    match pool {
        Pool::Duel => "d",
        Pool::Clash => "c",
        Pool::Party => "p",
    }
}

fn read_pool(text: &str) -> Option<Pool> {
    Pool::ALL.into_iter().find(|pool| letter(*pool) == text)
}

impl fmt::Display for StatsRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StatsRef::Person(person, pool) => write!(f, "u{}{person}", letter(*pool)),
            StatsRef::Leaderboard(pool) => write!(f, "l{}", letter(*pool)),
            StatsRef::Server => f.write_str("s"),
            StatsRef::Battalion(id) => write!(f, "b{id}"),
        }
    }
}

impl StatsRef {
    /// Parses the text of a subject.
    pub fn read(text: &str) -> Option<Self> {
        let (what, rest) = text.split_at_checked(1)?;
        Some(match what {
            "u" => {
                let (pool, person) = rest.split_at_checked(1)?;
                StatsRef::Person(person.parse().ok()?, read_pool(pool)?)
            }
            "l" => StatsRef::Leaderboard(read_pool(rest)?),
            "s" if rest.is_empty() => StatsRef::Server,
            "b" if is_id(rest) => StatsRef::Battalion(rest.to_owned()),
            _ => return None,
        })
    }
}
