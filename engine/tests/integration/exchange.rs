//! Tests of importing armies from other programs' files, and of exporting them.

use crate::arena::{builtin, read};
use engine::battalion::{ImportError, from_diagram, from_variants_ini, to_diagram, to_variants_ini};

const INI: &str = "
# Two variants.
[capa:chess]
maxFile = j
archbishop = a
chancellor = c
customPiece1 = g:gQ
customPiece2 = w:oR
castlingKingsideFile = i
castlingQueensideFile = c
promotionPieceTypes = acqrbn
startFen = rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1
checkCounting = true

[grass:capa]
startFen = rngbqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1
";

#[test]
fn a_variant_of_fairy_stockfish_is_taken() {
    let taken = from_variants_ini(INI, Some("capa")).unwrap();
    let army = read(&taken.text);
    assert_eq!((army.id.as_str(), army.territory.width(), army.territory.height()), ("capa", 10, 2));
    let of = |symbol: &str| army.pieces.iter().find(|piece| piece.symbol == symbol).unwrap();
    assert_eq!((of("A").betza[0].as_str(), of("C").betza[0].as_str()), ("BN", "RN"));
    assert_eq!(of("G").betza, ["gQ"]);
    let king = of("K");
    assert!(king.titan && king.castles_with.len() == 1);
    assert_eq!((king.castling.near, king.castling.far), (3, 3));
    let pawn = of("P");
    assert_eq!(pawn.betza, ["fmWfcFifmnD"]);
    assert_eq!(pawn.promotion.as_ref().unwrap().to.len(), 6);
    let missing = taken.missing.join("\n");
    assert!(missing.contains("no board wraps round"), "{missing}");
    assert!(army.powers.iter().any(|power| power.name == "win-by-checks"), "{:?}", army.powers);
}

#[test]
fn what_is_inherited_and_what_differs_is_said() {
    let taken = from_variants_ini(INI, Some("grass")).unwrap();
    assert_eq!(read(&taken.text).id, "grass");
    let missing = taken.missing.join("\n");
    assert!(missing.contains("the army of Black"), "{missing}");
    let which = from_variants_ini(INI, None).unwrap_err();
    assert_eq!(which.to_string(), "say which variant: capa, grass");
    let unknown = from_variants_ini(INI, Some("x")).unwrap_err();
    assert!(unknown.to_string().starts_with("there is no variant `x` here; "));
    assert!(matches!(from_variants_ini("", None), Err(ImportError::Nothing(_))));
    assert_eq!(from_variants_ini("[a:fairy]\nstartFen = 8/8 w", None), Err(ImportError::NoWhite));
    assert_eq!(from_variants_ini("[a:fairy]", None), Err(ImportError::Nothing("a variant with a `startFen`")));
}

const DIAGRAM: &str = "
files=8
ranks=8
promoZone=1
promoChoice=QN
satellite=demo
baring=1
pawn:P:ifmnDfmWfceF:pawn:a2-h2,,a7-h7
knight:N:N:knight:b1,g1,,b8,g8
griffon:G:FyafsF:griffin:c1,f1,,c8,f8
cannon::mRcpR:cannon:a1,h1,,a8,h8
queen:Q:::d1,,d8
king:K:KisO2::e1,,e8
";

#[test]
fn an_interactive_diagram_is_taken() {
    let taken = from_diagram(DIAGRAM, "My Diagram").unwrap();
    let army = read(&taken.text);
    assert_eq!((army.id.as_str(), army.pieces.len()), ("my-diagram", 6));
    assert_eq!(taken.missing, ["the setting `baring=1`"]);
    let pawn = &army.pieces[0];
    assert!(pawn.takes_en_passant && pawn.taken_en_passant);
    assert_eq!(pawn.promotion.as_ref().unwrap().to, [1, 4]);
    let king = &army.pieces[5];
    assert!(king.titan && king.castles_with == [3]);
    assert_eq!(army.territory.rows[0], vec![Some(0); 8]);
    assert!(matches!(from_diagram("nothing", "x"), Err(ImportError::Nothing(_))));
    assert_eq!(from_diagram("rook:R:R::a1", "x"), Err(ImportError::NoTitan));
}

