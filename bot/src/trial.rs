//! Trying an army in the terminal: `battalion check FILE` with `--moves`, `--perft` and `--play`.

use std::fmt::Write as _;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use engine::action::Action;
use engine::battalion::{Definition, nearest};
use engine::board::{Seat, Space};
use engine::game::Game;
use engine::play::{MoveList, Piece, Position, Rules, Slot, TypeId};
use engine::seen::Question;
use engine::view::{Phase, Viewer};
use engine::{text, titans, words};
use opponent::{Budget, Knowledge, Level, decide};

use crate::host::first_position;

/// First position of the army against itself.
fn start(definition: &Arc<Definition>) -> Result<titans::Game, String> {
    first_position(definition).map_err(|error| error.to_string())
}

/// Spaces that a piece reaches on an otherwise empty board, and those where it would capture a lone Enemy. `asked` is a
/// text such as `knight@d4`: id, name or symbol, and Space.
pub fn moves(definition: &Arc<Definition>, asked: &str) -> Result<String, String> {
    let (name, at) = asked.rsplit_once('@').ok_or("write a piece and a Space, such as knight@d4")?;
    let game = start(definition)?;
    let rules: &Rules = game.rules();
    let found = definition.pieces.iter().find(|piece| {
        [&piece.id, &piece.name, &piece.symbol].into_iter().any(|known| known.eq_ignore_ascii_case(name))
    });
    let Some(piece) = found else {
        let near = nearest(name, definition.pieces.iter().map(|piece| piece.id.as_str()));
        let near = near.map_or_else(String::new, |near| format!("; did you mean {near}?"));
        return Err(format!("there is no piece {name}{near}"));
    };
    let space: Space = at.parse().map_err(|_| format!("{at} is not a Space, such as d4"))?;
    if !rules.board.has(space) {
        let (files, ranks) = (rules.board.width(), rules.board.height());
        return Err(format!("{at} is not on the board of {files}×{ranks}"));
    }
    let ty = rules.type_by_key(&format!("{}/{}", definition.id, piece.id)).ok_or("the piece is not in the game")?;
    let free = reached(rules, (ty, space), None);
    let enemy = prey(rules);
    let mut takes: Vec<Space> = Vec::new();
    for other in rules.board.spaces().iter().filter(|other| *other != space) {
        if reached(rules, (ty, space), Some((enemy, other))).contains(&other) {
            takes.push(other);
        }
    }
    let list = |spaces: &[Space]| match spaces {
        [] => "none".to_owned(),
        spaces => spaces.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
    };
    Ok(format!(
        "{} on {space}, alone on the board of {}×{}\nmoves to: {}\ncaptures on: {}",
        piece.name,
        rules.board.width(),
        rules.board.height(),
        list(&free),
        list(&takes)
    ))
}

/// A type that can be captured, if possible one that is no Titan.
fn prey(rules: &Rules) -> TypeId {
    let types = || (0..rules.types.len()).map(TypeId::new);
    let capturable = |ty: &TypeId| rules.ty(*ty).capturable;
    let ordinary = types().find(|ty| capturable(ty) && !rules.ty(*ty).titan);
    ordinary.or_else(|| types().find(capturable)).unwrap_or(TypeId::new(0))
}

/// Destinations of a piece of the first Player, with one Enemy on the board or none.
fn reached(rules: &Rules, (ty, at): (TypeId, Space), enemy: Option<(TypeId, Space)>) -> Vec<Space> {
    let mut pos = Position::empty(rules);
    pos.set(rules, Slot::new(at, rules.ty(ty).layer), Some(rules.unmoved(ty, Seat(0))));
    if let Some((ty, there)) = enemy {
        pos.set(rules, Slot::new(there, rules.ty(ty).layer), Some(Piece::new(ty, Seat(1))));
    }
    pos.commit();
    let mut list = MoveList::default();
    rules.legal_moves(&mut pos, &mut list);
    let mut spaces: Vec<Space> = list.moves.iter().filter(|mv| mv.from == at && mv.to != at).map(|mv| mv.to).collect();
    spaces.sort_by_key(|space| (space.file(), space.rank()));
    spaces.dedup();
    spaces
}

