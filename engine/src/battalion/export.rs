//! Export of armies to other programs: Interactive Diagram ([`to_diagram`]) and Fairy-Stockfish ([`to_variants_ini`]).
//! Both sides play the army; Black's is mirrored. Features without an equivalent are listed.

use super::{Definition, PieceDef};
use crate::piece::betza::parse;
use crate::piece::{Footing, MoveRule, Path, When};

/// Army exported to another program's format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exported {
    /// Text for the other program.
    pub text: String,
    /// Features that could not be exported, one sentence each.
    pub missing: Vec<String>,
}

/// Exports an army as an Interactive Diagram, with `between` ranks between the armies.
pub fn to_diagram(army: &Definition, between: u8) -> Exported {
    let mut missing = unsaid(army);
    let height = army.territory.height();
    let ranks = 2 * height + between;
    let mut lines = vec![format!("files={}", army.territory.width()), format!("ranks={ranks}")];
    let promoting: Vec<&PieceDef> = army.pieces.iter().filter(|piece| piece.promotion.is_some()).collect();
    if let Some(promotion) = promoting.first().and_then(|piece| piece.promotion.as_ref()) {
        let to: Vec<&str> = promotion.to.iter().map(|to| army.pieces[*to].symbol.as_str()).collect();
        lines.push(format!("promoZone={}", promotion.rear));
        lines.push(format!("promoChoice={}", to.concat()));
        lines.push(format!("maxPromote={}", promoting.len()));
        if promoting.iter().any(|piece| piece.promotion.as_ref() != Some(promotion)) {
            missing.push("promotions that differ from those of the first piece that promotes".to_owned());
        }
    }
    // Interactive Diagrams list promoting pieces first.
    let (first, then): (Vec<usize>, Vec<usize>) =
        (0..army.pieces.len()).partition(|index| army.pieces[*index].promotion.is_some());
    let order: Vec<usize> = first.into_iter().chain(then).collect();
    if let Some(royal) = order.iter().position(|index| army.pieces[*index].titan) {
        lines.push(format!("royal={}", royal + 1));
    }
    for index in order {
        let piece = &army.pieces[index];
        let mut notation = String::new();
        for written in &piece.betza {
            match as_diagram(written) {
                Some(text) => notation += &text,
                None => missing.push(format!("{}: `{written}`", piece.name)),
            }
        }
        if piece.takes_en_passant {
            notation = notation.replace("fcF", "fceF");
        }
        if !piece.castles_with.is_empty() {
            notation += &format!("isO{}", piece.castling.near);
        }
        let (mut white, mut black) = (Vec::new(), Vec::new());
        for (depth, row) in (0..height).zip(&army.territory.rows) {
            for (file, _) in row.iter().enumerate().filter(|(_, cell)| **cell == Some(index)) {
                let file = (b'a' + file as u8) as char;
                white.push(format!("{file}{}", height - depth));
                black.push(format!("{file}{}", ranks - height + depth + 1));
            }
        }
        lines.push(format!("{}:{}:{notation}::{},,{}", piece.name, piece.symbol, white.join(","), black.join(",")));
    }
    Exported { text: lines.join("\n") + "\n", missing }
}

