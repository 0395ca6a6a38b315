//! Deflate (RFC 1951) for the rows of a picture: what repeats is found by `matches`, and told in codes made for it.

use super::bits::Bits;
use super::huffman::{Code, SYMBOLS};
use super::matches::{Finder, LONGEST, Meaning, Token, distance_bits, length_bits};

/// The symbol that ends a block.
const END: usize = 256;
/// Symbols of distances.
const DISTANCES: usize = 30;
/// The order in which the lengths of the codes for lengths of codes are told.
const ORDER: [usize; 19] = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
];

/// Symbol and following bits of every length.
static LENGTHS: [(u16, u8); LONGEST + 1] = {
    let mut table = [(0, 0); LONGEST + 1];
    let mut length = 3;
    while length < LONGEST {
        let bits = length_bits(length);
        let group = (length - 3) >> bits;
        table[length] = ((257 + 4 * bits as usize + group) as u16, bits as u8);
        length += 1;
    }
    table[LONGEST] = (285, 0);
    table
};

/// Compresses; may be used again and again.
#[derive(Debug, Default)]
pub(super) struct Deflater {
    finder: Finder,
}

impl Deflater {
    /// Blocks for rows of `row` bytes each. They stand for themselves, end on a byte, and are not the last ones of a
    /// stream: others may follow.
    pub(super) fn pack(&mut self, raw: &[u8], row: usize) -> Vec<u8> {
        let tokens = self.finder.tokens(raw, row);
        let mut bits = Bits::default();
        block(&mut bits, tokens);
        // An empty stored block: its header, zeros up to a byte, and its length twice.
        bits.put(0, 3);
        let mut packed = bits.finish();
        packed.extend_from_slice(&[0, 0, 255, 255]);
        packed
    }
}

/// A block with codes of its own.
fn block(bits: &mut Bits, tokens: &[Token]) {
    let (mut symbols, mut distances) = ([0; SYMBOLS], [0; DISTANCES]);
    symbols[END] = 1;
    for token in tokens {
        match token.meaning() {
            Meaning::Literal(byte) => symbols[byte as usize] += 1,
            Meaning::Repeat { length, distance } => {
                symbols[LENGTHS[length].0 as usize] += 1;
                distances[distance_symbol(distance)] += 1;
            }
        }
    }
    let (symbols, distances) = (Code::new(&symbols, 15), Code::new(&distances, 15));
    bits.put(0b100, 3);
    head(bits, symbols.lengths(), distances.lengths());
    for token in tokens {
        match token.meaning() {
            Meaning::Literal(byte) => symbols.put(bits, byte as usize, 0, 0),
            Meaning::Repeat { length, distance } => {
                let (symbol, count) = LENGTHS[length];
                let extra = low(length - 3, u32::from(count));
                symbols.put(bits, symbol as usize, extra, count.into());
                let count = distance_bits(distance);
                let extra = low(distance - 1, count);
                distances.put(bits, distance_symbol(distance), extra, count);
            }
        }
    }
    symbols.put(bits, END, 0, 0);
}

#[inline]
fn distance_symbol(distance: usize) -> usize {
    let bits = distance_bits(distance);
    2 * bits as usize + ((distance - 1) >> bits)
}

/// The lowest bits of a value.
#[inline]
fn low(value: usize, count: u32) -> u32 {
    value as u32 & ((1 << count) - 1)
}

/// Tells the lengths of all codes, runs of them put together.
fn head(bits: &mut Bits, symbols: &[u8], distances: &[u8]) {
    let mut runs = Vec::with_capacity(symbols.len() + distances.len());
    let all = [symbols, distances].concat();
    for same in all.chunk_by(|a, b| a == b) {
        spell(same[0], same.len(), &mut runs);
    }
    let mut counts = [0; ORDER.len()];
    runs.iter().for_each(|run| counts[run.symbol] += 1);
    let code = Code::new(&counts, 7);
    let length = |symbol: &usize| code.lengths().get(*symbol).copied().unwrap_or(0);
    let told = ORDER
        .iter()
        .rposition(|s| length(s) > 0)
        .unwrap_or(0)
        .max(3)
        + 1;
    bits.put((symbols.len() - 257) as u32, 5);
    bits.put((distances.len() - 1) as u32, 5);
    bits.put((told - 4) as u32, 4);
    for symbol in &ORDER[..told] {
        bits.put(length(symbol).into(), 3);
    }
    for run in runs {
        code.put(bits, run.symbol, run.extra, run.count);
    }
}

/// A length of a code, or a run of such lengths; a number in `count` bits behind it.
#[derive(Clone, Copy, Debug)]
struct Run {
    symbol: usize,
    extra: u32,
    count: u32,
}

/// `times` codes of the same length as a code, in the shortest way.
fn spell(length: u8, mut times: usize, runs: &mut Vec<Run>) {
    // The first one of a run is told by itself, unless it is a run of zeros.
    if length > 0 {
        runs.push(Run::single(length));
        times -= 1;
    }
    while times > 0 {
        let (symbol, least, most, count) = match (length, times) {
            (_, ..3) => {
                runs.push(Run::single(length));
                times -= 1;
                continue;
            }
            (0, 11..) => (18, 11, 138, 7),
            (0, _) => (17, 3, 10, 3),
            _ => (16, 3, 6, 2),
        };
        let told = times.min(most);
        let extra = (told - least) as u32;
        runs.push(Run {
            symbol,
            extra,
            count,
        });
        times -= told;
    }
}

