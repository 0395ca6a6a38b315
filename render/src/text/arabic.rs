//! Arabic letters take the form that joins them to their neighbours. Unicode keeps these forms as characters of their
//! own, which is all that names in a picture need.

use super::clean::Cluster;
use super::fonts::Fonts;

/// A letter, its isolated form, and whether it joins what follows it. The final form comes next after the isolated
/// one, then, for letters that join on both sides, the initial and the medial one.
const FORMS: [(char, u32, bool); 43] = [
    ('ء', 0xfe80, false),
    ('آ', 0xfe81, false),
    ('أ', 0xfe83, false),
    ('ؤ', 0xfe85, false),
    ('إ', 0xfe87, false),
    ('ئ', 0xfe89, true),
    ('ا', 0xfe8d, false),
    ('ب', 0xfe8f, true),
    ('ة', 0xfe93, false),
    ('ت', 0xfe95, true),
    ('ث', 0xfe99, true),
    ('ج', 0xfe9d, true),
    ('ح', 0xfea1, true),
    ('خ', 0xfea5, true),
    ('د', 0xfea9, false),
    ('ذ', 0xfeab, false),
    ('ر', 0xfead, false),
    ('ز', 0xfeaf, false),
    ('س', 0xfeb1, true),
    ('ش', 0xfeb5, true),
    ('ص', 0xfeb9, true),
    ('ض', 0xfebd, true),
    ('ط', 0xfec1, true),
    ('ظ', 0xfec5, true),
    ('ع', 0xfec9, true),
    ('غ', 0xfecd, true),
    ('ف', 0xfed1, true),
    ('ق', 0xfed5, true),
    ('ك', 0xfed9, true),
    ('ل', 0xfedd, true),
    ('م', 0xfee1, true),
    ('ن', 0xfee5, true),
    ('ه', 0xfee9, true),
    ('و', 0xfeed, false),
    ('ى', 0xfeef, false),
    ('ي', 0xfef1, true),
    ('پ', 0xfb56, true),
    ('چ', 0xfb7a, true),
    ('ژ', 0xfb8a, false),
    ('ک', 0xfb8e, true),
    ('گ', 0xfb92, true),
    ('ی', 0xfbfc, true),
    ('ٹ', 0xfb66, true),
];

fn form(cluster: &Cluster) -> Option<(char, u32, bool)> {
    match cluster {
        Cluster::Known(_, chars) => FORMS.into_iter().find(|f| chars.first() == Some(&f.0)),
        Cluster::Unknown => None,
    }
}

/// Replaces letters by their joined forms, in the order in which they were typed.
pub(crate) fn join(fonts: &Fonts, clusters: &mut [Cluster]) {
    let forms: Vec<_> = clusters.iter().map(form).collect();
    let joins_next = |i: usize| matches!(forms[i], Some((_, _, true)));
    // The hamza stands alone.
    let joins_previous = |i: usize| matches!(forms[i], Some((c, ..)) if c != 'ء');
    for i in 0..clusters.len() {
        let Some((_, isolated, both)) = forms[i] else {
            continue;
        };
        let before = i > 0 && joins_next(i - 1) && joins_previous(i);
        let after = both && forms.get(i + 1).is_some_and(Option::is_some) && joins_previous(i + 1);
        let shift = match (before, after) {
            (false, false) => 0,
            (true, false) => 1,
            (false, true) => 2,
            (true, true) => 3,
        };
        let Some(joined) = char::from_u32(isolated + shift) else {
            continue;
        };
        if let (Cluster::Known(face, chars), Some(known)) = (&mut clusters[i], fonts.face(joined)) {
            *face = known;
            chars[0] = joined;
        }
    }
}
