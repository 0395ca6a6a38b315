//! Generated scenes: several people do random things at random times, in one or several games and on one or two servers, so that
//! features meet which no scene by hand brings together.
//!
//! `generated/*.txt` list the steps of each scene, as in [`scenes`](super::scenes), with a digest of everything that Discord was
//! sent. After an intended change, run `UPDATE_EXPECTED=1 cargo test -p battalion --lib discord::tests::generated`. To see what
//! changed, run the test with `-- --nocapture` before and after it, which prints the answers, or copy the steps of a scene into
//! a file of scenes.

mod command;
mod course;

use rand::SeedableRng as _;
use rand::rngs::StdRng;

use super::stage::{Circumstances, Stage};
use super::stand_in::Sent;
use super::told::{digest, in_detail};
use super::typed::with_stack;
use crate::discord::wording::refusal::APOLOGY;
use course::Course;

/// Number of scenes in a record.
const SCENES: u64 = 30;
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
}

impl Kind {
    fn name(self) -> String {
        format!("{self:?}").to_lowercase()
    }
}

/// Line of a record for a step.
fn line(step: &str, mut sent: Vec<Sent>) -> String {
    // Reads show nothing to anybody.
    sent.retain(|one| !one.call.starts_with("GET "));
    let (text, _, details) = in_detail(&sent);
    assert!(!text.contains(APOLOGY), "{step}: {text}");
    println!("> {step}\n{}", text.replace(" || ", "\n"));
    let said = if text.is_empty() { String::new() } else { format!(" {}", digest(text + &details)) };
    format!("> {step}{said}\n")
}

async fn scene(kind: Kind, number: u64) -> String {
    let name = kind.name();
    let mut found = format!("# {name} {number}\n");
    println!("{found}");
    let mut stage = Stage::new(Circumstances::Usual).await;
    let seed = name.bytes().fold(number, |seed, letter| seed.wrapping_mul(0x0100_0000_01b3) ^ u64::from(letter));
    let mut random = StdRng::seed_from_u64(seed);
    let mut course = Course::new(kind, &mut random);
    for _ in 0..STEPS {
        let step = course.next(&mut stage, &mut random).await;
        // A button of a planned step may be gone.
        if let Ok(sent) = stage.step(&step).await {
            found += &line(&step, sent);
        }
    }
    found
}

fn recorded(kind: Kind) {
    let found = with_stack(async move || {
        let mut found = String::new();
        for number in 0..SCENES {
            found += &scene(kind, number).await;
        }
        found
    });
    crate::expected::compare(&format!("discord/tests/generated/{}.txt", kind.name()), &found, 300);
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