/// Exports an army as a section of Fairy-Stockfish's `variants.ini`, with `between` ranks between the armies.
pub fn to_variants_ini(army: &Definition, between: u8) -> Exported {
    let mut missing = unsaid(army);
    let height = army.territory.height();
    let ranks = 2 * height + between;
    let mut lines = vec![format!("[{}:chess]", army.id)];
    lines.push(format!("maxFile = {}", army.territory.width()));
    lines.push(format!("maxRank = {ranks}"));
    let mut letters: Vec<char> = Vec::new();
    for piece in &army.pieces {
        let own = piece.symbol.chars().rev().map(|c| c.to_ascii_lowercase());
        let free = own.chain('a'..='z').find(|letter| letter.is_ascii_lowercase() && !letters.contains(letter));
        letters.push(free.unwrap_or('?'));
    }
    let mut customs = 0;
    for (piece, letter) in army.pieces.iter().zip(&letters) {
        let mut notation = String::new();
        for written in &piece.betza {
            if parse(written).is_ok_and(|rules| rules.iter().all(is_simple)) {
                notation += written;
            } else {
                missing.push(format!("{}: `{written}`", piece.name));
            }
        }
        let pawn = piece.takes_en_passant && piece.taken_en_passant && notation == "fmWfcFifmnD";
        lines.push(match (piece.titan, pawn) {
            (true, _) if notation == "K" => format!("king = {letter}"),
            (true, _) => format!("king = {letter}:{notation}"),
            (_, true) => format!("pawn = {letter}"),
            _ => {
                customs += 1;
                if piece.promotion.is_some() {
                    missing.push(format!("{}: promotion, which only a Pawn has there", piece.name));
                }
                format!("customPiece{customs} = {letter}:{notation}")
            }
        });
        if pawn && let Some(promotion) = &piece.promotion {
            let to: String = promotion.to.iter().filter_map(|to| letters.get(*to)).collect();
            lines.push(format!("promotionPieceTypes = {to}"));
        }
    }
    // Disable the remaining pieces of chess. Each key may occur only once.
    for name in ["knight", "bishop", "rook", "queen", "pawn", "king"] {
        let key = format!("{name} = ");
        if !lines.iter().any(|line| line.starts_with(&key)) {
            lines.push(key + "-");
        }
    }
    let castles = army.pieces.iter().find(|piece| !piece.castles_with.is_empty());
    match castles {
        None => lines.push("castling = false".to_owned()),
        Some(king) => {
            let with: String = king.castles_with.iter().filter_map(|with| letters.get(*with)).collect();
            lines.push(format!("castlingRookPieces = {with}"));
        }
    }
    let row = |row: &Vec<Option<usize>>| -> String {
        row.iter()
            .map(|cell| cell.and_then(|index| letters.get(index)).map_or_else(|| "1".to_owned(), char::to_string))
            .collect()
    };
    let black: Vec<String> = army.territory.rows.iter().rev().map(row).collect();
    let white: Vec<String> = army.territory.rows.iter().map(|cells| row(cells).to_uppercase()).collect();
    let free = vec!["1".repeat(army.territory.width().into()); between.into()];
    let board = [black, free, white].concat().join("/");
    let rights = if castles.is_some() { "KQkq" } else { "-" };
    lines.push(format!("startFen = {} w {rights} - 0 1", gaps(&board)));
    Exported { text: lines.join("\n") + "\n", missing }
}

/// Replaces runs of ones (empty squares) by their count, as in FEN.
fn gaps(board: &str) -> String {
    let mut short = String::new();
    let mut ones = 0;
    for letter in board.chars().chain([' ']) {
        if letter == '1' {
            ones += 1;
            continue;
        }
        if ones > 0 {
            short += &ones.to_string();
            ones = 0;
        }
        short.push(letter);
    }
    short.trim_end().to_owned()
}

/// Features of an army that neither program supports.
fn unsaid(army: &Definition) -> Vec<String> {
    let mut missing = Vec::new();
    for piece in &army.pieces {
        let abilities = piece.abilities.iter().map(|ability| format!("{}: the ability `{}`", piece.name, ability.name));
        missing.extend(abilities);
        if piece.moves.iter().any(|rule| rule.when != When::Always) {
            missing.push(format!("{}: the conditions of its movements", piece.name));
        }
        if !piece.capturable || !piece.blocking {
            missing.push(format!("{}: that it cannot be captured or shares its Space", piece.name));
        }
    }
    let powers = army.powers.iter().map(|power| format!("the power `{}`", power.name));
    missing.extend(powers);
    if !army.reserves.is_empty() {
        missing.push("the reserves".to_owned());
    }
    missing
}

/// Translates notation to the dialect of Interactive Diagrams; `None` if impossible.
fn as_diagram(written: &str) -> Option<String> {
    let rules = parse(written).ok()?;
    let known = |rule: &MoveRule| match &rule.path {
        Path::Area { .. } => false,
        Path::Legs { turns, last } => !turns.iter().map(|(leg, _)| leg).chain([last]).any(|leg| leg.reflects),
        _ => true,
    };
    rules.iter().all(known).then(|| written.replace('>', "-"))
}

/// Returns whether a rule is a leap, slide, ride, lame leap or straight hopper.
fn is_simple(rule: &MoveRule) -> bool {
    rule.when == When::Always
        && match &rule.path {
            Path::Leap(_) | Path::Ride { .. } | Path::Lame { .. } => true,
            Path::Legs { turns, last } => {
                let straight = rule.path.straight().is_some() && !last.lame;
                straight && matches!(turns[..], [(_, Footing::Mount)])
            }
            _ => false,
        }
}
