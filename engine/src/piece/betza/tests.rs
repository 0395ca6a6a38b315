use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::piece::{Bounds, Mode, Vector, When};

/// Targets on an empty board within `radius`, as (can move, can capture).
fn targets(rules: &[MoveRule], radius: i8) -> BTreeMap<Vector, (bool, bool)> {
    let mut out: BTreeMap<Vector, (bool, bool)> = BTreeMap::new();
    let inside = |(x, y): Vector| x.abs() <= radius && y.abs() <= radius;
    let ride = |from: Vector, step: Vector, max: u8| {
        let max = if max == 0 { i8::MAX } else { max as i8 };
        let mut spaces = Vec::new();
        let mut at = from;
        for _ in 0..max {
            at = (at.0 + step.0, at.1 + step.1);
            if !inside(at) {
                break;
            }
            spaces.push(at);
        }
        spaces
    };
    for rule in rules {
        let spaces: Vec<Vector> = match &rule.path {
            Path::Leap(to) | Path::Lame { to, .. } => vec![*to],
            Path::Ride { step, max } => ride((0, 0), *step, *max),
            Path::Area { vectors, steps } => {
                let mut reached = BTreeSet::from([(0, 0)]);
                for _ in 0..*steps {
                    let more: Vec<Vector> =
                        reached.iter().flat_map(|a| vectors.iter().map(|v| (a.0 + v.0, a.1 + v.1))).collect();
                    reached.extend(more);
                }
                reached.remove(&(0, 0));
                reached.into_iter().collect()
            }
            Path::Legs { .. } | Path::Anywhere => {
                let one = std::slice::from_ref(rule);
                crate::piece::reach(one, radius as u8).into_keys().collect()
            }
            Path::Bent { first, min, max, then, then_max } => ride((0, 0), *first, *max)
                .into_iter()
                .skip(usize::from(*min) - 1)
                .flat_map(|corner| ride(corner, *then, *then_max))
                .collect(),
        };
        for space in spaces.into_iter().filter(|&s| inside(s)) {
            let entry = out.entry(space).or_default();
            entry.0 |= rule.mode.moves();
            entry.1 |= rule.mode.captures();
        }
    }
    out
}

/// Diagram: `@` piece, `o` moves and captures, `m` moves only, `c` captures only.
fn draw(notation: &str, radius: i8) -> String {
    let rules = parse(notation).unwrap_or_else(|errors| panic!("{notation}: {errors:?}"));
    let targets = targets(&rules, radius);
    let mut text = String::new();
    for y in (-radius..=radius).rev() {
        for x in -radius..=radius {
            text.push(match targets.get(&(x, y)) {
                _ if (x, y) == (0, 0) => '@',
                Some((true, true)) => 'o',
                Some((true, false)) => 'm',
                Some((false, true)) => 'c',
                _ => '.',
            });
        }
        text.push('\n');
    }
    text
}

fn shows(notation: &str, drawing: &str) {
    let rows: Vec<&str> = drawing.split_whitespace().collect();
    let radius = rows.len() as i8 / 2;
    let expected = rows.join("\n") + "\n";
    assert_eq!(draw(notation, radius), expected, "{notation}");
}

fn same(a: &str, b: &str) {
    let rules = |text| -> BTreeSet<String> { parse(text).unwrap().iter().map(|rule| format!("{rule:?}")).collect() };
    assert_eq!(rules(a), rules(b), "{a} and {b}");
}

#[test]
fn single_atoms() {
    shows("W", ".o. o@o .o.");
    shows("F", "o.o .@. o.o");
    shows("D", "..o.. ..... o.@.o ..... ..o..");
    shows("N", ".o.o. o...o ..@.. o...o .o.o.");
    shows("A", "o...o ..... ..@.. ..... o...o");
    shows("H", "...o... ....... ....... o..@..o ....... ....... ...o...");
    shows("C", "..o.o.. ....... o.....o ...@... o.....o ....... ..o.o..");
    shows("Z", ".o...o. o.....o ....... ...@... ....... o.....o .o...o.");
    shows("G", "o.....o ....... ....... ...@... ....... ....... o.....o");
    same("L", "C");
    same("J", "Z");
}

