//! Messages of every action in every state of a game, as sent to Discord, with the people whom they notify for every setting,
//! and messages that a second action overtakes.
//!
//! The expected output is in `recorded.txt`. To update it after an intended change, run `UPDATE_EXPECTED=1 cargo test
//! -p battalion --lib recorded` and review the diff.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde_json::Value;

use super::*;
use crate::config::Route;
use crate::discord::answer::Answer;
use crate::discord::app::App;
use crate::discord::custom_id::CustomId;
use crate::discord::features::rules::manual::Manual;
use crate::host::tests::copies::Copies;
use crate::host::tests::everyone::{ACTIONS, NamedState, PEOPLE, State, in_every_state, somebody};
use crate::host::tests::{PLACE, manager, wants_to_speak};
use crate::host::{Announce, Host, NoticeKind, PersonId, PersonSettings, Ping};
use crate::monitoring::Gateway;

/// States in which every style of notification is tried.
const STYLES_IN: [&str; 4] =
    ["Bob to move", "Ann has challenged Bob to a duel", "three at the table, Bob away for four days", "in the shop"];
/// State in which pairs of actions are tried.
const PAIRS_IN: &str = "Bob to move";
/// Actions that another one may overtake: questions, offers and turns.
const FIRST: [&str; 6] =
    ["move e5", "offer a draw", "ask for a takeback", "ask for a pause", "hand over to Fay", "move the game"];
/// Actions that may overtake another one. Both people try them, so an offer is also made twice.
const SECOND: [&str; 13] = [
    "move e5",
    "resign",
    "offer a draw",
    "accept the draw",
    "decline the draw",
    "ask for a takeback",
    "allow the takeback",
    "decline the takeback",
    "ask for a pause",
    "agree to the pause",
    "decline the pause",
    "hand over to Fay",
    "move the game",
];

/// A person's notification setting, and whether Discord rejects direct messages to that person.
type Wish = fn(u64) -> (Ping, bool);

/// Settings of all people, with the style of the server, under which the notified people are recorded.
const SETTINGS: [(&str, Announce, Wish); 8] = [
    ("mentions", Announce::Mention, |_| (Ping::Channel, false)),
    ("direct messages", Announce::Mention, |_| (Ping::Dm, false)),
    ("refused direct messages", Announce::Mention, |_| (Ping::Dm, true)),
    ("direct messages, refused for Bob", Announce::Mention, |person| (Ping::Dm, person == 2)),
    ("nothing", Announce::Mention, |_| (Ping::None, false)),
    ("names alone", Announce::Name, |_| (Ping::Channel, false)),
    ("names alone, direct messages", Announce::Name, |_| (Ping::Dm, false)),
    ("names alone, refused direct messages", Announce::Name, |_| (Ping::Dm, true)),
];
/// Everyone who has or is offered a seat in some state.
const SEATED: [u64; 6] = [1, 2, 3, 4, 5, 7];

pub(super) fn app(host: &Host) -> Shared {
    Arc::new(App::new(host.clone(), Gateway::default(), &Route::Direct, Manual::new("docs")).unwrap())
}

/// Labels of buttons with their actions.
fn buttons(rows: &Value) -> Vec<String> {
    let rows = rows.as_array().cloned().unwrap_or_default();
    let all = rows.iter().flat_map(|row| row["components"].as_array().cloned().unwrap_or_default());
    all.map(|button| {
        let label = button["label"].as_str().or(button["placeholder"].as_str()).unwrap_or_default().to_owned();
        let leads = match button["custom_id"].as_str().map(CustomId::decode) {
            Some(Ok(CustomId::Game(of, intent))) => format!("{} {intent:?}", of.version.0),
            other => format!("{other:?}"),
        };
        let off = if button["disabled"] == true { ", off" } else { "" };
        format!("{label} [{leads}{off}]")
    })
    .collect()
}

/// People whom a message notifies. They are the people whom its text mentions.
fn notified(message: &Value) -> BTreeSet<u64> {
    let text = message["content"].as_str().unwrap_or_default();
    let mentioned = text.split("<@").skip(1).filter_map(|rest| rest.split_once('>')?.0.parse().ok());
    let users = message["allowed_mentions"]["users"].as_array().cloned().unwrap_or_default();
    let users = users.iter().map(|user| user.as_str().map_or_else(|| user.as_u64().unwrap(), |id| id.parse().unwrap()));
    let users: BTreeSet<u64> = users.collect();
    assert_eq!(mentioned.collect::<BTreeSet<u64>>(), users, "{text}");
    assert!(users.iter().all(|person| SEATED.contains(person)), "neither a Player nor asked: {message}");
    users
}

