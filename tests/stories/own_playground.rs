//! The built-in playground: its people, channels and messages survive a restart of the program, and games continue.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use futures_util::StreamExt as _;
use serde_json::{Value, json};
use tempfile::TempDir;
use tests::{Bot, DUEL, PATIENCE};

use crate::browser::Browser;

/// Maximum time whose changes may be lost when the program is killed.
const LOST: Duration = Duration::from_secs(1);

/// Program without a token, used through its page.
struct Club {
    bot: Bot,
    base: String,
    folder: TempDir,
}

impl Club {
    async fn open() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = free.local_addr().unwrap().to_string();
        drop(free);
        let environment = vec![("BATTALION_LISTEN", address.clone()), ("BATTALION_LOG", "info".to_owned())];
        let club =
            Self { bot: Bot::start_with(folder.path(), "", environment), base: format!("http://{address}"), folder };
        club.connected().await;
        club
    }

    /// Restarts the program.
    async fn reopen(&mut self) {
        self.bot.restart();
        self.connected().await;
    }

    /// File of the playground's state.
    fn file(&self) -> PathBuf {
        self.folder.path().join("battalion.playground.jsonl")
    }

    async fn connected(&self) {
        self.until("the bot on its playground", async || {
            let places = self.places("").await?;
            let games = self.channel("games").await;
            let commands = self.look("commands", "ann", &games).await;
            (places["connected"] == true && !commands.is_empty()).then_some(())
        })
        .await;
    }

    async fn until<R>(&self, what: &str, look: impl AsyncFn() -> Option<R>) -> R {
        let start = Instant::now();
        loop {
            if let Some(found) = look().await {
                return found;
            }
            if start.elapsed() > PATIENCE {
                let games = self.channel("games").await;
                let seen = self.look("messages", "ann", &games).await;
                let seen: Vec<&Value> = seen.iter().map(|m| &m["content"]).collect();
                panic!("waited for {what}: {seen:#?}");
            }
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    }

    /// First message to the page; `None` while the program does not respond.
    async fn places(&self, viewer: &str) -> Option<Value> {
        let address = self.base.replace("http://", "ws://");
        let address = format!("{address}/page/live?as={viewer}");
        let (mut socket, _) = tokio_tungstenite::connect_async(address).await.ok()?;
        let first = socket.next().await?.ok()?;
        let told: Value = serde_json::from_str(first.to_text().ok()?).ok()?;
        Some(told["places"].clone())
    }

    /// Id of a person.
    async fn person(&self, name: &str) -> String {
        let places = self.places("").await.unwrap();
        id(find(&places["users"], "name", name))
    }

    /// Id of a channel or thread of the club.
    async fn channel(&self, name: &str) -> String {
        let places = self.places("").await.unwrap();
        id(find(&places["guilds"][0]["channels"], "name", name))
    }

    /// Id of a person's direct message channel with the bot.
    async fn conversation(&self, name: &str) -> String {
        let viewer = self.person(name).await;
        let places = self.places(&viewer).await.unwrap();
        places["dm"].as_str().expect("a conversation").to_owned()
    }

    async fn get(&self, path: &str) -> reqwest::Response {
        reqwest::get(format!("{}{path}", self.base)).await.unwrap()
    }

    /// Messages or commands that a person sees in a channel.
    async fn look(&self, what: &str, name: &str, channel: &str) -> Vec<Value> {
        let viewer = self.person(name).await;
        let path = format!("/page/{what}?as={viewer}&channel={channel}");
        let text = self.get(&path).await.text().await.unwrap();
        serde_json::from_str(&text).unwrap()
    }

    /// Sends an action like the page does.
    async fn act(&self, name: &str, action: &str, mut body: Value) -> Value {
        body["user"] = json!(self.person(name).await);
        let sent = reqwest::Client::new()
            .post(format!("{}/control/{action}", self.base))
            .header("Content-Type", "application/json")
            .body(body.to_string());
        let text = sent.send().await.unwrap().text().await.unwrap();
        let answer: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(answer["status"], "answered", "{name} {action} {body}: {answer}");
        answer
    }

    /// Runs a command in #games.
    async fn slash(&self, name: &str, path: &str, options: Value) {
        let channel = self.channel("games").await;
        let body = json!({"channel": channel, "path": path, "options": options});
        self.act(name, "slash", body).await;
    }

    /// Newest public message in #games with this text.
    async fn told(&self, what: &str) -> Value {
        let games = self.channel("games").await;
        self.until(what, async || {
            let all = self.look("messages", "ann", &games).await;
            let says = |m: &Value| m["content"].as_str().is_some_and(|c| c.contains(what));
            all.into_iter().rfind(|m| m["ephemeral"] == false && says(m))
        })
        .await
    }

    /// Plays a duel up to Ann's e4, with Bob notified by direct message.
    async fn duel(&self) {
        self.slash("bob", "settings me", json!({"pings": "A direct message"})).await;
        let new = json!({"mode": DUEL, "order": "In order of joining"});
        self.slash("ann", "titans new", new).await;
        self.told("2 more Players are needed").await;
        let army = json!({"battalion": "medieval"});
        self.slash("ann", "lobby join", army.clone()).await;
        self.told("1. **Ann**").await;
        self.slash("bob", "lobby join", army).await;
        self.told("2. **Bob**").await;
        self.slash("ann", "lobby start", json!({})).await;
        self.told("your turn").await;
        self.slash("ann", "move", json!({"move": "e4"})).await;
        self.told("`e4`").await;
        self.until("Bob's direct message", async || {
            let places = self.places(&self.person("bob").await).await?;
            let all = self.look("messages", "bob", places["dm"].as_str()?).await;
            (!all.is_empty()).then_some(())
        })
        .await;
    }
}

