//! A board in plain characters, for screen readers and tests; and which characters texts should not hold.

use crate::board::Space;
use crate::view::{View, Zone};

/// The board of a view as text: one line a rank from the top, files named below.
///
/// In a game of two the first seat's symbols are upper case and the second's lower case; with more Players each symbol has
/// the Player's number before it. A Supporter under a piece is not shown; alone it is. `.` is a free Space, blank is off the
/// board.
pub fn board(view: &View) -> String {
    let wide = view.seats.len() > 2
        || view
            .pieces
            .iter()
            .any(|piece| piece.look.symbol.chars().count() > 1);
    let cell_width = if view.seats.len() > 2 {
        3
    } else if wide {
        2
    } else {
        1
    };
    let mut text = String::new();
    for rank in (0..view.board.height).rev() {
        let mut line = format!("{:>2} ", rank + 1);
        for file in 0..view.board.width {
            let space = Space::new(file, rank);
            let zone = view
                .board
                .zones
                .get(rank as usize * view.board.width as usize + file as usize);
            let cell = match view.pieces.iter().rev().find(|piece| piece.space == space) {
                Some(piece) => {
                    let symbol = &piece.look.symbol;
                    match (view.seats.len() > 2, piece.seat.0) {
                        (true, seat) => format!("{}{symbol}", seat + 1),
                        (false, 0) => symbol.to_uppercase(),
                        (false, _) => symbol.to_lowercase(),
                    }
                }
                None if matches!(zone, None | Some(Zone::Missing)) => " ".into(),
                None => ".".into(),
            };
            line += &format!(" {cell:<cell_width$}");
        }
        text += line.trim_end();
        text.push('\n');
    }
    text += "   ";
    for file in 0..view.board.width {
        text += &format!(" {:<cell_width$}", (b'a' + file) as char);
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

/// Combining marks that may follow one another on a letter; more of them pile up.
pub const MAX_MARKS: usize = 2;

/// Invisible characters, and ones that change the direction of the text around them. Control characters are not among them.
pub const fn is_hidden(c: char) -> bool {
    matches!(c,
        '\u{00AD}' | '\u{034F}' | '\u{061C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}'
        | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{2800}' | '\u{3164}'
        | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFF}' | '\u{E000}'..='\u{F8FF}'
        | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{10FFFF}')
}

/// Marks that join the letter before them.
pub const fn is_combining(c: char) -> bool {
    matches!(c,
        '\u{0300}'..='\u{036F}' | '\u{0483}'..='\u{0489}' | '\u{1AB0}'..='\u{1AFF}' | '\u{1DC0}'..='\u{1DFF}'
        | '\u{20D0}'..='\u{20FF}' | '\u{FE20}'..='\u{FE2F}')
}
