//! Whole runs: the same seeds give the same table, and every game can be replayed.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::num::NonZeroUsize;

use engine::action::Action;
use engine::board::Seat;
use engine::game::Saved;
use engine::view::{Phase, Viewer};
use lab::army::Army;
use lab::duel::{Laboratory, Pair, Plan, Settings, all_pairings};
use lab::record::Record;
use lab::replay;
use lab::runner::{self, Limits};
use lab::table::Table;
use serde_json::Value;

fn plan() -> Plan {
    let armies = ["makpong", "medieval"].map(|id| Army::load(id).unwrap());
    Plan::new(&armies, all_pairings(2), Settings { nodes: 40, seed: 7, longest: 120 })
}

fn pairs(plan: &Plan, threads: usize) -> Vec<Pair> {
    let laboratory = Laboratory::new(plan.clone()).unwrap();
    let limits = Limits { threads: NonZeroUsize::new(threads), time: None };
    let mut pairs = Vec::new();
    let keep = |pair: Option<Pair>| -> Result<(), ()> {
        pairs.push(pair.unwrap());
        Ok(())
    };
    runner::run(&plan.jobs(0..2), limits, |job| laboratory.play(*job), keep).unwrap();
    pairs
}

#[test]
fn the_number_of_threads_changes_no_table() {
    let plan = plan();
    let [one, three] = [1, 3].map(|threads| pairs(&plan, threads));
    let table = |pairs: &[Pair]| Table::new(&Record::new(&plan, pairs.iter().map(Pair::outcome).collect()));
    let whole = table(&one).unwrap();
    assert_eq!(table(&three), Some(whole.clone()));
    assert_eq!((whole.pairs(), whole.games), ([2, 2], 12));
    assert_eq!((whole.pairings.len(), whole.mirrors.len()), (1, 2));
    assert_eq!(whole.csv().lines().count(), 4);
    let part = table(&one[..4]).unwrap();
    assert_eq!((part.pairs(), part.size().as_str()), ([1, 2], "1 to 2 pairs per pairing"));
    assert_eq!(table(&one[..2]), None);
}

#[test]
fn every_game_is_replayed_from_its_file() {
    let plan = plan();
    for pair in pairs(&plan, 2) {
        for (game, played) in pair.games.iter().enumerate() {
            let file = serde_json::to_value(replay::export(&plan, &pair, game).unwrap()).unwrap();
            assert_eq!((&file["format"], &file["complete"]), (&"battalion game".into(), &true.into()));
            let setup: Saved = serde_json::from_value(file["setup"].clone()).unwrap();
            let entry = |entry: &Value| -> (Seat, Action) {
                let part = |name: &str| entry[name].clone();
                (serde_json::from_value(part("seat")).unwrap(), serde_json::from_value(part("action")).unwrap())
            };
            let log: Vec<_> = file["log"].as_array().unwrap().iter().map(entry).collect();
            assert_eq!(log, played.log);
            let again = setup.open(&log).unwrap();
            let ended = matches!(again.view(Viewer::Public).phase, Phase::Ended { .. });
            assert_eq!(ended, played.result.is_some());
        }
    }
}

/// The two games of a pair share their lots, and the games of a mirror do not: they would be the same game.
#[test]
fn games_of_a_mirror_differ() {
    for pair in pairs(&plan(), 2) {
        let [one, other] = &pair.games;
        assert!(one.log != other.log, "{:?}", pair.job);
    }
}
