//! Play under load: many games at once on the real program, and an account of every board.
//!
//! [`run`] opens games, offers turns at a steady rate, several of them at the same instant, and follows what reaches the
//! channels. A turn is done when its board is public and everyone who is told by direct message has got it; only
//! then is the next turn of that game offered. Afterwards the bot is asked how far each game has come, and the
//! [`ledger`] says whether each version, from the first board on, was posted exactly once.
//!
//! A board is a public message with the picture of a board, whether it is a message of its own, the answer to the person who
//! moved, or a follow-up; which version it shows stands in the `custom_id` of its buttons.

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
pub use report::Report;
use stage::Stage;

use crate::Bot;

/// Tables at which something is done side by side.
const AT_A_TIME: usize = 20;

/// What is played, and under which conditions.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Games that go on at once.
    pub games: usize,
    /// Turns offered each second.
    pub rate: f64,
    /// Turns offered at the same instant, each in another game.
    pub burst: usize,
    /// How long each request of the bot takes on its way there and back.
    pub delay: Duration,
    /// Whether Discord's rate limits are enforced.
    pub limits: bool,
    /// How the bot reaches the stand-in.
    pub route: Route,
    /// For how long turns are offered.
    pub time: Duration,
    /// One game in so many has a Player who hears of their turn by a direct message.
    pub direct: usize,
    /// Games against the computer beside those between people.
    pub computers: usize,
    /// At which level: 1 to 6.
    pub level: usize,
    /// Whether computers pause before they answer, as people have it.
    pub pause: bool,
    /// How long a board may be outstanding before the bot is asked whether the turn was accepted at all, and the game goes on
    /// without it. It may still come until the bot is quiet at the end.
    pub patience: Duration,
}

/// How the bot reaches the stand-in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    /// Plain HTTP to its address, without the limiter of the bot's library.
    Plain,
    /// As in production: TLS to `discord.com`, with the limiter.
    Tunnel,
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
            time: Duration::from_secs(600),
            direct: 10,
            computers: 0,
            level: 6,
            pause: true,
            patience: Duration::from_secs(60),
        }
    }
}

impl Plan {
    /// Changes what `name=value` says: `games=200 rate=25 burst=5 delay=100 limits=on route=tunnel seconds=600 direct=10
    /// computers=50 level=6 pause=on patience=60`, the delay in milliseconds.
    ///
    /// # Errors
    /// A sentence with what is understood.
    pub fn set(&mut self, text: &str) -> Result<(), String> {
        let wrong = || {
            format!(
                "\"{text}\" is not understood; write games=200 rate=25 burst=5 delay=100 limits=on|off route=plain|tunnel \
                 seconds=600 direct=10 computers=50 level=1..6 pause=on|off patience=60"
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
            "seconds" => self.time = seconds()?,
            "direct" => self.direct = count()?,
            "computers" => self.computers = value.parse().map_err(|_| wrong())?,
            "level" => {
                let level = count()?;
                self.level = (level <= LEVELS.len()).then_some(level).ok_or_else(wrong)?;
            }
            "pause" if value == "on" => self.pause = true,
            "pause" if value == "off" => self.pause = false,
            "patience" => self.patience = seconds()?,
            _ => return Err(wrong()),
        }
        Ok(())
    }
}

/// Plays, and says what became of it.
///
/// # Panics
/// When the stand-in or the bot cannot be started.
pub async fn run(plan: &Plan) -> Report {
    let mut stage = Stage::set(plan).await;
    let open = async |mut table: table::Table| {
        table.open().await;
        table
    };
    let tables = side_by_side(stage.tables(plan), open).await;
    let duels = stage.duels(plan).await;
    stage.begin(plan).await;
    let end = Instant::now() + plan.time;
    let duels: JoinSet<computers::Tally> = duels.into_iter().map(|duel| duel.play(end)).collect();

    let tickets = Arc::new(Semaphore::new(0));
    let mut playing = JoinSet::new();
    for table in tables {
        playing.spawn(table.play(Arc::clone(&tickets)));
    }
    let offer = offer(plan, &tickets, &stage.bot).await;
    tickets.close();
    let tables = playing.join_all().await;
    let against = Account::new(LEVELS[plan.level - 1], &duels.join_all().await);
    let against = (plan.computers > 0).then_some(against);
    // What comes twice comes late.
    stage.quiet().await;
    let traffic = stage.pg.take_traffic();
    stage.relax();
    let tallies = side_by_side(tables, table::Table::close).await;
    Report::new(plan, offer, traffic, tallies, against, &stage)
}

/// Does something at every table, at a few of them at a time.
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

/// What was offered.
#[derive(Clone, Debug, Default)]
struct Offer {
    turns: usize,
    /// Those of them that no game was ready for.
    held_back: usize,
    lasted: Duration,
    /// Resident memory of the bot in megabytes, at the beginning and after each minute.
    memory: Vec<u64>,
}

/// Gives out tickets for turns, as many at once as a burst has. What is not taken until the next burst is held back.
async fn offer(plan: &Plan, tickets: &Semaphore, bot: &Bot) -> Offer {
    let begin = Instant::now();
    let mut ticks = tokio::time::interval(Duration::from_secs_f64(plan.burst as f64 / plan.rate));
    ticks.set_missed_tick_behavior(MissedTickBehavior::Burst);
    let mut offer = Offer::default();
    while begin.elapsed() < plan.time {
        ticks.tick().await;
        if begin.elapsed().as_secs() >= 60 * offer.memory.len() as u64 {
            offer.memory.extend(bot.resident());
        }
        offer.held_back += tickets.forget_permits(plan.burst);
        tickets.add_permits(plan.burst);
        offer.turns += plan.burst;
    }
    // The last burst is taken, too.
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
        for text in ["games=7", "rate=200", "delay=0", "limits=on", "route=tunnel", "seconds=3"] {
            plan.set(text).unwrap();
        }
        let wanted = Plan {
            games: 7,
            rate: 200.0,
            limits: true,
            route: Route::Tunnel,
            time: Duration::from_secs(3),
            ..Plan::default()
        };
        assert_eq!(plan, wanted);
        for wrong in ["games", "games=0", "games=x", "limits=maybe", "route=", "level=7", "pause=maybe", "size=3"] {
            assert!(plan.set(wrong).unwrap_err().contains("games=200"), "{wrong}");
        }
    }
}
