//! Slash commands as people type them: their declarations, their answers in states of a game, what they open and set, and
//! their completions.
//!
//! The expected output is in `slash_*.txt`. To update it after an intended change, run `UPDATE_EXPECTED=1 cargo test -p
//! battalion --lib slash` and review the diff.

use std::fmt::Write as _;

use serde_json::Value;
use serenity::all::Permissions;

use super::stand_in::{From, StandIn};
use super::told::{digest, in_detail, told};
use super::typed::{Commands, with_stack};
use super::walks::{ANN, BOB, EVE};
use crate::discord::custom_id::{ComponentContext, CustomId, Intent};
use crate::host::tests::copies::Copies;
use crate::host::tests::everyone::{NamedState, in_every_state, parts, told as notices};
use crate::host::tests::sharing::{HOME, bring_to, file, manager_of};
use crate::host::tests::{Folder, dealing};
use crate::host::{GameId, Version};

/// Lines of a record: what is answered, after everything that is answered so.
#[derive(Default)]
struct Lines(Vec<(String, Vec<String>)>);

impl Lines {
    fn add(&mut self, asked: impl Into<String>, answer: String) {
        match self.0.iter_mut().find(|(known, _)| *known == answer) {
            Some((_, all)) => all.push(asked.into()),
            None => self.0.push((answer, vec![asked.into()])),
        }
    }

    fn text(&self) -> String {
        self.0.iter().map(|(answer, asked)| format!("{}: {answer}\n", asked.join("; "))).collect()
    }
}

/// Commands about a game. A computer's thoughts take seconds, so hints and analyses are asked for only where there are none.
const ABOUT_A_GAME: &[&str] = &[
    "/match board",
    "/match board text:yes",
    "/match resign",
    "/match draw",
    "/match takeback",
    "/match pause",
    "/match resume",
    "/match premove",
    "/match premove theirs:e5 answer:d4",
    "/match history",
    "/match history text:yes",
    "/match rematch",
    "/match export",
    "/match export format:PGN",
    "/match end",
    "/match end reason:It is late.",
    "/match board game:1",
    "/match board game:nonsense",
    "/lobby join",
    "/lobby join battalion:makpong",
    "/lobby join battalion: MAKPONG battalion ",
    "/lobby join battalion:nothing",
    "/lobby join with:@1",
    "/lobby join battalion:makpong word:apple",
    "/lobby join computer:Titan battalion:makpong",
    "/lobby join computer:Titan battalion:nothing",
    "/lobby word word:apple",
    "/lobby odds odds:Half",
    "/lobby odds odds:No pieces",
    "/lobby odds odds:None",
    "/lobby leave",
    "/lobby start",
    "/lobby kick player:@1",
    "/lobby kick player:@2",
    "/seat hand-over to:@5",
    "/seat hand-over to:@6",
    "/seat take",
    "/seat free player:@2",
    "/games move-here",
    "/games list",
    "/games find",
    "/move move:e5",
    "/move move:Ke9",
    "/moves",
    "/moves piece:e7",
    "/moves piece:e5",
    "/place",
    "/target",
    "/clash shop",
    "/clash buy text:Queen d1",
    "/clash buy text:Unicorn d1",
    "/clash sell text:e1",
    "/clash sell text:all",
    "/clash arrange text:e1 d1",
    "/clash undo",
    "/clash suggest",
    "/clash suggest army:nothing",
    "/clash ready",
    "/clash bid",
    "/clash bid gold:3.5",
    "/clash bid gold:much",
    "/clash raise",
    "/clash pass",
    "/rules game",
    "/battalions show battalion:medieval",
    "/help",
];

/// States in which commands are tried: one of each kind.
const IN: [&str; 17] = [
    "a lobby with a free seat, Ann in it",
    "Ann has challenged Bob to a duel",
    "Ann has challenged anyone to a match",
    "before the first turn, Ann to move",
    "Bob to move, everything asked by Ann",
    "paused",
    "adjourned",
    "three at the table, Bob away for four days",
    "Ann against a computer",
    "three with Targets, Ann has played",
    "three at the table, Ann has given up",
    "over",
    "four at the table, the seats of Bob and Cid are free",
    "Ann and Eve share a seat, Bob to move",
    "choosing Volatile pieces in secret",
    "in the shop",
    "in the auction",
];

