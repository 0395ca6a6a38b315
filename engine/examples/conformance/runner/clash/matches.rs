//! Schema `match-scripts-1`: whole matches as purchases and results.

use engine::action::{Action, ClashAction, Illegal, Spot};
use engine::board::{Seat, Space};
use engine::clash::{Army, Class, Gold, Match, Owned, STEP, Setup};
use engine::view::{Phase, Viewer};
use serde_json::{Value, json};

use super::super::{Mismatch, Verdict, entries, space, strings, text};
use super::gold::{gold, number, owned, points, result, same_pieces};
use super::same;
use super::scene::{case_name, colour, seat};

/// Runs a case.
pub fn play(case: &Value) -> Verdict {
    let mut game = Match::new(Setup { en_passant: false, seed: [7; 32] })?;
    let refused = &case["expect_illegal"];
    for round in case["rounds"].as_array().into_iter().flatten() {
        let is_refused = |who: Seat| {
            refused.is_object()
                && same("", &refused["round"], &round["round"]).is_ok()
                && refused["by"].as_str() == Some(colour(who))
        };
        let expect = &round["expect"];
        compare_start(&game, expect)?;
        for event in round["auction"].as_array().into_iter().flatten() {
            let who = seat(text(event, "by")?)?;
            let action = if !event["bid"].is_null() {
                let gold = gold(&event["bid"])?;
                ClashAction::Bid { gold }
            } else if event["raise_to"].is_null() {
                ClashAction::Stop
            } else {
                let raise_to = gold(&event["raise_to"])?;
                if is_made(&game, who, raise_to) {
                    continue;
                }
                let standing = match game.view(Viewer::Public).phase {
                    Phase::Auction { standing } => standing.map(Gold::from_hundredths),
                    _ => None,
                };
                if standing.map(|gold| gold + STEP) != Some(raise_to) {
                    return Err(Mismatch::new("a raise by 0.5", event.to_string()));
                }
                ClashAction::Raise
            };
            match game.apply(who, &Action::Clash(action)) {
                Ok(_) => {}
                Err(_) if is_refused(who) => return Ok(()),
                Err(why) => return Err(Mismatch::new(event.to_string(), why.to_string())),
            }
        }
        if expect["auction"].is_object() {
            compare_auction(&game, &expect["auction"])?;
        }
        for who in [Seat(0), Seat(1)] {
            let shop = &round["shop"][colour(who)];
            if !shop.is_object() {
                continue;
            }
            match buy(&mut game, who, shop) {
                Ok(()) if is_refused(who) => {
                    return Err(Mismatch::new("a confirmation to be refused", "it was taken"));
                }
                Err(Refusal::Rule(_)) if is_refused(who) => return Ok(()),
                Ok(()) => {}
                Err(Refusal::Rule(why)) => {
                    return Err(Mismatch::new(
                        format!("{} to buy in round {}", colour(who), round["round"]),
                        why.to_string(),
                    ));
                }
                Err(Refusal::Case(problem)) => return Err(problem.into()),
            }
        }
        for who in [Seat(0), Seat(1)] {
            let wanted = &expect["gold_after_shop"][colour(who)];
            if !wanted.is_null() {
                same("gold after the shop", wanted, &number(game.gold(who)))?;
            }
        }
        if let Some(words) = round["result"].as_str() {
            let left = [0, 1].map(|index| survivors(&game, Seat(index), &round["survivors"]));
            let [white, black] = left;
            game.adjudicate(result(words)?, [white?, black?]);
            compare_end(&game, expect)?;
        }
    }
    if refused.is_object() {
        return Err(Mismatch::new("something to be refused", "all was taken"));
    }
    match case["final"].as_str() {
        Some(words) if words.contains("draw") && game.result() == Some(None) => Ok(()),
        Some(words) => same("at the end", &json!(words), &json!(next(&game))),
        None => Ok(()),
    }
}

fn compare_start(game: &Match, expect: &Value) -> Verdict {
    if let Some(phase) = expect["phase"].as_str() {
        let got = match (game.view(Viewer::Public).phase, game.to_act().as_slice()) {
            (Phase::Auction { .. }, _) => "auction".to_owned(),
            (Phase::Shop, [buyer]) => format!("{} buys", colour(*buyer)),
            (phase, _) => format!("{phase:?}"),
        };
        same("phase", &json!(phase), &json!(got))?;
    }
    for who in [Seat(0), Seat(1)] {
        let wanted = &expect["gold_before"][colour(who)];
        if !wanted.is_null() {
            same("gold before", wanted, &number(game.gold(who)))?;
        }
    }
    Ok(())
}

