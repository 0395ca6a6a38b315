//! Classes of characters to keep out of texts.

/// Maximum number of consecutive combining marks; more of them pile up over a letter.
pub const MAX_MARKS: usize = 2;

/// Returns whether a character is invisible or changes the direction of the text. Control characters are not included.
pub const fn is_hidden(c: char) -> bool {
    matches!(c,
        '\u{00AD}' | '\u{034F}' | '\u{061C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}'
        | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{2800}' | '\u{3164}'
        | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFF}' | '\u{E000}'..='\u{F8FF}'
        | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{10FFFF}')
}

/// Returns whether a character is a combining mark.
pub const fn is_combining(c: char) -> bool {
    matches!(c,
        '\u{0300}'..='\u{036F}' | '\u{0483}'..='\u{0489}' | '\u{1AB0}'..='\u{1AFF}' | '\u{1DC0}'..='\u{1DFF}'
        | '\u{20D0}'..='\u{20FF}' | '\u{FE20}'..='\u{FE2F}')
}
