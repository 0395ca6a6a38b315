//! `battalion check`: validates a Battalion file or a file of Battlefields as a server would, before it is uploaded.

use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::battalion::{self, Definition, FileError};
use engine::board::Battlefield;

use crate::discord::{check_text, refusal_text};
use crate::host::{Refusal, Terms, judge, warnings};

/// Result of checking a file.
#[derive(Clone, Debug)]
pub enum Checked {
    /// Valid; warnings for the author, one sentence each.
    Good(Arc<Definition>, Vec<String>),
    /// A valid file of Battlefields.
    Battlefields(Vec<Battlefield>),
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
    if let Some(checked) = battlefields(bytes) {
        return checked;
    }
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

/// Result for a file of Battlefields; `None` for any other file.
fn battlefields(bytes: &[u8]) -> Option<Checked> {
    let text = std::str::from_utf8(bytes).ok()?;
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    if !text.lines().any(|line| line.trim_start().starts_with("[[battlefield]]")) {
        return None;
    }
    Some(match battalion::read_battlefields(text) {
        Ok(fields) => Checked::Battlefields(fields),
        Err(errors) => Checked::Faulty(errors.iter().map(FileError::to_string).collect()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_battlefields_are_checked_with_positions() {
        let good = "[[battlefield]]\nid = \"wide\"\nname = \"Wide\"\nwidth = 9\nheight = 3\nedge_slots = [\n\
                    { side = \"south\", from = 0, length = 9 },\n{ side = \"north\", from = 0, length = 9 }]\n";
        let Checked::Battlefields(fields) = check(good.as_bytes()) else { panic!("{:?}", check(good.as_bytes())) };
        assert_eq!((fields.len(), fields[0].width), (1, 9));
        let Checked::Faulty(errors) = check(good.replace("= 9\n", "= 90\n").replace("Wide", "....").as_bytes()) else {
            panic!("a Battlefield of 90 columns");
        };
        assert!(errors.len() >= 2 && errors.iter().all(|error| error.starts_with("line ")), "{errors:?}");
    }
}