/// Sets how all people and the server want to be notified.
async fn set(host: &Host, style: Announce, of: Wish) {
    announced(host, style).await;
    for person in SEATED {
        let (ping, closed) = of(person);
        let change = move |settings: &mut PersonSettings| (settings.ping, settings.dm_closed) = (ping, closed);
        host.settings.change_person_settings(PersonId(person), change).await.unwrap();
    }
}

/// People whom a notice would notify with each of the settings. The settings are as before when this returns.
async fn in_every_setting(app: &Shared, notice: &Notice) -> String {
    let host = &app.host;
    let style = host.settings.announce_in(PLACE.guild).await.unwrap();
    let mut before = Vec::new();
    for person in SEATED {
        before.push((PersonId(person), host.settings.person_settings(PersonId(person)).await.unwrap()));
    }
    let mut all = Vec::new();
    for (name, style, of) in SETTINGS {
        set(host, style, of).await;
        let answer = match compose(app, notice).await.unwrap() {
            DeliveryAction::Supersede => continue,
            DeliveryAction::Post(answer) | DeliveryAction::Edit(answer, _) | DeliveryAction::EditText(answer, _) => {
                answer
            }
        };
        let message = serde_json::to_value(answer.message()).unwrap();
        let people: Vec<String> = notified(&message).iter().map(u64::to_string).collect();
        if notice.kind == NoticeKind::DmRefused {
            all.push(format!("{name}: {}", message["content"]));
        } else if !people.is_empty() {
            all.push(format!("{name}: {}", people.join(", ")));
        }
    }
    announced(host, style).await;
    for (person, settings) in before {
        let change = move |now: &mut PersonSettings| (now.ping, now.dm_closed) = (settings.ping, settings.dm_closed);
        host.settings.change_person_settings(person, change).await.unwrap();
    }
    if all.is_empty() { String::new() } else { format!(" {{{}}}", all.join("; ")) }
}

/// Message as sent to Discord, on one line.
fn shown(answer: Answer) -> String {
    // An edit notifies the same people as a new message, as far as Discord is concerned.
    let edit = serde_json::to_value(answer.clone().edit_whole_message()).unwrap();
    let files: Vec<String> = answer.files().iter().map(|file| file.filename.clone()).collect();
    let afterwards = answer.when_over();
    let message = serde_json::to_value(answer.message()).unwrap();
    assert_eq!(edit["allowed_mentions"], message["allowed_mentions"]);
    notified(&message);
    let mut text = message["content"].as_str().unwrap_or_default().replace('\n', " / ");
    if let Some(users) = message["allowed_mentions"]["users"].as_array().filter(|users| !users.is_empty()) {
        let users: Vec<String> = users.iter().map(|user| user.to_string().replace('"', "")).collect();
        write!(text, " | notifies {}", users.join(", ")).unwrap();
    }
    if let Some(kinds) = message["allowed_mentions"]["parse"].as_array().filter(|kinds| !kinds.is_empty()) {
        write!(text, " | notifies {kinds:?}").unwrap();
    }
    if message["flags"].as_u64().unwrap_or(0) & (1 << 12) != 0 {
        text.push_str(" | silent");
    }
    if !files.is_empty() {
        write!(text, " | {}", files.join(", ")).unwrap();
    }
    let buttons = buttons(&message["components"]);
    if !buttons.is_empty() {
        write!(text, " | {}", buttons.join("; ")).unwrap();
    }
    if let Some(afterwards) = afterwards {
        write!(text, " | afterwards: {}", afterwards.replace('\n', " / ")).unwrap();
    }
    text
}

/// One line for each waiting notice: its message, or that it is superseded, and the messages that lose their buttons.
async fn said(host: &Host) -> Vec<String> {
    told(host, false, false).await
}