#[test]
fn compound_atoms() {
    shows("K", "ooo o@o ooo");
    shows("Q", "o.o.o .ooo. oo@oo .ooo. o.o.o");
    shows("R", "..o.. ..o.. oo@oo ..o.. ..o..");
    shows("B", "o...o .o.o. ..@.. .o.o. o...o");
    same("Q", "RB");
    same("K", "WF");
}

#[test]
fn riders_and_ranges() {
    same("WW", "R");
    same("FF", "B");
    same("W0", "R");
    same("R1", "W");
    same("R3", "W3");
    same("K2", "Q2");
    same("KK", "Q");
    same("N1", "N");
    shows("R2", "....... ...o... ...o... .oo@oo. ...o... ...o... .......");
    shows("DD", "....o.... ......... ....o.... ......... o.o.@.o.o ......... ....o.... ......... ....o....");
    shows("NN", "..o...o.. ......... o..o.o..o ..o...o.. ....@.... ..o...o.. o..o.o..o ......... ..o...o..");
    let nightrider = parse("NN").unwrap();
    assert_eq!(nightrider.len(), 8);
    assert!(nightrider.contains(&rule(Path::Ride { step: (1, 2), max: 0 })));
    assert!(parse("N3").unwrap().contains(&rule(Path::Ride { step: (-2, 1), max: 3 })));
}

fn rule(path: Path) -> MoveRule {
    MoveRule { path, mode: Mode::Both, initial: false, when: When::Always, bounds: Bounds::NONE }
}

#[test]
fn orthogonal_directions() {
    shows("fW", ".o. .@. ...");
    shows("bW", "... .@. .o.");
    shows("lW", "... o@. ...");
    shows("rW", "... .@o ...");
    shows("sW", "... o@o ...");
    shows("vW", ".o. .@. .o.");
    shows("fsW", ".o. o@o ...");
    shows("fblW", ".o. o@. .o.");
    shows("frR", "..o.. ..o.. ..@oo ..... .....");
}

#[test]
fn diagonal_directions() {
    shows("fF", "o.o .@. ...");
    shows("lF", "o.. .@. o..");
    shows("flF", "o.. .@. ...");
    shows("lfF", "o.. .@. ...");
    shows("brF", "... .@. ..o");
    shows("frblF", "..o .@. o..");
    shows("flbrB", "o.... .o... ..@.. ...o. ....o");
    shows("fsF", "o.o .@. ...");
    same("vF", "F");
    same("sF", "F");
}

#[test]
fn oblique_directions() {
    shows("fN", ".o.o. ..... ..@.. ..... .....");
    same("ffN", "fN");
    shows("vN", ".o.o. ..... ..@.. ..... .o.o.");
    shows("sN", "..... o...o ..@.. o...o .....");
    shows("rN", "..... ....o ..@.. ....o .....");
    shows("fsN", "..... o...o ..@.. ..... .....");
    shows("bsN", "..... ..... ..@.. o...o .....");
    shows("lfN", ".o... ..... ..@.. ..... .....");
    shows("flN", "..... o.... ..@.. ..... .....");
    shows("rbN", "..... ..... ..@.. ..... ...o.");
    shows("fhN", ".o.o. o...o ..@.. ..... .....");
    shows("lhN", ".o... o.... ..@.. o.... .o...");
    same("hfN", "fhN");
    same("ffbbN", "vN");
    same("fhbhN", "N");
}

#[test]
fn compound_directions() {
    shows("fK", "ooo .@. ...");
    shows("fsK", "ooo o@o ...");
    shows("fQ", "o.o.o .ooo. ..@.. ..... .....");
}

#[test]
fn modes_and_initial() {
    shows("fmWfcF", "cmc .@. ...");
    shows("mWcF", "cmc m@m cmc");
    same("mcW", "W");
    let initial = parse("iD").unwrap();
    assert!(initial.iter().all(|rule| rule.initial));
    let pawn = parse("fmWfcFifmnD").unwrap();
    assert_eq!(
        pawn,
        [
            MoveRule {
                path: Path::Leap((0, 1)),
                mode: Mode::Move,
                initial: false,
                when: When::Always,
                bounds: Bounds::NONE
            },
            MoveRule {
                path: Path::Leap((1, 1)),
                mode: Mode::Capture,
                initial: false,
                when: When::Always,
                bounds: Bounds::NONE
            },
            MoveRule {
                path: Path::Leap((-1, 1)),
                mode: Mode::Capture,
                initial: false,
                when: When::Always,
                bounds: Bounds::NONE
            },
            MoveRule {
                path: Path::Lame { via: vec![(0, 1)], to: (0, 2) },
                mode: Mode::Move,
                initial: true,
                when: When::Always,
                bounds: Bounds::NONE
            },
        ]
    );
}

