//! Battalion files: the built-in ones are valid, and all errors of faulty ones are reported together with their places.
//!
//! Each `bad_battalions/NAME.toml` has a `NAME.txt` with the expected errors, one per line. After a change of wording,
//! `UPDATE_EXPECTED=1 cargo test -p engine --test integration battalion_files` rewrites them; review the changes with
//! git.

use std::fs;
use std::path::{Path, PathBuf};

use engine::battalion::{
    AbilitySpec, AbilityUse, Definition, DropZone, FileError, Link, MAX_ERRORS, MAX_FILE, Matches, Param, ParamKind,
    ParamSpec, PromotionDef, PromotionLimit, ReserveDef, Scope, Weight, builtin, decode, load_builtin, read,
};
use engine::piece::When;
use proptest::prelude::*;

const fn param(name: &'static str, kind: ParamKind, required: bool) -> ParamSpec {
    ParamSpec { name, kind, required, about: "" }
}

const fn spec(name: &'static str, scope: Scope, params: &'static [ParamSpec], example: &'static str) -> AbilitySpec {
    AbilitySpec { name, scope, params, about: "", rules: "", example, weight: Weight::LIGHT }
}

/// Abilities with every kind of parameter, so that the faulty files do not depend on the real ones.
const SPECS: &[AbilitySpec] = &[
    spec("immobilise", Scope::Piece, &[param("frozen-by", ParamKind::Pieces, false)], "immobilise"),
    spec("withdraw", Scope::Piece, &[], "withdraw"),
    spec("copy", Scope::Piece, &[param("same-battalion", ParamKind::Flag, false)], "copy"),
    spec(
        "ride-past",
        Scope::Piece,
        &[param("of", ParamKind::Pieces, true)],
        "{ use = \"ride-past\", of = [\"supporter\"] }",
    ),
    spec("extra", Scope::Piece, &[param("moves", ParamKind::Moves, true)], "{ use = \"extra\", moves = \"N\" }"),
    spec(
        "volatile",
        Scope::Battalion,
        &[param("count", ParamKind::Number(1, 8), false)],
        "{ use = \"volatile\", count = 2 }",
    ),
    spec(
        "gift",
        Scope::Battalion,
        &[param("to", ParamKind::Word(&["others", "opponents"]), true)],
        "{ use = \"gift\", to = \"others\" }",
    ),
];

fn tests_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

fn lines(errors: &[FileError]) -> String {
    errors.iter().map(|error| format!("{error}\n")).collect()
}

