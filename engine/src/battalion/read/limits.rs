//! Limits of Battalion files.

/// Version of the format that this reader accepts.
pub const FORMAT: i64 = 1;
/// Maximum size of a file in bytes: an army of 20 kinds with a traced picture each, and its texts.
pub const MAX_FILE: usize = 128 * 1024;
/// Maximum number of piece types of a Battalion.
pub const MAX_PIECES: usize = 40;
/// Maximum number of rows of a Territory: two of them and a Battlefield of two rows fill the longest board.
pub const MAX_ROWS: u8 = 12;
/// Maximum number of one piece in one reserve.
pub const MAX_RESERVE: u8 = 16;
/// Maximum number of `[[reserve]]` entries, of `[[power]]` entries, and of abilities of one piece.
pub const MAX_ENTRIES: usize = 16;
/// Maximum length of names in characters.
pub const MAX_NAME: usize = 40;
/// Maximum length of ids in characters.
pub const MAX_ID: usize = 32;
/// Maximum number of other names of a piece.
pub const MAX_ALIASES: usize = 6;
/// Maximum length of the summary in characters.
pub const MAX_SUMMARY: usize = 150;
/// Maximum length of a piece's prose in characters.
pub const MAX_PIECE_PROSE: usize = 1500;
/// Maximum length of the Battalion's prose in characters.
pub const MAX_PROSE: usize = 4000;
/// Maximum number of zones.
pub const MAX_ZONES: usize = 8;
/// Maximum number of examples per piece.
pub const MAX_EXAMPLES: usize = 4;
/// Maximum number of rows of an example, and of Spaces in a row.
pub const MAX_EXAMPLE_SIDE: u8 = 9;
/// Maximum number of pieces on the board of an example.
pub const MAX_EXAMPLE_PIECES: usize = 16;
/// Maximum length of an example's text in characters.
pub const MAX_EXAMPLE_TEXT: usize = 200;
