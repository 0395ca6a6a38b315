//! Environment of a load test: the stand-in with its channels and people, and the bot.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use playground::{Arg, Builder, ChannelId, Message, Playground, UserId};
use tempfile::TempDir;
use tokio::sync::mpsc;
use tokio::task::JoinSet;

use super::computers::{Duel, LEVELS, Tally};
use super::table::Table;
use super::{Plan, Route, Store};
use crate::bot::way_through;
use crate::{Bot, PATIENCE, Postgres, cluster};

/// Configuration in which computers answer as soon as they have decided.
const AT_ONCE: &str = "[computers]\nleast-pause = 0\nmost-pause = 0\n";

/// Channel of one game with its two people.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub channel: ChannelId,
    pub people: [UserId; 2],
    /// Direct message channel of the second person, if notified that way.
    pub direct: Option<ChannelId>,
}

/// The stand-in and the bot.
#[derive(Debug)]
pub struct Stage {
    pub pg: Arc<Playground>,
    pub bots: Vec<Bot>,
    places: Vec<Place>,
    server: Option<Postgres>,
    _folder: TempDir,
}

impl Stage {
    /// Starts both, without delays and limits at first, so that games can be opened quickly.
    pub async fn set(plan: &Plan) -> Self {
        let mut builder = Builder::default().guild("Club").keep_little().nonce_window(Duration::ZERO);
        for number in 0..plan.games {
            builder = builder.user(&format!("first{number}")).user(&format!("second{number}"));
        }
        for number in 0..plan.computers {
            builder = builder.user(&format!("alone{number}"));
        }
        if plan.route == Route::Tunnel {
            builder = builder.tunnel();
        }
        let pg = builder.start("127.0.0.1:0").await.unwrap();
        let owner = pg.user("first0").unwrap();
        let servers = cluster::one_in_each_shard(&pg, owner, plan.processes).await;
        let channel = |name: String, number: usize, people: &[UserId]| {
            let server = servers[number % servers.len()];
            people.iter().for_each(|person| pg.join(server, *person));
            pg.add_channel(server, &name)
        };
        let folder = tempfile::tempdir().unwrap();
        let config = if plan.pause { "" } else { AT_ONCE };
        std::fs::write(folder.path().join("config.toml"), config).unwrap();
        let mut environment = match pg.tunnel() {
            Some(tunnel) => way_through(folder.path(), tunnel),
            None => vec![("DISCORD_API_PROXY", pg.base_url())],
        };
        environment.push(("BATTALION_LOG", "info".to_owned()));
        let server = match plan.store {
            Store::Sqlite => None,
            Store::Postgres => Some(Postgres::start_durable().expect("PostgreSQL is installed")),
        };
        environment.extend(server.as_ref().map(|server| ("BATTALION_STORE_URL", server.new_database())));
        let bots = if plan.processes == 1 {
            vec![Bot::start_with(folder.path(), pg.token(), environment)]
        } else {
            cluster::start(&pg, folder.path(), plan.processes, &environment)
        };
        if plan.processes > 1 {
            cluster::connected(&pg, &bots).await;
        } else if pg.wait_ready(PATIENCE).await.is_err() {
            panic!("the bot did not come up:\n{}", bots[0].log());
        }
        let places = (0..plan.games)
            .map(|number| {
                let person = |name: &str| pg.user(&format!("{name}{number}")).unwrap();
                let people = [person("first"), person("second")];
                let direct = number.is_multiple_of(plan.direct);
                Place {
                    channel: channel(format!("game{number}"), number, &people),
                    people,
                    direct: direct.then(|| pg.dm(people[1])),
                }
            })
            .collect();
        for number in 0..plan.computers {
            channel(format!("computer{number}"), number, &[pg.user(&format!("alone{number}")).unwrap()]);
        }
        Self { pg: Arc::new(pg), bots, places, server, _folder: folder }
    }

