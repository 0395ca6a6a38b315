//! Tests of armies with special movements, wins and losses: published perft counts, and the meaning of each ability.

use std::sync::Arc;

use crate::arena;
use crate::support::{Dice, Table, at, load, slow};
use engine::battalion::Definition;
use engine::board::{Battlefield, Seat};
use engine::play::{Event, Fall, Illegality, Move, MoveList, PendingChoice, Position, TypeId};

/// Loads a file of `tests/armies`.
pub fn army(id: &str) -> Arc<Definition> {
    let path = format!("{}/tests/armies/{id}.toml", env!("CARGO_MANIFEST_DIR"));
    arena::read(&std::fs::read_to_string(path).unwrap())
}

/// Battlefield for two with this width and number of ranks between the Territories.
fn field(width: u8, height: u8) -> Battlefield {
    let mut field = Battlefield::fitting(2, [(width, 0)]).unwrap();
    field.height = height;
    field
}

/// Checks perft counts from the start with the fast generator, and the lower depths also with the slow one.
fn counts(id: &str, field: &Battlefield, leaves: &[u64]) {
    let army = army(id);
    let mirror = army.territory.mirror;
    let rules = arena::rules_on(field, &[army.clone(), army]);
    let mut start = arena::start(&rules, &[false, mirror]);
    for (depth, leaves) in (1..).zip(leaves) {
        assert_eq!(rules.perft(&mut start, depth), *leaves, "{id} to {depth}");
        if *leaves < 10_000 {
            assert_eq!(slow::perft(&rules, &mut start, depth), *leaves, "{id} to {depth}");
        }
    }
}

/// Perft counts of atomic chess, antichess and shogi from Fairy-Stockfish.
#[test]
fn published_counts() {
    counts("atomic", &field(8, 2), &[20, 400, 8_902, 197_326]);
    counts("antichess", &field(8, 2), &[20, 400, 8_067, 153_299]);
    counts("checkers", &field(8, 2), &[7, 49, 302, 1_469, 7_361, 36_768]);
    counts("xiangqi", &field(9, 2), &[44, 1_920, 79_666]);
    counts("shogi", &field(9, 3), &[30, 900, 25_470]);
}

/// Minimal Battalion with a King, extended by a few lines.
fn small(more: &str) -> Arc<Definition> {
    let text = format!(
        "format = 1\nid = \"small\"\nname = \"Small\"\n[territory]\nlayout = [\"......\", \"..QK..\"]\n{more}\n\
         [[piece]]\nid = \"king\"\nname = \"King\"\nsymbol = \"K\"\ntitan = true\nmoves = \"K\"\n\
         [[piece]]\nid = \"queen\"\nname = \"Queen\"\nsymbol = \"Q\"\nmoves = \"Q\"\n"
    );
    arena::read(&text)
}

fn table(one: &Arc<Definition>, other: &Arc<Definition>) -> Table {
    Table::of(&[one.clone(), other.clone()], &[load("medieval")])
}

/// Checks legal moves and attacks against the slow definition, in random positions and games of two armies.
pub fn agrees(table: &mut Table, seed: u64, rounds: usize) {
    let mut dice = Dice(seed);
    let names = |moves: &[Move]| {
        let mut names: Vec<String> = moves.iter().map(|mv| format!("{mv:?}")).collect();
        names.sort();
        names
    };
    for round in 0..rounds {
        scatter(table, &mut dice);
        for ply in 0..4 {
            let what = format!("position {round}, turn {ply}:\n{}", table.picture());
            assert_eq!(table.pos.board_hash(), table.pos.recomputed_board_hash(), "{what}");
            if !table.rules.has_long_turns() {
                slow::check_movements(&table.rules, &table.pos, &what);
            }
            let tried = slow::legal(&table.rules, &mut table.pos);
            assert_eq!(names(&table.all_legal().moves), names(&tried.moves), "{what}");
            let Some(mv) = tried.moves.get(dice.below(tried.moves.len().max(1))) else {
                break;
            };
            let before = table.picture();
            let hash = table.pos.hash();
            let chain = tried.chain(mv).to_vec();
            let mark = table.rules.attempt(&mut table.pos, mv, &chain).unwrap();
            table.pos.undo(&table.rules, &mark);
            assert_eq!((table.picture(), table.pos.hash()), (before, hash));
            table.rules.attempt(&mut table.pos, mv, &chain).unwrap();
            if !table.pos.pending().is_empty() {
                break;
            }
        }
        table.pos.commit();
    }
}

