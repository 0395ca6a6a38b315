//! Test table: a server with a channel, people in it, and the bot.

use std::path::Path;
use std::pin::pin;
use std::time::{Duration, Instant};

use playground::{Arg, Attachment, Builder, ChannelId, Choice, Interaction, Message, Playground, UserId};
use tempfile::TempDir;

use crate::disk::Disk;
use crate::postgres::Sessions;
use crate::{Bot, Database, Postgres, bot};

/// People of the club.
const PEOPLE: [&str; 6] = ["ann", "bob", "cem", "dora", "emil", "fatima"];

/// Timeout of each step of a story.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Time without work after which the bot counts as idle.
const IDLE: Duration = Duration::from_millis(300);

/// Time between two looks at the threads of the bot.
const SAMPLE: Duration = Duration::from_millis(20);

/// Server "Club" with #games, six people (Ann is the owner), and the connected bot.
#[derive(Debug)]
pub struct Table {
    /// Discord stand-in.
    pub pg: Playground,
    /// Bot process.
    pub bot: Bot,
    /// Channel #games.
    pub games: ChannelId,
    /// Address of the database.
    pub database: String,
    folder: TempDir,
    _on_server: Option<Database>,
}

impl Table {
    /// Starts the table.
    pub async fn lay() -> Table {
        Self::lay_with("").await
    }

    /// Starts the table with this `config.toml`.
    pub async fn lay_with(config: &str) -> Table {
        Self::lay_out(Builder::club(), config).await
    }

    /// Starts the table with Discord reached as in production: TLS, rate limiter, and enforced rate limits.
    pub async fn lay_as_in_production() -> Table {
        Self::lay_out(Builder::club().tunnel().enforce_rates(true), "").await
    }

    /// Starts the table on a disk that can fail.
    pub async fn lay_on_a_faulty_disk() -> (Table, Disk) {
        Self::lay_on_a_faulty_disk_with("").await
    }

    /// Starts the table on a disk that can fail, with this `config.toml`.
    pub async fn lay_on_a_faulty_disk_with(config: &str) -> (Table, Disk) {
        let folder = tempfile::tempdir().unwrap();
        let disk = Disk::new(folder.path());
        let more = disk.environment();
        (Self::lay_in(folder, Builder::club(), config, None, more).await, disk)
    }

    /// Starts the table with the database in the file `battalion.sqlite`, whatever `BATTALION_TEST_DATABASE` says.
    pub async fn lay_on_a_file(config: &str) -> Table {
        Self::lay_in(tempfile::tempdir().unwrap(), Builder::club(), config, None, Vec::new()).await
    }

    /// Starts the table with a bot whose database is at this address.
    pub async fn lay_on(address: &str) -> Table {
        Self::lay_in(tempfile::tempdir().unwrap(), Builder::club(), "", Some(address.to_owned()), Vec::new()).await
    }

    /// Starts the table. With `BATTALION_TEST_DATABASE=postgres`, the database is on PostgreSQL.
    async fn lay_out(builder: Builder, config: &str) -> Table {
        let on_server = std::env::var_os("BATTALION_TEST_DATABASE").is_some_and(|kind| kind == "postgres");
        let database = on_server.then(|| Postgres::database().expect("PostgreSQL is installed"));
        let address = database.as_ref().map(|database| database.address().to_owned());
        let table = Self::lay_in(tempfile::tempdir().unwrap(), builder, config, address, Vec::new()).await;
        Table { _on_server: database, ..table }
    }