#[test]
fn faulty_files_say_what_is_wrong() {
    let folder = tests_folder().join("bad_battalions");
    let mut files: Vec<PathBuf> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect();
    files.sort();
    assert!(files.len() >= 25, "{} faulty files", files.len());
    let mut wrong = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let found = match read(&text, SPECS) {
            Ok(_) => "no errors\n".to_owned(),
            Err(errors) => lines(&errors),
        };
        let beside = file.with_extension("txt");
        if std::env::var_os("UPDATE_EXPECTED").is_some() {
            fs::write(&beside, &found).unwrap();
        }
        let expected = fs::read_to_string(&beside).unwrap_or_default().replace("\r\n", "\n");
        if found != expected || found == "no errors\n" {
            wrong.push(format!("{}\nexpected:\n{expected}found:\n{found}", file.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_first_error_is_the_cause_and_not_what_follows_from_it() {
    // Changes of one place in the file, with the text that the first error must contain and a text that must not
    // appear.
    for (right, wrong, first, unsaid) in [
        ("id = \"pawn\"", "idd = \"pawn\"", "unknown key `idd` in a `[[piece]]`, did you mean `id`?", "needs `id`"),
        (
            "[territory]",
            "[teritory]",
            "unknown key `teritory` in the file, did you mean `territory`?",
            "needs `territory`",
        ),
        ("titan = true", "tittan = true", "unknown key `tittan` in a `[[piece]]`, did you mean `titan`?", "needs"),
        ("symbol = \"P\"", "symbol = 5", "`symbol` takes a text in quotes, not a number", "needs"),
        (
            "symbol = \"P\"",
            "simbol = \"P\"",
            "unknown key `simbol` in a `[[piece]]`, did you mean `symbol`?",
            "needs `symbol`",
        ),
        ("name = \"King\"", "name = \"King", "this is not valid TOML", "needs"),
        ("name = \"Small\"", "", "the file needs `name`", "did you mean"),
        ("layout = [\"PK\"]", "layout = [\"P\"]", "the layout has no Titan", "needs"),
    ] {
        assert!(SMALL.contains(right), "{right}");
        let found = lines(&read(&SMALL.replacen(right, wrong, 1), SPECS).unwrap_err());
        let said = found.lines().next().unwrap();
        assert!(said.contains(first), "{wrong}:\n{found}");
        assert!(!found.contains(unsaid), "{wrong}:\n{found}");
    }
}

#[test]
fn one_of_something_is_not_several() {
    let said = |wrong: &str| {
        let text = SMALL.replacen("layout = [\"PK\"]", wrong, 1);
        lines(&read(&text, SPECS).unwrap_err())
    };
    let found = said("layout = [\"P\", \"PK\"]");
    assert!(found.contains("has 2 Spaces and the first row 1:"), "{found}");
    let found = said("layout = [\"PK\", \"P\"]");
    assert!(found.contains("has 1 Space and the first row 2:"), "{found}");
}

/// Minimal valid file.
const SMALL: &str = r#"
format = 1
id = "small"
name = "Small"

[territory]
layout = ["PK"]

[[piece]]
id = "king"
name = "King"
symbol = "K"
titan = true
moves = "K"

[[piece]]
id = "pawn"
name = "Pawn"
symbol = "P"
moves = "fW"
"#;

#[test]
fn the_smallest_file_reads() {
    let small = read(SMALL, SPECS).unwrap();
    assert_eq!((small.territory.width(), small.territory.height()), (2, 1));
    assert_eq!(small.territory.rows, [[Some(1), Some(0)]]);
    assert!(small.matches == Matches::All && !small.extra_strength && !small.territory.mirror);
    let king = &small.pieces[0];
    assert!(king.titan && king.capturable && king.blocking && !king.immutable);
    assert_eq!((king.moves.len(), king.betza.as_slice()), (8, &["K".to_owned()][..]));
}

#[test]
fn byte_order_mark_and_windows_line_ends_change_nothing() {
    let plain = read(SMALL, SPECS).unwrap();
    assert_eq!(read(&format!("\u{FEFF}{SMALL}"), SPECS).unwrap(), plain);
    assert_eq!(read(&SMALL.replace('\n', "\r\n"), SPECS).unwrap(), plain);
    for builtin in builtin() {
        let windows = builtin.text.replace('\n', "\r\n");
        assert_eq!(read(&windows, &abilities()), read(builtin.text, &abilities()), "{}", builtin.id);
    }
}

#[test]
fn two_characters_and_lists_in_a_layout() {
    let with = |layout: &str| {
        let text = SMALL.replace("\"PK\"", layout).replace("symbol = \"P\"", "symbol = \"+P\"");
        read(&text, SPECS).map(|small| small.territory.rows)
    };
    let expected = Ok(vec![vec![Some(1), None, Some(0)]]);
    assert_eq!(with("\"+P . K\""), expected);
    assert_eq!(with("\"  +P  .  K \""), expected);
    assert_eq!(with("[\"+P\", \".\", \"K\"]"), expected);
    let errors = with("\"+P.K\"").unwrap_err();
    assert!(errors[0].message.contains("put a space between"), "{errors:?}");
}

#[test]
fn parameters_of_every_kind() {
    let text = SMALL
        .replace("moves = \"K\"", "moves = \"K\"\nabilities = [\"withdraw\", { use = \"copy\", same-battalion = true }, { use = \"ride-past\", of = \"pawn\" }, { use = \"extra\", moves = [\"N\", \"D\"] }]")
        + "[[power]]\nuse = \"volatile\"\ncount = 2\n[[power]]\nuse = \"gift\"\nto = \"others\"\n";
    let small = read(&text, SPECS).unwrap();
    let abilities = &small.pieces[0].abilities;
    assert_eq!(abilities.len(), 4);
    assert_eq!(abilities[1].params["same-battalion"], Param::Flag(true));
    assert_eq!(abilities[2].params["of"], Param::Pieces(vec![1]));
    assert!(matches!(&abilities[3].params["moves"], Param::Moves(rules) if rules.len() == 12));
    assert_eq!(small.powers[0].params["count"], Param::Number(2));
    assert_eq!(small.powers[1].params["to"], Param::Word("others".to_owned()));
}

#[test]
fn limits_are_exact() {
    let name = |length: usize| read(&SMALL.replace("\"Small\"", &format!("\"{}\"", "n".repeat(length))), SPECS);
    assert!(name(40).is_ok());
    assert!(name(41).is_err());
    let prose = |length: usize| {
        read(&SMALL.replace("[territory]", &format!("prose = \"{}\"\n[territory]", "ü".repeat(length))), SPECS)
    };
    assert!(prose(4000).is_ok());
    assert!(prose(4001).is_err());
    let pieces = |count: usize| {
        let symbol = |n: usize| format!("{}{}", (b'A' + (n / 10) as u8) as char, n % 10);
        let more = (2..count)
            .map(|n| format!("[[piece]]\nid = \"p{n}\"\nname = \"P\"\nsymbol = \"{}\"\nmoves = \"W\"\n", symbol(n)));
        read(&(SMALL.to_owned() + &more.collect::<String>()), SPECS)
    };
    assert_eq!(pieces(40).unwrap().pieces.len(), 40);
    assert!(pieces(41).is_err());
    let comment = |bytes: usize| read(&format!("{SMALL}#{}", "x".repeat(bytes - SMALL.len() - 1)), SPECS);
    assert!(comment(MAX_FILE).is_ok());
    assert_eq!(comment(MAX_FILE + 1).unwrap_err().len(), 1);
}

#[test]
fn hostile_files_are_refused_in_bounded_output() {
    let many = |unit: &str, count: usize| unit.repeat(count);
    let hostile = [
        many("[", 60_000),
        many("a={", 20_000),
        format!("a = {}", many("[", 30_000)),
        format!("a = {}{}", many("[", 30_000), many("]", 30_000)),
        many("[[piece]]\n", 6_000),
        many("a.", 30_000),
        format!("[{}a]", many("a.", 30_000)),
        format!("[territory]\nlayout = [{}]", many("\"PPPPPPPP\",", 5_000)),
        format!("[territory]\nlayout = [\"{}\"]", many("P", 60_000)),
        format!("[[piece]]\nmoves = [{}]", many("\"QN\",", 10_000)),
        format!("[[piece]]\nmoves = \"{}\"", many("N", 60_000)),
        format!("[[piece]]\nabilities = [{}]", many("\"x\",", 10_000)),
        many("x = 1\n", 10_000),
        many("?\n", 30_000),
        format!("format = {}", many("9", 60_000)),
        many("\u{202E}", 20_000),
        "\u{0}".repeat(60_000),
    ];
    for text in hostile {
        let errors = read(&text, SPECS).unwrap_err();
        assert!(!errors.is_empty() && errors.len() <= MAX_ERRORS + 1);
        let longest = errors.iter().map(|error| error.to_string().len()).max().unwrap();
        assert!(longest < 1_000, "{longest}: {}", &text[..40]);
    }
}

#[test]
fn bytes_that_are_no_text() {
    assert_eq!(decode(b"format = 1"), Ok("format = 1"));
    let error = decode(b"ab\ncd\xFF").unwrap_err();
    assert_eq!((error.line, error.column), (2, 3));
    assert!(decode(&vec![b'#'; MAX_FILE + 1]).is_err());
}

/// Real abilities of the engine.
fn abilities() -> Vec<AbilitySpec> {
    engine::ability::specs()
}

fn load(id: &str) -> std::sync::Arc<Definition> {
    load_builtin(id).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn every_builtin_reads() {
    for builtin in builtin() {
        let definition =
            read(builtin.text, &abilities()).unwrap_or_else(|errors| panic!("{}:\n{}", builtin.id, lines(&errors)));
        assert_eq!(definition.id, builtin.id);
        assert!(!definition.summary.is_empty() && !definition.prose.is_empty(), "{}", builtin.id);
        for piece in &definition.pieces {
            assert!(
                !piece.prose.is_empty() && !piece.icon.is_empty() && !piece.rules.is_empty(),
                "{} {}",
                builtin.id,
                piece.id
            );
        }
        assert_eq!(*load(builtin.id), definition);
    }
    assert!(load_builtin("mediaeval").unwrap_err().to_string().contains("did you mean `medieval`?"));
}

fn symbols(id: &str) -> Vec<String> {
    let definition = load(id);
    let symbol = |cell: &Option<usize>| cell.map_or(".".to_owned(), |piece| definition.pieces[piece].symbol.clone());
    definition.territory.rows.iter().map(|row| row.iter().map(symbol).collect()).collect()
}

#[test]
fn m1_m2_m3_m4_medieval() {
    assert_eq!(symbols("medieval"), ["........", "PPPPPPPP", "RNBQKBNR"]);
    let medieval = load("medieval");
    assert!(medieval.territory.mirror);
    let id = |index: &usize| medieval.pieces[*index].id.as_str();
    let piece = |id: &str| medieval.pieces.iter().find(|piece| piece.id == id).unwrap();
    let titans: Vec<&str> = medieval.pieces.iter().filter(|piece| piece.titan).map(|piece| piece.id.as_str()).collect();
    assert_eq!(titans, ["king"]);
    assert_eq!(piece("king").castles_with.iter().map(id).collect::<Vec<_>>(), ["rook"]);
    let promotion = piece("pawn").promotion.as_ref().unwrap();
    assert_eq!(promotion.to.iter().map(id).collect::<Vec<_>>(), ["queen", "rook", "bishop", "knight"]);
    assert_eq!((promotion.rear, promotion.optional), (1, false));
    assert!(piece("pawn").takes_en_passant && piece("pawn").taken_en_passant);
}

/// Index of a piece by its id.
fn piece(definition: &Definition, id: &str) -> usize {
    definition.pieces.iter().position(|piece| piece.id == id).unwrap_or_else(|| panic!("no {id}"))
}

/// `id: notation` of every piece with its abilities.
fn roster(id: &str) -> Vec<String> {
    let abilities = |uses: &[AbilityUse]| uses.iter().map(|used| format!(" {}", used.name)).collect::<String>();
    load(id).pieces.iter().map(|p| format!("{}: {}{}", p.id, p.betza.join(" "), abilities(&p.abilities))).collect()
}

#[test]
fn s1_s4_s7_makpong() {
    assert_eq!(symbols("makpong"), ["PPPPPPPP", "........", "RNBKQBNR"]);
    assert_eq!(
        roster("makpong"),
        [
            "snare-king: K snare",
            "snare-queen: F snare",
            "snare-bishop: FfW snare",
            "snare-knight: N snare",
            "snare-rook: R snare",
            "snare-pawn: fmWfcF snare",
            "promoted-snare-pawn: F snare",
        ]
    );
    let makpong = load("makpong");
    assert!(!makpong.territory.mirror);
    let rook = piece(&makpong, "snare-rook");
    assert_eq!(makpong.reserves, [ReserveDef { piece: rook, count: 1, zone: DropZone::BackRank, instant: false }]);
    let pawn = &makpong.pieces[piece(&makpong, "snare-pawn")];
    let promoted = piece(&makpong, "promoted-snare-pawn");
    assert_eq!(
        pawn.promotion,
        Some(PromotionDef {
            to: vec![promoted],
            rear: 3,
            optional: false,
            leaving: false,
            must: 0,
            others: false,
            limit: PromotionLimit::default()
        })
    );
    assert!(pawn.takes_en_passant && !pawn.taken_en_passant);
    assert_eq!(makpong.powers[0].name, "affected-spaces");
}

#[test]
fn b1_b16_baroque() {
    assert_eq!(symbols("baroque"), ["........", "PPPPPPPP", "ILSKWSLC"]);
    assert_eq!(symbols("baroque-duel"), ["........", "PPPPPPPP", "IL.KW.LC"]);
    let pieces = [
        "baroque-titan: K",
        "withdrawer: mQ withdraw",
        "coordinator: mQ coordinate",
        "baroque-pawn: mR pinch",
        "long-leaper: mQ leap-over",
        "immobilizer: mQ immobilise",
        "chameleon: mQ copy",
    ];
    assert_eq!(roster("baroque"), pieces);
    assert_eq!(roster("baroque-duel"), pieces);
    let (full, duel) = (load("baroque"), load("baroque-duel"));
    assert!(
        full.extra_strength && full.matches == Matches::Party && !duel.extra_strength && duel.matches == Matches::Duels
    );
    let chameleon = piece(&duel, "chameleon");
    let gift = &duel.powers[0].params;
    assert_eq!(gift["pieces"], Param::Pieces(vec![chameleon]));
    assert_eq!((&gift["count"], &gift["instant"]), (&Param::Number(2), &Param::Flag(true)));
    assert_eq!(duel.pieces[chameleon].abilities[0].params["same-battalion"], Param::Flag(true));
    assert!(full.pieces[piece(&full, "chameleon")].abilities[0].params.is_empty());
}

#[test]
fn p1_p5_p6_the_party() {
    assert_eq!(symbols("the-party"), ["PPPPPPPP", "X......X", "SKDMMDCS"]);
    assert_eq!(
        roster("the-party"),
        [
            "supporter: mKmDmNmA supporter",
            "chairman: K",
            "chancellor: RN",
            "paramilitant: fmWfcF smW",
            "senator: R2A ride-past-friend",
            "deputy: F [F>W] return-on-capture",
            "minister: B",
        ]
    );
    let party = load("the-party");
    assert!(party.territory.mirror);
    let supporter = &party.pieces[piece(&party, "supporter")];
    assert!(!supporter.blocking && !supporter.capturable && supporter.immutable);
    let when = |id: &str| party.pieces[piece(&party, id)].moves.last().unwrap().when;
    assert_eq!((when("paramilitant"), when("deputy")), (When::OnBattlefield, When::SupportLead));
    let powers: Vec<&str> = party.powers.iter().map(|power| power.name.as_str()).collect();
    assert_eq!(powers, ["lose-without", "gift"]);
}

#[test]
fn v1_v8_the_test_version() {
    assert_eq!(symbols("party-volatile"), ["PPPPPP", ".JSSJ.", "MSWCSM"]);
    assert_eq!(
        roster("party-volatile"),
        [
            "supporter: mKmDmNmA supporter",
            "chairman: K",
            "whip: mK whip",
            "paramilitant: fmWfcF",
            "agent: Q",
            "minister: R",
            "senator: DA",
            "judge: N",
        ]
    );
    let party = load("party-volatile");
    assert_eq!((party.territory.margin, party.territory.mirror), (1, false));
    assert!(!party.pieces[piece(&party, "whip")].capturable);
}

#[test]
fn the_reptilian_order() {
    assert_eq!(symbols("reptilian-order"), ["........", "TTTTTTTT", "CSZGPZSC"]);
    assert_eq!(
        roster("reptilian-order"),
        [
            "prophet: K",
            "zealot: B frbl[B>rtB] flbr[B>ltB]",
            "guard: mBcK swap-with-titan",
            "snake: mBcN",
            "crocodile: mBcR",
            "tortoise: fmWfcF fmnA",
        ]
    );
    let order = load("reptilian-order");
    assert!(order.territory.mirror);
    let tortoise = &order.pieces[piece(&order, "tortoise")];
    assert_eq!(tortoise.moves.last().unwrap().when, When::InOwnRearTwo);
    assert!(tortoise.takes_en_passant && tortoise.taken_en_passant && tortoise.promotion.is_none());
}

#[test]
fn the_alchemists() {
    assert_eq!(symbols("alchemists"), ["HHHHHHHHH", "IA.....RI", ".TSGKGST."]);
    assert_eq!(
        roster("alchemists"),
        [
            "alchemist: K",
            "homunculus: fW smW nifu",
            "gilt-homunculus: WfF",
            "lead-golem: fWbB2",
            "iron-golem: fK",
            "silver-golem: FfW",
            "gold-golem: WfF",
            "aluminum-golem: B2fsN",
            "tungsten-golem: NvD",
            "radium-golem: R",
        ]
    );
    let army = load("alchemists");
    let promotion = army.pieces[piece(&army, "homunculus")].promotion.as_ref().unwrap();
    assert_eq!((promotion.rear, promotion.optional, promotion.leaving, promotion.must), (3, true, true, 1));
    let powers: Vec<&str> = army.powers.iter().map(|power| power.name.as_str()).collect();
    assert_eq!(powers, ["captures-to-hand", "fusion", "fission"]);
}

fn reference() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/battalion-format.md")
}

/// Section of the reference on abilities, generated from their list.
fn abilities_reference() -> String {
    let mut text = String::new();
    for (scope, heading, intro) in [
        (Scope::Piece, "Of a piece", "Under `abilities` of a `[[piece]]`, by name or as a table with `use`."),
        (Scope::Battalion, "Of the Battalion", "As a `[[power]]` with `use`."),
    ] {
        text += &format!("\n### {heading}\n\n{intro}\n");
        for spec in abilities().into_iter().filter(|spec| spec.scope == scope) {
            text += &format!("\n#### `{}`\n\n{} ({})\n", spec.name, spec.about, spec.rules);
            if !spec.params.is_empty() {
                text += "\n| parameter | takes | |\n|---|---|---|\n";
            }
            for param in spec.params {
                let takes = match param.kind {
                    ParamKind::Flag => "`true` or `false`".to_owned(),
                    ParamKind::Number(min, max) => format!("a number from {min} to {max}"),
                    ParamKind::Word(words) => {
                        words.iter().map(|word| format!("`\"{word}\"`")).collect::<Vec<_>>().join(" or ")
                    }
                    ParamKind::Piece => "the id of a piece".to_owned(),
                    ParamKind::Pieces => "ids of pieces".to_owned(),
                    ParamKind::Moves => "Betza notation".to_owned(),
                    ParamKind::Zone => "the name of a [zone](#zones)".to_owned(),
                };
                let required = if param.required { " Required." } else { "" };
                text += &format!("| `{}` | {takes} | {}{required} |\n", param.name, param.about);
            }
            text += &format!("\n```toml\n{}\n```\n", spec.example);
        }
    }
    text + "\n"
}

#[test]
fn the_reference_lists_every_ability() {
    let text = fs::read_to_string(reference()).unwrap();
    let (before, rest) = text.split_once("<!-- abilities:").unwrap();
    let (note, rest) = rest.split_once("-->\n").unwrap();
    let (_, after) = rest.split_once("<!-- end of abilities -->").unwrap();
    let new = format!("{before}<!-- abilities:{note}-->\n{}<!-- end of abilities -->{after}", abilities_reference());
    if std::env::var_os("UPDATE_EXPECTED").is_some() {
        fs::write(reference(), new).unwrap();
    } else {
        assert!(text == new, "docs/battalion-format.md: run with UPDATE_EXPECTED=1 to list the abilities anew");
    }
}

#[test]
fn the_examples_of_the_reference_read() {
    let text = fs::read_to_string(reference()).unwrap();
    let files: Vec<&str> = text.split("```toml file\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert_eq!(files.len(), 2);
    for file in files {
        let read = read(file, &abilities()).unwrap_or_else(|errors| panic!("{file}\n{}", lines(&errors)));
        assert_eq!(read.id, "toll-keepers");
    }
}

/// The reference must explain every key of the format.
#[test]
fn the_reference_explains_every_key() {
    let text = fs::read_to_string(reference()).unwrap();
    let errors = read("x = 1\n[territory]\nx = 1\n[[piece]]\nx = 1\npromote = { x = 1 }\nmoves = { x = 1 }\n[[piece.example]]\nx = 1\n[[reserve]]\nx = 1\n", SPECS).unwrap_err();
    let mut keys = 0;
    for error in errors {
        let Some((_, list)) = error.message.split_once("expected one of ") else {
            continue;
        };
        for key in list.split(", ") {
            keys += 1;
            let name = key.trim_matches('`');
            let rows = [
                format!("| `{name}` |"),
                format!("| `[{name}]` |"),
                format!("| `[[{name}]]` |"),
                format!("| `[[piece.{name}]]` |"),
            ];
            assert!(rows.iter().any(|row| text.contains(row)), "{key}");
        }
    }
    assert!(keys > 30, "{keys}");
}

/// Built-in file with a part replaced, removed or doubled.
fn mutated() -> impl Strategy<Value = String> {
    let pieces = prop_oneof![
        "\\PC{0,8}",
        "[\\[\\]{}=\"'#.,\n]{0,6}",
        Just("\"\"\"".to_owned()),
        Just("99999999999999999999".to_owned())
    ];
    let edit = (any::<prop::sample::Index>(), 0..40_usize, pieces);
    (any::<prop::sample::Index>(), prop::collection::vec(edit, 1..6)).prop_map(|(which, edits)| {
        let mut text = which.get(builtin()).text.to_owned();
        for (place, length, new) in edits {
            let mut start = place.index(text.len() + 1);
            while !text.is_char_boundary(start) {
                start -= 1;
            }
            let mut end = (start + length).min(text.len());
            while !text.is_char_boundary(end) {
                end -= 1;
            }
            text.replace_range(start..end.max(start), &new);
        }
        text
    })
}

fn reads_in_order(text: &str) {
    if let Err(errors) = read(text, SPECS) {
        assert!(!errors.is_empty());
        // Broken TOML comes first; a consequence may follow a cause further down. The rest is in file order.
        let place = |error: &FileError| (error.line, error.column);
        let back = |pair: &&[FileError]| place(&pair[0]) > place(&pair[1]);
        assert!(errors.windows(2).filter(back).count() <= 2);
        let last = text.lines().count() as u32 + 1;
        assert!(errors.iter().all(|error| (1..=last).contains(&error.line) && error.column >= 1));
    }
}

proptest! {
    // Use PROPTEST_CASES=100000 for a long run.
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn mutated_files_never_panic(text in mutated()) {
        reads_in_order(&text);
    }

    #[test]
    fn arbitrary_text_never_panics(text in "\\PC{0,200}|[a-z=\\[\\]\"\n]{0,200}") {
        reads_in_order(&text);
    }

    #[test]
    fn arbitrary_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        if let Ok(text) = decode(&bytes) {
            reads_in_order(text);
        }
    }

    #[test]
    fn arbitrary_notation_never_panics(text in "[WFDNAHCZGKQRBfblrsvhmcni0-9\\[\\](),>*t -]{0,60}|\\PC{0,40}") {
        match engine::piece::betza::parse(&text) {
            Ok(rules) => prop_assert!(!rules.is_empty() && !engine::piece::betza::describe(&rules).is_empty()),
            Err(errors) => {
                prop_assert!(!errors.is_empty());
                for error in errors {
                    prop_assert!(text.get(error.range.clone()).is_some(), "{error:?}");
                }
            }
        }
    }
}

/// Minimal army whose Titan has a custom picture.
fn drawn(art: &str) -> String {
    format!(
        "format = 1\nid = \"drawn\"\nname = \"Drawn\"\n[territory]\nlayout = [\"K\"]\n[[piece]]\nid = \"king\"\nname = \"King\"\n\
         symbol = \"K\"\ntitan = true\nmoves = \"K\"\n{art}\n"
    )
}

#[test]
fn a_piece_may_have_a_picture_of_its_own() {
    let file = drawn(
        "icon = \"crown\"\nart = { silhouette = \" M0 0h24v24H0z\", lines = \"M4 4h4v4z\", view = [0, 0, 24, 24] }",
    );
    let army = read(&file, SPECS).unwrap();
    let art = army.pieces[0].art.as_ref().unwrap();
    assert_eq!((art.silhouette(), art.lines()), ("M0 0h24v24H0z", "M4 4h4v4z"));
    assert_eq!((art.view().width, army.pieces[0].icon.as_str()), (24, "crown"));
    let plain = read(&drawn(""), SPECS).unwrap();
    assert_eq!(plain.pieces[0].art, None);
}

#[test]
fn what_is_wrong_with_a_picture_is_said_in_its_place() {
    let long = format!("art = {{ silhouette = \"M0 0{}\" }}", "h1h-1".repeat(3000));
    for (art, said) in [
        ("art = \"M0 0\"", "line 12, column 7: `art` takes a table such as"),
        ("art = {}", "line 12, column 7: `art` needs `silhouette`"),
        ("art = { silhouette = 3 }", "`silhouette` takes SVG path data in quotes"),
        ("art = { silhouete = \"M0 0\" }", "did you mean `silhouette`"),
        ("art = { silhouette = \"M0 0h90v90 x\" }", "line 12, column 34: `silhouette`: `x` does not belong here"),
        (
            "art = { silhouette = \"M0 0h90v90z\", lines = \"M5 5 L\" }",
            "line 12, column 52: `lines`: the path data ends where a number must follow",
        ),
        ("art = { silhouette = \"\" }", "path data begins with `M`"),
        ("art = { silhouette = \"M0 0h500v90z\" }", "leaves the view box [0, 0, 100, 100]"),
        ("art = { silhouette = \"M0 0h20v9z\" }", "less than half of the view box"),
        ("art = { silhouette = \"M0 0h90v90z\", view = [0, 0] }", "`view` takes four whole numbers"),
        (
            "art = { silhouette = \"M0 0h90v90z\", view = [0, 0, 0, 9] }",
            "`view` is `0`: expected a number from 1 to 10000",
        ),
        ("art = { silhouette = \"M0 0 L 1e9 0z\" }", "numbers go up to 100000"),
        (&long, "at most 8192 are allowed"),
    ] {
        let errors = read(&drawn(art), SPECS).unwrap_err();
        let all: Vec<String> = errors.iter().map(ToString::to_string).collect();
        assert!(all.iter().any(|error| error.contains(said)), "{art}: {all:?}");
        // A running game continues without the picture.
        let accepted = engine::battalion::read_accepted(&drawn(art), SPECS).unwrap();
        assert_eq!(accepted.pieces[0].art, None, "{art}");
    }
}

/// Small army with these keys at the top of its file.
fn with_keys(keys: &str) -> Result<Definition, Vec<FileError>> {
    let piece =
        "[[piece]]\nid = \"king\"\nname = \"King\"\nsymbol = \"K\"\ntitan = true\nmoves = \"K\"\naliases = [\"khun\"]";
    let text = format!("format = 1\nid = \"one\"\nname = \"One\"\n{keys}\n[territory]\nlayout = [\"K\"]\n{piece}\n");
    read(&text, &engine::ability::specs())
}

fn fault(keys: &str) -> String {
    let errors = with_keys(keys).unwrap_err();
    errors.into_iter().map(|error| error.message).collect::<Vec<_>>().join("; ")
}

#[test]
fn a_file_says_in_which_gamemodes_it_can_be_picked() {
    assert_eq!(with_keys("").unwrap().matches, Matches::All);
    assert_eq!(with_keys("party = false").unwrap().matches, Matches::Duels);
    assert_eq!(with_keys("duel = false").unwrap().matches, Matches::Party);
    assert_eq!(with_keys("extra-strength = true").unwrap().matches, Matches::Party);
    assert!(fault("duel = false\nparty = false").contains("picked nowhere"));
    assert!(fault("extra-strength = true\nparty = false").contains("picked nowhere"));
    assert!(fault("extra-strength = true\nduel = true").contains("T-31"));
}

#[test]
fn credits_are_read_and_links_are_safe() {
    let keys = "source = \"https://example.org/a_b?c=d\"\nbased-on = \"Ataxx\"\nthanks = \"Ann\"";
    let army = with_keys(keys).unwrap();
    assert_eq!(army.credits.source.as_ref().map(Link::as_str), Some("https://example.org/a_b?c=d"));
    assert_eq!((army.credits.based_on.as_str(), army.credits.thanks.as_str()), ("Ataxx", "Ann"));
    assert_eq!(army.pieces[0].aliases, ["khun"]);
    for bad in [
        "http://example.org",
        "javascript:alert(1)",
        "https://",
        "https://example",
        "https://user@example.org/",
        "https://1.2.3.4/",
        "https://example.org:80/",
        "https://example..org/",
        "https://example.org/>)",
        "https://example.org/a b",
        "https://ex\u{e4}mple.org/",
    ] {
        assert!(Link::read(bad).is_err(), "{bad}");
    }
    assert!(fault("source = \"http://example.org\"").contains("https://"));
}