/// Number of ways to play up to `depth` turns from the first position, one line for each depth.
pub fn perft(definition: &Arc<Definition>, depth: u8) -> Result<String, String> {
    let game = start(definition)?;
    let mut told = String::new();
    for depth in 1..=u32::from(depth) {
        let count = game.rules().perft(&mut game.position().clone(), depth);
        // Writing to a String cannot fail.
        let _ = writeln!(told, "{depth}: {count}");
    }
    Ok(told)
}

/// A trial game against the computer: the army against itself, the person moves first.
pub fn play(
    definition: &Arc<Definition>,
    level: Level,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> io::Result<()> {
    let game = match start(definition) {
        Ok(game) => game,
        Err(why) => return writeln!(output, "{why}"),
    };
    let mut game = Game::Titans(Box::new(game));
    let know = Knowledge::new(&game.seen(Seat(0)).rules);
    writeln!(output, "You have the capital letters. Type a move such as e2e4, `moves`, or `quit`.")?;
    let mut shown = false;
    while let Some(seat) = game.to_act().first().copied() {
        if seat == Seat(0) && matches!(game.seen(seat).question, Question::Turn) {
            if !shown {
                writeln!(output, "\n{}", text::board(&game.view(Viewer::Public)))?;
                shown = true;
            }
            write!(output, "> ")?;
            output.flush()?;
            let mut line = String::new();
            if input.read_line(&mut line)? == 0 {
                return writeln!(output);
            }
            match line.trim() {
                "" => {}
                "quit" => return Ok(()),
                "moves" => {
                    let all: Vec<String> = game.moves_with_notation(seat).into_iter().map(|one| one.text).collect();
                    writeln!(output, "{}", all.join(" "))?;
                }
                typed => {
                    let done = game.read_turn(seat, typed).and_then(|turn| game.apply(seat, &Action::Turn(turn)));
                    match done {
                        Ok(_) => shown = false,
                        Err(why) => writeln!(output, "{why}")?,
                    }
                }
            }
            continue;
        }
        let stop = AtomicBool::new(false);
        let decided = decide(&game.seen(seat), level, &know, Budget::new(level.nodes(), &stop), 1);
        let Some(action) = decided.action else { break };
        let told = match &action {
            Action::Turn(turn) => Some(game.turn_text(turn)),
            _ => None,
        };
        if let Err(why) = game.apply(seat, &action) {
            return writeln!(output, "{why}");
        }
        if let Some(told) = told {
            writeln!(output, "The computer plays {told}.")?;
        }
    }
    writeln!(output, "\n{}", text::board(&game.view(Viewer::Public)))?;
    match &game.view(Viewer::Public).phase {
        Phase::Ended { winners, reason } => writeln!(output, "{}", words::result(reason, winners)),
        _ => writeln!(output, "The game has stopped."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::battalion::load_builtin;

    #[test]
    fn moves_of_a_piece_alone_on_the_board() {
        let medieval = load_builtin("medieval").unwrap();
        let told = moves(&medieval, "Knight@d4").unwrap();
        assert!(told.contains("moves to: b3 b5 c2 c6 e2 e6 f3 f5\n"), "{told}");
        assert!(moves(&medieval, "p@e2").unwrap().ends_with("moves to: e3 e4\ncaptures on: d3 f3"));
        assert_eq!(moves(&medieval, "knigth@d4").unwrap_err(), "there is no piece knigth; did you mean knight?");
        assert_eq!(moves(&medieval, "rook@j9").unwrap_err(), "j9 is not on the board of 8×8");
        assert!(moves(&medieval, "rook").unwrap_err().contains("knight@d4"));
    }

    #[test]
    fn perft_counts_those_of_chess() {
        assert_eq!(perft(&load_builtin("medieval").unwrap(), 3).unwrap(), "1: 20\n2: 400\n3: 8902\n");
    }

    #[test]
    fn a_trial_game_takes_moves_and_says_what_is_wrong() {
        let mut input = io::Cursor::new("e2e5\nmoves\ne2e4\nquit\n");
        let mut output = Vec::new();
        play(&load_builtin("medieval").unwrap(), Level::Recruit, &mut input, &mut output).unwrap();
        let told = String::from_utf8(output).unwrap();
        for part in ["Pawn", "Nf3", "The computer plays ", "> "] {
            assert!(told.contains(part), "{part}: {told}");
        }
    }
}
