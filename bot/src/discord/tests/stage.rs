//! The server on which scenes are played: people who use the bot in several channels, the passing of time, and what Discord
//! refuses. [`scenes`](super::scenes) lists the steps.

mod cast;

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Value, json};
use serenity::all::{FullEvent, Permissions};
use tokio::sync::OnceCell;
use tokio::sync::mpsc::Receiver;

use cast::{
    CHANNELS, DIRECT, DIRECT_MESSAGES, FAR_SERVER, GAMES, NUMBER_OF_OTHER_GAMES, OTHER_GAMES, OTHER_SERVER,
    PUBLIC_THREAD, SERVER,
};
pub(super) use cast::{Circumstances, PEOPLE};

use super::stand_in::{EPHEMERAL, From, Sent, StandIn, channel};
use super::told::list;
use super::typed::Commands;
use crate::discord::app::Shared;
use crate::discord::delivery::{deliver, remove};
use crate::discord::features::battalions::test_delivery::{self, Failed};
use crate::discord::old_buttons::Old;
use crate::host::tests::timeline::after;
use crate::host::tests::{BEGIN, Folder, dealing, some};
use crate::host::{GuildId, Host, Notice, Pace, PersonId};

/// Message that was shown in a channel, to one person or to all.
struct Shown {
    to: Option<u64>,
    channel: u64,
    /// Flags of the message.
    flags: u64,
    body: Value,
}

impl Shown {
    /// Id and value of the button or option with this label.
    fn labelled(&self, label: &str) -> Option<(String, Vec<String>)> {
        let rows = list(&self.body["components"]);
        let components: Vec<Value> = rows.iter().flat_map(|row| list(&row["components"])).collect();
        components.iter().filter(|one| one["disabled"] != true).find_map(|one| {
            let id = one["custom_id"].as_str()?.to_owned();
            if one["label"] == label {
                return Some((id, Vec::new()));
            }
            let options = list(&one["options"]);
            let option = options.iter().find(|option| option["label"] == label)?;
            Some((id, vec![option["value"].as_str()?.to_owned()]))
        })
    }
}

/// Number of seconds in "90 minutes".
fn duration(text: &str) -> Option<i64> {
    let (number, unit) = text.split_once(' ')?;
    let unit = match unit.trim_end_matches('s') {
        "second" => 1,
        "minute" => 60,
        "hour" => 3_600,
        "day" => 86_400,
        _ => return None,
    };
    Some(number.parse::<i64>().ok()? * unit)
}

/// Database in which the other games run. Every scene begins with a copy.
static OTHERS: OnceCell<Vec<u8>> = OnceCell::const_new();

/// A server on which a scene is played.
pub(super) struct Stage {
    folder: Folder,
    host: Host,
    stand_in: StandIn,
    app: Shared,
    commands: Commands,
    circumstances: Circumstances,
    /// Servers that the bot is on.
    servers: Vec<u64>,
    shown: Vec<Shown>,
    /// Permissions of people who have others than at the start.
    may: BTreeMap<u64, Permissions>,
    bot_may: Permissions,
    /// Queue of messages that lose their buttons.
    old: Receiver<Old>,
    /// Last interaction, for Discord delivers some twice.
    last: Value,
}

impl Stage {
    pub async fn new(circumstances: Circumstances) -> Self {
        // Hundreds of databases on a server take minutes.
        let folder = if circumstances == Circumstances::Usual { Folder::new() } else { Folder::of_file() };
        if circumstances == Circumstances::Disturbed {
            std::fs::write(folder.file(), OTHERS.get_or_init(Self::with_other_games).await).unwrap();
        }
        Self::open(folder, circumstances).await
    }

    /// Plays the other games, and returns their database.
    async fn with_other_games() -> Vec<u8> {
        let mut stage = Self::open(Folder::of_file(), Circumstances::Disturbed).await;
        for step in OTHER_GAMES {
            stage.step(step).await.unwrap();
        }
        stage.idle().await;
        stage.host.close().await;
        std::fs::read(stage.folder.file()).unwrap()
    }