pub fn scatter(table: &mut Table, dice: &mut Dice) {
    let Table { rules, pos } = table;
    *pos = Position::empty(rules);
    let spaces: Vec<_> = rules.board.spaces().iter().collect();
    let types: Vec<TypeId> = (0..rules.types.len()).map(TypeId::new).collect();
    let (titans, others): (Vec<TypeId>, Vec<TypeId>) =
        types.into_iter().filter(|ty| rules.ty(*ty).layer == 0).partition(|ty| rules.ty(*ty).titan);
    for seat in Seat::all(2) {
        for (kinds, count) in [(&titans, 1 + dice.below(2)), (&others, 2 + dice.below(10))] {
            for _ in 0..count {
                let (ty, space) = (kinds[dice.below(kinds.len())], spaces[dice.below(spaces.len())]);
                if pos.at(space).is_none() {
                    arena::put(rules, pos, space, ty, seat, dice.below(2) == 0);
                }
            }
        }
    }
    pos.crown();
    pos.state_mut().to_move = Seat(dice.below(2) as u8);
    pos.commit();
}

#[test]
fn random_positions_agree_with_the_slow_definition() {
    for (seed, id) in ["atomic", "antichess", "shogi", "checkers", "xiangqi", "great-worm", "seirawan", "fire-demons"]
        .into_iter()
        .enumerate()
    {
        let own = army(id);
        agrees(&mut table(&own, &own), seed as u64, 60);
    }
    for (seed, other) in ["baroque-duel", "makpong", "the-party"].into_iter().enumerate() {
        agrees(&mut table(&army("atomic"), &load(other)), 10 + seed as u64, 40);
        agrees(&mut table(&court(), &load(other)), 20 + seed as u64, 60);
        agrees(&mut table(&family(), &load(other)), 30 + seed as u64, 60);
        agrees(&mut table(&army("checkers"), &load(other)), 40 + seed as u64, 40);
    }
}

// ---- zones and facing --------------------------------------------------------------------------

/// Pieces whose abilities depend on zones, or that change by their actions.
fn court() -> Arc<Definition> {
    arena::read(
        r#"
format = 1
id = "court"
name = "Court"

[territory]
layout = ["PPPPPPPP", "........", "RAEKGACV"]

[[zone]]
id = "palace"
rows = ["..xxxx..", "..xxxx..", "..xxxx.."]

[[piece]]
id = "king"
name = "King"
symbol = "K"
titan = true
moves = { betza = "K", within = "palace" }
abilities = ["face"]

[[piece]]
id = "advisor"
name = "Advisor"
symbol = "A"
moves = [{ betza = "B", within = "palace" }, { betza = "W", avoids = "centre" }]

[[piece]]
id = "elephant"
name = "Elephant"
symbol = "E"
moves = { betza = "nA", to = "own-half" }

[[piece]]
id = "guest"
name = "Guest"
symbol = "G"
moves = ["R", { betza = "[W*3]", avoids = "enemy-palace" }]

[[piece]]
id = "raider"
name = "Raider"
symbol = "R"
moves = ["R2", { betza = "B", from = "far-half" }]
abilities = [{ use = "become", piece = "pawn", after = "capture" }]

[[piece]]
id = "changeling"
name = "Changeling"
symbol = "C"
moves = "N"
abilities = ["contagion"]

[[piece]]
id = "waverer"
name = "Waverer"
symbol = "V"
moves = "B"
abilities = [{ use = "become", piece = "guest", after = "move" }]

[[piece]]
id = "pawn"
name = "Pawn"
symbol = "P"
moves = "fmWfcF"
promote = { to = ["guest"] }
"#,
    )
}

