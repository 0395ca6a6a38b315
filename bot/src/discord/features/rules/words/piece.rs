//! A piece in words.

use engine::ability;
use engine::battalion::{AbilityUse, Definition, Param, PieceDef};
use engine::piece::betza;
use engine::words;

use crate::discord::wording::pages::{Paragraph, paragraph};
use crate::discord::wording::{capitalised, list};
use crate::host::rulebook::named;

/// A piece: what its file says, how it moves, what it can do besides.
pub fn piece(definition: &Definition, piece: &PieceDef) -> Vec<Paragraph> {
    let is_clash = definition.id == engine::clash::ID;
    let mut told = vec![paragraph("", piece.prose.clone())];
    if !piece.aliases.is_empty() {
        told.push(paragraph("Also called", format!("{}.", list(&piece.aliases))));
    }
    let notation = piece.betza.join(" ");
    let movement = words::in_terms_of(definition, &piece.movement_prose());
    told.push(if notation.is_empty() {
        paragraph("Movement", movement)
    } else {
        paragraph("Movement", format!("{movement} Betza notation: {notation}"))
    });
    let names = |pieces: &[usize]| {
        let name = |index: &usize| definition.pieces.get(*index).map(|piece| piece.name.clone());
        pieces.iter().filter_map(name).collect::<Vec<_>>()
    };
    if let Some(promotion) = &piece.promotion {
        let rows = match promotion.rear {
            1 => "the Back Rank".to_owned(),
            rows => format!("the {rows} rearmost rows"),
        };
        let (may, leaving) = (
            if promotion.optional { "May promote" } else { "Promotes" },
            if promotion.leaving { " or leaving them" } else { "" },
        );
        let must = match promotion.must {
            0 => String::new(),
            1 => " On the last row it must.".to_owned(),
            rows => format!(" On the last {rows} rows it must."),
        };
        let others =
            if promotion.others { ", or to what the pieces of another Battalion in the game promote to" } else { "" };
        let most = match promotion.limit.most {
            0 => String::new(),
            most => format!(" Only to a piece of which its Player has fewer than {most} on the board."),
        };
        let lost = if promotion.limit.lost { " Only to a piece of which its Player has lost one." } else { "" };
        let (head, reached) = if is_clash {
            ("Promotion (C-8)", format!("the opponent's {}", rows.trim_start_matches("the ").to_lowercase()))
        } else {
            ("Promotion (T-12)", format!("{rows} of another Player's Territory"))
        };
        let to = names(&promotion.to).join(" or ");
        told.push(paragraph(head, format!("{may} by reaching {reached}{leaving}, to {to}{others}.{must}{most}{lost}")));
    }
    let en_passant = match (piece.takes_en_passant, piece.taken_en_passant) {
        (true, true) => "Can capture en passant, and can be captured so after its double step.",
        (true, false) => "Can capture en passant.",
        (false, true) => "Can be captured en passant after its double step.",
        (false, false) => "",
    };
    told.push(paragraph(if is_clash { "En passant (C-16)" } else { "En passant (T-13)" }, en_passant));
    if !piece.castles_with.is_empty() {
        let with = list(&names(&piece.castles_with));
        let text = match (piece.castling.near, piece.castling.far) {
            (2, 2) => format!("Castles as a chess King with: {with}."),
            (near, far) if near == far => {
                format!("Castles as a chess King, but going {near} Spaces, with: {with}.")
            }
            (near, far) => format!(
                "Castles as a chess King with: {with}. It goes {near} Spaces towards one that is up to 3 Spaces away, and {far} towards one \
                 further away."
            ),
        };
        told.push(paragraph(
            if is_clash { "Castling (C-25)" } else { "Castling (M-4)" },
            words::in_terms_of(definition, &text),
        ));
    }
    for ability in &piece.abilities {
        told.extend(ability_of(definition, ability));
    }
    let head = if is_clash { "Properties" } else { "Properties (T-10)" };
    told.push(paragraph(head, words::in_terms_of(definition, &properties(piece))));
    if !piece.rules.is_empty() {
        told.push(paragraph("Rules", format!("{}.", piece.rules.join(", "))));
    }
    told.retain(|one| !one.text.trim().is_empty());
    told
}