    /// `server`: address of the database; `None` for the file `battalion.sqlite`.
    async fn lay_in(
        folder: TempDir,
        builder: Builder,
        config: &str,
        server: Option<String>,
        more: Vec<(&'static str, String)>,
    ) -> Table {
        // Discord remembers a nonce for a few minutes only, so preventing duplicates must not depend on it.
        // With one token for all tables, component ids of two tables can be compared.
        let builder = builder.nonce_window(Duration::ZERO).token("stories.of.battalion");
        let pg = builder.start("127.0.0.1:0").await.unwrap();
        // Fits of published Battalions would take the processor from the stories.
        let fits = if config.contains("[fits]") { "" } else { "[fits]\ngames = 0\n" };
        std::fs::write(folder.path().join("config.toml"), format!("{fits}{config}")).unwrap();
        let mut environment = match pg.tunnel() {
            Some(tunnel) => {
                let mut way = bot::way_through(folder.path(), tunnel);
                way.push(("BATTALION_LOG", "trace".to_owned()));
                way
            }
            None => bot::way_to(&pg.base_url()),
        };
        environment.extend(more);
        environment.extend(server.clone().map(|address| ("BATTALION_STORE_URL", address)));
        let database = server.unwrap_or_else(|| format!("sqlite:{}", folder.path().join("battalion.sqlite").display()));
        let bot = Bot::start_with(folder.path(), pg.token(), environment);
        let games = pg.channel("games").unwrap();
        let table = Table { pg, bot, games, database, folder, _on_server: None };
        if table.pg.wait_ready(PATIENCE).await.is_err() {
            panic!("the bot did not come up");
        }
        table
    }

    /// Folder with the database and the log.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Id of a person.
    pub fn user(&self, name: &str) -> UserId {
        self.pg.user(name).unwrap()
    }

    /// Runs a slash command in #games and waits for the answer.
    pub async fn slash(&self, who: &str, command: &str, options: &[(&str, &str)]) -> Interaction {
        let options = options.iter().map(|(name, value)| (*name, (*value).into()));
        self.with_args(who, command, &options.collect::<Vec<_>>()).await
    }

    /// Runs a slash command with options of any type.
    pub async fn with_args(&self, who: &str, command: &str, options: &[(&str, Arg)]) -> Interaction {
        self.pg
            .slash(self.user(who), self.games, command, options)
            .await
            .unwrap_or_else(|why| panic!("/{command}: {why}"))
    }

    /// Types into an option of a command and returns the suggestions.
    pub async fn complete(&self, who: &str, command: &str, option: &str, typed: &str) -> Vec<Choice> {
        self.pg
            .autocomplete(self.user(who), self.games, command, option, typed)
            .await
            .unwrap_or_else(|why| panic!("/{command}: {why}"))
    }

    /// Plays a move with `/move` and returns the new turn message. Panics with the bot's answer if the move is refused.
    pub async fn play(&self, who: &str, text: &str) -> Message {
        let before = self.turn_messages().len();
        let answer = self.slash(who, "move", &[("move", text)]).await;
        let found = self
            .pg
            .wait_for("the next turn message", PATIENCE, |_| {
                let all = self.turn_messages();
                (all.len() > before).then(|| all.into_iter().next_back()).flatten()
            })
            .await;
        found.unwrap_or_else(|_| panic!("{who} plays {text}: {}", answer.text()))
    }

    /// Plays a move where boards may have been deleted; returns the first board after `last`.
    pub async fn play_after(&self, last: &Message, who: &str, text: &str) -> Message {
        let answer = self.slash(who, "move", &[("move", text)]).await;
        let newer = |_: &Playground| self.turn_messages().into_iter().find(|message| message.id > last.id);
        let found = self.pg.wait_for("the next board", PATIENCE, newer).await;
        found.unwrap_or_else(|_| panic!("{who} plays {text}: {}", answer.text()))
    }

    /// Plays alternating moves, Ann first.
    pub async fn play_all(&self, moves: &str) -> Message {
        self.play_by_turns(["ann", "bob"], moves).await
    }

    /// Plays alternating moves, the first of two people first.
    pub async fn play_by_turns(&self, people: [&str; 2], moves: &str) -> Message {
        let mut last = None;
        for (who, text) in people.into_iter().cycle().zip(moves.split_whitespace()) {
            last = Some(self.play(who, text).await);
        }
        last.expect("at least one move")
    }

    /// Public messages in #games with a board picture, oldest first.
    pub fn turn_messages(&self) -> Vec<Message> {
        let all = self.pg.messages(self.games).into_iter();
        let board = |message: &Message| message.picture().is_some_and(|one| one.filename == "board.png");
        all.filter(|message| message.only_for.is_none() && board(message)).collect()
    }

    /// Waits for the turn message with this number, counted from 0.
    pub async fn turn_message(&self, number: usize) -> Message {
        let found =
            self.pg.wait_for("a turn message", PATIENCE, |_| self.turn_messages().into_iter().nth(number)).await;
        found.unwrap()
    }

    /// Saves the picture of a message for review, if `STORY_PICTURES` names a folder.
    pub fn keep(&self, name: &str, message: &Message) {
        if let Some(picture) = message.picture() {
            keep(&format!("{name}.png"), message, picture);
        }
    }

    /// Saves every picture of a message like `keep`.
    pub fn keep_all(&self, name: &str, message: &Message) {
        for file in &message.attachments {
            keep(&format!("{name}-{}", file.filename), message, file);
        }
    }

    /// Waits until the bot has made no request for this time, and no thread has run or waited for a core at the end of it.
    /// On a loaded machine a bot without requests may still have work. Earlier work does not count, since the bot looks at
    /// its database every second.
    pub async fn quiet(&self, millis: u64) {
        let start = Instant::now();
        // If this program got no core during the first silence, a request may be unread; the second wait reads it.
        while !(self.is_quiet_for(Duration::from_millis(millis)).await && self.is_quiet_for(SAMPLE * 2).await) {
            assert!(start.elapsed() < PATIENCE, "the bot still works after {PATIENCE:?}");
        }
    }

    /// Waits until the bot has made no request for this time; returns `true` if it had no work at the end of it.
    async fn is_quiet_for(&self, silence: Duration) -> bool {
        let sessions = Sessions::of(&self.database);
        let mut silent = pin!(self.pg.wait_quiet(silence, PATIENCE));
        let mut worked = None;
        loop {
            tokio::select! {
                silent = &mut silent => break silent.unwrap(),
                () = tokio::time::sleep(SAMPLE) => if self.bot.is_working() || sessions.are_serving() {
                    worked = Some(Instant::now());
                },
            }
        }
        // While the server of the database works, the bot waits for it without a thread that runs.
        let is_working = self.bot.is_working() || Sessions::of(&self.database).are_serving();
        !is_working && worked.is_none_or(|at| at.elapsed() >= IDLE.min(silence))
    }

    /// Kills the bot without warning and restarts it.
    pub async fn crash(&mut self) {
        self.bot.kill();
        self.pg.wait_gone(PATIENCE).await.unwrap();
        self.bot.restart();
        self.pg.wait_ready(PATIENCE).await.unwrap();
    }

    /// Fails if the bot has violated a rule of Discord, or has logged the name of a person.
    pub fn assert_clean(&self) {
        let violations = self.pg.violations();
        assert!(violations.is_empty(), "{violations:#?}");
        let log = self.bot.log();
        let named = |line: &&str| {
            let mut words = line.split(|c: char| !c.is_alphanumeric());
            words.any(|word| PEOPLE.iter().any(|name| name.eq_ignore_ascii_case(word)))
        };
        let naming: Vec<&str> = log.lines().filter(named).collect();
        assert!(naming.is_empty(), "names in the log: {naming:#?}");
    }
}

fn keep(name: &str, message: &Message, picture: &Attachment) {
    let Some(folder) = std::env::var_os("STORY_PICTURES") else {
        return;
    };
    std::fs::write(Path::new(&folder).join(name), &picture.bytes).unwrap();
    let alt = picture.description.as_deref().unwrap_or_default();
    println!("{name}: {}\nalt: {alt}", message.text());
}
