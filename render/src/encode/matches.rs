//! What repeats in the rows of a picture. Boards are made of flat areas and of drawings that return: nearly all that
//! can be said of a pixel is that it equals the one to its left, the one above it, or the same part of an equal piece,
//! where the same bytes were seen last. So these three are looked at, and nothing is searched.

/// The shortest and the longest repetition deflate can tell.
const SHORTEST: usize = 3;
pub(super) const LONGEST: usize = 258;
/// How far back it may lie.
const WINDOW: usize = 32_768;
/// Repetitions that are taken without a look at what the next bytes would bring.
const LONG: usize = 48;
/// How many bytes ahead a better one is looked for.
const AHEAD: usize = 3;

/// Places remembered, by a hash of the bytes there: as many as a band has of interest.
const PLACES: u32 = 12;
/// Bytes in the hash; fewer would find more, but mostly what costs more than it saves.
const HASHED: u32 = 6;

/// What things cost, in half bits, which is close to what the codes of most pictures give them.
mod cost {
    pub(super) const LITERAL: i32 = 8;
    /// A repetition of the pixel to the left or above.
    pub(super) const NEAR: i32 = 14;
    /// One from anywhere else.
    pub(super) const FAR: i32 = 22;
    /// By how much a later repetition may be worse: it leaves more for the one after it.
    pub(super) const LATER: i32 = 3;
}

/// A literal byte, or a repetition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Token(u32);

/// What a token stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Meaning {
    Literal(u8),
    Repeat { length: usize, distance: usize },
}

impl Token {
    fn literal(byte: u8) -> Self {
        Self(u32::from(byte))
    }

    fn repeat(found: Found) -> Self {
        Self((found.length as u32) << 16 | found.distance as u32)
    }

    #[inline]
    pub(super) fn meaning(self) -> Meaning {
        match self.0 >> 16 {
            0 => Meaning::Literal(self.0 as u8),
            length => Meaning::Repeat {
                length: length as usize,
                distance: (self.0 & 0xffff) as usize,
            },
        }
    }
}

/// A repetition, and how many half bits it saves.
#[derive(Clone, Copy, Default, Debug)]
struct Found {
    gain: i32,
    length: usize,
    distance: usize,
}

/// Finds repetitions; may be used again and again.
#[derive(Debug)]
pub(super) struct Finder {
    /// Where bytes of a hash were seen last, counted from one.
    places: Vec<u32>,
    tokens: Vec<Token>,
}

impl Default for Finder {
    fn default() -> Self {
        Self {
            places: vec![0; 1 << PLACES],
            tokens: Vec::new(),
        }
    }
}

impl Finder {
    /// Tokens for rows of `row` bytes each.
    pub(super) fn tokens(&mut self, raw: &[u8], row: usize) -> &[Token] {
        self.places.fill(0);
        self.tokens.clear();
        let mut at = 0;
        let mut found = self.find(raw, row, at, 0);
        while at < raw.len() {
            if found.gain <= 0 {
                self.tokens.push(Token::literal(raw[at]));
                at += 1;
                found = self.find(raw, row, at, 0);
                continue;
            }
            if let Some((skip, later)) = self.better(raw, row, at, found) {
                let literals = raw[at..at + skip].iter().copied().map(Token::literal);
                self.tokens.extend(literals);
                at += skip;
                found = later;
                continue;
            }
            self.tokens.push(Token::repeat(found));
            at += found.length;
            found = self.find(raw, row, at, 0);
        }
        &self.tokens
    }

    /// A repetition a few bytes on that saves more than this one, and how many bytes on.
    #[inline]
    fn better(&mut self, raw: &[u8], row: usize, at: usize, than: Found) -> Option<(usize, Found)> {
        if than.length >= LONG {
            return None;
        }
        (1..=AHEAD).find_map(|skip| {
            let later = self.find(raw, row, at + skip, than.distance);
            let least = than.gain + cost::LITERAL * skip as i32 - cost::LATER;
            (later.gain > least).then_some((skip, later))
        })
    }