fn compare_auction(game: &Match, expect: &Value) -> Verdict {
    let outcome = game.auction_outcome().ok_or_else(|| Mismatch::new("an outcome of the auction", "none"))?;
    same("Amazon", &expect["amazon"], &json!(colour(outcome.winner)))?;
    same("pays", &expect["pays"], &number(outcome.pays))?;
    if let Some(odds) = game.draw_odds() {
        same("draw odds", &expect["draw_odds"], &json!(colour(odds)))?;
    }
    for who in [Seat(0), Seat(1)] {
        let wanted = &expect["gold_after"][colour(who)];
        same("gold after the auction", wanted, &number(game.gold(who)))?;
    }
    Ok(())
}

fn compare_end(game: &Match, expect: &Value) -> Verdict {
    for who in [Seat(0), Seat(1)] {
        let wanted = &expect["points"][colour(who)];
        if !wanted.is_null() {
            same("points", wanted, &points(game.half_points()[who.index()]))?;
        }
        let kept = &expect["keeps"][colour(who)];
        if !kept.is_null() {
            same_pieces(&format!("{} to keep", colour(who)), kept, game.army(who).pieces())?;
        }
    }
    if !expect["next"].is_null() {
        same("next", &expect["next"], &json!(next(game)))?;
    }
    Ok(())
}

fn next(game: &Match) -> String {
    match game.result() {
        Some(Some(winner)) => format!("{} wins the match", colour(winner)),
        Some(None) => "match drawn".into(),
        None if game.round_number() == 3 => "ultimate round".into(),
        None => format!("round {}", game.round_number()),
    }
}

/// Checks whether this is White's compulsory raise, which a match makes automatically (C-12).
fn is_made(game: &Match, who: Seat, raise_to: Gold) -> bool {
    let clash = game.view(Viewer::Public).clash;
    let auction = clash.and_then(|clash| clash.auction);
    auction.is_some_and(|auction| auction.raises == [(who, raise_to.hundredths())])
}

/// Reason why a purchase failed.
enum Refusal {
    Rule(Illegal),
    Case(String),
}

/// Sells all, buys all, then places all, and confirms.
fn buy(game: &mut Match, who: Seat, shop: &Value) -> Result<(), Refusal> {
    let does = |game: &mut Match, action: ClashAction| {
        game.apply(who, &Action::Clash(action)).map(|_| ()).map_err(Refusal::Rule)
    };
    let spots = |game: &Match| {
        let army = game.army(who);
        let placed = army.placed().map(|(at, owned)| (Spot::Board(at), owned));
        let hand = army.hand().iter().enumerate();
        let hand = hand.map(|(index, owned)| (Spot::Hand(index as u8), *owned));
        placed.chain(hand).collect::<Vec<(Spot, Owned)>>()
    };
    for name in strings(&shop["sell"]) {
        // Of several, the most expensive: the piece that was bought, not the promoted one.
        let found = spots(game)
            .into_iter()
            .filter(|(_, owned)| case_name(owned.ware) == name)
            .max_by_key(|(_, owned)| owned.value());
        let (at, _) = found.ok_or_else(|| Refusal::Case(format!("no {name} to sell")))?;
        does(game, ClashAction::Sell { at })?;
    }
    for name in strings(&shop["buy"]) {
        let piece = name.to_owned();
        does(game, ClashAction::Buy { piece, at: None })?;
    }
    let placed: Vec<Space> = game.army(who).placed().map(|(at, _)| at).collect();
    for at in placed {
        let (from, to) = (Spot::Board(at), Spot::Hand(0));
        does(game, ClashAction::Arrange { from, to })?;
    }
    for (at, name) in entries(&shop["place"]) {
        let name = name.as_str().unwrap_or("");
        let to = Spot::Board(space(at).map_err(Refusal::Case)?);
        let in_hand = |(spot, piece): &(Spot, Owned)| matches!(spot, Spot::Hand(_)) && case_name(piece.ware) == name;
        let found = spots(game).into_iter().find(in_hand);
        let (from, _) = found.ok_or_else(|| Refusal::Case(format!("no {name} to place")))?;
        does(game, ClashAction::Arrange { from, to })?;
    }
    does(game, ClashAction::Ready)
}

/// Surviving army on its squares. A piece that the army did not contain before was promoted from a Peasant.
fn survivors(game: &Match, who: Seat, survivors: &Value) -> Result<Army, String> {
    let mut army: Vec<(Space, Owned)> = game.army(who).placed().collect();
    let mut left = Vec::new();
    let mut promoted = Vec::new();
    for name in strings(&survivors[colour(who)]) {
        let piece = owned(name)?;
        match army.iter().position(|(_, owned)| owned.ware == piece.ware) {
            Some(index) => left.push(army.swap_remove(index)),
            None => promoted.push(piece),
        }
    }
    for piece in promoted {
        let peasant = army
            .iter()
            .position(|(_, owned)| owned.ware.class == Class::Peasant)
            .ok_or("more promoted pieces than Peasants")?;
        let (at, peasant) = army.swap_remove(peasant);
        let was = Some(peasant.ware);
        left.push((at, Owned { was, ..piece }));
    }
    Ok(Army::placing(who, left))
}
