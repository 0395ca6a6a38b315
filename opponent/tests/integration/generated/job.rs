//! Parts of the record, and how decisions are written in it.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use engine::action::Action;
use engine::play::Rules;
use engine::seen::Seen;
use opponent::{Analysis, Budget, Decision, Knowledge, Level, Memory, decide_recalling};

use super::random::Random;
use crate::games::digest;
use crate::signature::text;

/// A seeded part of the record, independent of all others.
pub struct Job {
    kind: &'static str,
    pub number: u64,
    pub random: Random,
    /// Number of lines so far.
    made: usize,
    /// Lines so far.
    pub out: String,
    /// Knowledge of the last position.
    pub know: Option<(Arc<Rules>, Knowledge)>,
    /// Promises that were not kept.
    pub faults: Vec<String>,
}

impl Job {
    pub fn new(kind: &'static str, number: u64) -> Self {
        let seed = number << 32 | u64::from(digest(kind));
        let random = Random::new(seed);
        Self { kind, number, random, made: 0, out: String::new(), know: None, faults: Vec::new() }
    }

    /// Knowledge of the rules of a position, kept for the next one of the same game.
    pub fn know(&mut self, seen: &Seen) -> Knowledge {
        match self.know.take() {
            Some((rules, know)) if Arc::ptr_eq(&rules, &seen.rules) => know,
            _ => Knowledge::new(&seen.rules),
        }
    }

    pub fn line(&mut self, name: &str, told: &[String]) {
        writeln!(self.out, "{} {}.{}, {name}: {}", self.kind, self.number, self.made, told.join("; ")).unwrap();
        self.made += 1;
    }

    /// Notes a promise that is not kept.
    pub fn promise(&mut self, kept: bool, name: &str, what: impl FnOnce() -> String) {
        if !kept {
            self.faults.push(format!("{} {}.{}, {name}: {}", self.kind, self.number, self.made, what()));
        }
    }
}

/// Short digest of a text.
pub fn short(text: &str) -> String {
    let digest = digest(text);
    format!("{:04x}", digest >> 16 ^ digest & 0xffff)
}

/// Everything that a decision says.
pub fn all_of(made: &Decision) -> String {
    format!("{} {} {} {}", text(made.action.as_ref()), made.score, made.depth, made.nodes)
}

pub fn all_of_analysis(found: &Analysis) -> String {
    let Analysis { line, score, mate_in, depth, farthest, nodes, .. } = found;
    let line: Vec<String> = line.iter().map(|turn| text(Some(&turn.clone().into()))).collect();
    format!("{} {score} {mate_in:?} {depth} {farthest} {nodes}", line.join(" "))
}

/// Short text of an action.
pub fn told(action: Option<&Action>) -> String {
    match action {
        Some(Action::Turn(turn)) => {
            let then: String = turn.then.iter().map(|at| at.map_or(",-".into(), |at| format!(",{at}"))).collect();
            format!("{}-{}{then}", turn.act.origin(), turn.act.target())
        }
        other => short(&text(other)),
    }
}

pub fn decide(seen: &Seen, level: Level, know: &Knowledge, nodes: u64, seed: u64) -> Decision {
    let stop = AtomicBool::new(false);
    decide_recalling(seen, level, know, Budget::new(nodes, &stop), seed, &mut Memory::default())
}
