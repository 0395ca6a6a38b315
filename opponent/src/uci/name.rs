//! Names of turns in the protocol: `e2e4`, `e7e8q`, and the bot's notation where this is not enough.

use engine::action::{Act, Turn};
use engine::board::Seat;
use engine::context::{LegalMove, Playing, RulesContext};
use engine::notation;
use engine::seen::Seen;

use super::error::UciError;
use super::variant::Variant;

/// Position as the notation needs it.
struct Shown<'a>(RulesContext<'a>);

impl Playing for Shown<'_> {
    fn context(&self) -> RulesContext<'_> {
        self.0
    }

    fn is_on_turn(&self, seat: Seat) -> bool {
        self.0.pos.to_move() == seat
    }
}

fn context(seen: &Seen) -> RulesContext<'_> {
    RulesContext { rules: &seen.rules, pos: &seen.pos, law: seen.law }
}

/// Start and destination, with a promotion; `None` for acts that this does not describe.
fn short(variant: &Variant, act: &Act) -> Option<String> {
    let promotion = match act {
        Act::Move { promote, .. } => promote.as_ref().map(|key| variant.promotion(key)),
        Act::Castle { .. } | Act::Pass { .. } => None,
        _ => return None,
    };
    Some(format!("{}{}{}", act.origin(), act.target(), promotion.unwrap_or_default()))
}

/// Name of a turn: one word.
pub(super) fn name(variant: &Variant, seen: &Seen, turn: &Turn) -> String {
    let lines = context(seen).lines();
    let alone = |name: &String| {
        let same = lines.iter().filter(|line| short(variant, &line.act).as_ref() == Some(name));
        same.count() == 1
    };
    let mut name = short(variant, &turn.act).filter(alone).unwrap_or_else(|| {
        let text = notation::act_text(&Shown(context(seen)), &turn.act);
        text.split_whitespace().collect()
    });
    for choice in &turn.then {
        match choice {
            Some(space) => name += &format!(",{space}"),
            None => name += ",none",
        }
    }
    name
}

/// Names of consecutive turns.
pub(super) fn names(variant: &Variant, seen: &Seen, turns: &[Turn]) -> Vec<String> {
    let mut seen = seen.clone();
    let mut names = Vec::with_capacity(turns.len());
    for turn in turns {
        let name = name(variant, &seen, turn);
        let played = play(&mut seen, turn);
        names.push(name);
        if played.is_none() {
            break;
        }
    }
    names
}

/// Parses the name of a legal turn.
pub(super) fn read(variant: &Variant, seen: &Seen, text: &str) -> Result<Turn, UciError> {
    let wrong = || UciError::Move(text.to_owned());
    let (act, choices) = text.split_once(',').map_or((text, None), |(act, rest)| (act, Some(rest)));
    let lines = context(seen).lines();
    let fits = |line: &&LegalMove| {
        short(variant, &line.act).is_some_and(|name| {
            let bare = variant.only_promotion().map(|letter| name.trim_end_matches(letter));
            name == act || bare == Some(act)
        })
    };
    let mut found = lines.iter().filter(fits);
    let act = match (found.next(), found.next()) {
        (Some(line), None) => line.act.clone(),
        _ => {
            let turn = notation::read_turn(&Shown(context(seen)), seen.pos.to_move(), act);
            turn.map_err(|_| wrong())?.act
        }
    };
    let choice = |text: &str| match text {
        "none" => Ok(None),
        text => text.parse().map(Some).map_err(|_| wrong()),
    };
    let then = choices.map_or_else(|| Ok(Vec::new()), |rest| rest.split(',').map(choice).collect())?;
    Ok(Turn { act, then })
}

/// Plays a turn; `None` if it is illegal or lacks a choice.
pub(super) fn play(seen: &mut Seen, turn: &Turn) -> Option<()> {
    let (mv, chain) = context(seen).find(&turn.act).ok()?;
    let rules = seen.rules.clone();
    let mut pos = seen.pos.clone();
    rules.play(&mut pos, &mv, &chain);
    for choice in &turn.then {
        if pos.pending().is_empty() || !rules.settle(&mut pos, *choice) {
            return None;
        }
    }
    if !pos.pending().is_empty() {
        // Only a choice without options may be left out.
        if rules.settlements(&mut pos).next().is_some() {
            return None;
        }
        rules.clear_pending(&mut pos);
    }
    *seen.occurred.entry(rules.repetition_key(&seen.pos)).or_insert(0) += 1;
    pos.commit();
    seen.pos = pos;
    seen.seat = seen.pos.to_move();
    Some(())
}