async fn section((name, set_up): NamedState) -> String {
    if !IN.contains(&name) {
        return String::new();
    }
    let out = format!("# {name}\n");
    let mut copies = Copies::of(set_up().await).await;
    let stand_in = StandIn::start().await;
    let commands = Commands::new(&stand_in).await;
    let mut lines = Lines::default();
    for typed in ABOUT_A_GAME {
        let mut answers = Lines::default();
        for (who, by) in [("Ann", ANN), ("Bob", BOB), ("Eve", EVE)] {
            let state = copies.take().await;
            let before = parts(&state.host, state.game).await;
            let app = stand_in.app(state.host.clone());
            let sent = commands.run(&stand_in, &app, by, typed).await;
            let (mut text, _, _) = in_detail(&sent);
            let heard = notices(&state.host).await;
            let after = parts(&state.host, state.game).await;
            let changed: Vec<&String> = after.iter().filter(|part| !before.contains(part)).collect();
            if !heard.is_empty() || !changed.is_empty() {
                // Draws differ each time.
                let begins = before.len() != after.len();
                let changed = if begins { "the game begins".to_owned() } else { format!("{changed:?}") };
                write!(text, " => told: {heard}; now: {changed}").unwrap();
                state.host.close().await;
            } else {
                copies.keep(state);
            }
            answers.add(who, text);
        }
        for (text, people) in answers.0 {
            lines.add(*typed, format!("{}: {text}", people.join(", ")));
        }
    }
    copies.close().await;
    out + &lines.text()
}

#[test]
fn every_command_about_a_game_is_answered_as_it_was_when_it_was_read() {
    let found = in_every_state(section);
    crate::expected::compare("discord/tests/slash_games.txt", &found, 400);
}

/// Commands that open games.
const OPENING: &[&str] = &[
    "/titans new mode:Duel",
    "/titans new mode:Duel seats:3",
    "/titans new mode:Assassin",
    "/titans new mode:Assassin seats:2",
    "/titans new mode:Assassin seats:6",
    "/titans new mode:Free seats:4 order:In order begin:When every seat",
    "/titans new mode:Duel order:At random begin:When someone",
    "/titans new mode:Duel battalion:makpong",
    "/titans new mode:Duel battalion:nothing",
    "/titans new mode:Duel opponent-battalion:makpong",
    "/titans new mode:Duel battalion:medieval computer:Recruit opponent-battalion:makpong begin:When someone",
    "/titans new mode:Duel battalion:medieval computer:Recruit opponent-battalion:makpong BATTALION",
    "/titans new mode:Duel battalion:medieval computer:Recruit opponent-battalion:nothing",
    "/titans new mode:Duel placement:Usual time:3 days",
    "/titans new mode:Duel placement:Everyone time:30m + 30s a move",
    "/titans new mode:Duel placement:Back time:1 day + 5 days reserve",
    "/titans new mode:Duel time:none",
    "/titans new mode:Duel time:soon",
    "/titans new mode:Duel battlefield:nothing",
    "/titans new mode:Duel location:Here theme:High",
    "/titans challenge opponent:@2",
    "/titans challenge opponent:@1",
    "/titans challenge opponent:@6",
    "/titans challenge opponent:@2 battalion:makpong",
    "/titans challenge opponent:@2 opponent-battalion:makpong first:You",
    "/titans challenge opponent:@2 battalion:medieval opponent-battalion:makpong first:Your opponent",
    "/titans challenge opponent:@2 time:36h placement:Back theme:Light first:At random",
    "/clash new",
    "/clash new white:You time:36h",
    "/clash new white:Your opponent en-passant:yes",
    "/clash new en-passant:no time:never",
    "/clash challenge opponent:@2",
    "/clash challenge opponent:@1",
    "/clash challenge opponent:@6",
    "/clash challenge opponent:@2 white:Your opponent en-passant:yes time:none",
    "/play",
    "/games list",
    "/games find",
];