#[test]
fn lame_leaps() {
    let via = |notation: &str| match &parse(notation).unwrap()[0].path {
        Path::Lame { via, to } => (via.clone(), *to),
        other => panic!("{other:?}"),
    };
    assert_eq!(via("nD"), (vec![(0, 1)], (0, 2)));
    assert_eq!(via("nH"), (vec![(0, 1), (0, 2)], (0, 3)));
    assert_eq!(via("nA"), (vec![(1, 1)], (2, 2)));
    assert_eq!(via("nG"), (vec![(1, 1), (2, 2)], (3, 3)));
    assert_eq!(via("nN"), (vec![(0, 1)], (1, 2)));
    assert_eq!(via("nC"), (vec![(0, 1), (0, 2)], (1, 3)));
    assert_eq!(via("nZ"), (vec![(0, 1), (1, 2)], (2, 3)));
    assert_eq!(via("lbnN"), (vec![(0, -1)], (-1, -2)));
    assert_eq!(via("blnN"), (vec![(-1, 0)], (-2, -1)));
    assert_eq!(via("n(0,4)"), (vec![(0, 1), (0, 2), (0, 3)], (0, 4)));
}

#[test]
fn vectors() {
    same("(1,2)", "N");
    same("(2,1)", "N");
    same("( 1 , 1 )", "F");
    same("(0,1)0", "R");
    same("(1,2)3", "N3");
    assert_eq!(parse("(1,4)").unwrap().len(), 8);
    same("fh(1,2)", "fhN");
    assert_eq!(parse("(25,25)").unwrap().len(), 4);
}

#[test]
fn bent_paths() {
    // The Deputy's path to Knight Spaces (P-9).
    shows("[F>W]", ".o.o. o...o ..@.. o...o .o.o.");
    shows("F[F>W]", ".o.o. oo.oo ..@.. oo.oo .o.o.");
    assert_eq!(parse("[F>W]").unwrap().len(), 8);
    shows("[W>F]", ".o.o. o...o ..@.. o...o .o.o.");
    shows("f[F>W]", ".o.o. o...o ..@.. ..... .....");
    shows("[F>R]", "..o.o.. ..o.o.. oo...oo ...@... oo...oo ..o.o.. ..o.o..");
    // The Great Worm's Arm: three steps along a Bishop Line, then one.
    let arm = parse("[F3>W]").unwrap();
    assert!(arm.contains(&rule(Path::Bent { first: (1, 1), min: 3, max: 3, then: (0, 1), then_max: 1 })));
    assert_eq!(arm.len(), 8);
    let ranged = parse("[F1-3>W2]").unwrap();
    assert!(ranged.contains(&rule(Path::Bent { first: (1, 1), min: 1, max: 3, then: (1, 0), then_max: 2 })));
    same("[B>W]", "[F1-0>W]");
    same("[F0>W]", "[B>W]");
    same("[B3>W]", "[F1-3>W]");
    same("[F>WW]", "[F>R]");
}

#[test]
fn right_angle_turns() {
    // The Zealot: Forwards right and Backwards left turn right, the others left.
    let zealot = parse("frbl[B>rtB]flbr[B>ltB]").unwrap();
    assert_eq!(zealot.len(), 4);
    assert!(zealot.contains(&rule(Path::Bent { first: (1, 1), min: 1, max: 0, then: (1, -1), then_max: 0 })));
    assert!(zealot.contains(&rule(Path::Bent { first: (-1, -1), min: 1, max: 0, then: (-1, 1), then_max: 0 })));
    assert!(zealot.contains(&rule(Path::Bent { first: (-1, 1), min: 1, max: 0, then: (-1, -1), then_max: 0 })));
    assert!(zealot.contains(&rule(Path::Bent { first: (1, -1), min: 1, max: 0, then: (1, 1), then_max: 0 })));
    assert_eq!(parse("[W>tW]").unwrap().len(), 8);
}

