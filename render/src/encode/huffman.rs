//! Prefix codes: short ones for what is frequent, none longer than a limit, in the canonical order of deflate.

use super::bits::Bits;

/// Symbols of the largest alphabet: literals, the end of a block, and lengths.
pub(super) const SYMBOLS: usize = 286;
/// Bits of the longest code of deflate.
const LONGEST: usize = 15;

/// A prefix code for the symbols of an alphabet.
#[derive(Debug)]
pub(super) struct Code {
    /// Bits of each symbol, none for those that do not occur.
    lengths: [u8; SYMBOLS],
    /// Their codes, turned round, as the first bit of a code is written first.
    codes: [u16; SYMBOLS],
    used: usize,
}

impl Code {
    /// A code for symbols that occur this often, of at most `limit` bits. At least two symbols get one, as some
    /// decoders insist on a code without gaps.
    pub(super) fn new(counts: &[u32], limit: usize) -> Self {
        let mut leaves = [(0u32, 0u16); SYMBOLS];
        let mut n = 0;
        let occurring = counts.iter().filter(|&&count| count > 0).count();
        let mut missing = 2usize.saturating_sub(occurring);
        for (symbol, &count) in (0..).zip(counts) {
            if count > 0 || missing > 0 {
                missing -= usize::from(count == 0);
                leaves[n] = (count, symbol);
                n += 1;
            }
        }
        let leaves = &mut leaves[..n];
        leaves.sort_unstable();
        let mut sizes = sizes(leaves);
        shorten(&mut sizes, limit);
        Self::canonical(leaves, &sizes)
    }

    /// The code with so many symbols of each length, the rarest of which come first.
    fn canonical(leaves: &[(u32, u16)], sizes: &[usize; SYMBOLS]) -> Self {
        let mut lengths = [0u8; SYMBOLS];
        let longest_first = (1..=LONGEST)
            .rev()
            .flat_map(|bits| std::iter::repeat_n(bits as u8, sizes[bits]));
        for (&(_, symbol), bits) in leaves.iter().zip(longest_first) {
            lengths[symbol as usize] = bits;
        }
        let mut next = [0u16; LONGEST + 1];
        for bits in 1..LONGEST {
            next[bits + 1] = (next[bits] + sizes[bits] as u16) << 1;
        }
        let mut codes = [0; SYMBOLS];
        for (code, &bits) in codes
            .iter_mut()
            .zip(&lengths)
            .filter(|(_, bits)| **bits > 0)
        {
            *code = next[bits as usize].reverse_bits() >> (16 - bits);
            next[bits as usize] += 1;
        }
        let used = lengths.iter().rposition(|&bits| bits > 0);
        Self {
            lengths,
            codes,
            used: used.map_or(0, |last| last + 1),
        }
    }

    /// Bits of the symbols, up to the last one that has a code.
    pub(super) fn lengths(&self) -> &[u8] {
        &self.lengths[..self.used]
    }

    /// Writes a symbol and the bits that belong to it; 32 bits together at most.
    #[inline]
    pub(super) fn put(&self, bits: &mut Bits, symbol: usize, extra: u32, count: u32) {
        let length = u32::from(self.lengths[symbol]);
        bits.put(
            u32::from(self.codes[symbol]) | extra << length,
            length + count,
        );
    }
}

/// How many symbols get a code of each length, by Huffman: the two rarest are joined until one is left. `leaves` are
/// sorted by count, and joined ones come in order by themselves, so that two queues do.
fn sizes(leaves: &[(u32, u16)]) -> [usize; SYMBOLS] {
    const NODES: usize = 2 * SYMBOLS;
    let n = leaves.len();
    let (mut weights, mut parents) = ([0u32; NODES], [0u16; NODES]);
    for (weight, leaf) in weights.iter_mut().zip(leaves) {
        *weight = leaf.0;
    }
    let (mut leaf, mut joined) = (0, n);
    for node in n..(2 * n).saturating_sub(1) {
        for _ in 0..2 {
            let from_leaves = leaf < n && (joined == node || weights[leaf] <= weights[joined]);
            let queue = if from_leaves { &mut leaf } else { &mut joined };
            weights[node] += weights[*queue];
            parents[*queue] = node as u16;
            *queue += 1;
        }
    }
    let mut depths = [0u16; NODES];
    let mut sizes = [0; SYMBOLS];
    for node in (0..(2 * n).saturating_sub(2)).rev() {
        depths[node] = depths[parents[node] as usize] + 1;
        if node < n {
            sizes[depths[node] as usize] += 1;
        }
    }
    sizes
}

