//! Messages that an attempt with an unknown result may have posted, composed again after somebody has acted meanwhile.

use std::fmt::Write as _;

use serde_json::json;
use serenity::all::Message;

use super::earlier::is_of;
use super::recorded::{act, app};
use super::*;
use crate::discord::answer::Answer;
use crate::discord::tests::stand_in::message;
use crate::host::tests::copies::Copies;
use crate::host::tests::everyone::{ACTIONS, NamedState, PEOPLE, State, in_every_state};
use crate::host::tests::{PLACE, some};

/// Actions that follow while the message of another one is not recorded.
const SECOND: [&str; 5] = ["move e5", "resign", "bid 20", "agree to the pause", "end the game"];

/// Person who takes an action first, in the order of [`PEOPLE`]; `None` if it is refused to everybody.
async fn first_who_may(state: &State, action: &str) -> Option<&'static str> {
    for person in PEOPLE {
        if act(state, person, action).await.is_some() {
            return Some(person);
        }
    }
    None
}

/// Message to be posted; `None` if there is none.
async fn answer(app: &Shared, notice: &Notice) -> Option<Answer> {
    match compose(app, notice).await.unwrap() {
        DeliveryAction::Post(answer) => Some(*answer),
        DeliveryAction::Supersede | DeliveryAction::Edit(..) | DeliveryAction::EditText(..) => None,
    }
}

/// Message as Discord has it.
fn posted(answer: Answer) -> Message {
    let sent = serde_json::to_value(answer.clone().message()).unwrap();
    let mut message = message(70, PLACE.channel.0, answer.content(), 0);
    message["components"] = sent["components"].clone();
    let files = answer
        .files()
        .iter()
        .map(|file| json!({"id": "1", "filename": file.filename, "size": 1, "url": "", "proxy_url": ""}));
    message["attachments"] = files.collect();
    serde_json::from_value(message).unwrap()
}

/// First action, with the messages about it.
struct Attempt {
    state: State,
    app: Shared,
    messages: Vec<(Notice, Message)>,
}

impl Attempt {
    async fn of(state: State) -> Self {
        let app = app(&state.host);
        let mut messages = Vec::new();
        for notice in some(&state.host).await {
            messages.extend(answer(&app, &notice).await.map(|answer| (notice, posted(answer))));
        }
        Self { state, app, messages }
    }
}

/// Kinds of notices whose messages are composed again after a second action.
async fn section((name, set_up): NamedState) -> String {
    let mut copies = Copies::of(set_up().await).await;
    let mut tried = String::new();
    for (first, _) in ACTIONS {
        let copy = copies.take().await;
        let Some(by) = first_who_may(&copy, first).await else {
            copies.keep(copy);
            continue;
        };
        let mut attempt = Some(Attempt::of(copy).await);
        for second in SECOND {
            // A refused action changes nothing, so the copy serves again.
            let Attempt { state, app, messages } = match attempt.take() {
                Some(attempt) => attempt,
                None => {
                    let state = copies.take().await;
                    act(&state, by, first).await.unwrap();
                    Attempt::of(state).await
                }
            };
            if messages.is_empty() || first_who_may(&state, second).await.is_none() {
                attempt = Some(Attempt { state, app, messages });
                continue;
            }
            for (notice, message) in &messages {
                let notice = Notice { unsure: true, ..notice.clone() };
                let Some(again) = answer(&app, &notice).await else { continue };
                let case = format!("{name}: {first}, {second}: {:?}", notice.kind);
                let texts = [message.content.as_str(), again.content()];
                assert!(is_of(message, &notice, &again), "{case}: {texts:#?}");
                writeln!(tried, "{:?}, {}", notice.kind, if texts[0] == texts[1] { "same" } else { "changed" })
                    .unwrap();
            }
            state.host.close().await;
        }
        if let Some(attempt) = attempt {
            attempt.state.host.close().await;
        }
    }
    copies.close().await;
    tried
}

/// The text or the buttons of a message identify it, also after an action that changes what is posted.
#[test]
fn a_message_of_an_earlier_attempt_is_known_after_any_action() {
    let tried = in_every_state(section);
    for case in ["Turn, same", "Turn, changed", "SeatTaken, changed", "PauseAsked, changed", "DrawOffer, changed"] {
        assert!(tried.lines().any(|line| line == case), "{case}");
    }
}