    async fn open(folder: Folder, circumstances: Circumstances) -> Self {
        let host = dealing(&folder, [5; 32]).await;
        let stand_in = StandIn::start().await;
        for server in [SERVER, OTHER_SERVER, FAR_SERVER] {
            for (person, ..) in PEOPLE {
                super::places::server(&stand_in, server, person);
            }
        }
        for (_, id, server, kind, parent) in CHANNELS {
            stand_in.set(&format!("GET channels/{id}"), 200, channel(id, server, kind, parent));
        }
        stand_in.set("POST channels/500/threads", 200, channel(600, SERVER, PUBLIC_THREAD, Some(GAMES)));
        stand_in.set("DELETE channels/600", 200, channel(600, SERVER, PUBLIC_THREAD, Some(GAMES)));
        for (name, content) in cast::files() {
            stand_in.hold(&name, content);
        }
        let app = stand_in.app(host.clone());
        let commands = Commands::new(&stand_in).await;
        let servers = vec![SERVER, OTHER_SERVER, FAR_SERVER];
        let (shown, may) = (Vec::new(), BTreeMap::new());
        // Administrators have all other permissions, too.
        let bot_may = Permissions::all() - Permissions::ADMINISTRATOR;
        let (old, last) = (app.buttons.take_queue().unwrap(), Value::Null);
        let stage =
            Self { folder, host, stand_in, app, commands, circumstances, servers, shown, may, bot_may, old, last };
        stage.connect();
        stage
    }

    /// A person in a channel.
    fn by(&self, name: &str, channel: u64) -> From {
        let found = PEOPLE.iter().find(|(_, plain, ..)| *plain == name);
        let &(person, plain, marked, further) = found.unwrap_or_else(|| panic!("nobody is called {name}"));
        let name = if self.circumstances == Circumstances::Disturbed { marked } else { plain };
        let usual = Permissions::SEND_MESSAGES | Permissions::SEND_MESSAGES_IN_THREADS | Permissions::VIEW_CHANNEL;
        let may = self.may.get(&person).copied().unwrap_or(usual | further);
        match CHANNELS.iter().find(|(_, id, ..)| *id == channel) {
            Some(&(_, _, server, kind, _)) => From { person, name, guild: Some(server), channel, kind, may },
            None => From { person, name, guild: None, channel, kind: DIRECT, may },
        }
    }

    /// A step with the numbers that games have in these circumstances.
    fn numbered(&self, does: &str) -> String {
        if self.circumstances != Circumstances::Disturbed {
            return does.to_owned();
        }
        let renumbered = |word: &str| {
            let number: u64 = word.strip_prefix("game:")?.parse().ok()?;
            Some(format!("game:{}", number + NUMBER_OF_OTHER_GAMES))
        };
        let words: Vec<String> =
            does.split(' ').map(|word| renumbered(word).unwrap_or_else(|| word.to_owned())).collect();
        words.join(" ")
    }

    fn remember(&mut self, by: Option<From>, sent: &[Sent]) {
        for one in sent {
            let body = if one.body["data"].is_object() { &one.body["data"] } else { &one.body };
            let private = one.call.ends_with("/@original") || body["flags"].as_u64().unwrap_or(0) & EPHEMERAL != 0;
            let posted = one.call.split_once(" channels/").and_then(|(_, rest)| rest.split('/').next()?.parse().ok());
            let channel: u64 = posted.or(by.map(|by| by.channel)).unwrap_or(GAMES);
            let direct = channel.checked_sub(DIRECT_MESSAGES);
            let to = direct.or(by.map(|by| by.person).filter(|_| private));
            let flags = if private { EPHEMERAL } else { 0 };
            self.shown.push(Shown { to, channel, flags, body: body.clone() });
        }
    }

    /// Component with this label, in a message that the person sees and that has it: the newest one, or the oldest.
    fn find(&self, name: &str, label: &str, oldest: bool) -> Result<(From, String, Vec<String>, u64), String> {
        let of = |plain: &str| label.strip_prefix(&format!("{plain}'s ")).map(str::to_owned);
        let others = PEOPLE.iter().find_map(|(_, plain, ..)| Some((*plain, of(plain)?)));
        let (whose, label) = others.unwrap_or((name, label.to_owned()));
        let displayed = match self.circumstances {
            Circumstances::Usual => label.clone(),
            Circumstances::Disturbed => {
                PEOPLE.iter().fold(label.clone(), |label, (_, plain, marked, _)| label.replace(plain, marked))
            }
        };
        let person = self.by(whose, GAMES).person;
        let seen = || self.shown.iter().rev().filter(|shown| shown.to.is_none_or(|to| to == person));
        let labelled = |shown: &Shown| shown.labelled(&label).or_else(|| shown.labelled(&displayed));
        let mut having = seen().filter_map(|shown| Some((labelled(shown)?, shown)));
        let found = if oldest { having.next_back() } else { having.next() };
        let Some(((id, values), shown)) = found else {
            let seen: Vec<&Value> = seen().take(3).map(|shown| &shown.body).collect();
            return Err(format!("{name} sees no {label} but {seen:?}"));
        };
        Ok((self.by(name, shown.channel), id, values, shown.flags))
    }

