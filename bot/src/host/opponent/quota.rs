//! Quota of processor time for computer players, in minutes per hour and server. Beyond the quota, they play at a lower
//! level with negligible cost.

use std::collections::{HashMap, VecDeque};
use std::sync::Mutex;
use std::time::Duration;

use opponent::Level;
use tokio::time::Instant;

use crate::host::{GuildId, lock};

/// Length of the period.
const HOUR: Duration = Duration::from_secs(3600);
/// Time resolution of the recorded use.
const MINUTE: Duration = Duration::from_secs(60);
/// Maximum level beyond the quota.
const BEYOND: Level = Level::Sergeant;
/// Percentage of the usual positions that an analysis searches beyond the quota.
const LOOKS_BEYOND: u64 = 10;

/// Use of each server. Not stored, so a restart resets it.
#[derive(Debug, Default)]
pub(super) struct Quotas(Mutex<HashMap<Option<GuildId>, Used>>);

/// Use of a server over time, oldest first.
type Used = VecDeque<(Instant, Duration)>;

impl Quotas {
    /// Records the use of a server.
    pub fn note(&self, guild: Option<GuildId>, took: Duration) {
        let now = Instant::now();
        let mut used = lock(&self.0);
        used.retain(|_, minutes| minutes.back().is_some_and(|(at, _)| now.duration_since(*at) < HOUR + MINUTE));
        let minutes = used.entry(guild).or_default();
        match minutes.back_mut() {
            Some((at, total)) if now.duration_since(*at) < MINUTE => *total += took,
            _ => minutes.push_back((now, took)),
        }
        while minutes.front().is_some_and(|(at, _)| now.duration_since(*at) >= HOUR) {
            minutes.pop_front();
        }
    }

    /// Use of a server in the last hour.
    pub fn used(&self, guild: Option<GuildId>) -> Duration {
        let now = Instant::now();
        let used = lock(&self.0);
        let minutes = used.get(&guild).into_iter().flatten();
        let lately = minutes.filter(|(at, _)| now.duration_since(*at) < HOUR);
        lately.map(|(_, took)| *took).sum()
    }

    fn is_used_up(&self, guild: Option<GuildId>, minutes: u16) -> bool {
        self.used(guild) >= MINUTE * u32::from(minutes)
    }

    /// Level at which a computer player plays now, with a quota of `minutes` per hour.
    pub fn level(&self, guild: Option<GuildId>, wanted: Level, minutes: u16) -> Level {
        if self.is_used_up(guild, minutes) { wanted.min(BEYOND) } else { wanted }
    }

    /// Number of positions that an analysis searches now.
    pub fn nodes(&self, guild: Option<GuildId>, wanted: u64, minutes: u16) -> u64 {
        if self.is_used_up(guild, minutes) { wanted * LOOKS_BEYOND / 100 } else { wanted }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A server that is busy for hours, without a pause, uses up only the last hour.
    #[tokio::test(start_paused = true)]
    async fn use_expires_after_an_hour_also_where_it_never_pauses() {
        let quotas = Quotas::default();
        for _ in 0..3 * 120 {
            quotas.note(None, Duration::from_secs(1));
            tokio::time::advance(Duration::from_secs(30)).await;
        }
        let used = quotas.used(None).as_secs();
        assert!((116..=120).contains(&used), "{used} s");
    }

    #[tokio::test(start_paused = true)]
    async fn beyond_the_quota_the_level_falls_until_an_hour_has_passed() {
        let quotas = Quotas::default();
        let (here, there) = (Some(GuildId(1)), Some(GuildId(2)));
        quotas.note(here, Duration::from_secs(90));
        assert_eq!(quotas.level(here, Level::Titan, 2), Level::Titan);
        tokio::time::advance(Duration::from_secs(1800)).await;
        quotas.note(here, Duration::from_secs(30));
        assert_eq!(quotas.used(here), Duration::from_secs(120));
        assert_eq!(quotas.level(here, Level::Titan, 2), Level::Sergeant);
        assert_eq!(quotas.level(here, Level::Recruit, 2), Level::Recruit);
        assert_eq!(quotas.nodes(here, 20_000, 2), 2_000);
        assert_eq!(quotas.level(there, Level::Titan, 2), Level::Titan);
        tokio::time::advance(Duration::from_secs(1801)).await;
        assert_eq!(quotas.used(here), Duration::from_secs(30));
        assert_eq!(quotas.level(here, Level::Titan, 2), Level::Titan);
        assert_eq!(quotas.level(here, Level::Titan, 0), Level::Sergeant);
    }
}