/// Like [`said`]. `settings`: adds the people notified with every setting. `refused`: Discord rejects direct messages.
async fn told(host: &Host, settings: bool, refused: bool) -> Vec<String> {
    let app = app(host);
    let mut said = Vec::new();
    while wants_to_speak(host).await {
        for notice in host.outbox.take_notices(100).await.unwrap() {
            let (to, channel) = match notice.to {
                Recipient::Channel(channel) => (format!("in {channel}"), channel),
                Recipient::Person(person) => (format!("to {}", person.0), ChannelId(person.0 + 1000)),
            };
            let mut head = format!("{:?} {to}", notice.kind);
            let direct = matches!(notice.to, Recipient::Person(_));
            if direct && refused {
                assert!(host.outbox.failed(&notice, Failure::Closed).await.unwrap());
                continue;
            }
            let instead = matches!(notice.kind, NoticeKind::DmRefused | NoticeKind::ClosedDm);
            if settings && !direct && (instead || !refused) {
                head.push_str(&in_every_setting(&app, &notice).await);
            }
            let (how, answer, posted) = match compose(&app, &notice).await.unwrap() {
                DeliveryAction::Supersede => {
                    host.outbox.superseded(&notice).await.unwrap();
                    said.push(format!("{head}: superseded"));
                    continue;
                }
                DeliveryAction::Post(answer) => {
                    ("", answer, (channel, MessageId(u64::try_from(notice.id.0).unwrap() + 9_000)))
                }
                DeliveryAction::Edit(answer, earlier) => (" edits", answer, (earlier.channel, earlier.message)),
                DeliveryAction::EditText(answer, earlier) => {
                    (" edits text", answer, (earlier.channel, earlier.message))
                }
            };
            let afterwards = answer.when_over();
            let older = host.outbox.posted(&notice, posted.0, posted.1, afterwards.as_deref()).await.unwrap();
            let older: Vec<NoticeKind> = older.into_iter().map(|older| older.kind).collect();
            let bare = if older.is_empty() { String::new() } else { format!(" | without buttons: {older:?}") };
            said.push(format!("{head}{how}: {}{bare}", shown(*answer)));
        }
    }
    said
}

/// Does something in a copy of a state; `None` if it is refused.
pub(super) async fn act(state: &State, person: &str, wanted: &str) -> Option<String> {
    let (_, action) = ACTIONS.iter().find(|(name, _)| *name == wanted).unwrap_or_else(|| panic!("{wanted}"));
    action(state.host.clone(), somebody(person), state.game, state.asked).await.ok()
}

/// Events that nobody causes in the game.
const EVENTS: [&str; 5] =
    ["Ann leaves the server", "Bob leaves the server", "the channel is deleted", "a restart", "nobody does anything"];
/// Number of reminders and ends of a time that are awaited.
const AWAITED: usize = 6;

async fn happens(state: &State, event: &str) {
    match event {
        "Ann leaves the server" => state.host.tables.has_left(state.game, PersonId(1)).await.unwrap(),
        "Bob leaves the server" => state.host.tables.has_left(state.game, PersonId(2)).await.unwrap(),
        "the channel is deleted" => state.host.tables.channel_gone(PLACE.channel).await.unwrap(),
        _ => state.host.records.catch_up().await.unwrap(),
    }
}

async fn announced(host: &Host, style: Announce) {
    let (guild, by) = (PLACE.guild.unwrap(), manager(9));
    let change = host.settings.change_guild_settings(&by, guild, move |settings| {
        settings.announce = style;
        Ok(())
    });
    change.await.unwrap();
}

/// Messages of each action that somebody may take, with every style of notification.
async fn alone(copies: &mut Copies, styles: &[Announce], out: &mut String) {
    for (name, _) in ACTIONS {
        for person in PEOPLE {
            let mut state = copies.take().await;
            if act(&state, person, name).await.is_none() {
                copies.keep(state);
                continue;
            }
            writeln!(out, "## {name}, by {person}").unwrap();
            let mentioning = told(&state.host, true, false).await;
            mentioning.iter().for_each(|line| writeln!(out, "{line}").unwrap());
            state.host.close().await;
            state = copies.take().await;
            set(&state.host, Announce::Mention, |_| (Ping::Dm, false)).await;
            act(&state, person, name).await.unwrap();
            let instead = told(&state.host, true, true).await;
            for line in instead.iter().filter(|line| line.starts_with("DmRefused") || line.starts_with("ClosedDm")) {
                writeln!(out, "direct messages are refused: {line}").unwrap();
            }
            state.host.close().await;
            for &style in styles {
                state = copies.take().await;
                announced(&state.host, style).await;
                act(&state, person, name).await.unwrap();
                for (line, mentioning) in told(&state.host, true, false).await.iter().zip(&mentioning) {
                    if line != mentioning {
                        writeln!(out, "{style:?}: {line}").unwrap();
                    }
                }
                state.host.close().await;
            }
            break;
        }
    }
}

