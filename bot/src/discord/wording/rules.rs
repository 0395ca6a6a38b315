//! The rulebook in words: Battalions and pieces as their files tell of them, with the numbers of the rules. Plain
//! paragraphs first, so that the same words serve messages and text files.

use std::sync::Arc;

use engine::ability;
use engine::battalion::{AbilityUse, Definition, DropZone, Param, PieceDef, nearest};
use engine::piece::betza;

use super::pages::paragraph;
pub use super::pages::{Paragraph, messages, plain};
use super::{count, list};
use crate::discord::answer::CONTENT;
use crate::host::rulebook::{Rule, Topic, named, numbers, topics};

/// A menu that leads on.
pub const ONWARD: &str = "Read on";
/// Which of several.
pub const WHICH: &str = "Which one?";
/// Which topic.
pub const WHICH_TOPIC: &str = "Which topic?";
/// Which Battalion.
pub const WHICH_BATTALION: &str = "Which Battalion?";
/// Which piece.
pub const WHICH_PIECE: &str = "Which piece?";
/// What a button leads to is no longer there.
pub const GONE: &str = "That page is no longer in the rulebook. Use /rules to look it up anew.";
/// Showing to everybody, where the person may not write.
pub const NOT_HERE: &str = "You may not write in this channel, so I cannot show it here for you.";

/// Under a page that everybody sees.
pub fn shown_by(name: &str) -> String {
    format!("-# Shown by {name}")
}

/// No such topic.
pub fn no_topic(written: &str) -> String {
    let names = topics().iter().flat_map(|topic| {
        let rules = topic.rules.iter().map(|rule| rule.number);
        std::iter::once(topic.title).chain(rules)
    });
    match nearest(written, names) {
        Some(near) => format!("There is no such topic or rule; did you mean {near}?"),
        None => "There is no such topic or rule; choose from the list that appears as you type."
            .to_owned(),
    }
}

/// Several pieces share a name.
pub fn which_piece(number: usize) -> String {
    format!("{number} pieces have that name. Which one do you mean?")
}

/// What there is to read about the games.
pub fn contents(topics: &[Topic]) -> Vec<String> {
    let mut told: Vec<Paragraph> = Vec::new();
    for topic in topics {
        let numbers = match (topic.rules.first(), topic.rules.last()) {
            (Some(first), Some(last)) => {
                format!("{} ({} to {})", topic.title, first.number, last.number)
            }
            _ => topic.title.to_owned(),
        };
        match told.last_mut().filter(|one| one.head == topic.book) {
            Some(one) => one.text += &format!(", {numbers}"),
            None => told.push(paragraph(topic.book, numbers)),
        }
    }
    told.push(paragraph(
        "",
        "Choose a topic below, or write a number such as T-20 as the topic. /rules battalion and /rules piece show armies and pieces.",
    ));
    messages("The rules", &told, CONTENT)
}

/// The rules of a topic.
pub fn topic(title: &str, rules: &[Rule]) -> Vec<String> {
    let told: Vec<Paragraph> = rules
        .iter()
        .map(|rule| paragraph(rule.number, rule.text.clone()))
        .collect();
    messages(title, &told, CONTENT)
}

/// The Battalions in a sentence each.
pub fn battalions(all: &[Arc<Definition>]) -> Vec<String> {
    let one = |definition: &Arc<Definition>| {
        let mut text = definition.summary.clone();
        if definition.extra_strength && !text.contains("Extra-Strength") {
            text += " Extra-Strength.";
        }
        if !definition.duel {
            text += " Not for duels.";
        }
        paragraph(definition.name.clone(), text)
    };
    let told: Vec<Paragraph> = all.iter().map(one).collect();
    messages("Battalions that can be picked here", &told, CONTENT)
}
/// A Battalion as a whole.
pub fn battalion(definition: &Definition) -> Vec<Paragraph> {
    let mut told = vec![
        paragraph("", definition.summary.clone()),
        paragraph("", definition.prose.clone()),
        paragraph("Strength", strength(definition)),
        paragraph("Territory", territory(definition)),
        paragraph("In reserve", reserves(definition)),
        paragraph("Losing", losing(definition)),
    ];
    let gifts: Vec<String> = uses(definition, "gift")
        .map(|power| gift(definition, power))
        .collect();
    told.push(match gifts.is_empty() {
        true => paragraph("What Opponents receive", "Nothing."),
        false => paragraph("What Opponents receive", gifts.join(" ")),
    });
    for power in &definition.powers {
        if !matches!(power.name.as_str(), "gift" | "lose-without") {
            told.extend(ability_of(definition, power));
        }
    }
    told.push(paragraph("Pieces", pieces(definition)));
    told.retain(|one| !one.text.trim().is_empty());
    told
}

