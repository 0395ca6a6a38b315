//! Values fitted to games: they replace derived ones, equally on both sides of the board.

use engine::battalion::{builtin, load_builtin};
use engine::board::Seat;
use engine::play::Piece;
use engine::titans::{Game, GameMode, Setup};
use opponent::{Fitted, Knowledge, terms};
use sha2::{Digest as _, Sha256};

/// Values of a Rook and of the King of the Medieval army, by a rule that a test can repeat.
fn fitted() -> Fitted {
    let rows = |entry: &dyn Fn(i32, i32) -> i32| {
        let row = |row: i32| format!("{:?}", [0, 1, 2, 3].map(|column| entry(row, column)));
        format!("[{}]", (0..8).map(row).collect::<Vec<_>>().join(", "))
    };
    let rook = rows(&|row, column| 10 * row + column);
    let [castled, walking] = [rows(&|row, column| -50 * row - 20 * column), rows(&|row, _| 5 * row)];
    let text = format!(
        "army = \"medieval\"\nsha256 = \"\"\ngames = 0\n\
         [pieces.rook]\nvalue = 511\ntable = {rook}\n\
         [titans]\nking = [{castled}, {walking}]\n"
    );
    Fitted::read(&text).unwrap()
}

fn game() -> Game {
    let army = load_builtin("medieval").unwrap();
    Game::new(Setup::new(GameMode::Duel, vec![army.clone(), army], [0; 32]).unwrap()).unwrap()
}

/// A file may name the value of a piece in reserve; otherwise it follows the value on the board.
#[test]
fn a_piece_in_reserve_has_a_value_of_its_own() {
    let game = game();
    let rules = game.rules();
    let rook = rules.type_by_key("medieval/rook").unwrap();
    let with = |reserve: Option<i32>| {
        let mut file = fitted();
        file.pieces.get_mut("rook").unwrap().reserve = reserve;
        Knowledge::fitted(rules, vec![file])
    };
    let (derived, named) = (with(None), with(Some(77)));
    let value = derived.value(rook);
    assert_eq!((derived.value_in_reserve(rook), named.value_in_reserve(rook)), (value - value / 10 - 10, 77));
    assert_eq!(named.value(rook), value);
}

#[test]
fn fitted_values_replace_derived_ones() {
    let game = game();
    let rules = game.rules();
    let (know, derived) = (Knowledge::fitted(rules, vec![fitted()]), Knowledge::fitted(rules, Vec::new()));
    let ty = |name: &str| rules.type_by_key(&format!("medieval/{name}")).unwrap();
    assert_eq!(know.value(ty("rook")), 511);
    assert_eq!(know.value(ty("queen")), derived.value(ty("queen")));
    // Rows count from the owner's rear, columns from the edge of the board.
    for (seat, space, more) in [(0, "a1", 0), (0, "d3", 23), (0, "e3", 23), (1, "h8", 0), (1, "d6", 23), (1, "c1", 72)]
    {
        let rook = Piece::new(ty("rook"), Seat(seat));
        assert_eq!(know.worth(rook, space.parse().unwrap()), 511 + more, "{space} of {seat}");
    }
}

#[test]
fn the_place_of_a_titan_counts_by_the_phase() {
    let mut seen = game().seen(Seat(0));
    let rules = seen.rules.clone();
    let know = Knowledge::fitted(&rules, vec![fitted()]);
    let king = Piece::new(rules.type_by_key("medieval/king").unwrap(), Seat(0));
    let before = terms(&seen, &know).weighed() - terms(&seen, &Knowledge::fitted(&rules, Vec::new())).weighed();
    assert_eq!(before, 0, "both Kings stand alike");
    seen.pos.take(&rules, "e1".parse().unwrap());
    seen.pos.take(&rules, "g1".parse().unwrap());
    seen.pos.put(&rules, "g1".parse().unwrap(), king);
    seen.pos.crown();
    let after = terms(&seen, &know).weighed() - terms(&seen, &Knowledge::fitted(&rules, Vec::new())).weighed();
    // From column 3 to column 1 with nearly complete armies: 40, less a little.
    assert!((30..=40).contains(&after), "{after}");
}

/// Where one army has no fitted values, measurements use derived ones for both.
#[test]
fn on_equal_terms_all_armies_have_fitted_values_or_none_has() {
    let values = |ids: [&str; 2]| {
        let armies = ids.map(|id| load_builtin(id).unwrap());
        let game = Game::new(Setup::new(GameMode::Duel, armies.to_vec(), [0; 32]).unwrap()).unwrap();
        let rules = game.rules();
        let rook = rules.type_by_key("medieval/rook").unwrap();
        let knows = [Knowledge::on_equal_terms(rules), Knowledge::new(rules), Knowledge::fitted(rules, Vec::new())];
        knows.map(|know| know.value(rook))
    };
    let [equal, usual, derived] = values(["medieval", "makpong"]);
    assert!(equal == usual && usual != derived);
    let [equal, usual, derived] = values(["medieval", "party-volatile"]);
    assert!(equal == derived && usual != derived);
}

/// Values are fitted to duels.
#[test]
fn games_of_three_have_derived_values() {
    let armies = vec![load_builtin("medieval").unwrap(); 3];
    let game = Game::new(Setup::new(GameMode::Ffa, armies, [0; 32]).unwrap()).unwrap();
    let rules = game.rules();
    let rook = rules.type_by_key("medieval/rook").unwrap();
    let [usual, given, derived] =
        [Knowledge::new(rules), Knowledge::with_fits(rules, |_| Some(fitted())), Knowledge::fitted(rules, Vec::new())];
    assert_eq!([usual.value(rook), given.value(rook)], [derived.value(rook); 2]);
}

#[test]
fn files_of_built_in_armies_belong_to_them_as_they_are() {
    assert_eq!(Fitted::builtin().len(), Fitted::files(), "every file can be read");
    for fitted in Fitted::builtin() {
        let army = builtin().iter().find(|army| army.id == fitted.army).unwrap();
        let digest: String = Sha256::digest(army.text).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(fitted.sha256, digest, "{}: run `lab tune` again", army.id);
    }
}

#[test]
fn a_faulty_file_is_refused() {
    for text in ["", "army = 1", "army = \"medieval\"\nsha256 = \"\"\ngames = 0\nqueens = 2"] {
        assert!(Fitted::read(text).is_err(), "{text:?}");
    }
}