fn find<'a>(list: &'a Value, field: &str, value: &str) -> &'a Value {
    let all = list.as_array().unwrap();
    let found = all.iter().find(|one| one[field] == value);
    found.unwrap_or_else(|| panic!("no {value} in {list}"))
}

fn id(of: &Value) -> String {
    of["id"].as_str().unwrap().to_owned()
}

fn number(of: &Value) -> u64 {
    id(of).parse().unwrap()
}

/// The `custom_id` of a button.
fn button(message: &Value, label: &str) -> String {
    let rows = message["components"].as_array().unwrap();
    let mut buttons = rows.iter().flat_map(|r| r["components"].as_array().unwrap());
    let found = buttons.find(|b| b["label"] == label);
    found.unwrap_or_else(|| panic!("no {label} on {message}"))["custom_id"].as_str().unwrap().to_owned()
}

/// Unusable files that were set aside beside the database.
fn set_aside(folder: &Path) -> Vec<PathBuf> {
    let all = std::fs::read_dir(folder).unwrap();
    let all = all.map(|entry| entry.unwrap().path());
    all.filter(|path| path.to_string_lossy().contains("playground.jsonl.old-")).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_and_started_again_the_game_goes_on_on_its_page() {
    let mut club = Club::open().await;
    let thread = json!({"mode": DUEL, "location": "A new thread"});
    club.slash("cem", "titans new", thread).await;
    club.duel().await;
    let games = club.channel("games").await;
    let conversation = club.conversation("bob").await;
    tokio::time::sleep(LOST).await;
    let look = async |club: &Club| {
        let places = club.places(&club.person("bob").await).await.unwrap();
        [
            json!(places),
            json!(club.look("messages", "bob", &games).await),
            json!(club.look("messages", "bob", &conversation).await),
            json!(club.look("messages", "ann", &games).await),
            json!(club.look("commands", "ann", &games).await),
        ]
    };
    let before = look(&club).await;
    club.reopen().await;
    let after = look(&club).await;
    // Like at Discord, registering a command again gives it a new version.
    let same = |value: &Value| {
        let mut value = value.clone();
        for command in value.as_array_mut().into_iter().flatten() {
            if let Some(fields) = command.as_object_mut() {
                fields.remove("version");
            }
        }
        value
    };
    for (before, after) in before.iter().zip(&after) {
        assert_eq!(same(before), same(after));
    }
    let channels = before[0]["guilds"][0]["channels"].as_array().unwrap();
    assert!(channels.iter().any(|channel| channel["thread"] == true));
    // The board exists and its buttons work.
    let board = club.told("`e4`").await;
    let picture = board["attachments"][0]["url"].as_str().unwrap();
    let path = picture.strip_prefix(&club.base).unwrap();
    let picture = club.get(path).await.bytes().await.unwrap();
    assert!(picture.starts_with(b"\x89PNG"), "{path}");
    let press = json!({"message": board["id"], "component": button(&board, "Move")});
    club.act("bob", "click", press).await;
    let asked = club.look("messages", "bob", &games).await;
    let asked = asked.last().unwrap();
    assert_eq!(asked["ephemeral"], true);
    assert!(number(asked) > number(&board), "ids go on");
    club.slash("bob", "move", json!({"move": "e5"})).await;
    let answered = club.told("`e5`").await;
    assert!(number(&answered) > number(asked));
    // The old board has lost its buttons, so the bot found it.
    club.until("the old board without buttons", async || {
        let all = club.look("messages", "ann", &games).await;
        let old = all.iter().find(|m| m["id"] == board["id"])?;
        (old["components"] == json!([])).then_some(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stopped_it_loses_nothing_of_its_page() {
    let mut club = Club::open().await;
    club.duel().await;
    let games = club.channel("games").await;
    club.slash("bob", "move", json!({"move": "e5"})).await;
    let before = club.look("messages", "bob", &games).await;
    assert!(club.bot.stop());
    club.reopen().await;
    let after = club.look("messages", "bob", &games).await;
    let ids = |all: &[Value]| all.iter().map(number).collect::<Vec<_>>();
    assert_eq!(ids(&before), ids(&after));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn boards_that_the_page_has_lost_do_not_hinder_play() {
    let mut club = Club::open().await;
    club.duel().await;
    tokio::time::sleep(LOST).await;
    let lost = club.told("`e4`").await;
    club.bot.kill();
    // Simulates a kill before the board was written to the file, while the game has recorded its post.
    let lines = std::fs::read_to_string(club.file()).unwrap();
    let of_the_board = |line: &&str| line.contains(&format!("\"id\":\"{}\"", id(&lost)));
    let kept: Vec<&str> = lines.lines().filter(|line| !of_the_board(line)).collect();
    assert!(kept.len() < lines.lines().count());
    std::fs::write(club.file(), kept.join("\n") + "\n").unwrap();
    club.reopen().await;
    club.slash("bob", "move", json!({"move": "e5"})).await;
    let board = club.told("`e5`").await;
    assert!(number(&board) > number(&lost));
    club.slash("ann", "move", json!({"move": "Nf3"})).await;
    club.told("`Nf3`").await;
    assert!(!club.bot.log().contains("ERROR"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_file_is_kept_aside_and_said() {
    let mut club = Club::open().await;
    club.bot.kill();
    std::fs::write(club.file(), "nonsense\n").unwrap();
    club.reopen().await;
    let aside = set_aside(club.folder.path());
    assert_eq!(aside.len(), 1);
    assert_eq!(std::fs::read(&aside[0]).unwrap(), b"nonsense\n");
    let log = club.bot.log();
    let said = log.lines().find(|line| line.contains("WARN"));
    let said = said.expect("a warning");
    for part in
        ["battalion.playground.jsonl cannot be used (line 1: ", &format!("it was renamed to {}", aside[0].display())]
    {
        assert!(said.contains(part), "{said}");
    }
    // A new club is created.
    club.duel().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_open_page_shows_the_game_again() {
    let mut club = Club::open().await;
    let Some(mut page) = Browser::open(&club.base, 1200, 1000).await else {
        return;
    };
    club.duel().await;
    let board = "[...document.querySelectorAll('figure img')].findLast((i) => i.complete && i.naturalWidth > 300)";
    let shown = format!("{board}?.src");
    let begun = "document.body?.innerText.includes('e4')";
    page.until("document.body?.dataset.bot === 'true'").await;
    page.until(&format!("{begun} && {board}")).await;
    page.shot("restart-1-before").await;
    let before = page.eval(&shown).await;
    tokio::time::sleep(LOST).await;
    club.bot.kill();
    page.until("document.body.dataset.live === 'false'").await;
    club.reopen().await;
    page.until("document.body.dataset.bot === 'true'").await;
    page.until(&format!("{begun} && {board}")).await;
    assert_eq!(page.eval(&shown).await, before);
    page.shot("restart-2-after").await;
    // Bob still has his message.
    page.choose("#viewer", "Bob").await;
    page.click("[data-channel=Battalion]").await;
    page.until("document.querySelector('.message')?.innerText.includes('your turn')").await;
    page.shot("restart-3-conversation").await;
    page.click("[data-channel=games]").await;
    page.until("document.body.innerText.includes('The game has begun')").await;
    let button =
        "[...document.querySelectorAll('button[data-custom-id]')].findLast((b) => b.innerText.trim() === 'Move')";
    page.until(button).await;
    page.eval(&format!("{button}.click(); true")).await;
    page.until("document.querySelector('[data-ephemeral=true] select')").await;
    page.shot("restart-4-move").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_playground_that_a_network_can_reach_is_warned_of() {
    for (address, warned) in [("127.0.0.1:0", false), ("0.0.0.0:0", true)] {
        let folder = tempfile::tempdir().unwrap();
        let environment = vec![("BATTALION_LISTEN", address.to_owned()), ("BATTALION_LOG", "warn".to_owned())];
        let mut bot = Bot::start_with(folder.path(), "", environment);
        let start = Instant::now();
        while !bot.log().contains("try the bot on the playground") && start.elapsed() < PATIENCE {
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
        let log = bot.log();
        assert_eq!(log.contains("can play and administer as anyone"), warned, "{address}:\n{log}");
        assert!(bot.stop());
    }
}