/// The short of it: what somebody who accepts a file should have seen.
fn strength(definition: &Definition) -> String {
    match (definition.extra_strength, definition.duel) {
        (true, _) => "Extra-Strength: only in Party Mode with more than 2 Players, where it counts double (T-27, T-30, T-31).".to_owned(),
        (false, true) => "Not Extra-Strength; may be picked in duels and in Party Mode.".to_owned(),
        (false, false) => "Not Extra-Strength; for Party Mode only.".to_owned(),
    }
}

fn territory(definition: &Definition) -> String {
    let territory = &definition.territory;
    let mut text = format!(
        "{} columns and {} rows.",
        territory.width(),
        territory.height()
    );
    if territory.mirror {
        text += " It can be mirrored (T-15).";
    }
    if territory.margin > 0 {
        let columns = count(usize::from(territory.margin), "column", "columns");
        text += &format!(" {columns} of the Battlefield must stay free on both sides (T-15).");
    }
    text
}

const fn zone(zone: DropZone) -> &'static str {
    match zone {
        DropZone::BackRank => "on the own Back Rank",
        DropZone::Territory => "in the own Territory",
        DropZone::Board => "anywhere on the board",
    }
}

fn reserves(definition: &Definition) -> String {
    let one = |reserve: &engine::battalion::ReserveDef| {
        let name = definition
            .pieces
            .get(reserve.piece)
            .map_or("", |piece| &piece.name);
        let when = if reserve.instant {
            ", during Placement already if its Player likes"
        } else {
            ""
        };
        format!(
            "{} × {name}, to be placed {}{when} (T-18).",
            reserve.count,
            zone(reserve.zone)
        )
    };
    definition
        .reserves
        .iter()
        .map(one)
        .collect::<Vec<_>>()
        .join(" ")
}

fn uses<'a>(definition: &'a Definition, name: &'a str) -> impl Iterator<Item = &'a AbilityUse> {
    definition
        .powers
        .iter()
        .filter(move |power| power.name == name)
}

fn losing(definition: &Definition) -> String {
    let mut text =
        "A Player is out when checkmated, or when the last Titan is captured (T-21).".to_owned();
    for power in uses(definition, "lose-without") {
        let names: Vec<String> = named(definition, power, "pieces")
            .into_iter()
            .map(str::to_owned)
            .collect();
        text += &format!(
            " Also when a turn ends and they control no {} on the board (P-5).",
            names.join(" or ")
        );
    }
    text
}

fn gift(definition: &Definition, power: &AbilityUse) -> String {
    let number = match power.params.get("count") {
        Some(Param::Number(number)) => *number,
        _ => 1,
    };
    let flag = |name: &str| matches!(power.params.get(name), Some(Param::Flag(true)));
    let word = |name: &str| match power.params.get(name) {
        Some(Param::Word(word)) => word.as_str(),
        _ => "",
    };
    let names: Vec<String> = named(definition, power, "pieces")
        .into_iter()
        .map(|name| format!("{number} × {name}"))
        .collect();
    let who = match word("to") {
        "non-users" => "Every Player of another Battalion gets",
        _ => "Every other Player gets",
    };
    let place = DropZone::NAMES
        .iter()
        .find(|(known, _)| *known == word("zone"))
        .map_or(zone(DropZone::BackRank), |(_, found)| zone(*found));
    let mut text = format!(
        "{who} {} in reserve, to be placed {place} as a turn (T-18)",
        list(&names)
    );
    if flag("instant") {
        text += ", or during Placement already";
    }
    if flag("after-first-turn") {
        text += ", once the first Player of this Battalion has had a turn";
    }
    text + "."
}

fn pieces(definition: &Definition) -> String {
    let one = |(index, piece): (usize, &PieceDef)| {
        let (placed, kept) = numbers(definition, index);
        let mut facts = Vec::new();
        if piece.titan {
            facts.push("Titan".to_owned());
        }
        match (placed, kept) {
            (0, 0) => facts.push("not at the start".to_owned()),
            (0, _) => {}
            (placed, _) => facts.push(format!("×{placed}")),
        }
        if kept > 0 {
            facts.push(format!("{kept} in reserve"));
        }
        format!("{} ({})", piece.name, facts.join(", "))
    };
    list(
        &definition
            .pieces
            .iter()
            .enumerate()
            .map(one)
            .collect::<Vec<_>>(),
    ) + "."
}

