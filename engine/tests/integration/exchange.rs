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
    assert!(missing.contains("checkCounting") && missing.contains("no board wraps round"), "{missing}");
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
    assert_eq!(
        from_variants_ini("[a:fairy]\nstartFen = 8/8 w", None),
        Err(ImportError::Nothing("a variant with a `startFen`"))
    );
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
