//! Tests of stored games. After every action the game is serialised and restored, and must continue unchanged. Current
//! validation rules must not prevent opening an old game.

use crate::support::{Dice, load};
use engine::action::{Action, ClashAction, Turn};
use engine::battalion;
use engine::board::{Seat, Space};
use engine::clash::{self, Gold, WARES};
use engine::game::{Game, Saved};
use engine::snapshot::{Snapshot, SnapshotError};
use engine::titans::{self, GameMode, PlacementStyle, SavedSetup};
use engine::view::{Phase, Viewer};

/// Restores a game from its own snapshot.
fn restored(saved: &Saved, game: &Game) -> Game {
    let stored = serde_json::to_string(&game.snapshot()).unwrap();
    let read: Snapshot = serde_json::from_str(&stored).unwrap();
    let setup = saved.accepted().unwrap();
    setup.restore(&read, game.log().to_vec()).unwrap()
}

fn assert_same(one: &Game, other: &Game, what: &str) {
    let seats = Seat::all(one.seat_count());
    for viewer in seats.map(Viewer::Seat).chain([Viewer::Public]) {
        assert_eq!(one.view(viewer), other.view(viewer), "{what}");
    }
    for seat in Seat::all(one.seat_count()) {
        assert_eq!(one.moves_with_notation(seat).len(), other.moves_with_notation(seat).len(), "{what}");
    }
    assert_eq!(one.snapshot(), other.snapshot(), "{what}");
    assert_eq!(one.log(), other.log(), "{what}");
}

/// Makes a random decision for a Player who may act; `None` if it was refused.
fn decide(game: &mut Game, dice: &mut Dice) -> Option<()> {
    let open = game.to_act();
    let seat = open[dice.below(open.len())];
    let action = match game {
        Game::Titans(game) => {
            if let Some(question) = game.placement_question(seat) {
                let (first, last) = (*question.offsets.start(), *question.offsets.end());
                let offset = first + dice.below(usize::from(last - first) + 1) as u8;
                let mirrored = question.may_mirror && dice.below(2) == 0;
                let place = |space: Space| Action::Place {
                    offset,
                    mirrored,
                    instant: question.instants.iter().take(1).map(|(key, _, _)| (key.clone(), space)).collect(),
                };
                let mut spaces: Vec<Space> = (0..Space::COUNT).map(Space::from_index).collect();
                spaces.retain(|space| game.clone().apply(seat, &place(*space)).is_ok());
                // On a full back rank there is no Space for them.
                match spaces.len() {
                    0 => Action::Place { offset, mirrored, instant: Vec::new() },
                    count => place(spaces[dice.below(count)]),
                }
            } else if let Some((of, count, mut spaces)) = game.volatile_questions(seat).into_iter().next_back() {
                let mut pick = || spaces.swap_remove(dice.below(spaces.len()));
                let spaces = (0..count).map(|_| pick()).collect();
                Action::ChooseVolatile { of, spaces }
            } else {
                let acts = game.legal_acts(seat);
                let mut turn = Turn::from(acts[dice.below(acts.len())].clone());
                while let Some(choice) = game.next_choice(&turn).unwrap() {
                    turn.then.push(Some(choice.options[dice.below(choice.options.len())]));
                }
                Action::Turn(turn)
            }
        }
        Game::Clash(game) => match game.view(Viewer::Public).phase {
            Phase::Play => {
                let legal = game.legal(seat);
                legal[dice.below(legal.len())].clone()
            }
            Phase::Shop => Action::Clash(match dice.below(12) {
                0 => ClashAction::Ready,
                1 => ClashAction::Suggest,
                2 => ClashAction::UndoShop,
                _ => ClashAction::Buy { piece: WARES[dice.below(WARES.len())].id.into(), at: None },
            }),
            Phase::Auction { standing: None } => {
                Action::Clash(ClashAction::Bid { gold: Gold::whole(dice.below(3) as i64) })
            }
            _ => Action::Clash([ClashAction::Raise, ClashAction::Stop][dice.below(2)].clone()),
        },
        _ => unreachable!(),
    };
    game.apply(seat, &action).ok().map(drop)
}

