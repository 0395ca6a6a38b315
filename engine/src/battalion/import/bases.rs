//! Variants that Fairy-Stockfish knows by name, as far as they differ from another one.

use std::collections::BTreeMap;

/// Settings by key.
pub(super) type Settings = BTreeMap<String, String>;

/// A variant: name, the one it differs from, and its settings.
type Base = (&'static str, Option<&'static str>, &'static [(&'static str, &'static str)]);

const BASES: &[Base] = &[
    ("fairy", None, &[]),
    (
        "chess",
        None,
        &[
            ("pawn", "p"),
            ("knight", "n"),
            ("bishop", "b"),
            ("rook", "r"),
            ("queen", "q"),
            ("king", "k"),
            ("startFen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
            ("promotionPieceTypes", "nbrq"),
            ("castling", "true"),
            ("doubleStep", "true"),
            ("castlingKingsideFile", "g"),
            ("castlingQueensideFile", "c"),
        ],
    ),
    ("kingofthehill", Some("chess"), &[("flagPiece", "k"), ("flagRegionWhite", "d4 e4 d5 e5")]),
    (
        "3check",
        Some("chess"),
        &[("checkCounting", "true"), ("startFen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1")],
    ),
    ("5check", Some("3check"), &[("startFen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 5+5 0 1")]),
    ("atomic", Some("chess"), &[("blastOnCapture", "true")]),
    (
        "capablanca",
        Some("chess"),
        &[
            ("archbishop", "a"),
            ("chancellor", "c"),
            ("startFen", "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1"),
            ("promotionPieceTypes", "acqrbn"),
            ("castlingKingsideFile", "i"),
            ("castlingQueensideFile", "c"),
        ],
    ),
    (
        "gothic",
        Some("capablanca"),
        &[("startFen", "rnbqckabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQCKABNR w KQkq - 0 1")],
    ),
    (
        "embassy",
        Some("capablanca"),
        &[
            ("startFen", "rnbqkcabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQKCABNR w KQkq - 0 1"),
            ("castlingKingsideFile", "h"),
            ("castlingQueensideFile", "b"),
        ],
    ),
    (
        "xiangqi",
        None,
        &[
            ("king", "k:W"),
            ("fers", "a"),
            ("elephant", "b"),
            ("horse", "n"),
            ("rook", "r"),
            ("cannon", "c"),
            ("soldier", "p"),
            ("soldierPromotionRank", "6"),
            ("mobilityRegionWhiteKing", "d1 e1 f1 d2 e2 f2 d3 e3 f3"),
            ("mobilityRegionWhiteFers", "d1 e1 f1 d2 e2 f2 d3 e3 f3"),
            ("mobilityRegionWhiteElephant", "*1 *2 *3 *4 *5"),
            ("flyingGeneral", "true"),
            ("stalemateValue", "loss"),
            ("startFen", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"),
        ],
    ),
];

/// Names of all known variants.
pub(super) fn names() -> String {
    BASES.iter().map(|(name, ..)| *name).collect::<Vec<_>>().join(", ")
}

/// Settings of a known variant.
pub(super) fn settings(name: &str) -> Option<Settings> {
    let (_, parent, own) = BASES.iter().find(|(known, ..)| *known == name)?;
    let mut all = match parent {
        Some(parent) => settings(parent)?,
        None => Settings::new(),
    };
    all.extend(own.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())));
    Some(all)
}
