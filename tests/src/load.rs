//! Load test of the real program: many simultaneous games, and a ledger of every board.
//!
//! [`run`] opens games and offers turns at a steady rate, several of them at the same instant, and records the messages
//! in the channels. A turn is done when its board is public and all requested direct messages have arrived. Only then
//! is the next turn of that game offered. At the end, the bot reports the state of each game, and the [`ledger`] checks
//! that each version, including the first board, was posted exactly once.
//!
//! A board is a public message with the picture of a board: a separate message, an answer to the Player's command, or a
//! follow-up. Its version is in the `custom_id` of its buttons.

mod computers;
mod ledger;
mod player;
mod report;
mod stage;
mod table;

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::MissedTickBehavior;

use computers::{Account, LEVELS};
pub use player::Players;
pub use report::Report;
use stage::Stage;

use crate::Bot;
use crate::bot::Usage;

/// Maximum number of tables acting concurrently.
const AT_A_TIME: usize = 20;

/// Parameters of a load test.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Number of simultaneous games.
    pub games: usize,
    /// Turns offered per second.
    pub rate: f64,
    /// Turns offered at the same instant, each in another game.
    pub burst: usize,
    /// Delay of each request of the bot in both directions together.
    pub delay: Duration,
    /// `true` to enforce Discord's rate limits.
    pub limits: bool,
    /// Route from the bot to the stand-in.
    pub route: Route,
    /// Database of the bot.
    pub store: Store,
    /// Number of processes; more than one need a server.
    pub processes: usize,
    /// Time for which turns are offered.
    pub time: Duration,
    /// One in this many games has a Player who is notified by direct message.
    pub direct: usize,
    /// Number of games against the computer, besides those between people.
    pub computers: usize,
    /// Level of the computer, from 1 to 6.
    pub level: usize,
    /// `true` if computers pause before they answer, as in normal operation.
    pub pause: bool,
    /// `true` if an army is tested in the background.
    pub test: bool,
    /// Maximum wait for a board. Then the bot is queried whether the turn was accepted, and the game continues without
    /// it. The board may still arrive until the bot is quiet at the end.
    pub patience: Duration,
}

/// Route from the bot to the stand-in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    /// Plain HTTP to its address, without the rate limiter of the bot's library.
    Plain,
    /// TLS to `discord.com` with the rate limiter, as in production.
    Tunnel,
}

/// Database of the bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Store {
    /// A file.
    Sqlite,
    /// A server on this machine.
    Postgres,
}

impl Default for Plan {
    fn default() -> Self {
        Self {
            games: 200,
            rate: 25.0,
            burst: 5,
            delay: Duration::ZERO,
            limits: false,
            route: Route::Plain,
            store: Store::Sqlite,
            processes: 1,
            time: Duration::from_secs(600),
            direct: 10,
            computers: 0,
            level: 6,
            pause: true,
            test: false,
            patience: Duration::from_secs(60),
        }
    }
}

impl Plan {
    /// Sets a parameter from `name=value`: `games=200 rate=25 burst=5 delay=100 limits=on route=tunnel
    /// store=postgres processes=3 seconds=600 direct=10 computers=50 level=6 pause=on test=on
    /// patience=60`, with the delay in milliseconds.
    ///
    /// # Errors
    /// A sentence that lists the valid parameters.
    pub fn set(&mut self, text: &str) -> Result<(), String> {
        let wrong = || {
            format!(
                "\"{text}\" is not understood; write games=200 rate=25 burst=5 delay=100 limits=on|off route=plain|tunnel \
                 store=sqlite|postgres processes=3 seconds=600 direct=10 computers=50 level=1..6 pause=on|off \
                 test=on|off patience=60"
            )
        };
        let (name, value) = text.split_once('=').ok_or_else(wrong)?;
        let number = || value.parse::<u32>().ok().filter(|n| *n > 0);
        let count = || number().map(|n| n as usize).ok_or_else(wrong);
        let seconds = || number().map(|n| Duration::from_secs(n.into())).ok_or_else(wrong);
        match name {
            "games" => self.games = count()?,
            "rate" => self.rate = number().map(f64::from).ok_or_else(wrong)?,
            "burst" => self.burst = count()?,
            "delay" => {
                self.delay = Duration::from_millis(value.parse().map_err(|_| wrong())?);
            }
            "limits" if value == "on" => self.limits = true,
            "limits" if value == "off" => self.limits = false,
            "route" if value == "plain" => self.route = Route::Plain,
            "route" if value == "tunnel" => self.route = Route::Tunnel,
            "store" if value == "sqlite" => self.store = Store::Sqlite,
            "store" if value == "postgres" => self.store = Store::Postgres,
            "processes" => self.processes = count()?,
            "seconds" => self.time = seconds()?,
            "direct" => self.direct = count()?,
            "computers" => self.computers = value.parse().map_err(|_| wrong())?,
            "level" => {
                let level = count()?;
                self.level = (level <= LEVELS.len()).then_some(level).ok_or_else(wrong)?;
            }
            "pause" if value == "on" => self.pause = true,
            "pause" if value == "off" => self.pause = false,
            "test" if value == "on" => self.test = true,
            "test" if value == "off" => self.test = false,
            "patience" => self.patience = seconds()?,
            _ => return Err(wrong()),
        }
        Ok(())
    }
}

