//! Errors and warnings of Battalion files, for Discord and the command line.

use engine::battalion::{FileError, OddOpening, Oddity};

use crate::discord::features::battalions::art_words as art;
use crate::discord::wording::list;
use crate::host::{FileProblem, FileWarning, NotHere};

/// Error in a file, with its position: "line 3, column 6: …".
pub fn problem(problem: &FileProblem) -> String {
    let (line, column, what) = match problem {
        FileProblem::Read(error) => return error.to_string(),
        FileProblem::Here { line, column, what } => (*line, *column, what),
    };
    let (message, suggestion) = match what {
        NotHere::BuiltInId(id) => (format!("the id `{id}` belongs to a built-in Battalion"), Some(format!("my-{id}"))),
        NotHere::IdLooksLike(other) => {
            (format!("this id could be taken for `{other}`, another Battalion's; choose a different one"), None)
        }
        NotHere::TakenName => ("another Battalion here already has this name; choose a different one".to_owned(), None),
        NotHere::LooksLike(other) => (
            format!(
                "this name could be taken for that of another Battalion, {other}; choose one that people can tell apart"
            ),
            None,
        ),
        NotHere::Spaces { has, most } => {
            (format!("the Territory has {has} Spaces; this server allows at most {most}"), None)
        }
        NotHere::Pieces { has, most } => {
            (format!("the Battalion starts with {has} pieces; this server allows at most {most}"), None)
        }
    };
    let error = FileError { line, column, message, suggestion };
    error.to_string()
}

/// Warning for the author of a valid file, as a sentence.
pub fn warning(warning: &FileWarning) -> String {
    match warning {
        FileWarning::Icon(unknown) => art::unknown_icon(unknown),
        FileWarning::Opening(OddOpening { what, own, begins, against }) => {
            let whose = if *own { "this Battalion's" } else { "the Opponent's" };
            let what = match what {
                Oddity::Check => format!("{whose} Titan starts in Check"),
                Oddity::Defeat => format!("{whose} Titan can fall in the first turn"),
            };
            let first = if *begins { "this Battalion moves first" } else { "the Opponent moves first" };
            format!("In duels against {}, {what} when {first}.", list(against))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_server_does_not_take_is_said_with_its_place() {
        let here = |what| {
            let (line, column) = (3, 6);
            problem(&FileProblem::Here { line, column, what })
        };
        for (what, said) in [
            (NotHere::BuiltInId("makpong".to_owned()), "did you mean `my-makpong`"),
            (NotHere::LooksLike("Makpong".to_owned()), "could be taken for that of another Battalion, Makpong"),
            (NotHere::TakenName, "another Battalion here already has this name"),
            (NotHere::Spaces { has: 99, most: 64 }, "99 Spaces; this server allows at most 64"),
            (NotHere::Pieces { has: 99, most: 64 }, "99 pieces; this server allows at most 64"),
        ] {
            let line = here(what);
            assert!(line.starts_with("line 3, column 6") && line.contains(said), "{line}");
        }
    }

    #[test]
    fn warnings_say_against_whom_and_when() {
        let odd = OddOpening {
            what: Oddity::Check,
            own: false,
            begins: true,
            against: vec!["Medieval".to_owned(), "Makpong".to_owned()],
        };
        assert_eq!(
            warning(&FileWarning::Opening(odd)),
            "In duels against Medieval and Makpong, the Opponent's Titan starts in Check when this Battalion moves first."
        );
    }
}
