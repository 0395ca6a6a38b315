//! Consequences of every action in every state of a game: the view of each person, the state after a restart, and the
//! events of the clocks in the next weeks.
//!
//! The expected output is in `aftermath.txt`. To update it after an intended change, run `UPDATE_EXPECTED=1 cargo test
//! -p battalion --lib aftermath` and review the diff.

use std::fmt::Write as _;

use super::copies::Copies;
use super::everyone::{ACTIONS, NamedState, PEOPLE, State, in_every_state, parts, sees, somebody, told};
use super::timeline::after;
use super::*;
use crate::host::session::game::GameSession;

/// Time for which the clocks run: the longest wait is for an answer to "still playing?".
const END: i64 = 22 * 24 * HOUR;
/// Players. Others try an action only if no Player may take it.
const PLAYERS: usize = 3;

/// Parts of the game, and of every person's view of it.
async fn views(state: &State) -> Vec<(&'static str, Vec<String>)> {
    let mut all = vec![("game", parts(&state.host, state.game).await)];
    for person in PEOPLE {
        let seen = sees(&state.host, state.game, &somebody(person)).await;
        all.push((person, seen.split("; ").map(str::to_owned).collect()));
    }
    all
}

/// Differences between two views, one line for each person: new parts, then those that are gone.
fn changes(before: &[(&str, Vec<String>)], now: &[(&str, Vec<String>)]) -> String {
    let mut lines = String::new();
    for ((person, before), (_, now)) in before.iter().zip(now) {
        let new: Vec<&str> = now.iter().filter(|part| !before.contains(part)).map(String::as_str).collect();
        let gone: Vec<&str> = before.iter().filter(|part| !now.contains(part)).map(String::as_str).collect();
        if !new.is_empty() || !gone.is_empty() {
            writeln!(lines, "{person}: {} (was: {})", new.join("; "), gone.join("; ")).unwrap();
        }
    }
    lines
}

/// Stored fields of a game without the position, which the views show.
async fn stored(state: &State) -> String {
    let game = state.host.games.load(state.game).await.unwrap();
    let GameSession { place, state, version, creator, options, stopped, created_at, deadline, clock, seats, .. } =
        &*game;
    let GameSession { invited, past, pending, contributions, waiting_since, .. } = &*game;
    let table = (place, state, version, creator, options, stopped, created_at, deadline, clock, seats);
    format!("{table:?} {:?}", (invited, past, pending, contributions, waiting_since))
}

/// Notices of the next weeks, with their times since now.
async fn clocks(host: &Host) -> String {
    let begun = host.time.now();
    let mut line = String::new();
    loop {
        let now = host.time.now();
        let next = host.clocks.run_due().await.unwrap();
        let heard = told(host).await;
        if !heard.is_empty() {
            write!(line, "; {} {heard}", after(now - begun)).unwrap();
        }
        let Some(wait) = next else { return line };
        let at = now + i64::try_from(wait.as_millis()).unwrap().max(1);
        if at > begun + END {
            return line;
        }
        host.settled().await;
        host.time.set(at);
    }
}

async fn section((name, set_up): NamedState) -> String {
    let mut out = format!("# {name}\n");
    let start = set_up().await;
    let now = start.now();
    let before = views(&start).await;
    let mut copies = Copies::of(start).await;
    let state = copies.take().await;
    let undisturbed = clocks(&state.host).await;
    writeln!(out, "clocks{undisturbed}").unwrap();
    state.host.close().await;
    for (action, act) in ACTIONS {
        let mut taken = false;
        for (place, person) in PEOPLE.into_iter().enumerate() {
            if taken && place >= PLAYERS {
                break;
            }
            let state = copies.take().await;
            if act(state.host.clone(), somebody(person), state.game, state.asked).await.is_err() {
                copies.keep(state);
                continue;
            }
            taken = true;
            told(&state.host).await;
            let (seen, kept) = (views(&state).await, stored(&state).await);
            state.host.close().await;
            let again = state.again(now).await;
            assert_eq!(views(&again).await, seen, "{name}: {action} by {person}, after a restart");
            assert_eq!(stored(&again).await, kept, "{name}: {action} by {person}, after a restart");
            writeln!(out, "## {action}, by {person}").unwrap();
            out.push_str(&changes(&before, &seen));
            let then = clocks(&again.host).await;
            if then != undisturbed {
                writeln!(out, "clocks{then}").unwrap();
            }
            again.host.close().await;
        }
    }
    copies.close().await;
    out
}

#[test]
fn everything_follows_from_an_action_that_followed_when_it_was_read() {
    let found = in_every_state(section);
    crate::expected::compare("host/tests/aftermath.txt", &found, 500);
}
