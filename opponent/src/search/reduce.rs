//! Late move reductions.

use super::ranked::Ranked;

/// Natural logarithms of integers in 32nds; a table gives equal results on every machine.
const LOGARITHMS: [i32; 64] = [
    0, 0, 22, 35, 44, 52, 57, 62, 67, 70, 74, 77, 80, 82, 84, 87, 89, 91, 92, 94, 96, 97, 99, 100, 102, 103, 104, 105,
    107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 116, 117, 118, 119, 120, 120, 121, 122, 123, 123, 124, 125, 125,
    126, 126, 127, 128, 128, 129, 129, 130, 130, 131, 132, 132, 133,
];
/// History that changes the reduction by one ply.
const STEP: i32 = 9_000;

/// Reduction of the move after `tried` others: ½ + ln(depth) · ln(number) / 2, adjusted for the kind of move and node.
#[inline]
#[expect(clippy::cast_sign_loss, reason = "the index is within the table")]
pub(super) fn reduction(depth: i32, tried: i32, ranked: &Ranked, wide: bool, improving: bool) -> i32 {
    let log = |n: i32| LOGARITHMS[n.clamp(0, 63) as usize];
    let usual = (512 + log(depth) * log(tried) / 2) / 1024;
    if ranked.loud {
        return if ranked.loses() { (usual / 2).max(1) } else { 0 };
    }
    if tried < 2 + i32::from(wide) || depth < 2 {
        return 0;
    }
    let special = i32::from(wide) + i32::from(ranked.is_killer());
    let less = usual + i32::from(!improving) - special;
    let less = if ranked.is_killer() { less } else { less - ranked.rank / STEP };
    less.clamp(0, (depth - 1).max(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_right() {
        for (n, log) in LOGARITHMS.iter().enumerate().skip(1) {
            assert!((f64::from(*log) / 32.0 - (n as f64).ln()).abs() < 0.02, "{n}");
        }
    }
}
