//! Transcripts of whole sessions: every answer, message, button, menu, mention and direct message caused by each
//! action.
//!
//! The files are in `transcripts/`. After an intended change,
//! `UPDATE_EXPECTED=1 cargo test -p battalion --test stories transcripts` rewrites them; then review the changes with
//! git.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use playground::{Arg, ChannelId, Interaction, Message, MessageId, Permissions, UserId, Whom};
use tests::{DUEL, FFA, PATIENCE, SIX, Table, without_hashes, without_moments};

use crate::guards::{ask, leaves};

/// Characters of a description that are kept; other tests cover the content of pictures.
const ALT: usize = 90;
/// Milliseconds without a request after which a step is complete: for public effects, and for private reading.
const QUIET: u64 = 400;
const READING: u64 = 50;

/// Recorder of the events at a table.
pub(crate) struct Scribe {
    pub(crate) table: Table,
    pub(crate) out: String,
    known: BTreeMap<MessageId, String>,
    places: Vec<(String, ChannelId)>,
    /// Interactions whose answers are pending.
    pub(crate) open: Vec<Interaction>,
    quiet: u64,
}

impl Scribe {
    async fn sit_down() -> Self {
        Self::at(Table::lay().await).await
    }

    pub(crate) async fn at(table: Table) -> Self {
        let mut places =
            vec![("#games".to_owned(), table.games), ("#lobby".to_owned(), table.pg.channel("lobby").unwrap())];
        places.extend(SIX.iter().map(|name| (format!("to {name}"), table.pg.dm(table.user(name)))));
        table.quiet(QUIET).await;
        Self { table, out: String::new(), known: BTreeMap::new(), places, open: Vec::new(), quiet: QUIET }
    }

    fn name(&self, user: UserId) -> String {
        let found = SIX.iter().find(|name| self.table.user(name) == user);
        found.map_or_else(|| user.to_string(), |name| (*name).to_owned())
    }

    /// Text without timestamps, and with names instead of Discord's ids.
    pub(crate) fn plain(&self, text: &str) -> String {
        let mut text = without_hashes(&without_moments(text));
        for name in SIX {
            text = text.replace(&self.table.user(name).to_string(), name);
        }
        for (name, channel) in &self.places {
            text = text.replace(&channel.to_string(), name);
        }
        let mut plain = String::new();
        let mut digits = String::new();
        for letter in text.chars().chain([' ']) {
            if letter.is_ascii_digit() {
                digits.push(letter);
                continue;
            }
            // Longer numbers are ids.
            plain.push_str(if digits.len() > 14 { "ID" } else { &digits });
            digits.clear();
            plain.push(letter);
        }
        // Codes of shared Battalions are random.
        if let Some((start, rest)) = plain.split_once("The code is **")
            && let Some((_, end)) = rest.split_once("**")
        {
            plain = format!("{start}The code is **CODE**{end}");
        }
        plain.trim_end().replace('\n', "\n      ")
    }

    /// All messages of a channel that anybody sees, including private answers.
    fn seen_in(&self, channel: ChannelId) -> BTreeMap<MessageId, Message> {
        let users = SIX.iter().map(|name| self.table.user(name));
        users.flat_map(|user| self.table.pg.messages_for(user, channel)).map(|message| (message.id, message)).collect()
    }

    fn shown(&self, message: &Message) -> String {
        let mut out = self.plain(&message.text());
        if !message.pings.is_empty() || message.pinged_everyone || !message.pinged_roles.is_empty() {
            let pinged: BTreeSet<String> = message.pings.iter().map(|user| self.name(*user)).collect();
            write!(out, "\n      calls {pinged:?}").unwrap();
        }
        for file in &message.attachments {
            let alt = self.plain(file.description.as_deref().unwrap_or_default());
            let alt: String = alt.chars().take(ALT).collect();
            write!(out, "\n      ({} {alt})", file.filename).unwrap();
        }
        let buttons = message.buttons();
        if !buttons.is_empty() {
            let label = |button: &playground::Button| {
                if button.disabled { format!("-{}-", button.label) } else { button.label.clone() }
            };
            write!(out, "\n      [{}]", buttons.iter().map(label).collect::<Vec<_>>().join("] [")).unwrap();
        }
        for menu in message.selects() {
            let options: Vec<&str> = menu.options.iter().map(|(label, _)| label.as_str()).collect();
            write!(out, "\n      <{}: {}>", menu.placeholder, self.plain(&options.join(" / "))).unwrap();
        }
        out
    }

