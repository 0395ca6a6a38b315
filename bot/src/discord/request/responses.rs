//! Responses to every kind of interaction, for every reply that Discord may give: requests sent, and result. Recorded in
//! `responses.txt`.

use std::fmt::Write as _;

use serde_json::json;
use serenity::all::{CommandInteraction, ComponentInteraction, CreateModal, Permissions};

use super::*;
use crate::discord::answer::Answer;
use crate::discord::tests::stand_in::{EPHEMERAL, From, Sent, StandIn};
use crate::expected::compare;
use crate::host::tests::{Folder, host};

const INITIAL: &str = "POST interactions/token/callback";
const EDIT: &str = "PATCH webhooks/800/token/messages/@original";
const FURTHER: &str = "POST webhooks/800/token";

/// Status and code of the first replies to one kind of request. Later replies are successes.
type Script = (&'static str, &'static [(u16, u64)]);

/// Replies of Discord, with a name.
const REPLIES: [(&str, &[Script]); 10] = [
    ("everything works", &[]),
    ("a server error, then success", &[(INITIAL, &[(500, 0)])]),
    ("two server errors, then success", &[(INITIAL, &[(503, 0), (500, 0)])]),
    ("a server error, although Discord has shown the response", &[(INITIAL, &[(500, 0), (400, 40060)])]),
    ("nothing but server errors", &[(INITIAL, &[(500, 0); 10])]),
    ("another delivery has answered", &[(INITIAL, &[(400, 40060)])]),
    ("the interaction has expired", &[(INITIAL, &[(404, 10062)])]),
    ("the response is malformed", &[(INITIAL, &[(400, 50035)])]),
    ("edits fail", &[(EDIT, &[(500, 0); 3])]),
    ("follow-ups fail", &[(FURTHER, &[(500, 0), (404, 10015), (500, 0)])]),
];

/// One call of a [`Request`]'s methods.
#[derive(Clone, Copy, Debug)]
enum Step {
    Say,
    Hold,
    Progress,
    Show,
    ShowResult,
    Form,
}

use Step::{Form, Hold, Progress, Say, Show, ShowResult};

/// Ways to respond, in the order in which commands use them.
const WAYS: [&[Step]; 11] = [
    &[Say],
    &[Say, Say],
    &[Hold, Say],
    &[Hold, Progress, Say],
    &[Progress, Say],
    &[Say, Hold, Say],
    &[Show, Say],
    &[ShowResult, Say],
    &[Hold, ShowResult, Say],
    &[Form, Say],
    &[Hold, Form],
];

/// Makes one call. Returns its result in words, if it has one.
async fn respond(request: &Request, step: Step) -> String {
    match step {
        Say => request.say("Said.").await,
        Hold => request.hold().await,
        Progress => request.meanwhile("Half done.").await,
        Show => request.show("Shown to all.").await,
        Form => request.form(CreateModal::new("form", "A form")).await,
        ShowResult => {
            let shown = request.show_result(Answer::text("The board."), Answer::text("You played.")).await;
            return format!(" = {shown:?}");
        }
    }
    String::new()
}

/// Request in words: its kind, visibility and text.
fn words(sent: &Sent) -> String {
    let (kind, body) = match sent.call.as_str() {
        INITIAL => (
            match sent.body["type"].as_u64() {
                Some(4) => "response",
                Some(5) => "acknowledged",
                Some(6) => "acknowledged quietly",
                Some(9) => "form",
                _ => "unknown",
            },
            &sent.body["data"],
        ),
        EDIT => ("edit", &sent.body),
        FURTHER => ("follow-up", &sent.body),
        other => (other, &sent.body),
    };
    let private = if body["flags"].as_u64().unwrap_or(0) & EPHEMERAL == 0 { "" } else { " in private" };
    let text = body["content"].as_str().map(|text| format!(" \"{text}\"")).unwrap_or_default();
    format!("{kind}{private}{text}")
}

/// Requests of one kind of interaction: a command, and a button in a public and in a private message.
fn request(stand_in: &StandIn, app: &Shared, kind: &str) -> Request {
    let by = From { person: 1, name: "Ann", guild: Some(9), channel: 500, kind: 0, may: Permissions::all() };
    let http = Arc::clone(&stand_in.http);
    if kind == "command" {
        let data = json!({"id": "900", "name": "command", "type": 1});
        let command: CommandInteraction = serde_json::from_value(by.interaction(2, data, None)).unwrap();
        return Request::command(app, http, &command);
    }
    let flags = if kind == "private button" { EPHEMERAL } else { 0 };
    let press: ComponentInteraction = serde_json::from_value(by.press("x", &[], flags)).unwrap();
    Request::component(app, http, &press)
}

#[tokio::test]
async fn every_response_is_sent_as_it_was_when_it_was_read() {
    let folder = Folder::of_file();
    let host = host(&folder).await;
    // Delays between attempts take no time.
    tokio::time::pause();
    let mut found = String::new();
    for kind in ["command", "public button", "private button"] {
        writeln!(found, "# {kind}").unwrap();
        for (replies, scripts) in REPLIES {
            writeln!(found, "## {replies}").unwrap();
            for way in WAYS {
                let stand_in = StandIn::start().await;
                for (call, script) in scripts {
                    let reply = |(status, code): &(u16, u64)| (*status, json!({"code": code, "message": "No."}));
                    stand_in.next(call, script.iter().map(reply));
                }
                let app = stand_in.app(host.clone());
                let request = request(&stand_in, &app, kind);
                write!(found, "{way:?}:").unwrap();
                for step in way {
                    let began = Instant::now();
                    let result = respond(&request, *step).await;
                    let took = began.elapsed().as_millis();
                    let took = if took < 100 { String::new() } else { format!(" ({} ms)", took / 100 * 100) };
                    let sent: Vec<String> = stand_in.take().iter().map(words).collect();
                    write!(found, " [{}{result}{took}]", sent.join(", ")).unwrap();
                }
                found.push('\n');
            }
        }
    }
    compare("discord/request/responses.txt", &found, 300);
}

/// Slow work is acknowledged before Discord gives up, quick work is not. Work that ends while the acknowledgement is sent waits for
/// it, because a second initial response would be refused, and the person would never see the answer.
#[tokio::test]
async fn slow_work_is_acknowledged_after_a_while() {
    let folder = Folder::of_file();
    let host = host(&folder).await;
    tokio::time::pause();
    let held = ["acknowledged in private", "edit \"Said.\""];
    for (slow, arrives, expected) in
        [(false, false, &["response in private \"Said.\""][..]), (true, true, &held), (true, false, &held)]
    {
        let stand_in = StandIn::start().await;
        let app = stand_in.app(host.clone());
        let request = request(&stand_in, &app, "command");
        let later = request.hold_later();
        if slow {
            // The task that acknowledges begins to wait.
            tokio::task::yield_now().await;
            tokio::time::advance(response::PATIENCE + Duration::from_millis(1)).await;
            let mut waits = 0..10_000;
            while request.stage.try_lock().is_ok_and(|stage| *stage == Stage::Open) {
                waits.next().expect("nothing is acknowledged");
                tokio::task::yield_now().await;
            }
        }
        if arrives {
            request.hold().await;
        }
        drop(later);
        request.say("Said.").await;
        tokio::time::sleep(response::PATIENCE * 2).await;
        assert_eq!(stand_in.take().iter().map(words).collect::<Vec<_>>(), expected);
    }
}
