//! Schemas `setup-cases-1` and `auction-scripts-1`: placement, purchase, income, results, bids.

use engine::action::{Action, ClashAction};
use engine::board::Seat;
use engine::clash::{
    Army, Auction, DrawReason, End, Gold, Loss, Match, Next, Owned, STEP, Setup, ULTIMATE, income, leader_cost, next,
    ware,
};
use serde_json::{Value, json};

use super::super::{Mismatch, Verdict, entries, space, strings, text};
use super::same;
use super::scene::{case_name, colour, seat};

/// Seed of the salts; the cases do not depend on it.
const SEED: [u8; 32] = [7; 32];

/// Parses an amount of gold.
pub fn gold(value: &Value) -> Result<Gold, String> {
    let number = value.as_f64().ok_or_else(|| format!("`{value}` is no amount of gold"))?;
    Ok(Gold::from_hundredths((number * 100.0).round() as i64))
}

/// Amount in the notation of the cases.
pub fn number(gold: Gold) -> Value {
    json!(gold.hundredths() as f64 / 100.0)
}

/// Parses the name of a piece.
pub fn owned(name: &str) -> Result<Owned, String> {
    ware(name).map(Owned::new).ok_or_else(|| format!("no piece `{name}`"))
}

/// Converts half points to points.
pub fn points(half: u8) -> Value {
    json!(f64::from(half) / 2.0)
}

/// Converts points to half points.
pub fn half_points(value: &Value) -> u8 {
    value.as_f64().map_or(0, |points| (points * 2.0).round() as u8)
}

/// Parses the result of a round: `white wins by checkmate`, `black resigns`, `draw by …`.
pub fn result(words: &str) -> Result<End, String> {
    let (who, rest) = words.split_once(' ').unwrap_or((words, ""));
    if ["draw", "stalemate", "repetition", "bare"].iter().any(|sign| words.contains(sign)) {
        return Ok(End::Draw(match words {
            rest if rest.contains("stale") => DrawReason::Stalemate,
            rest if rest.contains("repet") => DrawReason::Repetition,
            rest if rest.contains("fifty") || rest.contains("50") => DrawReason::FiftyMoves,
            rest if rest.contains("bare") => DrawReason::BareLeaders,
            _ => DrawReason::Agreement,
        }));
    }
    let who = seat(who)?;
    let wins = ["win", "won", "checkmates", "mates", "beats"];
    let loser = if wins.iter().any(|sign| rest.starts_with(sign)) { Seat(1 - who.0) } else { who };
    let how = match rest {
        rest if rest.contains("mate") => Loss::Checkmate,
        rest if rest.contains("resign") => Loss::Resigned,
        rest if rest.contains("time") => Loss::Time,
        _ => return Err(format!("`{words}` is no result")),
    };
    Ok(End::Loss(loser, how))
}

fn verdict(expected: &Value, legal: bool, why: &str) -> Verdict {
    match (expected.as_str(), legal) {
        (Some("legal"), true) | (Some("illegal"), false) => Ok(()),
        (Some(expected), true) => Err(Mismatch::new(expected, "legal")),
        (Some(expected), false) => Err(Mismatch::new(expected, format!("illegal: {why}"))),
        (None, _) => Err("no `expect`".to_owned().into()),
    }
}

/// Runs a set-up case.
pub fn setup(case: &Value) -> Verdict {
    let (input, expect) = (&case["input"], &case["expect"]);
    match text(case, "kind")? {
        kind @ ("placement_white" | "placement_black") => {
            let seat = Seat((kind == "placement_black") as u8);
            let mut pieces = Vec::new();
            for (at, name) in entries(input) {
                pieces.push((space(at)?, owned(name.as_str().unwrap_or(""))?));
            }
            let faults = Army::placing(seat, pieces).faults();
            let why = faults.first().map(ToString::to_string);
            verdict(expect, faults.is_empty(), &why.unwrap_or_default())
        }
        "purchase" => purchase(input, expect),
        "sell" => {
            let mut left = gold(&input["gold"])?;
            let mut army = strings(&input["army"]);
            for name in strings(&input["sell"]) {
                match army.iter().position(|owned| *owned == name) {
                    Some(index) => drop(army.swap_remove(index)),
                    None if input["army"].is_array() => {
                        return verdict(expect, false, "not in the army");
                    }
                    None => {}
                }
                match owned(name)?.value() {
                    Some(value) => left += value,
                    None => return verdict(expect, false, "never sold"),
                }
            }
            if expect.is_string() {
                return verdict(expect, true, "");
            }
            same("gold", &expect["gold"], &number(left))
        }
        "round_income" => {
            let round = match input["round"].as_str() {
                Some("ultimate") => ULTIMATE,
                _ => input["round"].as_u64().unwrap_or(1) as u8,
            };
            let gain = income(round, half_points(&input["points"]));
            same("a gain of", &expect["gain"], &number(gain))
        }
        "after_round" => after_round(input, expect),
        "match_state" => {
            let half = ["white", "black"].map(|who| half_points(&input["points"][who]));
            let rounds = input["rounds"].as_u64().unwrap_or(0) as u8;
            let next = next(half, rounds);
            if next == Next::Drawn && expect.as_str().is_some_and(|words| words.contains("draw")) {
                return Ok(());
            }
            same("", expect, &json!(next_in_words(next)))
        }
        "match_action" => match_action(input, expect),
        "auction_bid" => {
            let purse = match gold(&input["gold"]) {
                Ok(gold) => gold,
                Err(_) => Gold::whole(50),
            };
            let keep = if input["leader_owned"] == Value::Bool(false) { leader_cost() } else { Gold::ZERO };
            let tried = Auction::new([purse - keep; 2]).bid(&SEED, Seat(0), gold(&input["bid"])?);
            let why = tried.as_ref().err().map(ToString::to_string);
            verdict(expect, tried.is_ok(), &why.unwrap_or_default())
        }
        "auction" => short_auction(input, expect),
        other => Err(format!("no case of the kind `{other}`").into()),
    }
}

