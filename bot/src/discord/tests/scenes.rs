//! Scenes: several people type commands, press buttons and choose from menus, one after the other, and everything that Discord
//! is sent is recorded.
//!
//! `scenes.txt` holds both the steps, which begin with `>`, and the answers. After an intended change, or with new steps, run
//! `UPDATE_EXPECTED=1 cargo test -p battalion --lib scenes` and review the diff. Steps:
//! * `> Ann: /help` types a command,
//! * `> Ann presses Move` presses a button, in the newest message that Ann sees and that has it,
//! * `> Ann chooses Pawn b7` chooses from a menu,
//! * `> Ann writes apple` fills in the form that was opened, and sends it,
//! * `> Ann completes /move move:e` lists the completions of the last option,
//! * `> everything is posted` delivers what waits for channels and people.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde_json::{Value, json};
use serenity::all::Permissions;

use super::stand_in::{EPHEMERAL, From, Sent, StandIn, channel};
use super::told::{DETAIL, in_detail, list};
use super::typed::{Commands, with_stack};
use crate::discord::app::Shared;
use crate::discord::delivery::deliver;
use crate::host::tests::sharing::file;
use crate::host::tests::{Folder, PLACE, dealing, some};
use crate::host::{Host, PersonId};

/// Names that people display.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Names {
    /// The names that steps use.
    Plain,
    /// Names with markup.
    Marked,
}

/// Ann, Bob, Cid and Eve are members, Mia manages the server, and Dan runs the bot. The second name has markup.
const PEOPLE: [(u64, &str, &str, Permissions); 6] = [
    (1, "Ann", "A**nn", Permissions::empty()),
    (2, "Bob", "B<@7>b", Permissions::empty()),
    (3, "Cid", "C[i](https://d.example)", Permissions::empty()),
    (4, "Dan", "D`an", Permissions::empty()),
    (5, "Eve", "E__ve", Permissions::empty()),
    (8, "Mia", "M||ia", Permissions::MANAGE_GUILD),
];

fn person(name: &str, names: Names) -> From {
    let found = PEOPLE.iter().find(|(_, plain, ..)| *plain == name);
    let &(person, plain, marked, further) = found.unwrap_or_else(|| panic!("nobody is called {name}"));
    let name = if names == Names::Marked { marked } else { plain };
    let may = Permissions::SEND_MESSAGES | Permissions::SEND_MESSAGES_IN_THREADS | Permissions::VIEW_CHANNEL;
    From { person, name, guild: Some(9), channel: PLACE.channel.0, kind: 0, may: may | further }
}

/// Message that was shown, to one person or to all.
struct Shown {
    to: Option<u64>,
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

/// A server on which a scene is played.
struct Stage {
    _folder: Folder,
    host: Host,
    stand_in: StandIn,
    app: Shared,
    commands: Commands,
    names: Names,
    shown: Vec<Shown>,
}

impl Stage {
    async fn new(names: Names) -> Self {
        let folder = Folder::new();
        let host = dealing(&folder, [5; 32]).await;
        host.battalions.operated_by([PersonId(4)]);
        let stand_in = StandIn::start().await;
        super::places::server(&stand_in, 9, 1);
        stand_in.set("GET channels/500", 200, channel(500, 9, 0, None));
        stand_in.set("POST channels/500/threads", 200, channel(600, 9, 11, Some(500)));
        stand_in.set("DELETE channels/600", 200, channel(600, 9, 11, Some(500)));
        let user = json!({"id": "1", "username": "ann", "discriminator": "0", "avatar": null});
        let direct = json!({"id": "1000", "type": 1, "last_message_id": null, "recipients": [user]});
        stand_in.set("POST users/@me/channels", 200, direct);
        let owls = file("owls", "Owls");
        stand_in.hold("owls.toml", owls.clone());
        stand_in.hold("owls-2.toml", owls.replacen("no surprises", "few surprises", 1));
        stand_in.hold("faulty.toml", owls.replacen("titan = true", "titan = 7", 1));
        stand_in.hold("odd.toml", owls.replacen("icon = \"chess-queen\"", "icon = \"qeen\"", 1));
        stand_in.hold("field.toml", FIELD);
        let app = stand_in.app(host.clone());
        let commands = Commands::new(&stand_in).await;
        Self { _folder: folder, host, stand_in, app, commands, names, shown: Vec::new() }
    }

    fn remember(&mut self, to: Option<u64>, sent: &[Sent]) {
        for one in sent {
            let body = if one.body["data"].is_object() { &one.body["data"] } else { &one.body };
            let private = one.call.ends_with("/@original") || body["flags"].as_u64().unwrap_or(0) & EPHEMERAL != 0;
            self.shown.push(Shown { to: to.filter(|_| private), body: body.clone() });
        }
    }