impl Run {
    fn single(length: u8) -> Self {
        Self {
            symbol: length.into(),
            extra: 0,
            count: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::{Decompress, FlushDecompress, Status};

    /// What another implementation makes of blocks, closed by an empty last one.
    fn inflate(packed: &[u8], length: usize) -> Vec<u8> {
        let mut stream = packed.to_vec();
        stream.extend([0x03, 0x00]);
        let mut bytes = Vec::with_capacity(length + 64);
        let mut inflater = Decompress::new(false);
        let status = inflater
            .decompress_vec(&stream, &mut bytes, FlushDecompress::Finish)
            .unwrap();
        assert_eq!(status, Status::StreamEnd);
        assert_eq!(inflater.total_in() as usize, stream.len());
        bytes
    }

    #[track_caller]
    fn round_trip(deflater: &mut Deflater, raw: &[u8], row: usize) -> usize {
        let packed = deflater.pack(raw, row);
        assert!(
            inflate(&packed, raw.len()) == raw,
            "{} bytes, rows of {row}",
            raw.len()
        );
        packed.len()
    }

    /// Numbers that look random and are the same each time.
    struct Seeded(u64);

    impl Seeded {
        fn next(&mut self, below: usize) -> usize {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            ((self.0 >> 33) as usize) % below
        }
    }

    #[test]
    fn short_and_plain_input() {
        let mut deflater = Deflater::default();
        for length in (0..40).chain([257, 258, 259, 260, 261, 262, 516, 517, 70_000]) {
            for row in [1, 2, 7, 258, 1_000, 40_000] {
                round_trip(&mut deflater, &vec![9; length], row);
                let steps: Vec<u8> = (0..length).map(|i| (i / 3) as u8).collect();
                round_trip(&mut deflater, &steps, row);
            }
        }
        assert!(round_trip(&mut deflater, &vec![9; 70_000], 700) < 100);
    }

    #[test]
    fn every_length_and_distance() {
        let mut deflater = Deflater::default();
        let mut seeded = Seeded(1);
        for length in 3..=300 {
            let piece: Vec<u8> = (0..length).map(|_| seeded.next(256) as u8).collect();
            let raw = [&piece[..], &[1], &piece, &[2, 3], &piece].concat();
            round_trip(&mut deflater, &raw, length + 1);
        }
        // Every boundary between the symbols of distances, and the end of the window.
        for power in 2..=15 {
            for distance in [1 << power, 3 << (power - 1)].map(|d: usize| d.min(32_768)) {
                for distance in distance - 2..=distance + 2 {
                    let raw: Vec<u8> = (0..distance).map(|_| seeded.next(250) as u8).collect();
                    let raw = [&raw[..], &raw[..raw.len().min(200)]].concat();
                    round_trip(&mut deflater, &raw, distance);
                }
            }
        }
    }

    #[test]
    fn noise_and_things_between() {
        let mut deflater = Deflater::default();
        let mut seeded = Seeded(2);
        for round in 0..300 {
            let colours = 1 + seeded.next(if round % 3 == 0 { 256 } else { 12 });
            let (width, runs) = (1 + seeded.next(400), 1 + seeded.next(60));
            let length = seeded.next(60_000);
            let mut raw: Vec<u8> = Vec::with_capacity(length + 600);
            while raw.len() < length {
                match seeded.next(4) {
                    0 => raw.push(seeded.next(colours) as u8),
                    1 => {
                        let colour = seeded.next(colours) as u8;
                        raw.extend(std::iter::repeat_n(colour, seeded.next(runs)));
                    }
                    kind => {
                        let back = if kind == 2 {
                            width
                        } else {
                            1 + seeded.next(40_000)
                        };
                        for _ in 0..seeded.next(runs * 2) {
                            let byte = raw.len().checked_sub(back).map_or(0, |i| raw[i]);
                            raw.push(byte);
                        }
                    }
                }
            }
            round_trip(&mut deflater, &raw, width);
        }
        let noise: Vec<u8> = (0..100_000).map(|_| seeded.next(256) as u8).collect();
        assert!(round_trip(&mut deflater, &noise, 700) < 101_000);
    }

    #[test]
    fn distributions_that_need_the_longest_codes() {
        let mut deflater = Deflater::default();
        let mut seeded = Seeded(3);
        for symbols in [2, 3, 17, 24] {
            let (mut raw, mut counts) = (Vec::new(), (1, 1));
            for symbol in 0..symbols {
                raw.extend(std::iter::repeat_n(symbol * 7, counts.0));
                counts = (counts.1, counts.0 + counts.1);
            }
            for i in (1..raw.len()).rev() {
                raw.swap(i, seeded.next(i + 1));
            }
            round_trip(&mut deflater, &raw, 300);
        }
    }

    #[test]
    fn blocks_follow_each_other() {
        let mut deflater = Deflater::default();
        let parts: Vec<Vec<u8>> = (0..9u8).map(|i| vec![i; usize::from(i) * 77]).collect();
        let packed: Vec<u8> = parts.iter().flat_map(|p| deflater.pack(p, 100)).collect();
        let raw = parts.concat();
        assert_eq!(inflate(&packed, raw.len()), raw);
    }

    #[test]
    fn runs_of_code_lengths_are_spelt_within_their_bounds() {
        for length in [0, 1, 15] {
            for times in 1..=316 {
                let mut runs = Vec::new();
                spell(length, times, &mut runs);
                let mut told = 0;
                for (i, run) in runs.iter().enumerate() {
                    assert!(run.extra < 1 << run.count);
                    told += match run.symbol {
                        16 => 3 + run.extra as usize,
                        17 => 3 + run.extra as usize,
                        18 => 11 + run.extra as usize,
                        _ => 1,
                    };
                    assert!(run.symbol != 16 || i > 0 && length > 0);
                }
                assert_eq!(told, times);
            }
        }
    }
}