/// Plays a game that is restored after every decision in parallel with one that is not.
fn play_on(saved: &Saved, seed: u64, decisions: usize) {
    let mut dice = Dice(seed);
    let mut kept = saved.open(&[]).unwrap();
    let mut game = restored(saved, &kept);
    for number in 0..decisions {
        let what = format!("seed {seed}, decision {number}");
        if game.is_over() {
            break;
        }
        // Draw offers and resignations are decisions, too.
        let seat = game.to_act()[0];
        let talk = match dice.below(60) {
            0 => Some(Action::OfferDraw),
            1 => Some(Action::DeclineDraw),
            2 if number > 30 => Some(Action::Resign),
            3 if number > 30 => Some(Action::TimeOut),
            _ => None,
        };
        let log = game.log().len();
        match talk {
            Some(action) => drop(game.apply(seat, &action)),
            None => drop(decide(&mut game, &mut dice)),
        }
        if let Some((seat, action)) = game.log().get(log) {
            kept.apply(*seat, action).unwrap();
        }
        assert_same(&kept, &game, &what);
        game = restored(saved, &game);
        assert_same(&kept, &game, &what);
    }
}

fn saved(mode: GameMode, ids: &[&str], placement: PlacementStyle) -> Saved {
    let armies: Vec<_> = ids.iter().map(|id| load(id)).collect();
    let text = |id: &&str| {
        let builtin = battalion::builtin().iter().find(|known| known.id == *id);
        builtin.unwrap().text.to_owned()
    };
    Saved::Titans(SavedSetup {
        without_reserves: Vec::new(),
        mode,
        battlefield: titans::battlefield_for(&armies).unwrap(),
        placement,
        files: ids.iter().map(text).collect(),
        armies: (0..ids.len()).collect(),
        seed: titans::to_hex(&[5; 32]),
    })
}

/// Number of decisions per game; `SNAPSHOT_DECISIONS=2000` makes more.
fn decisions(ordinary: usize) -> usize {
    let text = std::env::var("SNAPSHOT_DECISIONS").ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(ordinary)
}

#[test]
fn every_battalion_plays_on_out_of_what_is_stored() {
    for (seed, builtin) in (1..).zip(battalion::builtin()) {
        let army = load(builtin.id);
        if army.matches.duels() {
            let armies = [builtin.id, "medieval"];
            play_on(&saved(GameMode::Duel, &armies, PlacementStyle::Chosen), seed, decisions(50));
        }
        if !army.matches.party() {
            continue;
        }
        let armies = ["the-party", builtin.id, "alchemists"];
        let mode = if seed % 2 == 0 { GameMode::Assassin } else { GameMode::Ffa };
        play_on(&saved(mode, &armies, PlacementStyle::Usual), 100 + seed, decisions(40));
    }
}

#[test]
fn a_match_plays_on_out_of_what_is_stored() {
    for seed in 0..6 {
        let setup = clash::Setup { en_passant: seed % 2 == 0, seed: [seed as u8; 32] };
        play_on(&Saved::Clash(setup.saved()), seed, decisions(400));
    }
}

/// Stored games keep counters, trails and turns of two actions.
#[test]
fn armies_with_ways_of_their_own() {
    for (seed, id) in ["atomic", "antichess", "checkers", "xiangqi", "great-worm", "seirawan"].into_iter().enumerate() {
        let path = format!("{}/tests/armies/{id}.toml", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).unwrap();
        let army = std::sync::Arc::new(battalion::read(&text, &engine::ability::specs()).unwrap());
        let saved = Saved::Titans(SavedSetup {
            without_reserves: Vec::new(),
            mode: GameMode::Duel,
            battlefield: titans::battlefield_for(&[army.clone(), army]).unwrap(),
            placement: PlacementStyle::Usual,
            files: vec![text],
            armies: vec![0, 0],
            seed: titans::to_hex(&[5; 32]),
        });
        play_on(&saved, 70 + seed as u64, decisions(120));
    }
}

