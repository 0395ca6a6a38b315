//! Shards that a process handles, and with them its servers.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use super::GuildId;

/// Range of shards, out of a total that all processes share. A process plays the games of the servers in its range:
/// it posts their notices and runs their clocks and computer players. Other processes may change these games too, since
/// direct messages reach shard 0 alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shards {
    first: u32,
    last: u32,
    total: u32,
}

/// Text that is not a range of shards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotShards;

impl Shards {
    /// All servers: the range of the only process on a database.
    pub const ALL: Shards = Shards { first: 0, last: 0, total: 1 };
    /// Largest total.
    const MOST: u32 = 100_000;

    /// All shards of this total.
    pub const fn whole(total: u32) -> Shards {
        Shards { first: 0, last: total - 1, total }
    }

    /// Returns whether this is the only process.
    pub const fn is_all(self) -> bool {
        self.total == 1
    }

    /// Returns whether a server is in the range, by Discord's formula. Games outside of servers belong to shard 0.
    pub fn has(self, guild: Option<GuildId>) -> bool {
        let shard = guild.map_or(0, |guild| (guild.0 >> 22) % u64::from(self.total));
        (u64::from(self.first)..=u64::from(self.last)).contains(&shard)
    }

    /// Returns whether the range has shard 0, which receives direct messages. Its process also does what only one has
    /// to do.
    pub const fn is_first(self) -> bool {
        self.first == 0
    }

    /// Numbers of the shards.
    pub const fn range(self) -> RangeInclusive<u32> {
        self.first..=self.last
    }

    /// Number of shards in the range.
    pub const fn count(self) -> u32 {
        self.last - self.first + 1
    }

    /// Number of shards of all processes.
    pub const fn total(self) -> u32 {
        self.total
    }

    /// The total, the first and the last shard, to be bound to a statement with [`own`].
    pub(super) fn bound(self) -> [i64; 3] {
        [self.total, self.first, self.last].map(i64::from)
    }
}

/// Condition that the server in a column belongs to this process. The parameters are those of [`Shards::bound`].
///
/// PostgreSQL expects a bare comparison of an expression to hold for one row in 200, and a `CASE` for half of them. With
/// the former it reads all games of a small database before anything that is joined with them.
macro_rules! own {
    ($guild:literal, $total:literal, $first:literal, $last:literal) => {
        concat!(
            "CASE WHEN (coalesce(",
            $guild,
            ", 0) >> 22) % ",
            $total,
            " BETWEEN ",
            $first,
            " AND ",
            $last,
            " THEN TRUE ELSE FALSE END"
        )
    };
}

pub(super) use own;

impl fmt::Display for Shards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}/{}", self.first, self.last, self.total)
    }
}

impl FromStr for Shards {
    type Err = NotShards;

    /// Parses a range such as `0-15/64`, or a single shard such as `3/4`.
    fn from_str(text: &str) -> Result<Self, NotShards> {
        let number = |text: &str| text.trim().parse::<u32>().map_err(|_| NotShards);
        let (range, total) = text.split_once('/').ok_or(NotShards)?;
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let shards = Shards { first: number(first)?, last: number(last)?, total: number(total)? };
        let fits = shards.first <= shards.last && shards.last < shards.total && shards.total <= Self::MOST;
        fits.then_some(shards).ok_or(NotShards)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_and_written() {
        for (text, written) in [("0-15/64", "0-15/64"), (" 3 / 4 ", "3-3/4"), ("0/1", "0-0/1")] {
            assert_eq!(text.parse::<Shards>().unwrap().to_string(), written);
        }
        for text in ["", "auto", "4", "4/4", "2-1/4", "0-4/4", "-1/4", "0-1-2/4", "0/0", "0-1/4294967296", "0/100001"] {
            assert_eq!(text.parse::<Shards>(), Err(NotShards), "{text}");
        }
    }

    #[test]
    fn every_server_belongs_to_exactly_one_range() {
        let ranges: Vec<Shards> = ["0-1/6", "2-2/6", "3-5/6"].map(|text| text.parse().unwrap()).into();
        for number in (0..1000).map(|number| number * 0x3_9e37_79b9_7f4a) {
            let owners = ranges.iter().filter(|shards| shards.has(Some(GuildId(number)))).count();
            assert_eq!(owners, 1, "{number}");
            assert!(Shards::ALL.has(Some(GuildId(number))));
        }
        assert!(ranges[0].has(None) && !ranges[1].has(None) && Shards::ALL.has(None));
    }
}
