//! Export of armies to other programs: Interactive Diagram ([`to_diagram`]) and Fairy-Stockfish ([`to_variants_ini`]).
//! Both sides play the army; Black's is mirrored. Features without an equivalent are listed: those known to have none,
//! and whatever differs when the export is read back.

use super::import::terms;
use super::{Castling, Definition, ImportError, Imported, PieceDef, from_diagram, from_variants_ini};
use crate::piece::betza::parse;
use crate::piece::{Bounds, Footing, Mode, MoveRule, Path, When};

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
        for written in as_moved(piece) {
            match as_diagram(&written) {
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
            for (file, _) in ('a'..='z').zip(row).filter(|(_, cell)| **cell == Some(index)) {
                white.push(format!("{file}{}", height - depth));
                black.push(format!("{file}{}", ranks - height + depth + 1));
            }
        }
        lines.push(format!("{}:{}:{notation}::{},,{}", piece.name, piece.symbol, white.join(","), black.join(",")));
    }
    let text = lines.join("\n") + "\n";
    let symbols: Vec<String> = army.pieces.iter().map(|piece| piece.symbol.clone()).collect();
    let back = from_diagram(&text, &army.name);
    checked(Exported { text, missing }, army, &symbols, back)
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
        for written in as_moved(piece) {
            if parse(&written).is_ok_and(|rules| rules.iter().all(is_simple)) {
                notation += &written;
            } else {
                missing.push(format!("{}: `{written}`", piece.name));
            }
        }
        let pawn = piece.takes_en_passant && piece.taken_en_passant && notation == "fmWfcFifmnD";
        lines.push(match (piece.titan, pawn) {
            (true, _) if lines.iter().any(|line| line.starts_with("king = ")) => {
                missing.push(format!("{}: that it is a Titan, of which there is only one kind there", piece.name));
                customs += 1;
                format!("customPiece{customs} = {letter}:{notation}")
            }
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
            if promotion.rear > 1 {
                lines.push(format!("promotionRank = {}", ranks + 1 - promotion.rear.min(ranks)));
            }
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
            lines.extend(castling_files(army, king));
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
    let text = lines.join("\n") + "\n";
    let symbols: Vec<String> = letters.iter().map(|letter| letter.to_uppercase().to_string()).collect();
    let back = from_variants_ini(&text, None);
    checked(Exported { text, missing }, army, &symbols, back)
}

/// Adds what differs when an export is read back, as far as nothing about the piece is listed already. `symbols` are
/// those of the pieces in the export.
fn checked(mut out: Exported, army: &Definition, symbols: &[String], back: Result<Imported, ImportError>) -> Exported {
    let read = back.map_err(|error| error.to_string()).and_then(|back| {
        let read = super::read(&back.text, &crate::ability::specs());
        read.map_err(|errors| errors.first().map(ToString::to_string).unwrap_or_default())
    });
    let read = match read {
        Ok(read) => read,
        Err(why) => {
            out.missing.push(format!("an army that can be read back: {why}"));
            return out;
        }
    };
    let sent = |index: usize| symbols.get(index).map(String::as_str).unwrap_or_default();
    let read_symbol = |index: usize| read.pieces.get(index).map(|piece| piece.symbol.as_str()).unwrap_or_default();
    let rows: Vec<Vec<&str>> =
        army.territory.rows.iter().map(|row| row.iter().map(|cell| cell.map_or("", sent)).collect()).collect();
    let came: Vec<Vec<&str>> =
        read.territory.rows.iter().map(|row| row.iter().map(|cell| cell.map_or("", read_symbol)).collect()).collect();
    // Empty rows in front only move the armies apart.
    let front = |rows: &[Vec<&str>]| rows.iter().take_while(|row| row.iter().all(|cell| cell.is_empty())).count();
    if rows[front(&rows)..] != came[front(&came)..] {
        out.missing.push("the places of the pieces".to_owned());
    }
    for (index, piece) in army.pieces.iter().enumerate() {
        let prefix = format!("{}: ", piece.name);
        if out.missing.iter().any(|line| line.starts_with(&prefix)) {
            continue;
        }
        let Some(other) = read.pieces.iter().find(|other| other.symbol == sent(index)) else {
            out.missing.push(prefix + "the piece itself");
            continue;
        };
        let named = |pieces: &[usize], name: &dyn Fn(usize) -> String| -> Vec<String> {
            let mut names: Vec<String> = pieces.iter().map(|piece| name(*piece)).collect();
            names.sort();
            names
        };
        let promotion = |piece: &PieceDef, name: &dyn Fn(usize) -> String| {
            let promotion = piece.promotion.as_ref()?;
            let rows = (promotion.rear, promotion.must, promotion.leaving);
            Some((named(&promotion.to, name), rows, promotion.optional, promotion.others, promotion.limit))
        };
        let castling = |piece: &PieceDef, name: &dyn Fn(usize) -> String| {
            let Castling { near, far, .. } = piece.castling;
            let ways = (!piece.castles_with.is_empty()).then_some((near, far));
            (named(&piece.castles_with, name), ways)
        };
        let (ours, theirs) = (|index: usize| sent(index).to_owned(), |index: usize| read_symbol(index).to_owned());
        let differs = [
            (sorted(&piece.moves) != sorted(&other.moves), "its movements, which come back as other ones"),
            (piece.titan != other.titan, "whether it is a Titan"),
            (promotion(piece, &ours) != promotion(other, &theirs), "its promotion"),
            (castling(piece, &ours) != castling(other, &theirs), "its castling"),
            (piece.takes_en_passant != other.takes_en_passant, "that it captures en passant"),
            (piece.taken_en_passant != other.taken_en_passant, "that it is captured en passant"),
        ];
        out.missing.extend(differs.iter().filter(|(differs, _)| *differs).map(|(_, what)| prefix.clone() + what));
    }
    out
}

/// Movements in an order of their own, for comparison.
fn sorted(moves: &[MoveRule]) -> Vec<String> {
    let mut all: Vec<String> = moves.iter().map(|rule| format!("{rule:?}")).collect();
    all.sort();
    all.dedup();
    all
}

/// Notations of a piece that say what it may do at the end of a movement, where the file says so in `mode`.
fn as_moved(piece: &PieceDef) -> Vec<String> {
    let mut rest = piece.moves.as_slice();
    let mut notations = Vec::new();
    for written in &piece.betza {
        let Ok(parsed) = parse(written) else { continue };
        let (own, others) = rest.split_at(parsed.len().min(rest.len()));
        rest = others;
        let modes = |rules: &[MoveRule]| rules.iter().map(|rule| rule.mode).collect::<Vec<Mode>>();
        let wanted = modes(own);
        if modes(&parsed) == wanted {
            notations.push(written.clone());
            continue;
        }
        let terms = || terms::split(written).into_iter();
        let bare = |term: &str| {
            let atom = term.trim_start_matches(|c: char| c.is_ascii_lowercase());
            let before = &term[..term.len() - atom.len()];
            before.replace(['m', 'c'], "") + atom
        };
        let again = ["m", "c", ""].map(|mode| terms().map(|term| format!("{mode}{}", bare(term))).collect::<String>());
        let same = |text: &&String| parse(text).is_ok_and(|rules| modes(&rules) == wanted && rules.len() == own.len());
        notations.push(again.iter().find(same).unwrap_or(written).clone());
    }
    notations
}

/// Files that a castling King goes to, where they are not those of chess.
fn castling_files(army: &Definition, king: &PieceDef) -> Vec<String> {
    let row = army.territory.rows.last().map(Vec::as_slice).unwrap_or_default();
    let is_king = |cell: &Option<usize>| cell.is_some_and(|piece| army.pieces.get(piece) == Some(king));
    let Some(at) = row.iter().position(is_king) else { return Vec::new() };
    let partner = |cell: &Option<usize>| cell.is_some_and(|piece| king.castles_with.contains(&piece));
    let by = |gap: usize| usize::from(if gap < 3 { king.castling.near } else { king.castling.far });
    let right = row.iter().skip(at + 1).position(partner).map(|gap| ("Kingside", at + by(gap)));
    let left = row.iter().take(at).rev().position(partner).map(|gap| ("Queenside", at.saturating_sub(by(gap))));
    let there = right.into_iter().chain(left);
    let letter = |file: usize| ('a'..='z').nth(file).unwrap_or('z');
    there.map(|(side, file)| format!("castling{side}File = {}", letter(file))).collect()
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
            missing.push(format!("{}: the conditions (`when`) of its movements", piece.name));
        }
        let limits = limits(piece);
        if !limits.is_empty() {
            let keys = limits.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ");
            missing.push(format!("{}: the limits ({keys}) of its movements; it goes everywhere there", piece.name));
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

/// Keys of the limits on a piece's movements.
fn limits(piece: &PieceDef) -> Vec<&'static str> {
    type Given = fn(&Bounds) -> bool;
    let given: [(&str, Given); 5] = [
        ("from", |bounds| bounds.from.is_some()),
        ("to", |bounds| bounds.to.is_some()),
        ("within", |bounds| bounds.within.is_some()),
        ("avoids", |bounds| bounds.avoids.is_some()),
        ("after", |bounds| !bounds.after.is_empty()),
    ];
    let used = given.iter().filter(|(_, given)| piece.moves.iter().any(|rule| given(&rule.bounds)));
    used.map(|(key, _)| *key).collect()
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