    /// Declarations of all commands.
    pub fn declarations(&self) -> &[Value] {
        &self.commands.tree
    }

    /// Returns true if there was an interaction.
    pub fn has_interaction(&self) -> bool {
        !self.last.is_null()
    }

    /// Returns true if the last answer opened a form.
    pub fn has_form(&self) -> bool {
        self.shown.last().is_some_and(|shown| shown.body["title"].is_string())
    }

    /// Newest code of a shared Battalion that was shown to anybody.
    pub fn code(&self) -> Option<String> {
        let is_code = |word: &&str| {
            let letters = word.chars().filter(|letter| letter.is_ascii_uppercase() || letter.is_ascii_digit());
            letters.count() == 10 && word.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-')
        };
        let texts = self.shown.iter().rev().filter_map(|shown| shown.body["content"].as_str());
        texts.flat_map(|text| text.split("**")).find(is_code).map(str::to_owned)
    }

    /// Buttons and options of menus in the newest messages that a person sees: verb of the step, and label.
    pub fn components(&self, name: &str, newest: usize) -> Vec<(&'static str, String)> {
        let person = self.by(name, GAMES).person;
        let seen = self.shown.iter().rev().filter(|shown| shown.to.is_none_or(|to| to == person));
        let rows = seen.take(newest).flat_map(|shown| list(&shown.body["components"]));
        let components = rows.flat_map(|row| list(&row["components"]));
        let mut all = Vec::new();
        for component in components.filter(|one| one["disabled"] != true && one["custom_id"].is_string()) {
            let label = |of: &Value| of["label"].as_str().unwrap_or_default().to_owned();
            let options = list(&component["options"]);
            if options.is_empty() {
                all.push(("presses", label(&component)));
            }
            all.extend(options.iter().map(|option| ("chooses", label(option))));
        }
        all
    }

    /// Waits for everything that runs in the background.
    async fn idle(&self) {
        loop {
            tokio::time::sleep(Duration::from_millis(2)).await;
            if self.app.work.is_idle() {
                break;
            }
        }
        self.host.settled().await;
    }

    /// Notices that can be posted now.
    async fn due(&self) -> Vec<Notice> {
        self.idle().await;
        let is_due = self.host.next_notice_at().await.is_some_and(|at| at <= self.host.now());
        if is_due { some(&self.host).await } else { Vec::new() }
    }

    async fn posted(&mut self) -> Vec<Sent> {
        let mut all = Vec::new();
        loop {
            let mut notices = self.due().await;
            if notices.is_empty() {
                break;
            }
            // Clocks of several games are served side by side, in any order.
            notices.sort_by_key(|notice| (notice.game, notice.id));
            for notice in notices {
                deliver(&self.app, &self.stand_in.http, notice).await;
            }
            all.extend(self.stand_in.take());
        }
        test_delivery::once(&self.app, &self.stand_in.http, &mut Failed::new()).await.unwrap();
        all.extend(self.stand_in.take());
        self.remember(None, &all);
        all
    }

    /// Lets time pass. Everything that becomes due is posted when it is due.
    async fn pass(&mut self, millis: i64) -> Vec<Sent> {
        let mut all = self.posted().await;
        let until = self.host.now() + millis;
        loop {
            self.host.settled().await;
            let now = self.host.now();
            let clock = self.host.clocks.run_due().await.unwrap();
            let clock = clock.map(|wait| now + i64::try_from(wait.as_millis()).unwrap().max(1));
            self.host.settled().await;
            let mut notice = self.host.next_notice_at().await;
            if notice.is_some_and(|at| at <= now) {
                let sent = self.posted().await;
                let call = format!("after {}", after(now - BEGIN));
                all.push(Sent { call, query: String::new(), body: Value::Null });
                all.extend(sent);
                notice = self.host.next_notice_at().await;
            }
            let next = clock.into_iter().chain(notice).min().filter(|at| *at <= until && now < until);
            match next {
                Some(at) => self.host.set_time(at.max(now + 1)),
                None if now < until => self.host.set_time(until),
                None => return all,
            }
        }
    }