#[test]
fn zones_limit_where_movements_begin_pass_and_end() {
    let mut court =
        table(&court(), &court()).white("king d1, advisor c1, elephant c3, raider d4 a7, guest h1").black("king f8");
    assert_eq!(court.targets("c1"), "b1 c2 d2 e3", "the palace is c1 to f3");
    assert_eq!(court.targets("c3"), "a1 e1", "not across the river");
    assert!(court.legal("a7-b8") && !court.legal("d4-e5"));
    // Not through the enemy palace, but around it; its slide may end there.
    let mut guest = table(&court_of(), &court_of()).white("king d1, guest b7").black("king f8, pawn a8");
    assert!(guest.legal("b7-c7") && guest.legal("b7-d7"));
    assert!(!guest.legal("b7-c6"), "{}", guest.targets("b7"));
    // The King attacks nothing outside its palace.
    let beside = table(&court_of(), &court_of()).white("king c3").black("king f8, guest b4");
    let by: Vec<_> = beside.rules.attackers(&beside.pos, at("b4"), Seat(1)).collect();
    assert!(by.is_empty());
}

fn court_of() -> Arc<Definition> {
    court()
}

#[test]
fn titans_may_not_face_each_other() {
    let mut court = table(&court(), &court()).white("king d1, guest d4").black("king d8, raider a5");
    assert!(!court.legal("d4-e4") && court.legal("d4-d7"));
    assert_eq!(court.fault("d4-e4"), Some(Illegality::LeavesCheck(at("d8"))));
    let mut open = table(&court_of(), &court_of()).white("king d1, guest a4").black("king e8");
    assert_eq!(open.fault("d1-e1"), Some(Illegality::LeavesCheck(at("e8"))));
    // An immobilised Titan is exempt from the facing rule.
    let mut held = Table::of(&[court_of(), court_of()], &[load("baroque-duel")])
        .white("king d1, baroque-duel/immobilizer e7")
        .black("king e8");
    assert!(held.legal("d1-e1"));
}

#[test]
fn demotion_and_contagion() {
    let white = "king d1, raider a1, changeling e4, waverer h1";
    let court = table(&court(), &court()).white(white).black("king f8, guest a3 g5, advisor d6");
    let raided = court.play("a1-a3");
    assert_eq!(raided.holds("a3"), "0 pawn");
    let court = table(&court_of(), &court_of()).white(white).black("king f8, guest a3 g5, advisor d6");
    let changed = court.play("e4-g5, f8-e8, g5-g6");
    assert_eq!(changed.holds("g6"), "0 guest");
    let court = table(&court_of(), &court_of()).white(white).black("king f8, guest a3");
    let mut waverer = court.play("h1-g2, a3-a4");
    assert_eq!(waverer.holds("g2"), "0 guest");
    assert!(waverer.legal("g2-g6"));
}

/// Pieces that borrow movements of others.
fn family() -> Arc<Definition> {
    arena::read(
        r#"
format = 1
id = "family"
name = "Family"

[territory]
layout = ["ROHKNBP."]

[[piece]]
id = "king"
name = "King"
symbol = "K"
titan = true
moves = "K"

[[piece]]
id = "relay"
name = "Relay"
symbol = "R"
moves = "W"
abilities = ["relay"]

[[piece]]
id = "horseman"
name = "Horseman"
symbol = "H"
moves = "F"
abilities = [{ use = "relay", from = ["knight"] }]

[[piece]]
id = "orphan"
name = "Orphan"
symbol = "O"
moves = []
abilities = ["orphan"]

[[piece]]
id = "knight"
name = "Knight"
symbol = "N"
moves = "N"

[[piece]]
id = "bishop"
name = "Bishop"
symbol = "B"
moves = "B"

[[piece]]
id = "bomber"
name = "Bomber"
symbol = "P"
moves = "R2"
abilities = ["explode"]
"#,
    )
}

#[test]
fn guarded_and_attacked_pieces_borrow() {
    let set = |black: &str| {
        table(&family(), &family()).white("king h1, relay d4, horseman a5, knight c2, bishop f6").black(black)
    };
    // Guarded by Knight and Bishop; for the Horseman, the Bishop does not count as a Knight.
    let mut guarded = set("king h8, orphan d7");
    assert!(guarded.legal("d4-e6") && guarded.legal("d4-a7") && guarded.legal("d4-d5"));
    assert_eq!(guarded.targets("a5"), "b4 b6");
    assert!(guarded.turn(1).targets("d7").is_empty());
    // An orphan attacked by a Bishop gives Check as a Bishop.
    let orphan = set("king g8, orphan d8");
    assert!(!orphan.rules.in_check(&orphan.pos, Seat(0)));
    let mut orphan = orphan.turn(1);
    assert!(orphan.legal("d8-a5") && orphan.legal("d8-f6"));
    let near = table(&family(), &family());
    let check = near.white("king h4, bishop f6").black("king a8, orphan d8");
    assert!(!check.rules.in_check(&check.pos, Seat(0)));
    let check = check.seat(0, "king e7");
    assert!(check.pos.titans(Seat(0)).len() == 2);
    let held = Table::of(&[family(), family()], &[load("baroque-duel")])
        .white("king h1, relay d4, knight c2")
        .black("king h8, baroque-duel/immobilizer b2");
    let mut held = held;
    assert!(!held.legal("d4-e6"), "what is held lends nothing");
}