    /// Records the changes since the last step. Old boards lose their buttons later, so public messages are recorded
    /// again at the end.
    pub(crate) async fn look(&mut self) {
        for asked in self.open.drain(..) {
            let done = self.table.pg.wait_for("an answer", PATIENCE, |_| asked.done().then_some(())).await;
            done.unwrap_or_else(|why| panic!("{why}: {}", asked.text()));
        }
        self.table.quiet(self.quiet).await;
        for (place, channel) in self.places.clone() {
            for message in self.seen_in(channel).into_values() {
                let shown = self.shown(&message);
                let before = self.known.insert(message.id, shown.clone());
                let is_private = message.only_for.is_some();
                let news = match before {
                    None => "",
                    Some(before) if before != shown && is_private => " now",
                    Some(_) => continue,
                };
                let who = message.only_for.map(|user| format!(" for {} alone", self.name(user))).unwrap_or_default();
                writeln!(self.out, "    {place}{who}{news}: {shown}").unwrap();
            }
        }
    }

    pub(crate) async fn slash(&mut self, who: &str, command: &str, options: &[(&str, &str)]) -> Interaction {
        let options: Vec<(&str, Arg)> = options.iter().map(|(name, value)| (*name, (*value).into())).collect();
        self.args(who, command, &options).await
    }

    pub(crate) async fn args(&mut self, who: &str, command: &str, options: &[(&str, Arg)]) -> Interaction {
        let given: Vec<String> =
            options.iter().map(|(name, value)| self.plain(&format!(" {name}:{value:?}"))).collect();
        writeln!(self.out, "{who}: /{command}{}", given.concat()).unwrap();
        let answer = self.table.with_args(who, command, options).await;
        self.open.push(answer.clone());
        if let Some(modal) = answer.modal() {
            writeln!(self.out, "    asks {who}: {}", modal["title"]).unwrap();
        }
        self.look().await;
        answer
    }

    /// Presses a button of the newest message that the person sees and that has it.
    pub(crate) async fn press(&mut self, who: &str, label: &str) {
        writeln!(self.out, "{who} presses {label}").unwrap();
        let user = self.table.user(who);
        let all = self.places.iter().flat_map(|(_, channel)| self.table.pg.messages_for(user, *channel));
        let has = |message: &Message| message.buttons().iter().any(|one| one.label == label && !one.disabled);
        let Some(message) = all.filter(has).max_by_key(|message| message.id) else {
            panic!("{who} sees no {label}:\n{}", self.out);
        };
        let pressed = self.table.pg.click(user, &message, label).await.unwrap();
        self.open.push(pressed);
        self.look().await;
    }

    /// Turns the pages of a private answer to the end, and one back.
    async fn leaf(&mut self, who: &str, answer: &Interaction) {
        for label in ["Next", "Previous"] {
            for _ in 0..if label == "Next" { 40 } else { 1 } {
                let Some(page) = answer.response() else { return };
                let turns = |one: &playground::Button| one.label.starts_with(label) && !one.disabled;
                let Some(button) = page.buttons().into_iter().find(turns) else { break };
                writeln!(self.out, "{who} presses {}", button.label).unwrap();
                self.table.pg.click(self.table.user(who), &page, &button.label).await.unwrap();
                // The press is acknowledged first; the page follows when it is drawn.
                let turned = |_: &playground::Playground| answer.response().filter(|now| now.edits > page.edits);
                self.table.pg.wait_for("the next page", PATIENCE, turned).await.unwrap();
                self.look().await;
            }
        }
    }

    async fn moves(&mut self, people: [&str; 2], moves: &str) {
        for (who, text) in people.into_iter().cycle().zip(moves.split_whitespace()) {
            self.slash(who, "move", &[("move", text)]).await;
        }
    }