fn properties(piece: &PieceDef) -> String {
    let all = [
        (piece.titan, "A Titan."),
        (piece.immutable, "Immutable: special effects of others do not touch it."),
        (!piece.capturable, "Cannot be captured."),
        (!piece.blocking, "Shares its Space with other pieces and stops nobody."),
    ];
    let held = all.iter().filter(|(holds, _)| *holds).map(|(_, text)| *text);
    held.collect::<Vec<_>>().join(" ")
}

/// An ability or power in the words of the reference, with its parameters and rules.
pub(in crate::discord) fn ability_of(definition: &Definition, given: &AbilityUse) -> Option<Paragraph> {
    let spec = ability::specs().into_iter().find(|spec| spec.name == given.name)?;
    let head = format!("{} ({})", title(spec.name), spec.rules);
    let mut text = words::in_terms_of(definition, spec.about).replace('`', "");
    for param in spec.params {
        let value = match given.params.get(param.name) {
            None | Some(Param::Flag(false)) => continue,
            Some(Param::Flag(true)) => {
                text += &format!(" {}", param.about.replace('`', ""));
                continue;
            }
            Some(Param::Number(number)) => number.to_string(),
            Some(Param::Word(word)) => match param.meaning(word) {
                Some(meaning) => {
                    text += &format!(" {}", capitalised(&meaning.replace('`', "")));
                    continue;
                }
                None => word.clone(),
            },
            Some(Param::Pieces(_)) => {
                let names = named(definition, given, param.name);
                list(&names.into_iter().map(str::to_owned).collect::<Vec<_>>())
            }
            Some(Param::Moves(moves)) => betza::describe(moves),
            Some(Param::Zone(zone)) => zone.words(),
        };
        text += &format!(" {}: {value}.", title(param.name));
    }
    Some(paragraph(head, text))
}

/// "leap-over" as "Leap over".
pub(in crate::discord) fn title(name: &str) -> String {
    capitalised(&name.replace('-', " "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_a_promotion_is_compulsory_is_told() {
        let mut definition = (*engine::battalion::load_builtin("medieval").unwrap()).clone();
        let pawn = definition.pieces.iter().position(|piece| piece.promotion.is_some()).unwrap();
        let mut told = |must: u8| {
            definition.pieces[pawn].promotion.as_mut().unwrap().must = must;
            let told = piece(&definition, &definition.pieces[pawn]);
            told.into_iter().find(|one| one.head == "Promotion (T-12)").unwrap().text
        };
        assert!(!told(0).contains("it must"), "{}", told(0));
        assert!(told(1).ends_with(" On the last row it must."), "{}", told(1));
        assert!(told(3).ends_with(" On the last 3 rows it must."), "{}", told(3));
    }

    #[test]
    fn limits_of_a_promotion_are_told() {
        let mut definition = (*engine::battalion::load_builtin("medieval").unwrap()).clone();
        let pawn = definition.pieces.iter().position(|piece| piece.promotion.is_some()).unwrap();
        let mut told = |most: u8, lost: bool| {
            let limit = &mut definition.pieces[pawn].promotion.as_mut().unwrap().limit;
            (limit.most, limit.lost) = (most, lost);
            let told = piece(&definition, &definition.pieces[pawn]);
            told.into_iter().find(|one| one.head == "Promotion (T-12)").unwrap().text
        };
        assert!(!told(0, false).contains("Only to a piece"), "{}", told(0, false));
        let both = " Only to a piece of which its Player has fewer than 2 on the board. \
                    Only to a piece of which its Player has lost one.";
        assert!(told(2, true).ends_with(both), "{}", told(2, true));
    }
}