// ---- explosions --------------------------------------------------------------------------------

#[test]
fn atomic_kings() {
    let atomic = army("atomic");
    let mut near = table(&atomic, &atomic).white("king e4, queen a1").black("king e5, queen h5, pawn h1");
    // Adjacent Kings can neither be captured nor capture.
    assert!(!near.rules.in_check(&near.pos, Seat(0)) && !near.rules.in_check(&near.pos, Seat(1)));
    assert!(!near.legal("e4-e5") && near.legal("a1-h1"));
    assert_eq!(near.holds("e5"), "1 king");
    // A capture next to the enemy King is legal even in Check, and the King falls.
    let mut fall = table(&atomic, &atomic).white("king a1, queen b7").black("king g8, rook a8, pawn g7");
    assert!(fall.rules.in_check(&fall.pos, Seat(0)));
    assert_eq!(fall.captures("b7-g7"), "g7 g8");
    fall.pos.listen();
    let mut done = fall.play("b7-g7");
    assert!(done.pos.heard().contains(&Event::Defeated { seat: Seat(1), how: Fall::TitanCaptured, by: Some(Seat(0)) }));
    // The capture is illegal if it would also remove the captor's King.
    let mut both = table(&atomic, &atomic).white("king f6, queen b7").black("king g8, rook a8, pawn g7");
    assert_eq!(both.captures("b7-g7"), "illegal");
}

// ---- duties and aims ---------------------------------------------------------------------------

#[test]
fn compulsory_captures() {
    let anti = army("antichess");
    let mut duty = table(&anti, &anti).white("queen a1, pawn[fresh] e2").black("pawn a7, rook h8");
    assert_eq!(duty.names(), ["a1-a7", "a1-h8"]);
    assert_eq!(duty.fault("e2-e4"), Some(Illegality::MustCapture(at("a7"))));
    let mut list = MoveList::default();
    duty.rules.candidates(&mut duty.pos, false, &mut list);
    assert_eq!((list.moves.len(), list.doubtful), (2, 0));
}

#[test]
fn who_reaches_the_goal_wins() {
    let hill = small("[[power]]\nuse = \"win-by-reaching\"\nzone = \"centre\"\n");
    let race = table(&hill, &hill).white("king d3, queen a1").black("king h8");
    let mut race = race;
    race.pos.listen();
    let mut done = race.play("d3-d4");
    let how = Fall::Outrun;
    let fell = Event::Defeated { seat: Seat(1), how, by: Some(Seat(0)) };
    assert!(done.pos.heard().contains(&fell));
    // A move into Check is illegal even if it reaches the goal.
    let mut guarded = table(&hill, &hill).white("king d3").black("king h8, queen h4");
    assert!(!guarded.legal("d3-d4"));
    // An immobilised Titan does not reach the goal.
    let held = Table::of(&[hill.clone(), hill], &[load("baroque-duel")])
        .white("king d3")
        .black("king h8, baroque-duel/immobilizer d5");
    let held = held.play("d3-e3");
    assert!(!held.pos.state().is_defeated(Seat(1)));
}

#[test]
fn three_checks_are_counted_stored_and_taken_back() {
    let three = small("[[power]]\nuse = \"win-by-checks\"\ncount = 2\n");
    let mut table = table(&three, &small("")).white("king a1, queen b2").black("king h7");
    let hash = table.pos.hash();
    let mv = Move::step(at("b2"), at("h2"));
    let mark = table.rules.attempt(&mut table.pos, &mv, &[]).unwrap();
    assert_eq!(table.pos.counter(1), 1);
    assert_eq!(table.pos.board_hash(), table.pos.recomputed_board_hash());
    table.pos.undo(&table.rules, &mark);
    assert_eq!((table.pos.hash(), table.pos.counter(1)), (hash, 0));
    let table = table.play("b2-h2, h7-g7");
    assert!(!table.pos.state().is_defeated(Seat(1)));
    let table = table.play("h2-g2");
    assert!(table.pos.state().is_defeated(Seat(1)));
}

