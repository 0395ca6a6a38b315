//! Tests that every decision is legal, in every phase of every game.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use engine::ability;
use engine::action::Action;
use engine::battalion::{builtin, load_builtin, read};
use engine::board::Seat;
use engine::game::Game;
use engine::titans::{self, GameMode, PlacementStyle, Setup};
use opponent::{Budget, Knowledge, Level, decide};

fn titans_game(ids: &[&str], mode: GameMode, seed: u8) -> Option<Game> {
    let armies = ids.iter().map(|id| load_builtin(id).unwrap()).collect();
    let mut setup = Setup::new(mode, armies, [seed; 32]).ok()?;
    setup.placement = if seed.is_multiple_of(2) { PlacementStyle::Usual } else { PlacementStyle::Chosen };
    titans::Game::new(setup).ok().map(|game| Game::Titans(Box::new(game)))
}

/// Plays a game of the computer player against itself; returns the number of decisions.
fn play(game: &mut Game, level: Level, nodes: u64, seed: u64, most: usize) -> usize {
    let stop = AtomicBool::new(false);
    let mut know: Option<Knowledge> = None;
    for made in 0..most {
        let Some(seat) = game.to_act().first().copied() else {
            return made;
        };
        let seen = game.seen(seat);
        if !know.as_ref().is_some_and(|know| know.fits(&seen.rules)) {
            know = Some(Knowledge::new(&seen.rules));
        }
        let decision = decide(&seen, level, know.as_ref().unwrap(), Budget::new(nodes, &stop), seed);
        let action = decision.action.unwrap_or_else(|| panic!("stuck after {made}: {:?}", seen.question));
        game.apply(seat, &action).unwrap_or_else(|why| panic!("{action:?} after {made}: {why:?}"));
    }
    most
}

#[test]
fn duels_of_all_armies_are_played() {
    for (index, army) in builtin().iter().enumerate() {
        for other in [army.id, "medieval"] {
            if let Some(mut game) = titans_game(&[army.id, other], GameMode::Duel, index as u8) {
                let level = Level::ALL[index % 4];
                let made = play(&mut game, level, 300, index as u64, 60);
                // Beginners may be mated early.
                assert!(made > 10 || made > 3 && game.is_over(), "{}: {made}", army.id);
            }
        }
    }
}

#[test]
fn matches_of_clash_are_played_to_the_end() {
    for seed in 0..2u8 {
        let setup = engine::clash::Setup { en_passant: seed > 0, seed: [seed; 32] };
        let mut game = Game::Clash(Box::new(engine::clash::Match::new(setup).unwrap()));
        let made = play(&mut game, Level::Soldier, 200, seed.into(), 1_500);
        assert!(game.is_over() || made == 1_500);
    }
}

#[test]
fn party_mode_is_played() {
    for mode in [GameMode::Assassin, GameMode::Ffa] {
        for (index, ids) in
            [["medieval", "baroque", "the-party"], ["alchemists", "makpong", "reptilian-order"]].iter().enumerate()
        {
            let mut game = titans_game(ids, mode, index as u8).unwrap();
            play(&mut game, Level::Soldier, 200, 1, 60);
        }
    }
}

/// An Instant Reinforcement is placed where it helps, and kept where the Enemy's Rook would capture it at once.
#[test]
fn t_18_instant_reinforcements_are_placed_if_they_help() {
    let path = format!("{}/../engine/tests/armies/orthodox.toml", env!("CARGO_MANIFEST_DIR"));
    let chess = std::fs::read_to_string(path).unwrap();
    let army = |text: &str| Arc::new(read(text, &ability::specs()).unwrap());
    let reserve = "[[reserve]]\npiece = \"queen\"\nzone = \"back-rank\"\ninstant = true\n\n[[piece]]";
    let waiting =
        chess.replacen("[[piece]]", reserve, 1).replace("\"orthodox\"", "\"waiting\"").replace("RNBQK", "RNB.K");
    for (pawns, rook, placed) in [("PPPPPPPP", "RNBQK", 1), ("PPP.PPPP", "RNBRK", 0)] {
        let [first, second] =
            [&chess.replace("RNBQK", rook), &waiting].map(|text| army(&text.replace("PPPPPPPP", pawns)));
        let setup = Setup::new(GameMode::Duel, vec![first, second], [1; 32]).unwrap();
        let game = titans::Game::new(setup).unwrap();
        let seen = game.seen(Seat(1));
        let (know, stop) = (Knowledge::new(&seen.rules), AtomicBool::new(false));
        let decision = decide(&seen, Level::Captain, &know, Budget::new(100_000, &stop), 1);
        let Some(Action::Place { instant, .. }) = &decision.action else { panic!("{decision:?}") };
        assert_eq!(instant.len(), placed, "{pawns}: {instant:?}");
    }
}

/// Among several placements, the chosen one varies, but gives up no more than a little of the win chance.
#[test]
fn placements_vary_without_giving_much_up() {
    let path = format!("{}/../engine/tests/armies/capablanca.toml", env!("CARGO_MANIFEST_DIR"));
    let wide = Arc::new(read(&std::fs::read_to_string(path).unwrap(), &ability::specs()).unwrap());
    let mut setup = Setup::new(GameMode::Duel, vec![load_builtin("medieval").unwrap(), wide], [1; 32]).unwrap();
    setup.placement = PlacementStyle::Chosen;
    let seen = titans::Game::new(setup).unwrap().seen(Seat(0));
    let (know, stop) = (Knowledge::new(&seen.rules), AtomicBool::new(false));
    let made: Vec<_> = (0..20)
        .map(|seed| {
            let made = decide(&seen, Level::Captain, &know, Budget::new(u64::MAX, &stop), seed);
            (made.action.unwrap(), made.chance.points())
        })
        .collect();
    let best = made.iter().map(|(_, points)| *points).fold(0.0, f64::max);
    assert!(made.iter().all(|(_, points)| *points > best - 1.5), "{made:?}");
    assert!(made.iter().any(|(action, _)| *action != made[0].0), "{made:?}");
}
