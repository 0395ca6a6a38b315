//! What the log of a game holds: actions of the engine, and takebacks, which the engine knows nothing of.

use engine::action::Action;
use engine::board::Seat;
use serde::{Deserialize, Serialize};

/// An entry of the log.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(in crate::host) enum Logged {
    /// The game went back.
    Takeback(Takeback),
    /// An action of the game.
    Action(Action),
}

/// A takeback: of the actions that stood, only the first ones still do.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(in crate::host) struct Takeback {
    /// How many.
    #[serde(rename = "takeback_to")]
    pub kept: usize,
}

/// The actions that stand after these entries: what was taken back is not among them.
pub(in crate::host) fn standing<'a>(entries: impl Iterator<Item = (Seat, &'a Logged)>) -> Vec<(Seat, Action)> {
    let mut log = Vec::new();
    for (seat, entry) in entries {
        match entry {
            Logged::Action(action) => log.push((seat, action.clone())),
            Logged::Takeback(Takeback { kept }) => log.truncate(*kept),
        }
    }
    log
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_read_as_what_it_was_written_as() {
        let back = Logged::Takeback(Takeback { kept: 3 });
        let text = serde_json::to_string(&back).unwrap();
        assert_eq!(text, r#"{"takeback_to":3}"#);
        let read: Logged = serde_json::from_str(&text).unwrap();
        assert!(matches!(read, Logged::Takeback(Takeback { kept: 3 })));
        // The log of older programs holds actions alone.
        let resigns = serde_json::to_string(&Action::Resign).unwrap();
        let read: Logged = serde_json::from_str(&resigns).unwrap();
        assert!(matches!(read, Logged::Action(Action::Resign)));
    }

    #[test]
    fn what_was_taken_back_does_not_stand() {
        let entries = [
            Logged::Action(Action::OfferDraw),
            Logged::Action(Action::DeclineDraw),
            Logged::Takeback(Takeback { kept: 1 }),
            Logged::Action(Action::Resign),
        ];
        let log = standing(entries.iter().map(|entry| (Seat(0), entry)));
        let actions: Vec<Action> = log.into_iter().map(|(_, action)| action).collect();
        assert_eq!(actions, [Action::OfferDraw, Action::Resign]);
    }
}