#[test]
fn bare_titans_and_extinct_kinds() {
    let bare = small("[[power]]\nuse = \"win-by-extinction\"\nof = \"all-but-titans\"\n");
    let done = table(&bare, &small("")).white("king a1, queen b2").black("king h7, queen b7");
    assert!(done.play("b2-b7").pos.state().is_defeated(Seat(1)));
    let kind = small("[[power]]\nuse = \"win-by-extinction\"\nof = \"a-kind\"\n");
    let rook = "king h7, queen b7, medieval/rook h1";
    let done = table(&kind, &small("")).white("king a2, queen b2").black(rook);
    assert!(done.play("b2-b7").pos.state().is_defeated(Seat(1)));
}

#[test]
fn several_titans() {
    let any = small("[[power]]\nuse = \"royal\"\ntitans = \"any\"\n");
    let mut both = table(&any, &small("")).white("king a1 d4, queen h1").black("king h8, medieval/rook d8");
    assert!(both.rules.in_check(&both.pos, Seat(0)));
    assert!(!both.legal("a1-b1") && both.legal("d4-c4") && !both.legal("h1-d1"));
    let both = both.turn(1).play("d8-d4");
    assert!(both.pos.state().is_defeated(Seat(0)));
    let all = small("[[power]]\nuse = \"royal\"\ntitans = \"all\"\n");
    let mut one = table(&all, &small("")).white("king a1 d4").black("king h8, medieval/rook d8");
    assert!(!one.rules.in_check(&one.pos, Seat(0)) && one.legal("a1-b1"));
    assert_eq!(one.fault("a1-a2"), None);
    let one = one.seat(1, "medieval/rook a8");
    assert!(one.rules.in_check(&one.pos, Seat(0)));
    assert_eq!(one.rules.checked_titans(&one.pos, Seat(0)).len(), 2);
    let unchecked = small("[[power]]\nuse = \"royal\"\ntitans = \"unchecked\"\n");
    let mut free = table(&unchecked, &small("")).white("king d4").black("king h8, medieval/rook d8");
    assert!(!free.rules.in_check(&free.pos, Seat(0)) && free.legal("d4-d5"));
    assert!(free.turn(1).play("d8-d4").pos.state().is_defeated(Seat(0)));
}

// ---- turns of several actions, trails and rests, gates -----------------------------------------

/// Table of an army against a plain one without powers.
fn table_of(army: &Arc<Definition>) -> Table {
    table(army, &small(""))
}

#[test]
fn two_actions_make_a_turn() {
    let double = small("[[power]]\nuse = \"double-move\"\ncheck-ends = true\n");
    let table = table(&double, &small("")).white("king a1, queen b2").black("king g8, queen h4");
    let hash = table.pos.hash();
    let mut table = table.play("a1-b1");
    assert_eq!((table.pos.to_move(), table.pos.state().phase), (Seat(0), 1));
    assert_ne!(table.pos.hash(), hash);
    assert_eq!(table.pos.state().turns[0], 0);
    // Each action must be legal by itself.
    assert!(table.legal("b1-c1"));
    let mut pinned = table_of(&double).white("king a1, queen b1").black("king g8, queen h1");
    pinned.pos.state_mut().phase = 1;
    assert!(!pinned.legal("b1-b2") && pinned.legal("b1-h1"));
    let table = table.play("b1-a1");
    assert_eq!((table.pos.to_move(), table.pos.state().phase), (Seat(1), 0));
    assert_eq!(table.pos.state().turns[0], 1);
    // A Check ends the turn.
    let table = table.play("h4-h5, b2-g2");
    assert_eq!(table.pos.to_move(), Seat(1));
    let mut table = table;
    let mark = table.rules.null_move(&mut table.pos);
    assert_eq!(table.pos.to_move(), Seat(0));
    table.rules.null_move(&mut table.pos);
    assert_eq!(table.pos.to_move(), Seat(1), "a null move hands on the whole turn");
    table.pos.undo(&table.rules, &mark);
}