    /// Starts the program again, with the same database. Nothing in memory is kept.
    fn start_again(&mut self) {
        self.host = self.host.started_again();
        self.app = self.stand_in.app(self.host.clone());
        self.old = self.app.buttons.take_queue().unwrap();
        self.connect();
    }

    /// Connects a new program to Discord.
    fn connect(&self) {
        self.host.battalions.operated_by([PersonId(4)]);
        self.host.servers.serves(0, 1, self.servers.iter().map(|server| GuildId(*server)));
        self.app.presence.connect(self.stand_in.http.clone());
    }

    /// Removes the buttons of all messages in the queue.
    async fn remove_old_buttons(&mut self) -> Vec<Sent> {
        while let Ok(old) = self.old.try_recv() {
            remove(&self.app, &self.stand_in.http, &old).await;
            self.app.buttons.finished(old.message.message);
        }
        self.stand_in.take()
    }

    async fn computers_play(&mut self) -> Vec<Sent> {
        let pace = Pace { least: Duration::ZERO, most: Duration::ZERO };
        let mut games = self.host.computers.games_of_computers().await.unwrap();
        games.sort();
        for game in games {
            self.host.computers.play_computers(game, pace).await;
        }
        self.posted().await
    }

    /// Opens a game in #games and starts it: "Duel: Ann medieval, Bob makpong", with other modes, or "Clash: Ann, Bob" with
    /// Ann as White. What Discord was sent is not returned.
    async fn start(&mut self, step: &str) -> Option<()> {
        let (mode, players) = step.split_once(": ")?;
        let players: Vec<&str> = players.split(", ").collect();
        let mut steps = Vec::new();
        match mode {
            "Clash" => {
                let invited = self.by(players[1], GAMES).person;
                steps.push(format!("{}: /clash challenge opponent:@{invited} white:You", players[0]));
                steps.push("everything is posted".to_owned());
                steps.push(format!("{} presses Accept", players[1]));
            }
            "Duel" | "Assassin" | "Free" => {
                let seats = if mode == "Duel" { String::new() } else { format!(" seats:{}", players.len()) };
                for (seat, player) in players.iter().enumerate() {
                    let (name, army) = player.split_once(' ').expect("a name and a Battalion");
                    steps.push(match seat {
                        0 => format!("{name}: /titans new mode:{mode}{seats} battalion:{army} order:In order"),
                        _ => format!("{name}: /lobby join battalion:{army}"),
                    });
                }
                let (first, _) = players[0].split_once(' ').unwrap();
                steps.push(format!("{first}: /lobby start"));
            }
            _ => return None,
        }
        for step in steps {
            Box::pin(self.step(&step)).await.unwrap();
        }
        self.posted().await;
        Some(())
    }

    /// A step without a person.
    async fn event(&mut self, step: &str) -> Option<Vec<Sent>> {
        if let Some((call, how)) = step.split_once(" fails with ") {
            let (status, code) = how.split_once(' ').expect("a status and a code");
            self.stand_in.fail(call, Some((status.parse().unwrap(), code.parse().unwrap())));
        } else if let Some(call) = step.strip_suffix(" works again") {
            self.stand_in.fail(call, None);
        } else if let Some(time) = step.strip_suffix(" pass").or(step.strip_suffix(" passes")) {
            return Some(self.pass(duration(time)? * 1_000).await);
        } else if let Some(name) = step.strip_suffix(" is deleted") {
            let &(_, id, server, kind, parent) = CHANNELS.iter().find(|(known, ..)| *known == name)?;
            let channel = serde_json::from_value(channel(id, server, kind, parent)).unwrap();
            self.commands.event(&self.app, FullEvent::ChannelDelete { channel, messages: None }).await;
        } else if self.start(step).await.is_none() {
            match step {
                "everything is posted" => return Some(self.posted().await),
                "the program starts again" => self.start_again(),
                "files are compared" => self.stand_in.read_files(),
                "old buttons are removed" => return Some(self.remove_old_buttons().await),
                "the computers play" => return Some(self.computers_play().await),
                "the bot is removed" => {
                    self.servers.retain(|server| *server != SERVER);
                    let server = json!({"id": SERVER.to_string(), "unavailable": false});
                    let incomplete = serde_json::from_value(server).unwrap();
                    self.commands.event(&self.app, FullEvent::GuildDelete { incomplete, full: None }).await;
                }
                _ => return None,
            }
        }
        Some(Vec::new())
    }