#[test]
fn areas() {
    // The Jester (C-20).
    shows("[W*3]", "...o... ..ooo.. .ooooo. ooo@ooo .ooooo. ..ooo.. ...o...");
    shows("[K*2]", "ooooo ooooo oo@oo ooooo ooooo");
    shows("fs[W*2]", "..o.. .ooo. oo@oo ..... .....");
}

#[test]
fn known_pieces() {
    shows("FfW", "ooo .@. o.o"); // Silver
    shows("WfF", "ooo o@o .o."); // Gold
    shows("mKmDmNmA", "mmmmm mmmmm mm@mm mmmmm mmmmm"); // Supporter
    shows("R2A", "o.o.o ..o.. oo@oo ..o.. o.o.o"); // Senator without support
    shows("DAHG", "o..o..o .o.o.o. ....... oo.@.oo ....... .o.o.o. o..o..o"); // Hawk
    same("fmW fcF ifmnD", "fmWfcFifmnD");
}

#[test]
fn duplicates_count_once() {
    assert_eq!(parse("WW R").unwrap().len(), 4);
}

fn error(notation: &str) -> Vec<String> {
    let errors = parse(notation).unwrap_err();
    errors.iter().map(|e| format!("{}..{} {e}", e.range.start, e.range.end)).collect()
}

#[test]
fn nonsense_is_refused() {
    assert_eq!(error(""), ["0..0 the notation is empty: expected an atom such as `W`, `N` or `R`"]);
    assert_eq!(error("   ").len(), 1);
    for notation in [
        "x",
        "P",
        "fm",
        "3",
        "R99",
        "R99999999999999999999",
        "W-1",
        "nW",
        "nR",
        "mmW",
        "hN",
        "fhW",
        "RR",
        "NN3",
        "(",
        "(1",
        "(1,",
        "(1,2",
        "(0,0)",
        "(-1,2)",
        "(99,1)",
        "[",
        "[]",
        "[F",
        "[F>",
        "[F>W",
        "[F>]",
        "[W>W]",
        "[K>W]",
        "[W>K]",
        "[W*0]",
        "[W*99]",
        "[R*2]",
        "[F3-1>W]",
        "[F>xW]",
        "n[F>W]",
        "pjR",
        "qW",
        "zW",
        "yF",
        "naW",
        "a",
        "abW",
        "iU",
        "U2",
        "oR",
        "[W|]",
        "pnW",
        "R4-2",
        "mcpjamcpjamcpjamcpjamcpjamcpjamcpjaK",
        "ü",
        "[F>tW]",
        "😀",
        "W]",
        "a>b",
        "\u{202e}W",
    ] {
        assert!(parse(notation).is_err(), "{notation}");
    }
    assert!(parse(&"W".repeat(201)).is_err());
}

#[test]
fn errors_say_where_and_what() {
    assert_eq!(
        error("fmWPN")[0],
        "3..4 unknown atom `P`: expected an atom (W F D N A H C Z G, K Q R B, U), a vector such as `(1,4)` or a `[`, did you mean `fmWfcF`?"
    );
    assert_eq!(
        error("W fm")[0],
        "2..4 nothing follows `fm`: expected an atom (W F D N A H C Z G, K Q R B, U), a vector such as `(1,4)` or a `[`"
    );
    assert_eq!(error("NN3")[0], "0..3 `NN` has no limit: for one write the number behind a single `N`");
    assert_eq!(
        error("Nw")[0],
        "1..2 unknown modifier `w`: expected f b l r v s h, m, c, n, i, j, p, g, z, q, y, a or an atom, did you mean `W`?"
    );
    assert_eq!(error("[F>W")[0], "0..4 this bracket is not closed: expected `]`");
    assert_eq!(error("R26")[0], "1..3 a range is at most 25, not 26");
}

#[test]
fn all_errors_at_once() {
    assert_eq!(error("P W nF [W>W] N").len(), 3);
    assert_eq!(error("[F>x] P").len(), 2);
    assert!(error(&"P".repeat(150)).len() <= MAX_ERRORS);
}

