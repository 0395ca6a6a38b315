//! Scenes: several people type commands, press buttons and choose from menus, one after the other, and everything that Discord
//! is sent is recorded.
//!
//! Each file in `scenes/` holds the scenes of one subject: their steps, which begin with `>`, and the answers. After an intended
//! change, or with new steps, run `UPDATE_EXPECTED=1 cargo test -p battalion --lib scenes` and review the diff. Steps:
//! * `> Ann: /help` types a command, `> Ann in #tea: /help` in another channel ([`stage`](super::stage) lists them), and
//!   `> Ann in private: /help` in direct messages,
//! * `> Ann presses Move` presses a button, in the newest message that Ann sees and that has it, and
//!   `> Ann presses the oldest Move` in the oldest one,
//! * `> Ann chooses Pawn b7` chooses from a menu,
//! * `> Ann writes apple / pear` fills in the form that was opened, and sends it,
//! * `> Ann completes /move move:e` lists the completions of the last option,
//! * `> Ann may MANAGE_MESSAGES`, `> Ann may not SEND_MESSAGES` and `> the bot may not ATTACH_FILES` change permissions,
//! * `> Duel: Ann medieval, Bob makpong`, `> Free: …`, `> Assassin: …` and `> Clash: Ann, Bob` start a game, without a record,
//! * `> everything is posted` delivers what waits for channels and people,
//! * `> 90 minutes pass` lets time pass and delivers what becomes due,
//! * `> the computers play` lets all computer players decide until people have to act,
//! * `> POST channels/500 fails with 403 50001` fails requests that begin so, with a status and Discord's code, until
//!   `> POST channels/500 works again`,
//! * `> #games is deleted` and `> the bot is removed` are events of the gateway,
//! * `> the program starts again` keeps only the database.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::stage::{Names, PEOPLE, Stage};
use super::stand_in::Sent;
use super::told::{DETAIL, in_detail};
use super::typed::with_stack;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/discord/tests/scenes");

fn file(name: &str) -> PathBuf {
    Path::new(FOLDER).join(format!("{name}.txt"))
}

/// Plays the scenes of a file. `see` is called with each line that is not an answer, and with what Discord was sent after it.
async fn play(file: &Path, names: Names, mut see: impl FnMut(&str, &[Sent])) {
    let mut stage = None;
    for line in std::fs::read_to_string(file).unwrap().lines() {
        if line.starts_with("# ") {
            stage = Some(Stage::new(names).await);
            see(line, &[]);
        } else if let Some(step) = line.strip_prefix("> ") {
            let sent = stage.as_mut().expect("a scene begins with its title").step(step).await;
            see(line, &sent);
        }
    }
}

/// Plays the scenes of a file, and compares what Discord is sent with its answers.
fn recorded(name: &'static str) {
    let found = with_stack(async move || {
        let mut found = String::new();
        let mut known = BTreeSet::new();
        play(&file(name), Names::Plain, |line, sent| {
            writeln!(found, "{line}").unwrap();
            if line.starts_with('#') {
                return;
            }
            // Reads show nothing to anybody.
            let sent: Vec<Sent> = sent.iter().filter(|one| !one.call.starts_with("GET ")).cloned().collect();
            let (text, _, details) = in_detail(&sent);
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
    crate::expected::compare(&format!("discord/tests/scenes/{name}.txt"), &found, 10);
}

/// Tests with the names of the files.
macro_rules! scenes {
    ($($file:ident)*) => {
        const FILES: &[&str] = &[$(stringify!($file)),*];
        $(
            #[test]
            fn $file() {
                recorded(stringify!($file));
            }
        )*
    };
}

scenes! {
    battalions board breaks challenge clash clocks computers delivery draw gallery games history lobby meetings messages moves
    prepared rules seats secrets settings start takeback
}

#[test]
fn every_file_of_scenes_is_played() {
    let found = std::fs::read_dir(FOLDER).unwrap().map(|entry| entry.unwrap().path());
    assert_eq!(found.collect::<BTreeSet<_>>(), FILES.iter().copied().map(file).collect());
}

/// Plays the scenes of a file by people with markup in their names.
fn marked(name: &'static str) {
    with_stack(async move || {
        play(&file(name), Names::Marked, |line, sent| {
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

#[test]
fn markup_in_names_is_escaped_in_every_message() {
    std::thread::scope(|threads| FILES.iter().for_each(|name| drop(threads.spawn(|| marked(name)))));
}
