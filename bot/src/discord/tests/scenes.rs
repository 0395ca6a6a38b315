//! Scenes: several people type commands, press buttons and choose from menus, one after the other, and everything that Discord
//! is sent is recorded.
//!
//! Each file in `scenes/` holds the scenes of one subject: their steps, which begin with `>`, and the answers. After an intended
//! change, or with new steps, run `UPDATE_EXPECTED=1 cargo test -p battalion --lib scenes` and review the diff. Steps:
//! * `> Ann: /help` types a command, `> Ann in #tea: /help` in another channel ([`stage`](super::stage) lists them), and
//!   `> Ann in private: /help` in direct messages,
//! * `> Ann presses Move` presses a button, in the newest message that Ann sees and that has it, and
//!   `> Ann presses the oldest Move` in the oldest one; `> Ann presses Bob's Move` in one that Bob sees,
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
//! * `> Ann does that again` delivers the last interaction once more,
//! * `> old buttons are removed` from messages that are not the newest,
//! * `> files are compared` records digests of attached files from then on; without it, what their descriptions say,
//! * `> the program starts again` keeps only the database.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::stage::{Circumstances, PEOPLE, Stage};
use super::stand_in::Sent;
use super::told::{DETAIL, in_detail};
use super::typed::with_stack;
use crate::discord::wording::names::clean;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/discord/tests/scenes");

fn file(name: &str) -> PathBuf {
    Path::new(FOLDER).join(format!("{name}.txt"))
}

/// Line of a file of scenes.
enum Line<'a> {
    /// Title of a scene.
    Title(&'a str),
    /// Step, with the answers that were recorded.
    Step(&'a str, String),
}

fn lines(text: &str) -> Vec<Line<'_>> {
    let mut all = Vec::new();
    for line in text.lines() {
        match (line.strip_prefix("> "), all.last_mut()) {
            (Some(step), _) => all.push(Line::Step(step, String::new())),
            (None, _) if line.starts_with("# ") => all.push(Line::Title(line)),
            (None, Some(Line::Step(_, answers))) if !line.starts_with("  ") => {
                write!(answers, "{}{line}", if answers.is_empty() { "" } else { "\n" }).unwrap();
            }
            _ => {}
        }
    }
    all
}

/// Plays the scenes of a file. `see` is called with each line, and with what Discord was sent after it. An error says why a
/// step cannot be played; the scene ends there.
async fn play(name: &str, circumstances: Circumstances, mut see: impl FnMut(&Line<'_>, Result<Vec<Sent>, String>)) {
    let text = std::fs::read_to_string(file(name)).unwrap();
    let mut stage = None;
    for line in lines(&text) {
        let sent = match (&line, &mut stage) {
            (Line::Title(_), _) => {
                stage = Some(Stage::new(circumstances).await);
                Ok(Vec::new())
            }
            (Line::Step(step, _), Some(open)) => {
                let mut sent = open.step(step).await;
                match &mut sent {
                    // Reads show nothing to anybody.
                    Ok(sent) => sent.retain(|one| !one.call.starts_with("GET ")),
                    Err(_) => stage = None,
                }
                sent
            }
            (Line::Step(..), None) => continue,
        };
        see(&line, sent);
    }
}

/// Answers in words, and details.
fn answers(sent: &[Sent]) -> (String, Vec<String>) {
    let (text, _, details) = in_detail(sent);
    let details = details.lines().map(|line| line.trim_start_matches(DETAIL).to_owned()).collect();
    (text.replace(" || ", "\n"), details)
}

/// Plays the scenes of a file, and compares what Discord is sent with its answers.
fn recorded(name: &'static str) {
    let found = with_stack(async move || {
        let mut found = String::new();
        let mut known = BTreeSet::new();
        play(name, Circumstances::Usual, |line, sent| {
            let (Line::Title(step) | Line::Step(step, _)) = line;
            let Line::Step(..) = line else { return writeln!(found, "{step}").unwrap() };
            let (answers, details) = answers(&sent.unwrap_or_else(|why| panic!("{step}: {why}")));
            // Shown where a later step fails.
            println!("> {step}\n{answers}");
            writeln!(found, "> {step}\n{answers}").unwrap();
            for detail in details {
                if known.insert(detail.clone()) {
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
    pictures prepared rules seats secrets settings start takeback
}

#[test]
fn every_file_of_scenes_is_played() {
    let found = std::fs::read_dir(FOLDER).unwrap().map(|entry| entry.unwrap().path());
    assert_eq!(found.collect::<BTreeSet<_>>(), FILES.iter().copied().map(file).collect());
}

/// Runs a test with each file of scenes, on threads of their own, and joins what it returns.
fn with_each_file<F: Future<Output = String>>(
    test: impl Fn(&'static str) -> F + Copy + Send + Sync + 'static,
) -> String {
    std::thread::scope(|threads| {
        let running = FILES.iter().map(|name| threads.spawn(move || with_stack(move || test(name))));
        let running: Vec<_> = running.collect();
        running.into_iter().map(|one| one.join().unwrap()).collect()
    })
}

/// Panics if a name with markup is shown as it is. Discord interprets no markup in blocks of code.
fn assert_names_are_escaped(step: &str, sent: &[Sent]) {
    for one in sent {
        let text = [&one.body["content"], &one.body["data"]["content"]].into_iter().find_map(Value::as_str);
        let outside: String = text.unwrap_or_default().split("```").step_by(2).collect();
        let found = PEOPLE.iter().find(|(_, _, marked, _)| outside.contains(marked));
        assert_eq!(found, None, "{step}: {text:?}");
    }
}

/// Replaces names with markup, escaped or not, by those without.
fn with_plain_names(value: &mut Value) {
    match value {
        Value::String(text) => {
            for (_, plain, marked, _) in PEOPLE {
                *text = text.replace(&clean(marked), plain).replace(marked, plain);
            }
        }
        Value::Array(values) => values.iter_mut().for_each(with_plain_names),
        Value::Object(fields) => fields.values_mut().for_each(with_plain_names),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Markup in names, which is escaped in every message, games on another server and new starts of the program change answers
/// only where this is recorded, such as in lists of all games.
#[test]
fn names_games_elsewhere_and_new_starts_change_only_what_is_recorded() {
    let found = with_each_file(async |name| {
        let (mut title, mut found) = (String::new(), String::new());
        play(name, Circumstances::Disturbed, |line, sent| match line {
            Line::Title(line) => title = format!("{line}\n"),
            Line::Step(step, usual) => {
                let plain = |mut sent: Vec<Sent>| {
                    assert_names_are_escaped(step, &sent);
                    sent.iter_mut().for_each(|one| with_plain_names(&mut one.body));
                    answers(&sent).0
                };
                let now = sent.map_or_else(|why| format!("cannot be played: {why}"), plain);
                if *usual != now {
                    writeln!(found, "{}> {step}\n- {usual}\n+ {now}", std::mem::take(&mut title)).unwrap();
                }
            }
        })
        .await;
        found
    });
    crate::expected::compare("discord/tests/disturbed.txt", &found, 300);
}