#[test]
fn what_is_exported_comes_back() {
    let medieval = builtin("medieval");
    let out = to_diagram(&medieval, 2);
    assert_eq!(out.missing, [""; 0]);
    let back = read(&from_diagram(&out.text, "Back").unwrap().text);
    let out = to_variants_ini(&medieval, 2);
    assert_eq!(out.missing, [""; 0]);
    let again = read(&from_variants_ini(&out.text, None).unwrap().text);
    for army in [back, again] {
        assert_eq!(army.pieces.len(), medieval.pieces.len(), "{}", army.id);
        for piece in &medieval.pieces {
            let same = army.pieces.iter().find(|other| other.symbol == piece.symbol).unwrap();
            let moves = |piece: &engine::battalion::PieceDef| {
                let mut moves: Vec<String> = piece.moves.iter().map(|rule| format!("{rule:?}")).collect();
                moves.sort();
                moves
            };
            assert_eq!(moves(same), moves(piece), "{}", piece.id);
            assert_eq!((same.titan, same.takes_en_passant), (piece.titan, piece.takes_en_passant));
            assert_eq!(same.castles_with.len(), piece.castles_with.len());
        }
        assert_eq!(army.territory.rows.last().map(Vec::len), Some(8));
    }
}

#[test]
fn what_cannot_be_exported_is_said() {
    let out = to_variants_ini(&builtin("party-volatile"), 2);
    assert!(out.missing.iter().any(|what| what.contains("ability") || what.contains("power")), "{:?}", out.missing);
}

/// Imports a variant without a word about anything missing, and reads it.
fn taken(text: &str) -> std::sync::Arc<engine::battalion::Definition> {
    let taken = from_variants_ini(text, None).unwrap();
    assert_eq!(taken.missing, [""; 0], "{}", taken.text);
    read(&taken.text)
}

fn power(army: &engine::battalion::Definition) -> &engine::battalion::AbilityUse {
    army.powers.first().unwrap()
}

#[test]
fn variants_based_on_known_ones_are_taken() {
    let capa = taken(
        "[small:capablanca]\ncustomPiece1 = g:gQ\nstartFen = rgabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RGABQKBCNR w KQkq - 0 1",
    );
    assert_eq!((capa.territory.width(), capa.pieces.len()), (10, 9));
    let king = capa.pieces.iter().find(|piece| piece.titan).unwrap();
    assert_eq!(king.castling.far, 3);
    let hill = taken("[hill:kingofthehill]\nknight = n:NA");
    assert_eq!(
        (power(&hill).name.as_str(), power(&hill).zone("zone")),
        ("win-by-reaching", Some(&engine::piece::Zone::Centre))
    );
    let five = taken("[five:5check]");
    assert_eq!(power(&five).number("count"), Some(5));
    let boom = taken("[boom:chess]\nblastOnCapture = true");
    assert!(
        boom.pieces.iter().all(|piece| piece.titan != piece.abilities.iter().any(|ability| ability.name == "explode"))
    );
    let king = boom.pieces.iter().find(|piece| piece.titan).unwrap();
    assert!(king.moves.iter().all(|rule| rule.mode == engine::piece::Mode::Move));
}

/// The import of xiangqi plays as the file written by hand.
#[test]
fn xiangqi_is_taken_with_palace_and_river() {
    let imported = taken("[my-xiangqi:xiangqi]");
    let by_hand = read(include_str!("../armies/xiangqi.toml"));
    let leaves = |army: &std::sync::Arc<engine::battalion::Definition>| {
        let field = engine::board::Battlefield::fitting(2, [(9, 0)]).unwrap();
        let rules = crate::arena::rules_on(&field, &[army.clone(), army.clone()]);
        let mut pos = crate::arena::start(&rules, &[false, true]);
        [1, 2, 3].map(|depth| rules.perft(&mut pos, depth))
    };
    assert_eq!(leaves(&imported), leaves(&by_hand));
    assert_eq!(leaves(&by_hand), [44, 1920, 79_666]);
}