    /// Changes what a person or the bot may do: "may MANAGE_MESSAGES", "may not SEND_MESSAGES".
    fn permit(&mut self, name: &str, what: &str) {
        let (allowed, what) = what.strip_prefix("not ").map_or((true, what), |what| (false, what));
        let permission = Permissions::from_name(what).unwrap_or_else(|| panic!("no permission {what}"));
        let may = match name {
            "the bot" => &mut self.bot_may,
            name => {
                let by = self.by(name, GAMES);
                self.may.entry(by.person).or_insert(by.may)
            }
        };
        may.set(permission, allowed);
    }

    /// Plays a step and returns what Discord was sent. `scenes.rs` explains the steps. An error says which button or form is
    /// not there.
    pub async fn step(&mut self, step: &str) -> Result<Vec<Sent>, String> {
        self.stand_in.take();
        if self.circumstances == Circumstances::Disturbed {
            self.idle().await;
            self.start_again();
        }
        if let Some(sent) = self.event(step).await {
            return Ok(sent);
        }
        if let Some((name, what)) = step.split_once(" may ") {
            self.permit(name, what);
            return Ok(Vec::new());
        }
        let (name, does) = step.split_once([':', ' ']).unwrap_or_else(|| panic!("unknown step: {step}"));
        let (channel, does) = match does.strip_prefix("in ").and_then(|rest| rest.split_once([':', ' '])) {
            Some(("private", does)) => (self.by(name, GAMES).person + DIRECT_MESSAGES, does),
            Some((place, does)) => {
                let found = CHANNELS.iter().find(|(known, ..)| *known == place);
                (found.unwrap_or_else(|| panic!("no channel {place}")).1, does)
            }
            None => (GAMES, does),
        };
        let (mut by, does) = (self.by(name, channel), self.numbered(does.trim()));
        let does = does.as_str();
        let mut interaction = if does.starts_with('/') {
            self.commands.interaction(by, does, None)
        } else {
            let (verb, what) = does.split_once(' ').unwrap_or_else(|| panic!("unknown step: {step}"));
            match verb {
                "completes" => return Ok(self.commands.complete(&self.stand_in, &self.app, by, what).await),
                "presses" | "chooses" => {
                    let (what, oldest) = what.strip_prefix("the oldest ").map_or((what, false), |what| (what, true));
                    let (seen_by, id, values, flags) = self.find(name, what, oldest)?;
                    by = seen_by;
                    by.press(&id, &values, flags)
                }
                "writes" => {
                    let form = self.shown.iter().rev().find(|shown| shown.body["title"].is_string());
                    let form = form.ok_or("no form is open")?;
                    by = self.by(name, form.channel);
                    let inputs = list(&form.body["components"]);
                    let filled = inputs.iter().zip(what.split(" / ")).map(|(input, text)| {
                        let id = &input["components"][0]["custom_id"];
                        json!({"type": 1, "components": [{"type": 4, "custom_id": id, "value": text}]})
                    });
                    let rows: Vec<Value> = filled.collect();
                    by.interaction(5, json!({"custom_id": form.body["custom_id"], "components": rows}), None)
                }
                "does" if what == "that again" => self.last.clone(),
                _ => panic!("unknown step: {step}"),
            }
        };
        interaction["app_permissions"] = json!(self.bot_may);
        if let Some((.., Some(parent))) = CHANNELS.iter().find(|(_, id, ..)| *id == by.channel) {
            interaction["channel"]["parent_id"] = parent.to_string().into();
        }
        self.last = interaction.clone();
        let sent = if interaction["type"] == 2 {
            self.commands.dispatch(&self.stand_in, &self.app, interaction).await
        } else {
            self.stand_in.answers(&self.app, interaction).await
        };
        self.remember(Some(by), &sent);
        Ok(sent)
    }
}
