//! `battalion check`: what a server would say about a Battalion file, before it is sent there.

use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::battalion::Definition;

use crate::discord::{check_text, refusal_text};
use crate::host::{Limits, Refusal, judge, warnings};

/// What was found in a file.
#[derive(Clone, Debug)]
pub enum Checked {
    /// It is in order; what its author should know, a sentence each.
    Good(Arc<Definition>, Vec<String>),
    /// What is wrong with it, causes first.
    Faulty(Vec<String>),
}

/// Looks at a file as a server does that has no Battalions of its own and the usual limits.
///
/// ```
/// use battalion::check::{Checked, check};
///
/// let Checked::Faulty(errors) = check(b"format = 2") else { panic!() };
/// assert!(errors[0].starts_with("line 1, column 10: `format` is `2`"));
/// ```
pub fn check(bytes: &[u8]) -> Checked {
    let limits = Limits::default();
    let time = Duration::from_secs(limits.seconds.into());
    let began = Instant::now();
    match judge(bytes, &limits, &[], began + time) {
        Err(why) => Checked::Faulty(vec![refusal_text(&Refusal::from(why))]),
        Ok(Err(problems)) => Checked::Faulty(problems.iter().map(check_text::problem).collect()),
        Ok(Ok(good)) => {
            let warnings = warnings(&good.definition, began + time / 2);
            let told = warnings.iter().map(check_text::warning).collect();
            Checked::Good(good.definition, told)
        }
    }
}