/// Text of the next phase: `white wins the match`, `ultimate round`, `round 2`, `match drawn`.
pub fn next_in_words(next: Next) -> String {
    match next {
        Next::Round(ULTIMATE) => "ultimate round".into(),
        Next::Round(number) => format!("round {number}"),
        Next::Won(seat) => format!("{} wins the match", colour(seat)),
        Next::Drawn => "match drawn".into(),
    }
}

fn purchase(input: &Value, expect: &Value) -> Verdict {
    let mut left = gold(&input["gold"])?;
    let mut pieces = Vec::new();
    for name in strings(&input["army"]) {
        pieces.push(owned(name)?);
    }
    for (name, count) in entries(&input["buy"]) {
        for _ in 0..count.as_u64().unwrap_or(0) {
            let piece = owned(name)?;
            match piece.value() {
                Some(cost) => left -= cost,
                None => return verdict(expect, false, "never bought"),
            }
            pieces.push(piece);
        }
    }
    let faults = Army::of(Seat(0), pieces).faults();
    let mut why = faults.first().map(ToString::to_string).unwrap_or_default();
    if left < Gold::ZERO {
        why = "not enough gold".into();
    }
    let legal = faults.is_empty() && left >= Gold::ZERO;
    if expect.is_string() {
        return verdict(expect, legal, &why);
    }
    same("gold", &expect["gold"], &number(left))
}

fn after_round(input: &Value, expect: &Value) -> Verdict {
    let end = result(text(input, "result")?)?;
    let odds = input["draw_odds"].as_str().map(seat).transpose()?;
    let half = end.half_points(odds);
    for who in [Seat(0), Seat(1)] {
        let name = colour(who);
        let wanted = &expect["points"][name];
        if !wanted.is_null() {
            same("points", wanted, &points(half[who.index()]))?;
        }
        let survivors =
            strings(&input[format!("{name}_survivors")]).into_iter().map(owned).collect::<Result<Vec<_>, _>>()?;
        let kept = end.keeps(Army::of(who, survivors));
        let wanted = &expect[format!("{name}_keeps")];
        if !wanted.is_null() {
            same_pieces(&format!("{name} to keep"), wanted, kept.pieces())?;
        }
    }
    Ok(())
}

/// Compares pieces regardless of their order.
pub fn same_pieces(what: &str, expected: &Value, got: impl IntoIterator<Item = Owned>) -> Verdict {
    let mut expected: Vec<String> = strings(expected).into_iter().map(str::to_owned).collect();
    let mut got: Vec<String> = got.into_iter().map(|owned| case_name(owned.ware)).collect();
    expected.sort();
    got.sort();
    same(what, &json!(expected), &json!(got))
}

/// Match during play of the given round.
fn reach(round: &Value) -> Result<Match, String> {
    let wanted = match round.as_str() {
        Some("ultimate") => ULTIMATE,
        _ => round.as_u64().unwrap_or(1) as u8,
    };
    let mut game = Match::new(Setup { en_passant: false, seed: SEED })?;
    let mut does = |seat: Seat, action: Action| game.apply(seat, &action).map(|_| ()).map_err(|why| why.to_string());
    for number in 1..=wanted {
        if number == ULTIMATE {
            for (seat, gold) in [(Seat(0), 1), (Seat(1), 0)] {
                let gold = Gold::whole(gold);
                does(seat, ClashAction::Bid { gold }.into())?;
            }
        }
        for seat in [Seat(0), Seat(1)] {
            does(seat, ClashAction::Suggest.into())?;
            does(seat, ClashAction::Ready.into())?;
        }
        if number < wanted {
            does(Seat(number - 1), Action::Resign)?;
        }
    }
    Ok(game)
}

