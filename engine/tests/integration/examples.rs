//! Tests of the built-in examples: every ability has one, and its result follows from the rules.
use std::sync::Arc;

use engine::battalion::{Definition, builtin, load_builtin, play, read};
use engine::words;

fn books() -> Vec<Arc<Definition>> {
    let loaded: Vec<_> = builtin().iter().map(|one| load_builtin(one.id)).collect();
    let faulty: Vec<String> = loaded.iter().filter_map(|one| Some(format!("{:?}", one.as_ref().err()?))).collect();
    assert!(faulty.is_empty(), "{}", faulty.join("\n"));
    let mut books: Vec<_> = loaded.into_iter().flatten().collect();
    books.push(engine::clash::definition(true, true).unwrap());
    books
}

#[test]
fn every_piece_with_an_ability_shows_it() {
    for book in books() {
        for piece in &book.pieces {
            let shown = !piece.examples.is_empty();
            assert!(shown || piece.abilities.is_empty(), "{}/{}", book.id, piece.id);
        }
    }
}

#[test]
fn every_example_is_of_its_piece_and_changes_something() {
    for book in books() {
        for piece in &book.pieces {
            for example in &piece.examples {
                let demo = play(&book, example).unwrap();
                let at = format!("{}/{}: {}", book.id, piece.id, demo.last.text);
                println!("{at}: {}", words::facts(&demo.last.facts, &words::PlayerNames::numbers(2)));
                let key = format!("{}/{}", book.id, piece.id);
                assert!(demo.before.iter().any(|view| view.look.id == key), "{at}");
                assert_ne!((&demo.before, 0), (&demo.after, demo.checks.len()), "{at}");
                assert!(!example.text.is_empty(), "{at}");
            }
        }
    }
}

/// Captures of an example including side effects, in board order.
fn removed(book: &str, piece: &str, example: usize) -> Vec<String> {
    let book = load_builtin(book).unwrap();
    let piece = book.pieces.iter().find(|one| one.id == piece).unwrap();
    let demo = play(&book, &piece.examples[example]).unwrap();
    let mut spaces: Vec<String> = demo.last.removed.iter().map(ToString::to_string).collect();
    spaces.sort();
    spaces
}

#[test]
fn the_examples_show_what_they_say() {
    assert_eq!(removed("baroque", "withdrawer", 0), ["b2"]);
    assert_eq!(removed("baroque", "coordinator", 0), ["a5", "d1"]);
    assert_eq!(removed("baroque", "baroque-pawn", 0), ["c3", "d2"]);
    assert_eq!(removed("baroque", "long-leaper", 0), ["c2", "e2"]);
    assert_eq!(removed("baroque", "chameleon", 1), ["a3", "c3"]);
    assert_eq!(removed("baroque-duel", "chameleon", 1), ["a4", "d3"]);
    assert_eq!(removed("medieval", "pawn", 0), ["c3"]);
    assert_eq!(removed("reptilian-order", "tortoise", 0), ["e4"]);
}

fn errors(example: &str) -> String {
    let file = format!(
        "format = 1\nid = \"x\"\nname = \"X\"\n[territory]\nlayout = [\"K\"]\n[[piece]]\nid = \"king\"\nname = \"King\"\n\
         symbol = \"K\"\ntitan = true\nmoves = \"K\"\n[[piece.example]]\n{example}\n"
    );
    match read(&file, &engine::ability::specs()) {
        Ok(_) => String::new(),
        Err(errors) => errors.iter().map(|error| format!("{error}\n")).collect(),
    }
}

#[test]
fn faulty_examples_say_what_is_wrong() {
    let says = |example: &str, wanted: &str| {
        let found = errors(example);
        assert!(found.contains(wanted), "{example}:\n{found}");
    };
    assert_eq!(errors("board = [\"..\", \"K.\"]\nmove = \"a1-b2\""), "");
    says("board = [\"..\", \"K.\"]\nmove = \"a1-c3\"", "line 14, column 8: this example cannot be played: `a1-c3`: ");
    says("board = [\"..\", \"K.\"]\nmove = \"\"", "cannot be played");
    says("board = [\"..\", \"K.\"]", "needs `move`");
    says("move = \"a1-a2\"", "needs `board`");
    says("board = [\"..\"]\nmove = \"a1-a2\"", "the board has 1 row: 2 to 9 are allowed");
    says("board = [\"..\", \"K..\"]\nmove = \"a1-a2\"", "all rows are equally long");
    says("board = [\"..\", \"Q.\"]\nmove = \"a1-a2\"", "no piece has the symbol `Q`");
    says("board = [\"..\", \"K.\"]\nmove = \"a1-a2\"\nterritory = 1", "leaves no row between");
    says(
        "board = [\"..\", \"K.\"]\nmove = \"a1-a2\"\nvolatile = [\"b2\"]",
        "`volatile` names b2, where no piece stands",
    );
    says("board = [\"..\", \"K.\"]\nmove = \"a1-a2\"\nvolatile = [\"zz\"]", "`zz` is not a Space");
    says("board = [\"..\", \"K.\"]\nmove = \"a1-a2\"\ntxt = \"\"", "unknown key `txt`");
    says("board = [\"KKKKKKKKK\", \"KKKKKKKKK\"]\nmove = \"a1-a2\"", "the board has 18 pieces: at most 16");
    let many = "board = [\"..\", \"K.\"]\nmove = \"a1-b2\"\n[[piece.example]]\n".repeat(4)
        + "board = [\"..\", \"K.\"]\nmove = \"a1-b2\"";
    says(&many, "5 entries `[[piece.example]]`, at most 4");
}
