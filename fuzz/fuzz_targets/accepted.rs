//! Files that are accepted: a game with them starts and its moves are found in good time (run with `-timeout=10`). A faulty file is mended
//! no further, so this target lives on a corpus of good files.
#![no_main]

use std::sync::Arc;

use engine::action::Action;
use engine::battalion::{MAX_WEIGHT, decode, load_builtin, read, weight};
use engine::titans::{Game, GameMode, Setup};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = decode(bytes) else { return };
    let Ok(army) = read(text, &engine::ability::specs()) else { return };
    assert!(weight(&army) <= MAX_WEIGHT);
    let army = Arc::new(army);
    for other in [army.clone(), load_builtin("medieval").expect("the chess army")] {
        let armies = vec![army.clone(), other];
        let Ok(setup) = Setup::new(GameMode::Duel, armies, [2; 32]) else { return };
        let Ok(mut game) = Game::new(setup) else { return };
        for turn in 0..6 {
            let Some(seat) = game.to_act().first().copied() else { break };
            let acts = game.legal_acts(seat);
            let Some(act) = acts.get(turn * 13 % acts.len().max(1)) else { break };
            let _ = game.apply(seat, &Action::Turn(act.clone().into()));
        }
    }
});
