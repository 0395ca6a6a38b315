//! `battalion check`: validates a Battalion file as a server would, before it is uploaded.

use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::battalion::{self, Definition};

use crate::discord::{check_text, refusal_text};
use crate::host::{Refusal, Terms, judge, warnings};

/// Result of checking a file.
#[derive(Clone, Debug)]
pub enum Checked {
    /// Valid; warnings for the author, one sentence each.
    Good(Arc<Definition>, Vec<String>),
    /// Invalid; errors, causes first.
    Faulty(Vec<String>),
}

/// Checks a file under the usual limits, as a server without Battalions of its own does. A built-in file is valid here,
/// although a server rejects it as a duplicate.
///
/// ```
/// use battalion::check::{Checked, check};
///
/// let Checked::Faulty(errors) = check(b"format = 2") else { panic!() };
/// assert!(errors.iter().any(|error| error.starts_with("line 1, column 10: `format` is `2`")));
/// ```
pub fn check(bytes: &[u8]) -> Checked {
    let terms = Terms::default();
    let time = Duration::from_secs(terms.limits.seconds.into());
    let began = Instant::now();
    let good = |definition: Arc<Definition>| {
        let warnings = warnings(&definition, began + time / 2);
        let told = warnings.iter().map(check_text::warning).collect();
        Checked::Good(definition, told)
    };
    let mut builtins = battalion::builtin().iter();
    if let Some(same) = builtins.find(|one| one.text.as_bytes() == bytes)
        && let Ok(definition) = battalion::load_builtin(same.id)
    {
        return good(definition);
    }
    match judge(bytes, &terms, began + time) {
        Err(why) => Checked::Faulty(vec![refusal_text(&Refusal::from(why))]),
        Ok(Err(problems)) => Checked::Faulty(problems.iter().map(check_text::problem).collect()),
        Ok(Ok(found)) => good(found.definition),
    }
}