#[test]
fn described() {
    let says = |notation: &str, text: &str| assert_eq!(describe(&parse(notation).unwrap()), text, "{notation}");
    says("K", "Moves or captures 1 Space along Queen Lines.");
    says("Q", "Slides any distance along Queen Lines.");
    says("B", "Slides any distance along Bishop Lines.");
    says("N", "Leaps to Knight Spaces.");
    says("mQ", "Slides any distance along Queen Lines without capturing.");
    says("FfW", "Moves or captures 1 Space along Bishop Lines; moves or captures 1 Space Forwards along Rook Lines.");
    says("R2A", "Slides up to 2 Spaces along Rook Lines; leaps exactly 2 Spaces along Bishop Lines.");
    says(
        "F[F>W]",
        "Moves or captures 1 Space along Bishop Lines; goes 1 Space along Bishop Lines through free Spaces, then bends outward and goes 1 Space along Rook Lines.",
    );
    says("[W*3]", "Makes up to 3 steps along Rook Lines, turning at will, all but the last onto free Spaces.");
    says("fsmW", "Moves 1 Space Forwards or sideways along Rook Lines without capturing.");
    says("flF", "Moves or captures 1 Space Forwards to the left along Bishop Lines.");
    says("cN", "Leaps to Knight Spaces to capture.");
    says("fN", "Leaps to Knight Spaces (2 ahead 1 right or 2 ahead 1 left only).");
    says("NN", "Makes any number of leaps to Knight Spaces in one direction.");
    says("DD", "Makes any number of leaps of 2 Spaces along Rook Lines in one direction.");
    says("nN", "Moves or captures to Knight Spaces without leaping, going along a Rook Line first.");
    says("(1,4)", "Leaps to Spaces (1,4) away.");
    says("DA", "Leaps exactly 2 Spaces along Queen Lines.");
    assert_eq!(describe(&[]), "Does not move.");
}

#[test]
fn drawings_of_the_reference() {
    let text = include_str!("../../../../docs/battalion-format.md").replace("\r\n", "\n");
    let blocks: Vec<&str> = text.split("```betza ").skip(1).collect();
    assert!(blocks.len() >= 10);
    for block in blocks {
        let (notation, drawing) = block.split("```").next().unwrap().split_once('\n').unwrap();
        let rows: Vec<String> = drawing.lines().map(|row| row.replace(' ', "")).collect();
        shows(notation.trim(), &rows.join(" "));
    }
}

#[test]
fn several_legs_described() {
    let says = |notation: &str, text: &str| assert_eq!(describe(&parse(notation).unwrap()), text, "{notation}");
    says("cpR", "Goes any distance along Rook Lines to a piece, jumps over it and goes on any distance to capture.");
    says("gQ", "Goes any distance along Queen Lines to a piece, jumps over it and goes on 1 Space.");
    says("qN", "Makes up to 8 leaps to Knight Spaces round a circle, always turning to the same hand.");
    says("zB", "Makes any number of steps of 1 Space along Bishop Lines in a zigzag of right angles.");
    says("jR", "Goes 1 Space along Rook Lines over whatever stands there and goes on any distance.");
    says("R2-4", "Goes 2 to 4 Spaces along Rook Lines.");
    says(
        "nNN",
        "Makes any number of leaps to Knight Spaces in one direction without leaping, each step along a Rook Line first.",
    );
    says("yafsF", "Goes 1 Space along Bishop Lines to a free Space, turns by 45° and goes any distance.");
    says(
        "caK",
        "Goes 1 Space along Queen Lines to an Enemy, captures it in passing and goes 1 Space in any direction.",
    );
    says(
        "fcafmF",
        "Goes 1 Space Forwards along Bishop Lines to an Enemy, captures it in passing and goes on 1 Space to a free Space.",
    );
    says(
        "afsafzK",
        "Goes 1 Space along Queen Lines to a free Space, turns by 45° and goes 1 Space to a free Space, turns by 45° to the other hand and goes 1 Space.",
    );
    says("mU", "Leaps to any Space of the board without capturing.");
    says("[B|]", "Goes any distance along Bishop Lines, reflected by the edges of the board.");
}
