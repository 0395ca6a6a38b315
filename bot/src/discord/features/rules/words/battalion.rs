//! A Battalion in words.

use engine::battalion::{AbilityUse, Credits, Definition, DropZone, Matches, PieceDef};

use crate::discord::features::rules::words::ending::{EXPLAINED, endings};
use crate::discord::features::rules::words::piece::ability_of;
use crate::discord::wording::pages::{Paragraph, paragraph};
use crate::discord::wording::{count, list};
use crate::host::rulebook::{named, numbers};

/// A Battalion as a whole.
pub fn battalion(definition: &Definition) -> Vec<Paragraph> {
    let mut told = vec![
        paragraph("", definition.summary.clone()),
        paragraph("", definition.prose.clone()),
        paragraph("Strength", strength(definition)),
        paragraph("Territory", territory(definition)),
        paragraph("In reserve", reserves(definition)),
    ];
    told.extend(endings(definition));
    let gifts: Vec<String> = definition.powers_named("gift").map(|power| gift(definition, power)).collect();
    told.push(if gifts.is_empty() {
        paragraph("What Opponents receive", "Nothing.")
    } else {
        paragraph("What Opponents receive", gifts.join(" "))
    });
    for power in &definition.powers {
        if power.name != "gift" && !EXPLAINED.contains(&power.name.as_str()) {
            told.extend(ability_of(definition, power));
        }
    }
    told.push(paragraph("Pieces", pieces(definition)));
    told.extend(credits(definition));
    told.retain(|one| !one.text.trim().is_empty());
    told
}

/// Sources and thanks.
fn credits(definition: &Definition) -> [Paragraph; 3] {
    let Credits { source, based_on, based_on_link, thanks } = &definition.credits;
    let (based_on, based_on_link, source) = (based_on.clone(), based_on_link.clone(), source.clone());
    let text = if source.is_some() { "the designer's own text." } else { "" };
    let based_on = if based_on.trim().is_empty() && based_on_link.is_some() {
        "the work at this address.".to_owned()
    } else {
        based_on
    };
    [
        paragraph("Based on", based_on).linked(based_on_link),
        paragraph("Thanks to", thanks.clone()),
        paragraph("Source", text).linked(source),
    ]
}

/// The short of it: what somebody who accepts a file should have seen.
fn strength(definition: &Definition) -> String {
    match (definition.extra_strength, definition.matches) {
        (true, _) => {
            "Extra-Strength: only in Party Mode with more than 2 Players, where it counts double (T-27, T-30, T-31)."
                .to_owned()
        }
        (false, Matches::All) => "Not Extra-Strength; may be picked in duels and in Party Mode.".to_owned(),
        (false, Matches::Duels) => "Not Extra-Strength; for duels only.".to_owned(),
        (false, Matches::Party) => "Not Extra-Strength; for Party Mode only.".to_owned(),
    }
}

fn territory(definition: &Definition) -> String {
    let territory = &definition.territory;
    let mut text = format!(
        "{} and {}.",
        count(territory.width().into(), "column", "columns"),
        count(territory.height().into(), "row", "rows")
    );
    if territory.mirror {
        text += " It can be mirrored (T-15).";
    }
    for zone in &definition.zones {
        let marked = zone.rows.iter().flatten().filter(|marked| **marked).count();
        let spaces = count(marked, "Space", "Spaces");
        text += &format!(" Its {} has {spaces}.", zone.id.replace('-', " "));
    }
    if territory.margin > 0 {
        let columns = count(usize::from(territory.margin), "column", "columns");
        text += &format!(" {columns} of the Battlefield must stay free on either side of it (T-15).");
    }
    text
}

const fn zone(zone: DropZone) -> &'static str {
    match zone {
        DropZone::BackRank => "on their own Back Rank",
        DropZone::Territory => "in their own Territory",
        DropZone::Board => "anywhere on the board",
        DropZone::Gate => "only where something brings it in",
    }
}

fn reserves(definition: &Definition) -> String {
    let one = |reserve: &engine::battalion::ReserveDef| {
        let name = definition.pieces.get(reserve.piece).map_or("", |piece| &piece.name);
        let when = if reserve.instant { ", or already during Placement" } else { "" };
        format!("{} × {name}, to be placed {}{when} (T-18).", reserve.count, zone(reserve.zone))
    };
    definition.reserves.iter().map(one).collect::<Vec<_>>().join(" ")
}

fn gift(definition: &Definition, power: &AbilityUse) -> String {
    let number = power.number("count").unwrap_or(1);
    let names: Vec<String> =
        named(definition, power, "pieces").into_iter().map(|name| format!("{number} × {name}")).collect();
    let who = match power.word("to") {
        Some("non-users") => "Every Player of another Battalion gets",
        _ => "Every other Player gets",
    };
    let place = DropZone::NAMES
        .iter()
        .find(|(known, _)| power.word("zone") == Some(known))
        .map_or(zone(DropZone::BackRank), |(_, found)| zone(*found));
    let mut text = format!("{who} {} in reserve, to be placed {place} as a turn (T-18)", list(&names));
    if power.flag("instant") {
        text += ", or already during Placement";
    }
    if power.flag("after-first-turn") {
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
    list(&definition.pieces.iter().enumerate().map(one).collect::<Vec<_>>()) + "."
}

#[cfg(test)]
mod tests {
    use engine::battalion::{Link, load_builtin};

    use super::*;

    /// An address of the work that an army is based on is shown with and without a name for it.
    #[test]
    fn a_link_without_a_name_is_shown() {
        for name in ["", "Another game."] {
            let mut definition = Definition::clone(&load_builtin("medieval").unwrap());
            definition.credits.based_on = name.to_owned();
            definition.credits.based_on_link = Link::read("https://example.org/").ok();
            let told = battalion(&definition);
            let based = told.iter().find(|one| one.head == "Based on").unwrap();
            assert!(based.link.is_some() && !based.text.is_empty() && based.text.starts_with(name), "{based:?}");
        }
    }
}