    /// The repetition at a place that saves most, if any saves something; not one from the `known` distance.
    #[inline]
    fn find(&mut self, raw: &[u8], row: usize, at: usize, known: usize) -> Found {
        let mut best = Found::default();
        let Some(&word) = raw.get(at..).and_then(<[u8]>::first_chunk::<8>) else {
            return best;
        };
        let word = u64::from_le_bytes(word);
        let hash = (word << (64 - 8 * HASHED)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let place = &mut self.places[(hash >> (64 - PLACES)) as usize];
        let seen = std::mem::replace(place, at as u32 + 1) as usize;
        if known != 1 && begins(raw, at, 1, word) {
            best.improve(raw, at, 1, cost::NEAR);
        }
        if known != row && begins(raw, at, row, word) {
            best.improve(raw, at, row, cost::NEAR);
        }
        // Zero if there was none, which is too far away.
        let far = (at + 1).wrapping_sub(seen);
        if ![known, 1, row].contains(&far) && begins(raw, at, far, word) {
            best.improve(raw, at, far, cost::FAR);
        }
        best
    }
}

impl Found {
    /// Takes another repetition if it saves more.
    #[inline]
    fn improve(&mut self, raw: &[u8], at: usize, distance: usize, base: i32) {
        let length = common(raw, at, distance);
        let bits = length_bits(length) + distance_bits(distance);
        let gain = length as i32 * cost::LITERAL - base - 2 * bits as i32;
        if gain > self.gain {
            *self = Self {
                gain,
                length,
                distance,
            };
        }
    }
}

/// Whether the bytes `distance` before a place are within reach and begin like the word at it.
#[inline]
fn begins(raw: &[u8], at: usize, distance: usize, word: u64) -> bool {
    if distance.wrapping_sub(1) >= at.min(WINDOW) {
        return false;
    }
    let there = raw.get(at - distance..).and_then(<[u8]>::first_chunk::<4>);
    there.is_some_and(|there| (u32::from_le_bytes(*there) ^ word as u32) << 8 == 0)
}

/// How many bytes equal those `distance` before them.
#[inline]
fn common(raw: &[u8], at: usize, distance: usize) -> usize {
    let most = (raw.len() - at).min(LONGEST);
    let (here, before) = (
        &raw[at..at + most],
        &raw[at - distance..at - distance + most],
    );
    let (words, rest) = here.as_chunks::<8>();
    let (words_before, rest_before) = before.as_chunks::<8>();
    let mut length = 0;
    for (a, b) in words.iter().zip(words_before) {
        let differing = u64::from_le_bytes(*a) ^ u64::from_le_bytes(*b);
        if differing != 0 {
            return length + (differing.trailing_zeros() / 8) as usize;
        }
        length += 8;
    }
    length
        + rest
            .iter()
            .zip(rest_before)
            .take_while(|(a, b)| a == b)
            .count()
}

/// Bits of deflate that follow the symbol of a length.
#[inline]
pub(super) const fn length_bits(length: usize) -> u32 {
    match length {
        ..11 | LONGEST.. => 0,
        _ => (length - SHORTEST).ilog2() - 2,
    }
}

/// Bits of deflate that follow the symbol of a distance.
#[inline]
pub(super) const fn distance_bits(distance: usize) -> u32 {
    match distance {
        ..5 => 0,
        _ => (distance - 1).ilog2() - 1,
    }
}

#[cfg(test)]
pub(super) fn unpack(tokens: &[Token]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for token in tokens {
        match token.meaning() {
            Meaning::Literal(byte) => bytes.push(byte),
            Meaning::Repeat { length, distance } => {
                assert!((SHORTEST..=LONGEST).contains(&length));
                assert!((1..=WINDOW.min(bytes.len())).contains(&distance));
                for _ in 0..length {
                    bytes.push(bytes[bytes.len() - distance]);
                }
            }
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repeats(tokens: &[Token]) -> Vec<(usize, usize)> {
        let all = tokens.iter().filter_map(|token| match token.meaning() {
            Meaning::Literal(_) => None,
            Meaning::Repeat { length, distance } => Some((length, distance)),
        });
        all.collect()
    }

    #[test]
    fn runs_rows_and_returning_bytes_are_found() {
        let mut finder = Finder::default();
        let run = [7; 300];
        assert_eq!(repeats(finder.tokens(&run, 1000)), [(258, 1), (41, 1)]);
        let row: Vec<u8> = (0..100).collect();
        let rows = row.repeat(2);
        assert_eq!(repeats(finder.tokens(&rows, 100)), [(100, 100)]);
        let mut parted = row.clone();
        parted.extend([200, 201, 202, 203, 204]);
        parted.extend(&row);
        assert_eq!(repeats(finder.tokens(&parted, 50)), [(100, 105)]);
        assert_eq!(unpack(finder.tokens(&parted, 50)), parted);
    }

    #[test]
    fn the_window_ends_where_deflate_ends_it() {
        let piece: Vec<u8> = (1..=60).collect();
        for (gap, within) in [(WINDOW - 60, true), (WINDOW - 59, false)] {
            let mut raw = piece.clone();
            raw.extend(std::iter::repeat_n(0, gap));
            raw.extend(&piece);
            let mut finder = Finder::default();
            let tokens = finder.tokens(&raw, 60 + gap);
            let far = repeats(tokens)
                .iter()
                .any(|&(_, distance)| distance == 60 + gap);
            assert_eq!(far, within, "{gap}");
            assert_eq!(unpack(tokens), raw);
        }
    }
}