/// Commands about settings, whose answers tell what is set.
const SETTING: &[&str] = &[
    "/settings me",
    "/settings me pings:A mention",
    "/settings me pings:A direct",
    "/settings me pings:None",
    "/settings me board:My side",
    "/settings me board:South",
    "/settings me theme:Same",
    "/settings me theme:Dark",
    "/settings me theme:Light",
    "/settings me theme:High",
    "/settings me text:yes",
    "/settings me text:no",
    "/settings me holiday:10 days",
    "/settings me holiday:none",
    "/settings me holiday:whenever",
    "/settings me pings:None board:South theme:Light text:yes holiday:3 days",
    "/settings privacy",
    "/server show",
    "/server defaults",
    "/server defaults theme:Light",
    "/server defaults time:36h",
    "/server defaults time:whenever",
    "/server defaults placement:Back",
    "/server defaults placement:Everyone",
    "/server defaults holiday-days:0",
    "/server defaults holiday-days:1",
    "/server defaults theme:High time:none placement:Usual holiday-days:14",
    "/server games",
    "/server games duel:no",
    "/server games assassin:no",
    "/server games ffa:no",
    "/server games clash:no",
    "/server games duel:no assassin:no ffa:no clash:no",
    "/server games duel:yes",
    "/server games fewest-players:3",
    "/server games most-players:4",
    "/server games fewest-players:5 most-players:3",
    "/server games shortest-time:10m",
    "/server games longest-time:3 days",
    "/server games shortest-time:3 days longest-time:10m",
    "/server games shortest-time:any longest-time:any",
    "/server games unlimited:no",
    "/server channels",
    "/server channels add:#501",
    "/server channels remove:#501",
    "/server channels everywhere:yes",
    "/server channels everywhere:no",
    "/server channels add:#501 && /server channels everywhere:no",
    "/server channels add:#501 && /server channels everywhere:yes",
    "/server channels add:#501 && /server channels add:#502 && /server channels remove:#501",
    "/server channels add:#501 remove:#501",
    "/server roles",
    "/server roles admins:&70",
    "/server roles makers:&70",
    "/server roles admins:&9",
    "/server roles makers:&9",
    "/server roles delegate:yes",
    "/server roles admins:&70 makers:&71 delegate:yes",
    "/server pings",
    "/server pings style:Mention",
    "/server pings style:Silent",
    "/server pings style:Name",
    "/server computers",
    "/server computers minutes:0",
    "/server computers minutes:1",
    "/server computers minutes:90",
    "/server limits",
    "/server limits battalions:1",
    "/server limits bytes:512 spaces:1 pieces:1 seconds:1",
    "/server limits seconds:20",
    "/server log",
    "/battalion-admin list",
    "/battalion-admin disable battalion:medieval",
    "/battalion-admin enable battalion:medieval",
    "/battalion-admin disable battalion:medieval && /battalion-admin enable battalion:medieval && /battalions list",
    "/battalion-admin disable battalion:owls",
    "/battalion-admin publish battalion:owls",
    "/battalion-admin publish battalion:owls version:1",
    "/battalion-admin publish battalion:owls version:7",
    "/battalion-admin publish battalion:medieval",
    "/battalion-admin share battalion:owls with:Everyone",
    "/battalion-admin share battalion:owls with:Nobody",
    "/battalion-admin remarks",
    "/battalion-admin reports",
    "/battalion-admin archive battalion:owls",
    "/battalion-admin archive battalion:medieval",
    "/battalion-admin export",
    "/battalion-admin export battalion:owls",
    "/battalion-admin export battalion:owls version:2",
    "/battalion-admin export battalion:medieval",
    "/battalion-admin clone battalion:medieval",
    "/battalion-admin clone battalion:nothing",
    "/learn",
    "/learn lesson:shop",
    "/learn lesson:nothing",
    "/rules game topic:T-20",
    "/rules game topic:nonsense",
    "/rules piece piece:medieval/king",
    "/rules piece piece:unicorn",
    "/battalions list",
    "/battalions show battalion:owls",
    "/battalions icons",
    "/battalions icons search:horse",
    "/battalions icons search:zzz",
    "/battalions browse",
    "/battalions browse search:axes order:Newest",
    "/battalions add-code code:ABCDEFGHIJ",
    "/stats me",
    "/stats me game:Clash",
    "/stats player player:@2",
    "/stats player player:@2 game:Party",
    "/stats leaderboard",
    "/stats leaderboard game:Party",
    "/stats battalion battalion:medieval",
    "/stats battalion battalion:nothing",
    "/stats server",
    "/help",
];

/// Answers to one command, or to several after each other, alone on a fresh server with an own Battalion, by these people one after the other, and the game
/// that it opens.
async fn alone<const PEOPLE: usize>(typed: &str, people: [From; PEOPLE]) -> [String; PEOPLE] {
    let folder = Folder::new();
    let host = dealing(&folder, [3; 32]).await;
    bring_to(&host, HOME, &file("owls", "Owls")).await;
    let stand_in = StandIn::start().await;
    let app = stand_in.app(host.clone());
    let commands = Commands::new(&stand_in).await;
    let of = ComponentContext { game: GameId(1), version: Version(0) };
    let board = CustomId::Game(of, Intent::Board).encode().unwrap();
    let mut answers = people.map(|_| String::new());
    for (by, answer) in people.into_iter().zip(&mut answers) {
        let mut answered = Vec::new();
        for one in typed.split(" && ") {
            answered.push(in_detail(&commands.run(&stand_in, &app, by, one).await).0);
        }
        *answer = answered.join(" && ");
        if host.views.board(of.game).await.is_ok() {
            let shown = stand_in.answers(&app, by.press(&board, &[], 0)).await;
            write!(answer, " => {}", told(&shown).0).unwrap();
        }
    }
    host.close().await;
    answers
}

