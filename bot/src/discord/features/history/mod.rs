//! Private views of a game's history: a list of turns, or the board of each step.

pub mod commands;
pub mod replay;
pub mod words;

use serenity::all::{ButtonStyle, CreateButton};

use crate::discord::answer::{Answer, CONTENT};
use crate::discord::custom_id::{ComponentContext, Intent};
use crate::discord::features::board as look;
use crate::discord::features::opponent::words as computer_words;
use crate::discord::messages::people::display_names;
use crate::discord::request::{Outcome, Request};
use crate::discord::wording::refusal;
use crate::host::{GameId, Moment, as_text};

/// Shows every turn as a list, or the last turn with its board.
pub async fn here(request: &Request, game: Option<String>, text: Option<bool>) -> Outcome {
    let game = request.resolve_game(game).await?;
    match text {
        Some(true) => list(request, game).await,
        _ => step(request, game, None).await,
    }
}

async fn list(request: &Request, game: GameId) -> Outcome {
    let steps = request.host().views.steps(game).await?;
    let scene = look::scene(&request.app, game).await?;
    let text = words::list(&steps, &scene.view).join("\n");
    request.say(listed(words::turns_in(&steps), text)).await;
    Ok(())
}

/// The list of turns as a message, or as a file if it is too long for one.
fn listed(turns: usize, text: String) -> Answer {
    match turns {
        _ if text.is_empty() => Answer::text(refusal::NOTHING_PLAYED),
        _ if text.chars().count() <= CONTENT => Answer::text(text),
        turns => Answer::text(words::attached(turns)).file("history.txt", text + "\n"),
    }
}

/// Shows a step with its board; the last step if `at` is `None`.
pub async fn step(request: &Request, game: GameId, at: Option<u16>) -> Outcome {
    request.hold().await;
    let me = request.person();
    let moment = request.host().views.moment(game, me, at.map(usize::from)).await?;
    let said = words::moment(&moment.steps, moment.index, &moment.view);
    let looked = request.host().computers.analysed(game);
    let chance = looked.and_then(|looked| {
        let version = moment.steps.get(moment.index)?.version;
        computer_words::at_turn(&looked, version, &display_names(&moment.seats))
    });
    let said = match chance {
        Some(chance) => format!("{said}\n{chance}"),
        None => said,
    };
    let mut answer = Answer::text(said).picture(&moment.picture);
    if request.host().settings.person_settings(me).await?.text_board {
        answer = answer.text_board(&as_text(&moment.view, &moment.seats));
    }
    request.say(answer.buttons(buttons(game, &moment))).await;
    Ok(())
}