/// Second actions that are accepted only after the first, refused only after it, or that change its messages.
async fn pairs(copies: &mut Copies, out: &mut String) {
    let people = &PEOPLE[..2];
    let mut known: Vec<(&str, &str, Option<Vec<String>>)> = Vec::new();
    for name in FIRST.into_iter().chain(SECOND) {
        for &person in people {
            if known.iter().any(|(by, what, _)| (*by, *what) == (person, name)) {
                continue;
            }
            let state = copies.take().await;
            if act(&state, person, name).await.is_some() {
                known.push((person, name, Some(said(&state.host).await)));
                state.host.close().await;
            } else {
                known.push((person, name, None));
                copies.keep(state);
            }
        }
    }
    let alone = |person: &str, name: &str| known.iter().find(|(by, what, _)| (*by, *what) == (person, name)).unwrap();
    for first in FIRST {
        for &by in people {
            let Some(mine) = &alone(by, first).2 else { continue };
            let mut unused = None;
            for second in SECOND {
                for &other in people {
                    // A refused action changes nothing, so the copy serves again.
                    let both = match unused.take() {
                        Some(both) => both,
                        None => {
                            let both = copies.take().await;
                            act(&both, by, first).await.unwrap();
                            both
                        }
                    };
                    let accepted = act(&both, other, second).await.is_some();
                    let theirs = &alone(other, second).2;
                    if accepted != theirs.is_some() {
                        let which = if accepted { "possible" } else { "refused" };
                        writeln!(out, "{by}: {first}; {other}: {second}: {which}").unwrap();
                    }
                    if !accepted {
                        unused = Some(both);
                        continue;
                    }
                    let together = said(&both.host).await;
                    both.host.close().await;
                    let usual: Vec<&String> = mine.iter().chain(theirs.iter().flatten()).collect();
                    for line in together.iter().filter(|line| !usual.contains(line)) {
                        writeln!(out, "{by}: {first}; {other}: {second}: {line}").unwrap();
                    }
                }
            }
        }
    }
}

/// Messages of the clock while nobody does anything, each with the time since the beginning.
async fn nothing(state: &State, out: &mut String) {
    let begin = state.now();
    for _ in 0..AWAITED {
        let Some(wait) = state.host.clocks.run_due().await.unwrap() else { break };
        let now = state.now() + i64::try_from(wait.as_millis()).unwrap();
        state.set(now);
        // The program runs without a break.
        state.host.beat(now).await;
        state.host.clocks.run_due().await.unwrap();
        let minutes = (now - begin) / 60_000;
        for line in told(&state.host, true, false).await {
            writeln!(out, "{}:{:02} {line}", minutes / 60, minutes % 60).unwrap();
        }
    }
}

/// Messages of events.
async fn events(copies: &mut Copies, out: &mut String) {
    for event in EVENTS {
        let state = copies.take().await;
        writeln!(out, "## {event}").unwrap();
        if event == "nobody does anything" {
            nothing(&state, out).await;
        } else {
            happens(&state, event).await;
        }
        said(&state.host).await.iter().for_each(|line| writeln!(out, "{line}").unwrap());
        state.host.close().await;
    }
}

async fn section((name, set_up): NamedState) -> String {
    let mut out = format!("# {name}\n");
    let mut copies = Copies::of(set_up().await).await;
    let styles: &[Announce] = if STYLES_IN.contains(&name) { &[Announce::Silent, Announce::Name] } else { &[] };
    alone(&mut copies, styles, &mut out).await;
    events(&mut copies, &mut out).await;
    if name == PAIRS_IN {
        pairs(&mut copies, &mut out).await;
    }
    copies.close().await;
    out
}

#[test]
fn every_action_is_told_as_it_was_when_it_was_read() {
    let found = in_every_state(section);
    crate::expected::compare("discord/delivery/recorded.txt", &found, 400);
}