#[test]
fn every_command_opens_and_sets_what_it_did_when_it_was_read() {
    let found = with_stack(async || {
        let mut lines = Lines::default();
        let manages = From { may: ANN.may | Permissions::MANAGE_GUILD, ..ANN };
        for typed in OPENING {
            let [answer] = alone(typed, [ANN]).await;
            lines.add(*typed, answer);
        }
        for typed in SETTING {
            let [direct, plain, all] = alone(typed, [From { guild: None, ..manages }, ANN, manages]).await;
            lines.add(*typed, all.clone());
            if plain != all {
                lines.add(format!("{typed} without permission"), plain.clone());
            }
            if direct != all && direct != plain {
                lines.add(format!("{typed} in direct messages"), direct);
            }
        }
        lines.text()
    });
    crate::expected::compare("discord/tests/slash_alone.txt", &found, 100);
}

/// Declaration of a command or option, with all below it.
fn declared(node: &Value, path: &str, out: &mut String) {
    let path = format!("{path}{}", node["name"].as_str().unwrap());
    write!(out, "{path}: {}", node["description"].as_str().unwrap_or_default()).unwrap();
    for key in ["type", "required", "autocomplete", "min_value", "max_value", "max_length", "channel_types", "contexts"]
    {
        if !node[key].is_null() && node[key] != false {
            write!(out, " | {key} {}", node[key]).unwrap();
        }
    }
    if !node["default_member_permissions"].is_null() {
        write!(out, " | for {}", node["default_member_permissions"]).unwrap();
    }
    let choices = node["choices"].as_array().cloned().unwrap_or_default();
    for choice in choices {
        write!(out, " | {} = {}", choice["value"], choice["name"]).unwrap();
    }
    out.push('\n');
    for option in node["options"].as_array().into_iter().flatten() {
        declared(option, &format!("{path} "), out);
    }
}

#[test]
fn every_command_is_declared_as_it_was_when_it_was_read() {
    let found = with_stack(async || {
        let stand_in = StandIn::start().await;
        let mut out = String::new();
        Commands::new(&stand_in).await.tree.iter().for_each(|command| declared(command, "/", &mut out));
        out
    });
    crate::expected::compare("discord/tests/slash_declared.txt", &found, 150);
}

/// Options with completions, with what was typed before.
fn completed(node: &Value, path: &str, out: &mut Vec<String>) {
    let path = format!("{path}{}", node["name"].as_str().unwrap());
    for option in node["options"].as_array().into_iter().flatten() {
        if option["autocomplete"] == true {
            out.push(format!("{path} {}:", option["name"].as_str().unwrap()));
        }
        completed(option, &format!("{path} "), out);
    }
}

/// Beginnings that are completed.
const TYPED: [&str; 9] = ["", "e", "K", " Owl ", "zebra", "3", "medieval", "Queen d1, p", "t-1"];

async fn completions((name, set_up): NamedState) -> String {
    const COMPLETED_IN: [&str; 5] =
        ["a lobby with a free seat, Ann in it", "Bob to move", "Ann against a computer", "in the shop", "over"];
    if !COMPLETED_IN.contains(&name) {
        return String::new();
    }
    let out = format!("# {name}\n");
    let state = set_up().await;
    bring_to(&state.host, HOME, &file("owls", "Owls")).await;
    let by = manager_of(HOME);
    state.host.battalions.publish_battalion(&by, HOME, "owls", None).await.unwrap();
    let stand_in = StandIn::start().await;
    let app = stand_in.app(state.host.clone());
    let commands = Commands::new(&stand_in).await;
    let mut all = Vec::new();
    commands.tree.iter().for_each(|command| completed(command, "/", &mut all));
    let manages = From { may: ANN.may | Permissions::MANAGE_GUILD, ..ANN };
    let people =
        [("Ann", ANN), ("Bob", BOB), ("Eve", EVE), ("manager", manages), ("direct", From { guild: None, ..BOB })];
    let mut lines = Lines::default();
    for option in &all {
        for typed in TYPED {
            let mut answers = Lines::default();
            for (who, by) in people {
                let sent = commands.complete(&stand_in, &app, by, &format!("{option}{typed}")).await;
                answers.add(who, offered(&told(&sent).0));
            }
            for (text, people) in answers.0.into_iter().filter(|(text, _)| !text.is_empty()) {
                lines.add(format!("{option}{typed}"), format!("{}: {text}", people.join(", ")));
            }
        }
    }
    state.host.close().await;
    out + &lines.text()
}

/// First choices of a completion, with the number and a digest of all.
fn offered(all: &str) -> String {
    let choices: Vec<&str> = all.split("; ").collect();
    if choices.len() <= 2 {
        return all.to_owned();
    }
    format!("{}; {}; … {} {}", choices[0], choices[1], choices.len(), digest(all))
}

#[test]
fn every_completion_offers_what_it_did_when_it_was_read() {
    let found = in_every_state(completions);
    crate::expected::compare("discord/tests/slash_completed.txt", &found, 100);
}