/// P-11: a Deputy returns at the end of the whole turn, so the second action can neither capture it again nor use it.
#[test]
fn p_11_deputies_return_after_the_last_action() {
    let double = |more: &str| small(&format!("[[power]]\nuse = \"double-move\"\n{more}"));
    let against = |army: Arc<Definition>, white: &str, black: &str| {
        Table::of(&[army, load("the-party")], &[load("medieval")]).white(white).black(black)
    };
    let table = |white: &str, black: &str| against(double("check-ends = true\n"), white, black);
    let black = "chairman g8, deputy d4 d6, supporter a8";
    let first = table("king a1, queen d1", black).play("d1-d4");
    assert_eq!((first.pos.to_move(), first.pos.state().phase), (Seat(0), 1));
    assert!(first.pos.pending().is_empty());
    assert_eq!(first.pos.state().deputies_taken[0], 1);
    // Pending returns are part of the position, including when it is stored.
    let quiet = table("king a1, queen d4", "chairman g8, deputy d6, supporter a8");
    let mut quiet = quiet;
    *quiet.pos.state_mut() = *first.pos.state();
    assert_ne!(quiet.pos.hash(), first.pos.hash());
    let one = |ty| PendingChoice::Return(ty, Seat(1));
    let mut second = first.play("d4-d6");
    let deputy = second.ty(Seat(1), "deputy");
    assert_eq!(second.pos.pending().iter().collect::<Vec<_>>(), [one(deputy); 2]);
    assert_eq!((second.pos.to_move(), second.pos.state().phase), (Seat(0), 1));
    assert!(second.rules.settle(&mut second.pos, Some(at("a5"))));
    assert_eq!(second.pos.to_move(), Seat(0), "one is left to place");
    assert!(second.rules.settle(&mut second.pos, Some(at("h3"))));
    assert_eq!((second.pos.to_move(), second.pos.state().phase), (Seat(1), 0));
    assert_eq!((second.holds("a5"), second.holds("h3")), ("1 deputy".into(), "1 deputy".into()));
    // Black has no pending choice afterwards.
    assert!(second.play("a5-b6").pos.pending().is_empty());
    // The Deputy returns at once if the first action ends the turn, by a Check or because no second action is legal.
    let check = table("king a1, queen d1", "chairman h4, deputy d4, supporter a8").play("d1-d4");
    let stuck = table("king a1", "chairman g8, deputy a2, supporter f8 h8, medieval/knight c2 d1 d2").play("a1-a2");
    for table in [check, stuck] {
        assert_eq!((table.pos.pending().iter().count(), table.pos.to_move()), (1, Seat(0)));
    }
    // A piece of a Player who has been defeated by then does not return.
    let out = against(double(""), "king a1, queen d1 g1", "chairman g8, deputy d4, supporter a8").play("d1-d4, g1-g8");
    assert!(out.pos.pending().is_empty() && out.pos.state().is_defeated(Seat(1)));
}

#[test]
fn the_great_worm() {
    let worm = army("great-worm");
    let mut table =
        table(&worm, &worm).white("worm-titan[fresh] e1, arm b1, wing a1, claw e4").black("worm-titan e8, wing h8");
    // The limbs act first, before the Worm.
    assert!(!table.legal("e1-e2") && table.legal("b1-c2"));
    let mut table = table.play("b1-c2");
    assert!(table.names().iter().all(|name| name.starts_with("e1-")));
    assert_eq!(table.targets("e1"), "c1 d1 d2 e2 e3 f1 f2 g1");
    let mut table = table.play("e1-d2");
    // The Arm bent it around a corner; a Leg may grow next to the lair.
    assert_eq!(table.pos.pending().iter().count(), 1);
    let settlements: Vec<String> = {
        let Table { rules, pos } = &mut table;
        rules.settlements(pos).map(|space| space.to_string()).collect()
    };
    assert_eq!(settlements, ["d1", "f1", "e2", "f2"]);
    assert!(!table.rules.settle(&mut table.pos, Some(at("h1"))));
    assert!(table.rules.settle(&mut table.pos, Some(at("f1"))));
    assert_eq!((table.holds("f1").as_str(), table.pos.to_move()), ("0 leg", Seat(1)));
    // The trail contains its start and the Spaces that it passed.
    assert!(table.rules.is_trail(&table.pos, at("e1")));
    let passed = ["d1", "e2"].map(|space| table.rules.is_trail(&table.pos, at(space)));
    assert_eq!(passed.iter().filter(|trail| **trail).count(), 1);
    let mut table = table.play("h8-h7");
    let list = table.all_legal();
    assert!(!list.moves.is_empty(), "{}", table.picture());
    let table = table.play("e8-f8");
    let mut table = table;
    assert!(table.rules.settle(&mut table.pos, None));
    // No second Leg for nine turns; the Worm neither crosses nor stops on its trail.
    let mut table = table.play("a1-a2");
    assert!(!table.legal("d2-d1") || !table.rules.is_trail(&table.pos, at("d1")));
    assert!(!table.legal("d2-e1"));
    let table = table.play("d2-c2".replace("c2", "d4").as_str());
    assert!(table.pos.pending().is_empty());
}

