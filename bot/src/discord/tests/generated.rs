//! Generated scenes: several people do random things at random times, in one or several games and on one or two servers, so that
//! features meet which no scene by hand brings together.
//!
//! `generated/*.txt` list the steps of each scene, as in [`scenes`](super::scenes), with a digest of everything that Discord was
//! sent. After an intended change, run `UPDATE_EXPECTED=1 cargo test -p battalion --lib discord::tests::generated`. To see what
//! changed, run the test with `-- --nocapture` before and after it, which prints the answers, or copy the steps of a scene into
//! a file of scenes.
//!
//! The titles in a record are the numbers from which the scenes are generated. After a change of the generator, run
//! `UPDATE_EXPECTED=1 SCENES_AMONG=700 …` to choose those that have the most different answers (about 10 minutes).

mod command;
mod course;

use std::collections::BTreeSet;

use rand::SeedableRng as _;
use rand::rngs::StdRng;

use super::stage::{Circumstances, Stage};
use super::stand_in::Sent;
use super::told::{digest, in_detail};
use super::typed::with_stack;
use crate::discord::wording::refusal::APOLOGY;
use course::Course;

/// Number of scenes in a record.
const SCENES: usize = 30;
/// Number of steps in a scene.
const STEPS: usize = 60;

/// Subject of a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Duels,
    Parties,
    Clashes,
    /// A game of three to five, while people use commands that are not about it.
    Servers,
    /// No game: armies, settings and whatever the people who manage the bot do.
    Armies,
}

impl Kind {
    fn name(self) -> String {
        format!("{self:?}").to_lowercase()
    }
}

/// Line of a record for a step, and the answer.
fn line(step: &str, mut sent: Vec<Sent>) -> (String, String) {
    // Reads show nothing to anybody.
    sent.retain(|one| !one.call.starts_with("GET "));
    let (text, _, details) = in_detail(&sent);
    assert!(!text.contains(APOLOGY), "{step}: {text}");
    println!("> {step}\n{}", text.replace(" || ", "\n"));
    let said = if text.is_empty() { String::new() } else { format!(" {}", digest(text.clone() + &details)) };
    (format!("> {step}{said}\n"), text)
}

/// Sentences of a text, without numbers and quoted words, which differ from game to game.
fn sentences(text: &str) -> impl Iterator<Item = String> {
    text.split(['\n', '|', '/']).map(|sentence| {
        let plain = sentence.split('`').step_by(2).flat_map(str::split_whitespace);
        let words = plain.map(|word| word.trim_matches(|letter: char| !letter.is_alphabetic()));
        words.filter(|word| word.chars().all(char::is_lowercase)).collect::<Vec<_>>().join(" ")
    })
}

/// Scene that was played.
struct Played {
    record: String,
    /// Sentences of the answers, each with the command before it.
    answers: BTreeSet<String>,
}

async fn scene(kind: Kind, number: u64) -> Played {
    let name = kind.name();
    let mut played = Played { record: format!("# {name} {number}\n"), answers: BTreeSet::new() };
    println!("{}", played.record);
    let mut stage = Stage::new(Circumstances::Usual).await;
    let seed = name.bytes().fold(number, |seed, letter| seed.wrapping_mul(0x0100_0000_01b3) ^ u64::from(letter));
    let mut random = StdRng::seed_from_u64(seed);
    let mut course = Course::new(kind, &mut random);
    for _ in 0..STEPS {
        let step = course.next(&mut stage, &mut random).await;
        // A button of a planned step may be gone.
        if let Ok(sent) = stage.step(&step).await {
            let command = step.split_once('/').map_or("", |(_, command)| command.split(':').next().unwrap_or_default());
            let (line, text) = line(&step, sent);
            played.answers.extend(sentences(&text).map(|sentence| format!("{command}: {sentence}")));
            played.record += &line;
        }
    }
    played
}

/// Numbers of the scenes that together have the most different answers, among the first scenes of a kind.
fn most_different(kind: Kind, among: u64) -> Vec<u64> {
    let mut scenes = with_stack(async move || {
        let mut scenes = Vec::new();
        for number in 0..among {
            scenes.push((number, scene(kind, number).await.answers));
        }
        scenes
    });
    let (mut known, mut chosen) = (BTreeSet::new(), Vec::new());
    while chosen.len() < SCENES && !scenes.is_empty() {
        let new = |at: &usize| scenes[*at].1.difference(&known).count();
        let best = (0..scenes.len()).max_by_key(new).unwrap();
        let (number, answers) = scenes.swap_remove(best);
        known.extend(answers);
        chosen.push(number);
    }
    eprintln!("{kind:?}: {} different answers", known.len());
    chosen.sort_unstable();
    chosen
}

fn recorded(kind: Kind) {
    let name = format!("discord/tests/generated/{}.txt", kind.name());
    let numbers = match std::env::var("SCENES_AMONG") {
        Ok(among) => most_different(kind, among.parse().unwrap()),
        Err(_) => {
            let record = std::fs::read_to_string(format!("{}/src/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap();
            let titles = record.lines().filter_map(|line| line.strip_prefix("# ")?.split_once(' '));
            titles.map(|(_, number)| number.parse().unwrap()).collect()
        }
    };
    let found = with_stack(async move || {
        let mut found = String::new();
        for number in numbers {
            found += &scene(kind, number).await.record;
        }
        found
    });
    crate::expected::compare(&name, &found, 300);
}

#[test]
fn duels() {
    recorded(Kind::Duels);
}

#[test]
fn parties() {
    recorded(Kind::Parties);
}

#[test]
fn clashes() {
    recorded(Kind::Clashes);
}

#[test]
fn servers() {
    recorded(Kind::Servers);
}

#[test]
fn armies() {
    recorded(Kind::Armies);
}