    /// Component with this label, in the newest message that the person sees and that has it.
    fn find(&self, by: From, label: &str) -> (String, Vec<String>, u64) {
        let mut seen = self.shown.iter().rev().filter(|shown| shown.to.is_none_or(|to| to == by.person));
        let found = seen.find_map(|shown| Some((shown.labelled(label)?, shown.to)));
        let ((id, values), to) = found.unwrap_or_else(|| {
            let seen = self.shown.iter().rev().filter(|shown| shown.to.is_none_or(|to| to == by.person)).take(3);
            let seen: Vec<&Value> = seen.map(|shown| &shown.body).collect();
            panic!("{} sees no {label} but {seen:?}", by.name)
        });
        (id, values, if to.is_some() { EPHEMERAL } else { 0 })
    }

    async fn posted(&mut self) -> Vec<Sent> {
        let mut all = Vec::new();
        loop {
            let mut notices = some(&self.host).await;
            if notices.is_empty() {
                return all;
            }
            notices.sort_by_key(|notice| notice.id);
            for notice in notices {
                deliver(&self.app, &self.stand_in.http, notice).await;
            }
            all.extend(self.stand_in.take());
        }
    }

    async fn step(&mut self, step: &str) -> Vec<Sent> {
        self.stand_in.take();
        if step == "everything is posted" {
            let sent = self.posted().await;
            self.remember(None, &sent);
            return sent;
        }
        let (name, does) = step.split_once([':', ' ']).unwrap_or_else(|| panic!("unknown step: {step}"));
        let (by, does) = (person(name, self.names), does.trim());
        let sent = if does.starts_with('/') {
            self.commands.run(&self.stand_in, &self.app, by, does).await
        } else {
            let (verb, what) = does.split_once(' ').unwrap_or_else(|| panic!("unknown step: {step}"));
            if verb == "completes" {
                return self.commands.complete(&self.stand_in, &self.app, by, what).await;
            }
            let interaction = match verb {
                "presses" | "chooses" => {
                    let (id, values, flags) = self.find(by, what);
                    by.press(&id, &values, flags)
                }
                "writes" => {
                    let form = self.shown.iter().rev().find(|shown| shown.body["title"].is_string());
                    let form = &form.unwrap_or_else(|| panic!("no form is open: {step}")).body;
                    let input = json!({
                        "type": 4, "custom_id": form["components"][0]["components"][0]["custom_id"], "value": what,
                    });
                    let rows = json!([{"type": 1, "components": [input]}]);
                    by.interaction(5, json!({"custom_id": form["custom_id"], "components": rows}), None)
                }
                _ => panic!("unknown step: {step}"),
            };
            self.stand_in.answers(&self.app, interaction).await
        };
        self.remember(Some(by.person), &sent);
        sent
    }
}

/// Battlefield of two by its file.
const FIELD: &str = r#"
[[battlefield]]
id = "lane"
name = "Lane"
width = 8
height = 4
edge_slots = [{ side = "south", from = 0, length = 8 }, { side = "north", from = 0, length = 8 }]
"#;

/// Plays all scenes. `see` is called with each line that is not an answer, and with what Discord was sent after it.
async fn play(names: Names, mut see: impl FnMut(&str, &[Sent])) {
    let mut stage = None;
    for line in
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/src/discord/tests/scenes.txt")).unwrap().lines()
    {
        if line.starts_with("# ") {
            stage = Some(Stage::new(names).await);
            see(line, &[]);
        } else if let Some(step) = line.strip_prefix("> ") {
            let sent = stage.as_mut().expect("a scene begins with its title").step(step).await;
            see(line, &sent);
        }
    }
}

#[test]
fn every_scene_is_played_as_it_was_when_it_was_read() {
    let found = with_stack(async || {
        let mut found = String::new();
        let mut known = BTreeSet::new();
        play(Names::Plain, |line, sent| {
            writeln!(found, "{line}").unwrap();
            if line.starts_with('#') {
                return;
            }
            let (text, _, details) = in_detail(sent);
            let answers = text.replace(" || ", "\n");
            // Shown where a later step fails.
            println!("{line}\n{answers}");
            writeln!(found, "{answers}").unwrap();
            for detail in details.lines().map(|line| line.trim_start_matches(DETAIL)) {
                if known.insert(detail.to_owned()) {
                    writeln!(found, "  {detail}").unwrap();
                }
            }
        })
        .await;
        found
    });
    crate::expected::compare("discord/tests/scenes.txt", &found, 200);
}

#[test]
fn markup_in_names_is_escaped_in_every_message() {
    with_stack(async || {
        play(Names::Marked, |line, sent| {
            for one in sent {
                let text = [&one.body["content"], &one.body["data"]["content"]].into_iter().find_map(Value::as_str);
                // Discord interprets no markup in blocks of code.
                let outside: String = text.unwrap_or_default().split("```").step_by(2).collect();
                let found = PEOPLE.iter().find(|(_, _, marked, _)| outside.contains(marked));
                assert_eq!(found, None, "{line}: {text:?}");
            }
        })
        .await;
        String::new()
    });
}