fn match_action(input: &Value, expect: &Value) -> Verdict {
    let mut game = reach(&input["round"])?;
    let action = match text(input, "action")? {
        words if words.contains("draw") => Action::OfferDraw,
        words if words.contains("resign") => Action::Resign,
        other => return Err(format!("no action `{other}`").into()),
    };
    let mut tried = game.apply(Seat(0), &action);
    if action == Action::OfferDraw && tried.is_ok() {
        tried = game.apply(Seat(1), &action);
    }
    let why = tried.as_ref().err().map(ToString::to_string);
    verdict(expect, tried.is_ok(), &why.unwrap_or_default())
}

fn short_auction(input: &Value, expect: &Value) -> Verdict {
    let purse = |who: &str| gold(&input["gold"][who]).unwrap_or(Gold::whole(1000));
    let mut auction = Auction::new([purse("white"), purse("black")]);
    let played = play_short_auction(&mut auction, input);
    if expect.is_string() {
        return verdict(expect, played.is_ok(), &played.err().unwrap_or_default());
    }
    played?;
    outcome(&auction, expect)
}

fn play_short_auction(auction: &mut Auction, input: &Value) -> Result<(), String> {
    for who in ["white", "black"] {
        auction.bid(&SEED, seat(who)?, gold(&input[who])?).map_err(|why| why.to_string())?;
    }
    for raise in strings(&input["raises"]) {
        let (who, what) = raise.split_once(' ').ok_or_else(|| format!("`{raise}` is no raise"))?;
        let tried = match what.parse::<Gold>() {
            Ok(gold) => raise_to(auction, seat(who)?, gold),
            Err(_) => auction.stop(seat(who)?).map_err(|why| why.to_string()),
        };
        tried?;
    }
    Ok(())
}

/// Raises to an amount, which must be the next possible one.
fn raise_to(auction: &mut Auction, seat: Seat, gold: Gold) -> Result<(), String> {
    match auction.standing() {
        Some(standing) if standing + STEP == gold => auction.raise(seat).map_err(|why| why.to_string()),
        _ => Err(format!("no raise to {gold} is due")),
    }
}

/// Compares the result of an auction.
fn outcome(auction: &Auction, expect: &Value) -> Verdict {
    let Some(outcome) = auction.outcome() else {
        return Err(Mismatch::new("an outcome", "none yet"));
    };
    let loser = Seat(1 - outcome.winner.0);
    same("Amazon", &expect["amazon"], &json!(colour(outcome.winner)))?;
    if !expect["draw_odds"].is_null() {
        same("draw odds", &expect["draw_odds"], &json!(colour(loser)))?;
    }
    if !expect["pays"].is_null() {
        same("to pay", &expect["pays"], &number(outcome.pays))?;
    }
    Ok(())
}

/// Maximum bid of a Player.
fn limit(case: &Value, who: &str) -> Result<Gold, String> {
    let owns_leader = case["leader_owned"][who] != Value::Bool(false);
    let keep = if owns_leader { Gold::ZERO } else { leader_cost() };
    Ok((gold(&case["gold"][who])? - keep).max(Gold::ZERO))
}

/// Runs an auction script.
pub fn auction_script(case: &Value) -> Verdict {
    let mut auction = Auction::new([limit(case, "white")?, limit(case, "black")?]);
    let expect = &case["expect"];
    let refused = expect["illegal_event"].as_u64();
    for (index, event) in case["events"].as_array().into_iter().flatten().enumerate() {
        let who = seat(text(event, "by")?)?;
        let tried = if !event["bid"].is_null() {
            auction.bid(&SEED, who, gold(&event["bid"])?).map_err(|why| why.to_string())
        } else if !event["raise_to"].is_null() {
            raise_to(&mut auction, who, gold(&event["raise_to"])?)
        } else {
            auction.stop(who).map_err(|why| why.to_string())
        };
        match (tried, refused == Some(index as u64)) {
            (Ok(()), false) => {}
            (Err(_), true) => return Ok(()),
            (Ok(()), true) => {
                return Err(Mismatch::new(format!("event {index} to be refused"), "taken"));
            }
            (Err(why), false) => {
                return Err(Mismatch::new(format!("event {index} to be taken"), why));
            }
        }
    }
    if refused.is_some() {
        return Err(Mismatch::new("an event to be refused", "no such event"));
    }
    if !expect["waiting_for"].is_null() {
        let wanted: Vec<&str> = strings(&expect["waiting_for"]);
        let got: Vec<&str> = auction.waiting_for().into_iter().map(colour).collect();
        let all = |list: &[&str]| {
            let mut list: Vec<String> = list.iter().map(|who| (*who).to_owned()).collect();
            list.sort();
            json!(list)
        };
        return same("to wait for", &all(&wanted), &all(&got));
    }
    outcome(&auction, expect)?;
    let winner = auction.outcome().map(|outcome| (outcome.winner, outcome.pays));
    for who in [Seat(0), Seat(1)] {
        let wanted = &expect["gold_after"][colour(who)];
        if !wanted.is_null() {
            let before = gold(&case["gold"][colour(who)])?;
            let paid = winner.filter(|(winner, _)| *winner == who).map_or(Gold::ZERO, |(_, pays)| pays);
            same("gold after it", wanted, &number(before - paid))?;
        }
    }
    Ok(())
}