/// Buttons First, Previous, Next and Last.
fn buttons(game: GameId, moment: &Moment) -> Vec<CreateButton> {
    let of = ComponentContext { game, version: moment.newest };
    let (here, last) = (moment.index, moment.steps.len().saturating_sub(1));
    let ways = [
        ("First", 0, here > 0),
        ("Previous", here.saturating_sub(1), here > 0),
        ("Next", (here + 1).min(last), here < last),
        ("Last", last, here < last),
    ];
    // Several buttons may lead to the same step. The button's number keeps their ids distinct.
    let buttons = (0..).zip(ways).map(|(button, (label, to, on))| {
        let at = u16::try_from(to).unwrap_or(u16::MAX);
        of.button(label, ButtonStyle::Secondary, Intent::Step { button, at }).disabled(!on)
    });
    buttons.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::custom_id::CustomId;
    use crate::host::tests::{Folder, game, host, member, play, who};
    use crate::host::{Host, PersonId};
    use engine::titans::GameMode;

    /// Buttons of a step: the labels with their enabled state, and the ids.
    async fn ways(host: &Host, id: GameId, at: Option<usize>) -> (usize, Vec<(String, bool)>, Vec<String>) {
        let moment = host.views.moment(id, PersonId(1), at).await.unwrap();
        let message = Answer::text("").buttons(buttons(id, &moment)).message();
        let message = serde_json::to_value(message).unwrap();
        let all = message["components"][0]["components"].as_array().unwrap().clone();
        let word = |button: &serde_json::Value, key: &str| button[key].as_str().unwrap().to_owned();
        let ids = all.iter().map(|button| word(button, "custom_id")).collect();
        let buttons = all.iter().map(|button| (word(button, "label"), button["disabled"] != true));
        (moment.index, buttons.collect(), ids)
    }

    /// Each step names the people who had the seats then.
    #[tokio::test]
    async fn a_step_names_the_people_of_its_time() {
        let folder = Folder::new();
        let host = host(&folder).await;
        let id = game(&host, GameMode::Duel, &["medieval"; 2]).await;
        play(&host, id, 1, "e4").await;
        play(&host, id, 2, "e5").await;
        let asked = host.tables.hand_over(&who(1), id, member(5)).await.unwrap().version;
        host.tables.answer_hand_over(&who(5), id, asked, true).await.unwrap();
        play(&host, id, 5, "Nf3").await;
        let mut names = Vec::new();
        for at in 0..4 {
            let moment = host.views.moment(id, PersonId(1), Some(at)).await.unwrap();
            names.push(moment.seats.concat().into_iter().map(|member| member.name).collect::<Vec<_>>().join(", "));
        }
        assert_eq!(names, ["Ann, Bob", "Ann, Bob", "Ann, Bob", "Eve, Bob"]);
    }

    /// No turn is left out, however many there are: a list that does not fit into a message is a file.
    #[test]
    fn a_long_list_of_turns_is_attached_whole() {
        for letter in ["e", "é", "♞"] {
            for length in [1, CONTENT - 1, CONTENT, CONTENT + 1, 2 * CONTENT, 9 * CONTENT] {
                let text = letter.repeat(length);
                let answer = listed(length, text.clone());
                let files = answer.files();
                if length <= CONTENT {
                    assert_eq!((answer.content(), files.len()), (text.as_str(), 0), "{length}");
                } else {
                    assert!(answer.content().starts_with(&format!("{length} turns")), "{}", answer.content());
                    let [file] = files else { panic!("{length}: {} files", files.len()) };
                    assert_eq!(file.filename, "history.txt");
                    assert_eq!(String::from_utf8(file.data.to_vec()).unwrap().trim_end(), text);
                }
            }
        }
        assert_eq!(listed(0, String::new()).content(), refusal::NOTHING_PLAYED);
    }

    #[tokio::test]
    async fn the_first_and_the_last_step_lead_nowhere_further() {
        let folder = Folder::new();
        let host = host(&folder).await;
        let id = game(&host, GameMode::Duel, &["medieval", "medieval"]).await;
        for (turn, text) in ["e4", "e5", "Nf3"].into_iter().enumerate() {
            play(&host, id, turn as u64 % 2 + 1, text).await;
        }
        let open = |first: bool, last: bool| {
            let ways = [("First", !first), ("Previous", !first), ("Next", !last), ("Last", !last)];
            ways.map(|(label, on)| (label.to_owned(), on)).to_vec()
        };
        for (asked, index) in [(None, 3), (Some(0), 0), (Some(1), 1), (Some(2), 2), (Some(3), 3), (Some(99), 3)] {
            let (at, buttons, ids) = ways(&host, id, asked).await;
            assert_eq!(at, index, "{asked:?}");
            assert_eq!(buttons, open(index == 0, index == 3), "{asked:?}");
            // The four ids differ even if two buttons lead to the same step.
            assert_eq!(ids.iter().collect::<std::collections::HashSet<_>>().len(), 4);
            let leads = |button: usize| match CustomId::decode(&ids[button]) {
                Ok(CustomId::Game(_, Intent::Step { at, .. })) => usize::from(at),
                other => panic!("{other:?}"),
            };
            assert_eq!([0, 1, 2, 3].map(leads), [0, index.saturating_sub(1), (index + 1).min(3), 3]);
        }
    }
}
