//! A table to play at: a server with a channel, people in it, and the bot.

use std::path::Path;
use std::time::Duration;

use playground::{Arg, Attachment, Builder, ChannelId, Choice, Interaction, Message, Playground, UserId};
use tempfile::TempDir;

use crate::disk::Disk;
use crate::{Bot, bot};

/// How long anything may take before a story fails.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// A server "Club" with #games, six people of whom Ann is the owner, and the bot connected.
#[derive(Debug)]
pub struct Table {
    /// The stand-in.
    pub pg: Playground,
    /// The bot.
    pub bot: Bot,
    /// #games.
    pub games: ChannelId,
    folder: TempDir,
}

impl Table {
    /// Lays the table.
    pub async fn lay() -> Table {
        Self::lay_with("").await
    }

    /// The same with a `config.toml` of this content.
    pub async fn lay_with(config: &str) -> Table {
        Self::lay_out(Builder::club(), config).await
    }

    /// The same with Discord reached as in production, TLS and limiter included, and its rate limits enforced.
    pub async fn lay_as_in_production() -> Table {
        Self::lay_out(Builder::club().tunnel().enforce_rates(true), "").await
    }

    /// The same on a disk that can fail.
    pub async fn lay_on_a_faulty_disk() -> (Table, Disk) {
        Self::lay_on_a_faulty_disk_with("").await
    }

    /// The same with a `config.toml` of this content.
    pub async fn lay_on_a_faulty_disk_with(config: &str) -> (Table, Disk) {
        let folder = tempfile::tempdir().unwrap();
        let disk = Disk::new(folder.path());
        let more = disk.environment();
        (Self::lay_in(folder, Builder::club(), config, more).await, disk)
    }

    async fn lay_out(builder: Builder, config: &str) -> Table {
        Self::lay_in(tempfile::tempdir().unwrap(), builder, config, Vec::new()).await
    }

    async fn lay_in(folder: TempDir, builder: Builder, config: &str, more: Vec<(&'static str, String)>) -> Table {
        // Discord remembers a nonce for minutes only: that something is told once must not rest on that.
        let builder = builder.nonce_window(Duration::ZERO);
        let pg = builder.start("127.0.0.1:0").await.unwrap();
        std::fs::write(folder.path().join("config.toml"), config).unwrap();
        let mut environment = match pg.tunnel() {
            Some(tunnel) => {
                let mut way = bot::way_through(folder.path(), tunnel);
                way.push(("BATTALION_LOG", "trace".to_owned()));
                way
            }
            None => bot::way_to(&pg.base_url()),
        };
        environment.extend(more);
        let bot = Bot::start_with(folder.path(), pg.token(), environment);
        let games = pg.channel("games").unwrap();
        let table = Table { pg, bot, games, folder };
        if table.pg.wait_ready(PATIENCE).await.is_err() {
            panic!("the bot did not come up:\n{}", table.bot.log());
        }
        table
    }

    /// The folder with the database and the log.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// A person.
    pub fn user(&self, name: &str) -> UserId {
        self.pg.user(name).unwrap()
    }

    /// Types a slash command in #games and waits for the answer.
    pub async fn slash(&self, who: &str, command: &str, options: &[(&str, &str)]) -> Interaction {
        let options = options.iter().map(|(name, value)| (*name, (*value).into()));
        self.with_args(who, command, &options.collect::<Vec<_>>()).await
    }

    /// The same with options that are more than text.
    pub async fn with_args(&self, who: &str, command: &str, options: &[(&str, Arg)]) -> Interaction {
        self.pg
            .slash(self.user(who), self.games, command, options)
            .await
            .unwrap_or_else(|why| panic!("/{command}: {why}\n{}", self.bot.log()))
    }

    /// Types into an option of a command: what is offered.
    pub async fn complete(&self, who: &str, command: &str, option: &str, typed: &str) -> Vec<Choice> {
        self.pg
            .autocomplete(self.user(who), self.games, command, option, typed)
            .await
            .unwrap_or_else(|why| panic!("/{command}: {why}\n{}", self.bot.log()))
    }

    /// Plays a move by `/move`; panics with the bot's answer if it is refused. The new turn message.
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
        found.unwrap_or_else(|_| panic!("{who} plays {text}: {}\n{}", answer.text(), self.bot.log()))
    }

    /// The same where boards may have been deleted: the first board that came after this one.
    pub async fn play_after(&self, last: &Message, who: &str, text: &str) -> Message {
        let answer = self.slash(who, "move", &[("move", text)]).await;
        let newer = |_: &Playground| self.turn_messages().into_iter().find(|message| message.id > last.id);
        let found = self.pg.wait_for("the next board", PATIENCE, newer).await;
        found.unwrap_or_else(|_| panic!("{who} plays {text}: {}\n{}", answer.text(), self.bot.log()))
    }

    /// Plays moves in turn, Ann first.
    pub async fn play_all(&self, moves: &str) -> Message {
        self.play_by_turns(["ann", "bob"], moves).await
    }

    /// Plays moves in turn, the first of two people first.
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
        found.unwrap_or_else(|why| panic!("{why}\n{}", self.bot.log()))
    }

    /// Keeps the picture of a message to be looked at, if `STORY_PICTURES` names a folder.
    pub fn keep(&self, name: &str, message: &Message) {
        if let Some(picture) = message.picture() {
            keep(&format!("{name}.png"), message, picture);
        }
    }

    /// Keeps every picture of a message, likewise.
    pub fn keep_all(&self, name: &str, message: &Message) {
        for file in &message.attachments {
            keep(&format!("{name}-{}", file.filename), message, file);
        }
    }

    /// Waits until the bot has done nothing for so long.
    pub async fn quiet(&self, millis: u64) {
        let quiet = Duration::from_millis(millis);
        self.pg.wait_quiet(quiet, PATIENCE).await.unwrap();
    }

    /// Kills the bot without warning and starts it again.
    pub async fn crash(&mut self) {
        self.bot.kill();
        self.pg.wait_gone(PATIENCE).await.unwrap();
        self.bot.restart();
        self.pg.wait_ready(PATIENCE).await.unwrap();
    }

    /// Fails if the bot broke a rule of Discord's.
    pub fn assert_clean(&self) {
        let violations = self.pg.violations();
        assert!(violations.is_empty(), "{violations:#?}");
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