/// A piece: what its file says, how it moves, what it can do besides.
pub fn piece(definition: &Definition, piece: &PieceDef) -> Vec<Paragraph> {
    let mut told = vec![paragraph("", piece.prose.clone())];
    let notation = piece.betza.join(" ");
    let movement = betza::describe(&piece.moves);
    told.push(match notation.is_empty() {
        true => paragraph("Movement", movement),
        false => paragraph("Movement", format!("{movement} Betza notation: {notation}")),
    });
    let names = |pieces: &[usize]| {
        let name = |index: &usize| {
            definition
                .pieces
                .get(*index)
                .map(|piece| piece.name.clone())
        };
        pieces.iter().filter_map(name).collect::<Vec<_>>()
    };
    if let Some(promotion) = &piece.promotion {
        let rows = match promotion.rear {
            1 => "the Back Rank".to_owned(),
            rows => format!("the {rows} rearmost rows"),
        };
        let (may, leaving) = (
            if promotion.optional {
                "May promote"
            } else {
                "Promotes"
            },
            if promotion.leaving {
                " or leaving them"
            } else {
                ""
            },
        );
        let must = match promotion.must {
            0 => String::new(),
            1 => " On the last row it must.".to_owned(),
            rows => format!(" On the last {rows} rows it must."),
        };
        told.push(paragraph(
            "Promotion (T-12)",
            format!(
                "{may} by reaching {rows} of another Player's Territory{leaving}, to {}.{must}",
                names(&promotion.to).join(" or ")
            ),
        ));
    }
    let en_passant = match (piece.takes_en_passant, piece.taken_en_passant) {
        (true, true) => "Can capture en passant, and can be captured so after its double step.",
        (true, false) => "Can capture en passant.",
        (false, true) => "Can be captured en passant after its double step.",
        (false, false) => "",
    };
    told.push(paragraph("En passant (T-13)", en_passant));
    if !piece.castles_with.is_empty() {
        let text = format!(
            "Castles as a chess King with: {}.",
            list(&names(&piece.castles_with))
        );
        told.push(paragraph("Castling (M-4)", text));
    }
    for ability in &piece.abilities {
        told.extend(ability_of(definition, ability));
    }
    told.push(paragraph("Properties (T-10)", properties(piece)));
    if !piece.rules.is_empty() {
        told.push(paragraph("Rules", format!("{}.", piece.rules.join(", "))));
    }
    told.retain(|one| !one.text.trim().is_empty());
    told
}

fn properties(piece: &PieceDef) -> String {
    let all = [
        (piece.titan, "A Titan."),
        (
            piece.immutable,
            "Immutable: special effects of others do not touch it.",
        ),
        (!piece.capturable, "Cannot be captured."),
        (
            !piece.blocking,
            "Shares its Space with other pieces and stops nobody.",
        ),
    ];
    let held = all
        .iter()
        .filter(|(holds, _)| *holds)
        .map(|(_, text)| *text);
    held.collect::<Vec<_>>().join(" ")
}

/// An ability or power in the words of the reference, with its parameters and rules.
fn ability_of(definition: &Definition, given: &AbilityUse) -> Option<Paragraph> {
    let spec = ability::specs()
        .into_iter()
        .find(|spec| spec.name == given.name)?;
    let head = format!("{} ({})", title(spec.name), spec.rules);
    let mut text = spec.about.replace('`', "");
    for param in spec.params {
        let value = match given.params.get(param.name) {
            None | Some(Param::Flag(false)) => continue,
            Some(Param::Flag(true)) => {
                text += &format!(" {}", param.about.replace('`', ""));
                continue;
            }
            Some(Param::Number(number)) => number.to_string(),
            Some(Param::Word(word)) => word.clone(),
            Some(Param::Pieces(_)) => {
                let names = named(definition, given, param.name);
                list(&names.into_iter().map(str::to_owned).collect::<Vec<_>>())
            }
            Some(Param::Moves(moves)) => betza::describe(moves),
        };
        text += &format!(" {}: {value}.", title(param.name));
    }
    Some(paragraph(head, text))
}

/// "leap-over" as "Leap over".
fn title(name: &str) -> String {
    let words = name.replace('-', " ");
    let mut letters = words.chars();
    let first: String = letters
        .next()
        .map(|c| c.to_uppercase().collect())
        .unwrap_or_default();
    first + letters.as_str()
}
#[cfg(test)]
mod tests {
    use super::*;
    use engine::battalion::{builtin, load_builtin};

    #[test]
    fn everything_is_told_and_fits() {
        for builtin in builtin() {
            let definition = load_builtin(builtin.id).unwrap();
            let whole = plain(&definition.name, &battalion(&definition));
            for one in &definition.pieces {
                assert!(whole.contains(&one.name), "{}: {}", builtin.id, one.name);
                let told = piece(&definition, one);
                assert!(told.iter().any(|p| p.head == "Movement"));
                for ability in &one.abilities {
                    let head = title(&ability.name);
                    assert!(told.iter().any(|p| p.head.starts_with(&head)), "{head}");
                }
                for page in messages(&one.name, &told, 2000) {
                    assert!((1..=2000).contains(&page.chars().count()));
                }
            }
            for page in messages(&definition.name, &battalion(&definition), 2000) {
                assert!((1..=2000).contains(&page.chars().count()));
            }
        }
        let party = load_builtin("the-party").unwrap();
        let text = plain("", &battalion(&party));
        assert!(
            text.contains("Every Player of another Battalion gets 2 × Supporter in reserve"),
            "{text}"
        );
        assert!(
            text.contains("control no Supporter on the board (P-5)"),
            "{text}"
        );
    }
}