/// Runs a load test and returns its report.
///
/// # Panics
/// If the stand-in, the bot or its database cannot be started.
pub async fn run(plan: &Plan) -> Report {
    let mut stage = Stage::set(plan).await;
    let open = async |mut table: table::Table| {
        table.open().await;
        table
    };
    let tables = side_by_side(stage.tables(plan), open).await;
    let duels = stage.duels(plan).await;
    stage.begin(plan).await;
    if plan.test {
        stage.test_army().await;
    }
    let before = stage.processor_time();
    let end = Instant::now() + plan.time;
    let duels: JoinSet<computers::Tally> = duels.into_iter().map(|duel| duel.play(end)).collect();

    let tickets = Arc::new(Semaphore::new(0));
    let mut playing = JoinSet::new();
    for table in tables {
        playing.spawn(table.play(Arc::clone(&tickets)));
    }
    let offer = offer(plan, &tickets, &stage.bots).await;
    tickets.close();
    let tables = playing.join_all().await;
    let against = Account::new(LEVELS[plan.level - 1], &duels.join_all().await);
    let against = (plan.computers > 0).then_some(against);
    if plan.test {
        println!("{}", stage.test_army().await);
    }
    // Duplicates arrive late.
    stage.quiet().await;
    let after = stage.processor_time();
    let processor = [0, 1].map(|part| after[part] - before[part]);
    let traffic = stage.pg.take_traffic();
    stage.relax();
    let tallies = side_by_side(tables, table::Table::close).await;
    Report::new(plan, offer, (traffic, processor), tallies, against, &stage)
}

/// Runs an action at every table, at a few tables concurrently.
async fn side_by_side<Done, Doing>(tables: Vec<table::Table>, act: impl Fn(table::Table) -> Doing) -> Vec<Done>
where
    Done: Send + 'static,
    Doing: Future<Output = Done> + Send + 'static,
{
    let places = Arc::new(Semaphore::new(AT_A_TIME));
    let mut doing = JoinSet::new();
    for table in tables {
        let (places, done) = (Arc::clone(&places), act(table));
        doing.spawn(async move {
            let _place = places.acquire().await;
            done.await
        });
    }
    doing.join_all().await
}

/// Statistics of the offered turns.
#[derive(Clone, Debug, Default)]
struct Offer {
    turns: usize,
    /// Offered turns for which no game was ready.
    held_back: usize,
    lasted: Duration,
    /// Resources that all processes use together, at the start and after each minute.
    usage: Vec<Usage>,
}

/// Issues tickets for turns in bursts. Unused tickets expire at the next burst.
async fn offer(plan: &Plan, tickets: &Semaphore, bots: &[Bot]) -> Offer {
    let begin = Instant::now();
    let mut ticks = tokio::time::interval(Duration::from_secs_f64(plan.burst as f64 / plan.rate));
    ticks.set_missed_tick_behavior(MissedTickBehavior::Burst);
    let mut offer = Offer::default();
    while begin.elapsed() < plan.time {
        ticks.tick().await;
        if begin.elapsed().as_secs() >= 60 * offer.usage.len() as u64 {
            offer.usage.push(bots.iter().map(Bot::usage).sum());
        }
        offer.held_back += tickets.forget_permits(plan.burst);
        tickets.add_permits(plan.burst);
        offer.turns += plan.burst;
    }
    // Waits for the last burst to be used, too.
    ticks.tick().await;
    offer.held_back += tickets.forget_permits(plan.burst);
    offer.lasted = begin.elapsed();
    offer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_is_read() {
        let mut plan = Plan::default();
        for text in ["games=7", "rate=200", "delay=0", "limits=on", "route=tunnel", "store=postgres", "seconds=3"] {
            plan.set(text).unwrap();
        }
        let wanted = Plan {
            games: 7,
            rate: 200.0,
            limits: true,
            route: Route::Tunnel,
            store: Store::Postgres,
            time: Duration::from_secs(3),
            ..Plan::default()
        };
        assert_eq!(plan, wanted);
        for wrong in [
            "games",
            "games=0",
            "games=x",
            "limits=maybe",
            "route=",
            "level=7",
            "store=none",
            "pause=maybe",
            "test=1",
            "size=3",
        ] {
            assert!(plan.set(wrong).unwrap_err().contains("games=200"), "{wrong}");
        }
    }
}