/// Makes codes that are too long as long as the limit, and then others longer until all of them find room again.
fn shorten(sizes: &mut [usize; SYMBOLS], limit: usize) {
    let (within, beyond) = sizes.split_at_mut(limit + 1);
    within[limit] += beyond.iter_mut().map(std::mem::take).sum::<usize>();
    let room = 1usize << limit;
    let mut taken: usize = (1..=limit).map(|bits| within[bits] << (limit - bits)).sum();
    while taken > room {
        // A code of full length moves next to a shorter one, which grows by a bit.
        let Some(shorter) = (1..limit).rev().find(|&bits| within[bits] > 0) else {
            return;
        };
        within[limit] -= 1;
        within[shorter] -= 1;
        within[shorter + 1] += 2;
        taken -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bits for all occurrences, after checking that the code is complete and within its limit.
    fn cost(counts: &[u32], limit: usize) -> u64 {
        let code = Code::new(counts, limit);
        let given = || code.lengths().iter().filter(|&&bits| bits > 0);
        assert!(given().all(|&bits| usize::from(bits) <= limit));
        let taken: u32 = given().map(|&bits| 1 << (limit - usize::from(bits))).sum();
        assert_eq!(taken, 1 << limit, "a complete code");
        let all = counts.iter().zip(code.lengths);
        all.map(|(&count, bits)| {
            assert!(count == 0 || bits > 0, "a code for all that occurs");
            u64::from(count) * u64::from(bits)
        })
        .sum()
    }

    #[test]
    fn frequent_symbols_get_short_codes() {
        // The example of Huffman's article, with its counts by hundredths.
        let counts = [20, 18, 10, 10, 10, 6, 6, 4, 4, 4, 4, 3, 1];
        assert_eq!(cost(&counts, 15), 342);
        assert_eq!(cost(&[7, 0, 0, 9], 15), 16);
    }

    #[test]
    fn lone_symbols_get_a_neighbour() {
        for counts in [vec![0; 5], vec![0, 0, 9], vec![9, 0], vec![0; 286]] {
            assert_eq!(
                cost(&counts, 15),
                counts.iter().map(|&c| u64::from(c)).sum()
            );
        }
    }

    #[test]
    fn long_codes_are_shortened_with_little_loss() {
        let mut fibonacci = vec![1u32, 1];
        while fibonacci.len() < 40 {
            let next = fibonacci.iter().rev().take(2).sum();
            fibonacci.push(next);
        }
        let all: u64 = fibonacci.iter().map(|&count| u64::from(count)).sum();
        // Bits a symbol of the best possible codes, in thousandths.
        for (limit, best) in [(6, 3528), (7, 2910), (9, 2651), (15, 2619)] {
            let bits = cost(&fibonacci, limit) * 1000 / all;
            assert!(bits < best + 250, "{bits} instead of {best}");
        }
        let powers: Vec<u32> = (0..19).map(|i| 1 << i).collect();
        cost(&powers, 7);
        cost(&[1; 286], 15);
        let mut uneven = [1; 286];
        uneven[200] = u32::MAX / 2;
        cost(&uneven, 15);
    }

    #[test]
    fn codes_are_those_of_the_standard() {
        // RFC 1951, 3.2.2: lengths 3, 3, 3, 3, 3, 2, 4, 4.
        let code = Code::new(&[10, 10, 10, 10, 10, 25, 3, 3], 15);
        assert_eq!(code.lengths(), [3, 3, 3, 3, 3, 2, 4, 4]);
        let mut bits = Bits::default();
        for symbol in [0, 1, 5, 7] {
            code.put(&mut bits, symbol, 0, 0);
        }
        // 010 011 00 1111, each from its first bit on, and the bytes from below.
        assert_eq!(bits.finish(), [0b0011_0010, 0b1111]);
    }
}