#[test]
fn a_worm_on_the_trail_is_captured_as_a_turn() {
    let worm = army("great-worm");
    let mut table = Table::of(&[worm, load("medieval")], &[]).white("worm-titan e4, arm b1").black("king h8, pawn a7");
    table.rules.lay_trail(&mut table.pos, at("e4"));
    assert!(table.rules.in_check(&table.pos, Seat(0)));
    let mut table = table.turn(1);
    assert_eq!(table.captures("h8-e4"), "e4");
    table.pos.listen();
    let mut table = table.play("h8-e4");
    assert!(table.pos.heard().contains(&Event::Shot { from: at("h8"), at: at("e4") }));
    assert!(table.pos.state().is_defeated(Seat(0)));
}

#[test]
fn pieces_come_in_through_a_gate() {
    let seirawan = army("seirawan");
    let rules = arena::rules_on(&field(8, 2), &[seirawan.clone(), seirawan]);
    let mut start = arena::start(&rules, &[false, true]);
    assert_eq!((rules.perft(&mut start, 1), rules.perft(&mut start, 2)), (28, 784));
    let hash = start.hash();
    let mark = rules.attempt(&mut start, &Move::step(at("b1"), at("c3")), &[]).unwrap();
    assert_eq!(start.pending().iter().count(), 2);
    assert!(!rules.settle(&mut start, Some(at("b2"))) && rules.settle(&mut start, Some(at("b1"))));
    // The Space is full, so there is no choice for the Elephant.
    assert!(rules.settlements(&mut start).next().is_none());
    rules.clear_pending(&mut start);
    assert_eq!(start.to_move(), Seat(1));
    start.undo(&rules, &mark);
    assert_eq!(start.hash(), hash);
}

/// In shogi a Pawn drop may not give mate. Drops of other pieces may, and a Pawn drop may give a Check that can be
/// answered.
#[test]
fn a_pawn_is_not_dropped_to_mate() {
    let shogi = army("shogi");
    let corner = |more: &str| {
        Table::of(&[shogi.clone(), shogi.clone()], &[])
            .white("king e1, gold i6")
            .black(&format!("king i8, knight h8{more}"))
            .reserve(0, "pawn, silver")
    };
    let mut mated = corner("");
    assert_eq!(mated.fault("pawn@i7"), Some(Illegality::Forbidden(engine::ability::Ban::DropMates)));
    assert!(mated.legal("silver@i7") && mated.legal("pawn@h7"));
    assert_eq!(slow::legal(&mated.rules, &mut mated.pos).moves.len(), mated.all_legal().moves.len());
    // The Gold General can capture it.
    assert!(corner(", gold h7").legal("pawn@i7"));
}

/// M-4: where nobody is ever in Check, castling is tested for no attacks.
#[test]
fn titans_that_are_never_in_check_castle_under_attack() {
    let castles = |titans: &str| {
        let power = format!("\n[[power]]\nuse = \"royal\"\ntitans = \"{titans}\"\n");
        let army = arena::read(&(engine::battalion::builtin()[0].text.to_owned() + &power));
        let rules = arena::rules(&[army.clone(), army]);
        // The King is attacked on e1, and would pass over d1 and arrive on g1 under attack.
        let mut pos = arena::chess(&rules, "3rr1rk/8/8/8/8/8/8/R3K2R KQ");
        let mut list = MoveList::default();
        rules.legal_moves(&mut pos, &mut list);
        list.moves.iter().filter(|mv| mv.kind == engine::play::Kind::Castle).count()
    };
    assert_eq!(["any", "all", "unchecked", "common"].map(castles), [0, 0, 2, 2]);
}
