//! The reader of turns: no text makes it panic, and what it reads is a legal act of the position. The first byte chooses the position.
#![no_main]

use std::sync::OnceLock;

use engine::action::Action;
use engine::battalion::load_builtin;
use engine::notation::{complete, read_turn};
use engine::titans::{Game, GameMode, Setup};
use libfuzzer_sys::fuzz_target;

/// Pairings with every kind of action, some turns into the game.
const PAIRINGS: &[[&str; 2]] = &[
    ["medieval", "medieval"],
    ["the-party", "makpong"],
    ["baroque-duel", "party-volatile"],
    ["reptilian-order", "medieval"],
    ["alchemists", "the-party"],
    ["alchemists", "alchemists"],
];

fn games() -> &'static [Game] {
    static GAMES: OnceLock<Vec<Game>> = OnceLock::new();
    GAMES.get_or_init(|| PAIRINGS.iter().flat_map(|pair| after(pair, 12)).collect())
}

/// A game at its start, and after some turns that capture where they can.
fn after(pair: &[&str], turns: usize) -> Vec<Game> {
    let armies: Vec<_> = pair.iter().filter_map(|id| load_builtin(id).ok()).collect();
    let setup = Setup::new(GameMode::Duel, armies, [1; 32]).expect("a Battlefield");
    let start = Game::new(setup).expect("a game");
    let mut game = start.clone();
    for turn in 0..turns {
        let Some(seat) = game.to_act().first().copied() else { break };
        let mut acts = game.legal_acts(seat);
        acts.sort_by_key(|act| act.captures().is_empty());
        let count = acts.len().max(1);
        acts.rotate_left(if turn % 3 == 0 { 0 } else { turn * 7 % count });
        for act in acts {
            if game.apply(seat, &Action::Turn(act.into())).is_ok() {
                break;
            }
        }
    }
    vec![start, game]
}

fuzz_target!(|input: (u8, &str)| {
    let (which, text) = input;
    let games = games();
    let game = &games[which as usize % games.len()];
    let Some(seat) = game.to_act().first().copied() else { return };
    if let Ok(turn) = read_turn(game, seat, text) {
        assert!(game.legal_acts(seat).contains(&turn.act));
        let _ = game.next_choice(&turn);
        let _ = game.clone().apply(seat, &Action::Turn(turn));
    }
    assert!(complete(game, seat, text, 25).len() <= 25);
});
