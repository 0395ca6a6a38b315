//! A table to play at: a server with a channel, people in it, and the bot.

use std::time::Duration;

use playground::{ChannelId, Interaction, Message, Playground, UserId};
use tempfile::TempDir;

use crate::Bot;

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
        let pg = Playground::builder()
            .user("ann")
            .user("bob")
            .user("cem")
            .user("dora")
            .user("emil")
            .user("fatima")
            .guild("Club")
            .channel("games")
            .channel("lobby")
            .start("127.0.0.1:0")
            .await
            .unwrap();
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("config.toml"), config).unwrap();
        let bot = Bot::start(folder.path(), &pg.base_url(), pg.token());
        let games = pg.channel("games").unwrap();
        let table = Table {
            pg,
            bot,
            games,
            folder,
        };
        if table.pg.wait_ready(PATIENCE).await.is_err() {
            panic!("the bot did not come up:\n{}", table.bot.log());
        }
        table
    }

    /// The folder with the database and the log.
    pub fn folder(&self) -> &std::path::Path {
        self.folder.path()
    }

    /// A person.
    pub fn user(&self, name: &str) -> UserId {
        self.pg.user(name).unwrap()
    }

    /// Types a slash command in #games and waits for the answer.
    pub async fn slash(&self, who: &str, command: &str, options: &[(&str, &str)]) -> Interaction {
        let options: Vec<(&str, playground::Arg)> = options
            .iter()
            .map(|(name, value)| (*name, (*value).into()))
            .collect();
        self.pg
            .slash(self.user(who), self.games, command, &options)
            .await
            .unwrap_or_else(|why| panic!("/{command}: {why}\n{}", self.bot.log()))
    }

    /// A duel of two Battalions with Ann in the first seat, at its first turn message.
    pub async fn duel(&self, ann: &str, bob: &str) -> Message {
        self.slash(
            "ann",
            "titans new",
            &[("mode", "Duel (2 Players)"), ("order", "As people join")],
        )
        .await;
        self.slash("ann", "match join", &[("battalion", ann)]).await;
        self.slash("bob", "match join", &[("battalion", bob)]).await;
        self.slash("ann", "match start", &[]).await;
        self.turn_message(0).await
    }

    /// Plays a move by `/move`; panics with the bot's answer if it is refused. The new turn message.
    pub async fn play(&self, who: &str, text: &str) -> Message {
        let before = self.turn_messages().len();
        let answer = self.slash(who, "move", &[("move", text)]).await;
        let found = self
            .pg
            .wait_for("the next turn message", PATIENCE, |_| {
                let all = self.turn_messages();
                (all.len() > before)
                    .then(|| all.into_iter().next_back())
                    .flatten()
            })
            .await;
        found
            .unwrap_or_else(|_| panic!("{who} plays {text}: {}\n{}", answer.text(), self.bot.log()))
    }

    /// Plays moves in turn, Ann first.
    pub async fn play_all(&self, moves: &str) -> Message {
        let mut last = None;
        for (index, text) in moves.split_whitespace().enumerate() {
            last = Some(
                self.play(if index % 2 == 0 { "ann" } else { "bob" }, text)
                    .await,
            );
        }
        last.expect("at least one move")
    }

    /// Public messages in #games with a board picture, oldest first.
    pub fn turn_messages(&self) -> Vec<Message> {
        let all = self.pg.messages(self.games).into_iter();
        let board = |message: &Message| {
            message
                .picture()
                .is_some_and(|one| one.filename == "board.png")
        };
        all.filter(|message| message.only_for.is_none() && board(message))
            .collect()
    }

    /// Waits for the turn message with this number, counted from 0.
    pub async fn turn_message(&self, number: usize) -> Message {
        let found = self
            .pg
            .wait_for("a turn message", PATIENCE, |_| {
                self.turn_messages().into_iter().nth(number)
            })
            .await;
        found.unwrap_or_else(|why| panic!("{why}\n{}", self.bot.log()))
    }

    /// Keeps the picture of a message to be looked at, if `STORY_PICTURES` names a folder.
    pub fn keep(&self, name: &str, message: &Message) {
        if let (Some(folder), Some(picture)) =
            (std::env::var_os("STORY_PICTURES"), message.picture())
        {
            std::fs::write(
                std::path::Path::new(&folder).join(format!("{name}.png")),
                &picture.bytes,
            )
            .unwrap();
            println!(
                "{name}: {}\nalt: {}",
                message.text(),
                picture.description.as_deref().unwrap_or_default()
            );
        }
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