/// A file that was valid when its game started may be invalid today.
#[test]
fn files_that_are_refused_today_do_not_keep_a_game_from_being_opened() {
    let text = include_str!("../../battalions/medieval.toml");
    let strange = text
        .replace(
            "name = \"Medieval Battalion\"",
            "name = \"Medi§eval, a name far too long for anything that could be accepted today\"",
        )
        .replace("format = 1", "format = 1\ncolour = \"red\"");
    let heavy = strange.replace("[[piece]]\nid = \"pawn\"", "[[piece]]\nid = \"pawn\"\nshape = \"round\"");
    assert!(battalion::read(&heavy, &engine::ability::specs()).is_err());
    let mut saved = match saved(GameMode::Duel, &["medieval"; 2], PlacementStyle::Usual) {
        Saved::Titans(setup) => setup,
        _ => unreachable!(),
    };
    let game = Game::Titans(Box::new(titans::Game::new(saved.open().unwrap()).unwrap()));
    for file in &mut saved.files {
        file.clone_from(&heavy);
    }
    assert!(saved.open().is_err());
    let saved = Saved::Titans(saved);
    let mut again = saved.accepted().unwrap().restore(&game.snapshot(), Vec::new()).unwrap();
    let turn = again.read_turn(Seat(0), "e4").unwrap();
    again.apply(Seat(0), &Action::Turn(turn)).unwrap();
    assert!(again.view(Viewer::Public).seats[0].battalion.starts_with("Medi"));
}

/// An accepted file may violate limits and checks, but must be parseable.
#[test]
fn what_is_forbidden_may_stand_in_an_accepted_file() {
    let specs = engine::ability::specs();
    let text = include_str!("../../battalions/medieval.toml");
    for (from, to) in [
        ("titan = true", "titan = false"),
        ("titan = true", "titan = true\ncapturable = false"),
        ("symbol = \"Q\"", "symbol = \"QUEEN\""),
        ("name = \"Medieval Battalion\"", "name = \"§\""),
    ] {
        let file = text.replacen(from, to, 1);
        assert_ne!(file, text, "{from}");
        assert!(battalion::read(&file, &specs).is_err(), "{to}");
        let read = battalion::read_accepted(&file, &specs);
        // The layout identifies pieces by symbol.
        assert_eq!(read.is_ok(), !to.contains("QUEEN"), "{to}: {read:?}");
    }
    let unreadable = text.replacen("moves = ", "moves = \"@\" # ", 1);
    assert!(battalion::read_accepted(&unreadable, &specs).is_err());
}

#[test]
fn what_does_not_fit_is_refused_with_its_cause() {
    let duel = saved(GameMode::Duel, &["medieval"; 2], PlacementStyle::Usual);
    let game = duel.open(&[]).unwrap();
    let stored = serde_json::to_string(&game.snapshot()).unwrap();
    let restore = |text: &str| {
        let read: Snapshot = serde_json::from_str(text).unwrap();
        duel.accepted().unwrap().restore(&read, Vec::new()).map(drop).unwrap_err()
    };
    let changed = |from: &str, to: &str| {
        assert!(stored.contains(from), "{from}");
        restore(&stored.replacen(from, to, 1))
    };
    assert_eq!(changed("\"format\":2", "\"format\":99"), SnapshotError::Format(99));
    assert_eq!(changed("\"a1\"", "\"z9\""), SnapshotError::Space("z9".into()));
    assert_eq!(changed("medieval/rook", "medieval/tower"), SnapshotError::Type("medieval/tower".into()));
    assert_eq!(changed("[\"fresh\"]", "[\"frail\"]"), SnapshotError::Flag("frail".into()));
    let other = Saved::Clash(clash::Setup { en_passant: true, seed: [1; 32] }.saved());
    let refused = other.accepted().unwrap().restore(&game.snapshot(), Vec::new());
    assert_eq!(refused.map(drop), Err(SnapshotError::OtherGame));
    let three = saved(GameMode::Ffa, &["medieval"; 3], PlacementStyle::Usual);
    let refused = three.accepted().unwrap().restore(&game.snapshot(), Vec::new());
    assert_eq!(refused.map(drop), Err(SnapshotError::Seats));
}
