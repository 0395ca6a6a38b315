//! Named pieces of other programs.

/// Movement of a named piece in this program's notation. Case, spaces and hyphens are ignored.
pub(in crate::battalion) fn movement(name: &str) -> Option<&'static str> {
    let plain: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    let plain = plain.to_lowercase();
    let found = KNOWN.iter().find(|(names, _)| names.split(' ').any(|name| name == plain));
    found.map(|(_, betza)| *betza)
}

/// Movement of the pawn of chess without its double step.
pub(super) const PAWN: &str = "fmWfcF";
/// Double step of the pawn of chess.
pub(super) const DOUBLE_STEP: &str = "ifmnD";

const KNOWN: &[(&str, &str)] = &[
    ("pawn", "fmWfceFifmnD"),
    ("knight", "N"),
    ("bishop", "B"),
    ("rook", "R"),
    ("queen", "Q"),
    ("king", "K"),
    ("commoner man", "K"),
    ("fers ferz", "F"),
    ("wazir", "W"),
    ("alfil", "A"),
    ("dabbabah dababba", "D"),
    ("camel", "C"),
    ("zebra", "Z"),
    ("fersalfil modernelephant", "FA"),
    ("silver silvergeneral", "FfW"),
    ("gold goldgeneral", "WfF"),
    ("aiwok", "RNF"),
    ("bers dragon dragonking", "RF"),
    ("dragonhorse", "BW"),
    ("archbishop cardinal princess", "BN"),
    ("chancellor marshall empress", "RN"),
    ("amazon", "QN"),
    ("centaur", "KN"),
    ("knibis", "mNcB"),
    ("biskni", "mBcN"),
    ("kniroo", "mNcR"),
    ("rookni", "mRcN"),
    ("shogipawn", "fW"),
    ("lance", "fR"),
    ("shogiknight", "ffN"),
    ("euroshogiknight", "ffNsW"),
    ("soldier", "fsW"),
    ("cannon", "mRcpR"),
    ("vao", "mBcpB"),
    ("janggicannon", "pR"),
    ("horse mao", "nN"),
    ("elephant", "nA"),
    ("grasshopper", "gQ"),
    ("nightrider", "NN"),
    ("griffon gryphon", "FyafsF"),
    ("lion", "KNADcaK"),
];
