//! Entries of a game's log: actions of the engine, and takebacks, which are handled outside of the engine.

use engine::action::Action;
use engine::board::Seat;
use serde::{Deserialize, Serialize};

/// A log entry.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(in crate::host) enum Logged {
    Takeback(Takeback),
    Action(Action),
}

/// A takeback, which keeps only the first of the valid actions.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(in crate::host) struct Takeback {
    /// Number of actions kept.
    #[serde(rename = "takeback_to")]
    pub kept: usize,
}

/// Valid actions after these entries, without those undone by takebacks.
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
        // Logs of older versions contain only actions.
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

    /// A takeback counts the actions that stood before it, not those that an earlier takeback had undone.
    #[test]
    fn after_a_second_takeback_the_replaced_actions_stand() {
        let turns = [Action::OfferDraw, Action::DeclineDraw, Action::DrawVolatile, Action::Resign];
        let [first, undone, second, third] = turns.clone().map(Logged::Action);
        let back = |kept| Logged::Takeback(Takeback { kept });
        let entries = [first, undone, back(1), second, third, back(2)];
        let log = standing(entries.iter().map(|entry| (Seat(0), entry)));
        let actions: Vec<Action> = log.into_iter().map(|(_, action)| action).collect();
        assert_eq!(actions, [Action::OfferDraw, Action::DrawVolatile]);
    }
}