    /// Compares the record with the stored transcript.
    pub(crate) async fn close(mut self, name: &str) {
        self.table.quiet(1_500).await;
        self.out.push_str("\nat the end\n");
        for (place, channel) in self.places.clone() {
            for message in self.table.pg.messages(channel).iter().filter(|message| message.only_for.is_none()) {
                writeln!(self.out, "    {place}: {}", self.shown(message)).unwrap();
            }
        }
        self.table.assert_clean();
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../tests/stories/transcripts/{name}.txt"));
        if std::env::var_os("UPDATE_EXPECTED").is_some() {
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(&file, &self.out).unwrap();
        }
        let expected = std::fs::read_to_string(&file).unwrap_or_default();
        let mut step = "";
        for (number, (found, expected)) in self.out.lines().zip(expected.lines()).enumerate() {
            step = if found.starts_with(' ') { step } else { found };
            assert_eq!(found, expected, "{name}, line {}, after: {step}", number + 1);
        }
        assert_eq!(self.out.lines().count(), expected.lines().count(), "{name}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_duel() {
    let mut it = Scribe::sit_down().await;
    it.slash("bob", "settings me", &[("pings", "A direct message")]).await;
    it.slash("ann", "titans new", &[("mode", DUEL), ("order", "In order of joining")]).await;
    for (who, army) in [("ann", "medieval"), ("ann", "nonsense"), ("bob", "medieval"), ("cem", "medieval")] {
        it.slash(who, "lobby join", &[("battalion", army)]).await;
    }
    it.slash("cem", "lobby start", &[]).await;
    it.slash("ann", "lobby start", &[]).await;
    it.moves(["ann", "bob"], "e4 e5").await;
    for text in ["e9", "Ke2xe8", "Nf3+", "O-O"] {
        it.slash("ann", "move", &[("move", text)]).await;
    }
    it.slash("bob", "move", &[("move", "d5")]).await;
    for (who, command, answer) in [
        ("ann", "match draw", "Decline"),
        ("ann", "match takeback", "Decline"),
        ("bob", "match takeback", "Agree"),
        ("ann", "match pause", "Decline"),
    ] {
        it.slash(who, command, &[]).await;
        it.press(if who == "ann" { "bob" } else { "ann" }, answer).await;
    }
    let answer = it.slash("cem", "match history", &[]).await;
    it.leaf("cem", &answer).await;
    it.slash("ann", "match history", &[("text", "true")]).await;
    it.slash("cem", "match board", &[]).await;
    it.slash("ann", "games list", &[]).await;
    let to = Arg::User(it.table.user("cem"));
    it.args("ann", "seat hand-over", &[("to", to)]).await;
    it.press("cem", "Accept").await;
    it.slash("ann", "match resign", &[]).await;
    it.slash("cem", "match resign", &[]).await;
    it.press("cem", "Resign").await;
    let answer = it.slash("dora", "match history", &[]).await;
    it.leaf("dora", &answer).await;
    it.slash("bob", "stats me", &[]).await;
    it.press("bob", "Rematch").await;
    it.close("duel").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn three_at_a_table() {
    let mut it = Scribe::sit_down().await;
    let options = [("mode", FFA), ("seats", "3"), ("order", "In order of joining")];
    it.slash("ann", "titans new", &options).await;
    for who in ["ann", "bob", "cem", "dora"] {
        it.slash(who, "lobby join", &[("battalion", "medieval")]).await;
    }
    it.slash("bob", "lobby leave", &[]).await;
    it.slash("dora", "lobby join", &[("battalion", "medieval")]).await;
    it.slash("ann", "lobby start", &[]).await;
    it.press("bob", "Move").await;
    it.press("ann", "Move").await;
    it.slash("dora", "match takeback", &[]).await;
    it.slash("dora", "match draw", &[]).await;
    it.slash("dora", "match resign", &[]).await;
    it.press("dora", "Resign").await;
    it.slash("dora", "match resign", &[]).await;
    it.slash("emil", "match resign", &[]).await;
    it.slash("ann", "match end", &[]).await;
    it.close("three").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match() {
    let mut it = Scribe::sit_down().await;
    let opponent = Arg::User(it.table.user("bob"));
    it.args("ann", "clash challenge", &[("opponent", opponent), ("white", "You".into())]).await;
    it.press("cem", "Accept").await;
    it.press("ann", "Accept").await;
    it.press("bob", "Accept").await;
    it.slash("ann", "clash suggest", &[]).await;
    it.slash("bob", "clash suggest", &[]).await;
    it.slash("bob", "match resign", &[]).await;
    it.close("match").await;
}

/// Runs every command that these people have, with all required options.
async fn every_command(state: &str, people: &[&str], table: Table) {
    let mut it = Scribe::at(table).await;
    it.look().await;
    it.out.clear();
    if state == "nothing" {
        it.quiet = READING;
    }
    // Commands that end, move or hide a game come last. Those that depend on chance or on the machine are left out.
    let late = ["move", "match resign", "match end", "lobby start", "lobby leave", "lobby join", "titans new"];
    let never = ["computer", "hint", "analyse", "settings", "admin", "uptime", "ping", "diagnose", "health", "export"];
    let mut commands = leaves(&it.table, &[]);
    commands.retain(|leaf| !never.iter().any(|word| leaf.name.contains(word)));
    // Commands unrelated to a game run only once.
    let reading = ["battalion", "rules", "learn", "help", "stats", "privacy", "play"];
    commands.retain(|leaf| state == "nothing" || !reading.iter().any(|word| leaf.name.starts_with(word)));
    commands.sort_by_key(|leaf| (late.contains(&leaf.name.as_str()), leaf.name.clone()));
    assert!(commands.len() > 25, "{}", commands.len());
    for leaf in &commands {
        for who in people {
            writeln!(it.out, "{who}: /{}", leaf.name).unwrap();
            let Some(answer) = ask(&it.table, who, it.table.games, leaf).await else {
                it.out.push_str("    not to be given\n");
                continue;
            };
            if let Some(modal) = answer.modal() {
                writeln!(it.out, "    asks: {}", modal["title"]).unwrap();
            }
            it.open.push(answer.clone());
            it.look().await;
            if state == "nothing" {
                it.leaf(who, &answer).await;
            }
        }
    }
    it.close(&format!("commands-{state}")).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn commands_where_there_is_nothing() {
    every_command("nothing", &["emil"], Table::lay().await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn commands_in_a_lobby() {
    let table = Table::lay().await;
    table.open("ann", DUEL).await;
    table.join("ann", "medieval").await;
    every_command("lobby", &["emil"], table).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn commands_in_a_game() {
    let table = Table::lay().await;
    table.duel("medieval", "medieval").await;
    table.play_all("e4 e5").await;
    every_command("game", &["emil", "bob"], table).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn commands_after_a_game() {
    let table = Table::lay().await;
    table.duel("medieval", "medieval").await;
    table.play_all("e4 e5").await;
    table.resign("bob").await;
    every_command("over", &["bob"], table).await;
}

/// Events beside the moves: pauses, secret conditional moves, offers to people who cannot accept them, an agreed draw.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn beside_the_moves() {
    let table = Table::lay().await;
    table.duel("medieval", "medieval").await;
    let mut it = Scribe::at(table).await;
    it.look().await;
    it.out.clear();
    it.slash("ann", "move", &[("move", "e4")]).await;
    for (theirs, answer) in [("e5", "Nf3"), ("e5", "d4"), ("c5", "Nf3"), ("d5", "Ke8")] {
        it.slash("ann", "match premove", &[("theirs", theirs), ("answer", answer)]).await;
    }
    it.slash("bob", "match premove", &[]).await;
    it.slash("ann", "match premove", &[]).await;
    it.press("ann", "Delete All").await;
    it.slash("ann", "match premove", &[("theirs", "e5"), ("answer", "Nf3")]).await;
    let to = |user: UserId| [("to", Arg::User(user))];
    let (bot, ann, emil) = (it.table.pg.bot(), it.table.user("ann"), it.table.user("emil"));
    for user in [bot, ann, it.table.user("bob"), emil] {
        it.args("ann", "seat hand-over", &to(user)).await;
    }
    it.press("cem", "Accept").await;
    it.press("emil", "Decline").await;
    it.slash("ann", "match pause", &[]).await;
    it.slash("ann", "match pause", &[]).await;
    it.slash("bob", "match pause", &[]).await;
    it.slash("cem", "match board", &[]).await;
    it.slash("bob", "games list", &[]).await;
    it.slash("bob", "move", &[("move", "e5")]).await;
    it.press("cem", "Resume").await;
    it.press("bob", "Resume").await;
    it.slash("bob", "move", &[("move", "e5")]).await;
    it.slash("ann", "moves", &[("piece", "f1")]).await;
    it.slash("cem", "moves", &[]).await;
    it.slash("bob", "settings privacy", &[]).await;
    it.press("bob", "Hide My Standing").await;
    it.press("bob", "Delete My Data…").await;
    it.slash("bob", "settings privacy", &[]).await;
    it.slash("bob", "match draw", &[]).await;
    it.slash("bob", "match draw", &[]).await;
    it.slash("cem", "match draw", &[]).await;
    it.slash("ann", "match draw", &[]).await;
    it.slash("ann", "games list", &[]).await;
    it.close("beside").await;
}

/// Server settings, changed by people with and without permission.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_decides() {
    let mut it = Scribe::sit_down().await;
    for (command, options) in [
        ("server show", &[][..]),
        ("server defaults", &[("time", "36h")]),
        ("server defaults", &[("time", "soon")]),
        ("server games", &[("unlimited", "false")]),
        ("server games", &[("ffa", "false"), ("shortest-time", "1h"), ("longest-time", "3 days")]),
        ("server games", &[("shortest-time", "4 days")]),
        ("server games", &[("most-players", "2")]),
        ("server pings", &[]),
        ("server show", &[]),
        ("server log", &[]),
    ] {
        for who in ["ann", "bob"] {
            let options: Vec<(&str, Arg)> = options
                .iter()
                .map(|(name, value)| match (*value, value.parse::<i64>()) {
                    ("true" | "false", _) => (*name, Arg::Bool(*value == "true")),
                    (_, Ok(number)) => (*name, number.into()),
                    _ => (*name, (*value).into()),
                })
                .collect();
            let given: Vec<String> = options.iter().map(|(name, value)| format!(" {name}:{value:?}")).collect();
            writeln!(it.out, "{who}: /{command}{}", given.concat()).unwrap();
            match it.table.pg.slash(it.table.user(who), it.table.games, command, &options).await {
                Ok(answer) => {
                    it.open.push(answer);
                    it.look().await;
                }
                Err(why) => writeln!(it.out, "    {why}").unwrap(),
            }
        }
    }
    for options in [
        &[("mode", FFA)][..],
        &[("mode", DUEL), ("time", "none")],
        &[("mode", DUEL), ("time", "30m")],
        &[("mode", DUEL), ("time", "1h")],
    ] {
        it.slash("bob", "titans new", options).await;
    }
    it.close("server").await;
}

/// Games in threads, and places that cannot have one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_threads() {
    let mut it = Scribe::sit_down().await;
    let (bot, ann) = (it.table.pg.bot(), it.table.user("ann"));
    let options = [("mode", DUEL), ("order", "In order of joining"), ("location", "A new thread")];
    for missing in [Permissions::CREATE_PUBLIC_THREADS, Permissions::SEND_MESSAGES_IN_THREADS] {
        it.table.pg.overwrite(it.table.games, Whom::Member(bot), Permissions::NONE, missing);
        writeln!(it.out, "# without {missing:?}").unwrap();
        it.slash("ann", "titans new", &options).await;
    }
    it.table.pg.overwrite(it.table.games, Whom::Member(bot), Permissions::NONE, Permissions::NONE);
    it.slash("ann", "titans new", &options).await;
    let threads = it.table.pg.threads(it.table.games);
    assert_eq!(threads.len(), 1);
    it.places.push(("#thread".to_owned(), threads[0].id));
    it.look().await;
    let given: Vec<(&str, Arg)> = options.iter().map(|(name, value)| (*name, (*value).into())).collect();
    it.open.push(it.table.pg.slash(ann, threads[0].id, "titans new", &given).await.unwrap());
    it.look().await;
    it.slash("bob", "titans new", &options[..2]).await;
    it.slash("cem", "titans new", &options[..2]).await;
    it.slash("cem", "games find", &[]).await;
    it.slash("cem", "games move-here", &[]).await;
    it.close("threads").await;
}

/// All commands while first the person and then the bot has no permission to write.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_command_without_permissions() {
    let table = Table::lay().await;
    table.duel("medieval", "medieval").await;
    table.play_all("e4 e5").await;
    let mut it = Scribe::at(table).await;
    it.look().await;
    it.out.clear();
    for (name, of) in [("people", "bob"), ("the bot", "")] {
        let whom = if of.is_empty() { it.table.pg.bot() } else { it.table.user(of) };
        for missing in [Permissions::SEND_MESSAGES, Permissions::ATTACH_FILES] {
            it.table.pg.overwrite(it.table.games, Whom::Member(whom), Permissions::NONE, missing);
            it.table.quiet(QUIET).await;
            writeln!(it.out, "# {name} without {missing:?}").unwrap();
            for command in ["match draw", "match board", "match replay", "stats", "games find", "rules"] {
                let all = leaves(&it.table, &[("everyone", Arg::Bool(true))]);
                let Some(leaf) = all.iter().find(|leaf| leaf.name == command) else { continue };
                writeln!(it.out, "bob: /{command}").unwrap();
                if let Some(answer) = ask(&it.table, "bob", it.table.games, leaf).await {
                    it.open.push(answer);
                    it.look().await;
                }
            }
        }
        it.table.pg.overwrite(it.table.games, Whom::Member(whom), Permissions::NONE, Permissions::NONE);
        it.table.quiet(QUIET).await;
    }
    it.table.pg.take_violations();
    it.close("permissions").await;
}