    /// Creates a table for every place, subscribed to its messages.
    pub fn tables(&self, plan: &Plan) -> Vec<Table> {
        let mut by_channel = HashMap::new();
        let tables = self.places.iter().zip(0..).map(|(place, seed)| {
            let (tell, messages) = mpsc::unbounded_channel();
            for channel in [Some(place.channel), place.direct].into_iter().flatten() {
                by_channel.insert(channel, tell.clone());
            }
            Table::new(&self.pg, *place, plan.patience, messages, seed)
        });
        let tables = tables.collect();
        self.forward(by_channel);
        tables
    }

    /// Starts games against the computer. The server allows its computers more time than they can use, so that they
    /// play at full strength.
    pub async fn duels(&self, plan: &Plan) -> Vec<Duel> {
        if plan.computers == 0 {
            return Vec::new();
        }
        let owner = self.places[0].people[0];
        let minutes = [("minutes", Arg::Integer(600))];
        // The first places are on different servers.
        for place in &self.places[..plan.games.min(2 * plan.processes)] {
            self.pg.slash(owner, place.channel, "server computers", &minutes).await.unwrap();
        }
        let mut by_channel = HashMap::new();
        let mut duels = Vec::new();
        for number in 0..plan.computers {
            let (tell, messages) = mpsc::unbounded_channel();
            let channel = self.pg.channel(&format!("computer{number}")).unwrap();
            by_channel.insert(channel, tell);
            duels.push(Duel {
                pg: Arc::clone(&self.pg),
                channel,
                person: self.pg.user(&format!("alone{number}")).unwrap(),
                level: LEVELS[plan.level - 1],
                games: number,
                messages,
                counted: HashSet::new(),
                tally: Tally::default(),
            });
        }
        self.forward(by_channel);
        let end = Instant::now() + plan.patience;
        let opened = duels.into_iter().map(|mut duel| async move {
            assert!(duel.open(end).await, "a game against the computer begins");
            duel.tally = Tally::default();
            duel
        });
        opened.collect::<JoinSet<_>>().join_all().await
    }

    /// Starts a test of an army in the background, or asks how far it is.
    pub async fn test_army(&self) -> String {
        let owner = self.places[0].people[0];
        let army = [("battalion", "medieval".into())];
        let answer = self.pg.slash(owner, self.places[0].channel, "battalion-admin test", &army).await.unwrap();
        assert!(answer.text().contains("is being tested"), "{}", answer.text());
        answer.text()
    }

    /// Forwards messages to the table of their channel.
    fn forward(&self, by_channel: HashMap<ChannelId, mpsc::UnboundedSender<Message>>) {
        let mut messages = self.pg.follow();
        tokio::spawn(async move {
            while let Some(message) = messages.recv().await {
                if let Some(hears) = by_channel.get(&message.channel) {
                    // Fails only if the receiver no longer plays.
                    let _ = hears.send(message);
                }
            }
        });
    }

    /// Starts the measurement.
    pub async fn begin(&mut self, plan: &Plan) {
        self.quiet().await;
        self.pg.take_traffic();
        self.pg.set_latency(plan.delay);
        self.pg.enforce_rates(plan.limits);
    }

    /// Processor time used so far by all processes, and by the database on a server.
    pub fn processor_time(&self) -> [Duration; 2] {
        let server = self.server.as_ref().map(Postgres::processor_time);
        [self.bots.iter().map(Bot::processor_time).sum(), server.unwrap_or_default()]
    }

    /// Ends the measurement: removes delays and limits.
    pub fn relax(&self) {
        self.pg.set_latency(Duration::ZERO);
        self.pg.enforce_rates(false);
    }

    /// Waits until the bot is idle, as far as visible.
    pub async fn quiet(&self) {
        // The timeout is ignored: a bot that never becomes idle is detected by its posts.
        let _ = self.pg.wait_quiet(Duration::from_secs(2), PATIENCE).await;
    }
}
