//! Messages about adding your own pictures to pieces, on Discord and on the command line.

use crate::discord::wording::{count, list as sentence_list, safe};
use crate::host::art::{PaintedPiece, RefusedSketch, SketchRefusal, UnknownIcon};

/// Maximum characters of a list in a message. A longer list is attached as a file.
const LIST: usize = 1100;
/// Maximum characters of a displayed name.
const NAME: usize = 60;
/// Maximum number of pieces that are named.
const NAMES: usize = 10;

/// Heading of the list of refused pictures if none was accepted.
pub const NOTHING: &str = "Nothing was changed:";
/// Heading of the list of refused pictures if others were accepted.
pub const SOME_REFUSED: &str = "\nNot taken:";
/// Name of the file with the full list.
pub const REFUSED_FILE: &str = "not-taken.txt";

/// Progress message while pictures are traced.
pub fn drawing(percent: u8) -> String {
    match percent {
        0 => "Tracing …".to_owned(),
        percent => format!("Tracing: {percent}%…"),
    }
}

/// Text above the traced pictures.
pub fn drawn(battalion: &str, pieces: &[PaintedPiece]) -> String {
    let battalion = safe(battalion, NAME);
    if let [PaintedPiece { name, nearest, .. }] = pieces {
        let name = safe(name, NAME);
        let apart = match nearest {
            Some(other) => {
                format!(" The piece that looks most like it is the {}; people can tell them apart.", safe(other, NAME))
            }
            None => String::new(),
        };
        return format!("**{name}** ({battalion}) as it would look.{apart}");
    }
    let mut names: Vec<String> = pieces.iter().map(|piece| safe(&piece.name, NAME)).collect();
    if names.len() > NAMES {
        names.truncate(NAMES - 1);
        names.push(format!("{} more", pieces.len() + 1 - NAMES));
    }
    format!(
        "**{battalion}** with {}: {}. People can tell them all apart.",
        count(pieces.len(), "new picture", "new pictures"),
        sentence_list(&names)
    )
}

/// Text below the traced pictures.
pub fn waiting(version: i64) -> String {
    format!(
        "*Accepting it adds version {version}, private until you publish it; games in progress keep their version.*"
    )
}

/// Reason why a picture was refused, as a sentence that begins with its file name.
pub fn refusal(refused: &RefusedSketch) -> String {
    let why = match &refused.why {
        SketchRefusal::NoPiece { asked, meant } => {
            let asked = asked.chars().take(NAME).collect::<String>();
            let meant = match meant {
                Some(meant) => format!("did you mean {meant}?"),
                None => "name the file after a piece's id, name or symbol.".to_owned(),
            };
            format!("the Battalion has no piece \"{asked}\"; {meant}")
        }
        SketchRefusal::Twice(piece) => {
            format!("there is already another picture for the {piece}; leave one of them out.")
        }
        SketchRefusal::Trace(why) => format!("{why}."),
        SketchRefusal::Alike { piece, other } => format!(
            "on a phone people could not tell the {piece} from the {other}; give it a different outline or larger details."
        ),
        SketchRefusal::Unwritable(piece) => format!(
            "no picture can be put into the {piece} as the file is written; write its `art` on one line, `art = {{ … }}`."
        ),
        SketchRefusal::Late => "this one timed out; send fewer pictures at once.".to_owned(),
    };
    format!("{}: {why}", refused.file)
}

/// All refused pictures, one line each.
pub fn refused(all: &[RefusedSketch]) -> Vec<String> {
    all.iter().map(refusal).collect()
}

/// Lines for a message, with a file of all lines if they do not fit.
pub fn list(lines: &[String]) -> (String, Option<String>) {
    let mut shown = String::new();
    for line in lines {
        let line = format!("• {}\n", safe(line, 300));
        if shown.chars().count() + line.chars().count() > LIST {
            let more = format!("… {REFUSED_FILE} lists them all.");
            return (shown + &more, Some(lines.join("\n") + "\n"));
        }
        shown += &line;
    }
    (shown.trim_end().to_owned(), None)
}

/// Warning about a piece whose icon does not exist.
pub fn unknown_icon(unknown: &UnknownIcon) -> String {
    let UnknownIcon { piece, symbol, icon, meant } = unknown;
    let meant = match meant {
        Some(meant) => format!("; did you mean \"{meant}\"?"),
        None => "; /battalions icons lists those there are.".to_owned(),
    };
    format!("the {piece} names the icon \"{icon}\", which does not exist, and is drawn as its symbol {symbol}{meant}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_become_a_file() {
        let refused = |file: &str| RefusedSketch {
            file: file.to_owned(),
            why: SketchRefusal::NoPiece { asked: "x".repeat(500), meant: Some("queen".to_owned()) },
        };
        let lines = super::refused(&[refused("@everyone.png")]);
        let (shown, file) = list(&lines);
        assert!(shown.contains("did you mean queen?"), "{shown}");
        assert!(!shown.contains("@everyone"), "{shown}");
        assert_eq!(file, None);
        let many: Vec<_> = (0..60).map(|n| refused(&format!("{n}.png"))).collect();
        let (shown, file) = list(&super::refused(&many));
        assert!(shown.chars().count() < 1300, "{}", shown.chars().count());
        assert_eq!(file.unwrap().lines().count(), 60);
    }

    #[test]
    fn a_whole_army_fits_into_a_message_with_what_was_not_taken() {
        let piece =
            |index| PaintedPiece { index, name: format!("Grandmaster of the Eastern Gate {index}"), nearest: None };
        let pieces: Vec<_> = (0..40).map(piece).collect();
        let text = drawn("The Army of the Eastern Gate", &pieces);
        assert!(text.chars().count() < 600, "{text}");
        assert!(text.contains("Gate 8 and 31 more."), "{text}");
    }
}