#[test]
fn the_true_reason_is_given() {
    let reason = |text: &str| from_variants_ini(text, None).unwrap_err().to_string();
    let parent = reason("[mine:makruk]\nknight = n");
    assert!(
        parent.starts_with("`mine` is based on `makruk`, which is neither in the file nor known here; known are "),
        "{parent}"
    );
    assert!(parent.contains("capablanca"), "{parent}");
    assert_eq!(
        reason("[mine:chess]\nstartFen = 8/8/k7/8 w"),
        "the `startFen` has no pieces of White (capital letters)"
    );
    assert_eq!(reason("[mine:chess]\nking = -"), "no piece is royal: a Battalion needs a Titan");
    let off = from_diagram("files=8\nranks=8\nking:K:K::e1\nrook:R:R::j1", "x").unwrap_err().to_string();
    assert_eq!(off, "`rook` starts off the board of 8×8: correct its places, or `files` and `ranks`");
}

#[test]
fn limits_that_the_other_program_has_not_are_named() {
    let xiangqi = read(include_str!("../armies/xiangqi.toml"));
    for out in [to_variants_ini(&xiangqi, 2), to_diagram(&xiangqi, 2)] {
        let missing = out.missing.join("\n");
        for line in [
            "General: the limits (`within`)",
            "Elephant: the limits (`to`)",
            "Soldier: the limits (`from`)",
            "the power `stalemate`",
        ] {
            assert!(missing.contains(line), "{line}: {missing}");
        }
    }
}

const GATE: &str = r#"
format = 1
id = "gate"
name = "Gate"
[territory]
layout = ["PPPPPPPP", "RMLKLCPR"]
[[piece]]
id = "king"
name = "King"
symbol = "K"
titan = true
moves = "K"
castle = { with = ["rook"], by = 2, far = 3 }
[[piece]]
id = "rook"
name = "Rook"
symbol = "R"
moves = "R"
[[piece]]
id = "mover"
name = "Mover"
symbol = "M"
moves = ["W", { betza = "FcR", mode = "move" }]
[[piece]]
id = "captor"
name = "Captor"
symbol = "C"
moves = { betza = "mQ", mode = "capture" }
[[piece]]
id = "leader"
name = "Leader"
symbol = "L"
titan = true
moves = "K"
[[piece]]
id = "pawn"
name = "Pawn"
symbol = "P"
moves = "fmWfcFifmnD"
en-passant = ["takes", "taken"]
promote = { to = ["rook", "captor"], rear = 2, optional = true }
"#;

/// `mode` is written into the notation; what differs when the export is read back is listed.
#[test]
fn an_export_is_read_back() {
    let gate = read(GATE);
    let out = to_variants_ini(&gate, 4);
    assert!(out.text.contains("m:WmFmR") && out.text.contains("c:cQ"), "{}", out.text);
    let leader = "Leader: that it is a Titan, of which there is only one kind there";
    let pawn = "Pawn: its promotion";
    assert_eq!(out.missing, [leader, pawn]);
    let back = read(&from_variants_ini(&out.text, None).unwrap().text);
    let king = back.pieces.iter().find(|piece| piece.titan).unwrap();
    assert_eq!((king.castling.far, back.territory.rows.len()), (3, 2));
    let out = to_diagram(&gate, 4);
    assert!(out.missing.iter().any(|line| line.starts_with("Leader: whether it is a Titan")), "{:?}", out.missing);
    assert!(out.missing.iter().any(|line| line.starts_with("King: its castling")), "{:?}", out.missing);
}

#[test]
fn nonsense_never_panics() {
    for text in [
        "[",
        "=",
        "[a]\n=",
        "a:b:c:d:é1",
        "files=999\nx:y:z::a1-",
        "[é:chess]\nstartFen = é/99999999999999999999/K",
        "é:é:é:é:é",
    ] {
        let _ = from_diagram(text, text);
        let _ = from_variants_ini(text, None);
    }
}
