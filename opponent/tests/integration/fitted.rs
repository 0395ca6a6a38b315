//! Values fitted to games: the files belong to the armies as they are, and to no others.

use engine::ability::specs;
use engine::battalion::{builtin, load_builtin, read};
use engine::board::Seat;
use engine::play::Piece;
use engine::titans::{Game, GameMode, Setup};
use opponent::{Fitted, Knowledge};
use sha2::{Digest as _, Sha256};

fn duel(army: &std::sync::Arc<engine::battalion::Definition>) -> Game {
    Game::new(Setup::new(GameMode::Duel, vec![army.clone(), army.clone()], [0; 32]).unwrap()).unwrap()
}

#[test]
fn files_belong_to_the_armies_as_they_are() {
    assert_eq!(Fitted::builtin().len(), Fitted::files(), "every file can be read");
    for fitted in Fitted::builtin() {
        let army = builtin().iter().find(|army| army.id == fitted.army).unwrap();
        let digest: String = Sha256::digest(army.text).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(fitted.sha256, digest, "{}: run `lab suite tune` again", army.id);
        let game = duel(&load_builtin(army.id).unwrap());
        let rules = game.rules();
        let know = Knowledge::new(rules);
        for (id, piece) in &fitted.pieces {
            let ty = rules.type_by_key(&format!("{}/{id}", army.id)).unwrap();
            assert_eq!(know.value(ty), piece.value, "{id}");
            for space in rules.board.spaces().iter() {
                let [own, other] = [0, 1].map(|seat| {
                    let (row, column) = opponent::fitted::cell(rules, Seat(seat), space);
                    know.worth(Piece::new(ty, Seat(seat)), space) - piece.table[row][column]
                });
                assert_eq!([own, other], [piece.value; 2], "{id} on {space}");
            }
        }
    }
}

/// An uploaded army may have the id of a built-in one.
#[test]
fn other_armies_of_the_same_id_have_derived_values() {
    for fitted in Fitted::builtin() {
        let army = builtin().iter().find(|army| army.id == fitted.army).unwrap();
        let mut other = read(army.text, &specs()).unwrap();
        other.pieces[0].symbol = "?".to_owned();
        let game = duel(&other.into());
        let derived = Knowledge::fitted(game.rules(), Vec::new());
        let ty = game.rules().type_by_key(&format!("{}/{}", army.id, fitted.pieces.keys().next().unwrap())).unwrap();
        let know = Knowledge::new(game.rules());
        for space in game.rules().board.spaces().iter() {
            let piece = Piece::new(ty, Seat(0));
            assert_eq!(know.worth(piece, space), derived.worth(piece, space));
        }
    }
}
