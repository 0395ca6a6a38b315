//! Tests of shares, of inferred Targets and of the order of turns when the budget ends.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use engine::battalion::{Definition, builtin, load_builtin, read};
use engine::board::{MAX_SEATS, Seat};
use engine::play::{Piece, Position};
use engine::seen::Seen;
use engine::titans::{Aims, Game, GameMode, Setup};

use super::pressure::Pressure;
use super::search::{Multiplayer, compare_unsearched};
use super::share::{Shares, Stakes};
use super::{DEEPEST, Knowledge, belief};
use crate::budget::{Budget, Meter};
use crate::candidate::Outcome;

pub(super) fn seen(mode: GameMode, pieces: &[(u8, &str, &str)]) -> Seen {
    seen_with(&load_builtin("medieval").unwrap(), mode, pieces)
}

/// `first`: the army of the first Player.
fn seen_with(first: &Arc<Definition>, mode: GameMode, pieces: &[(u8, &str, &str)]) -> Seen {
    let mut armies = vec![load_builtin("medieval").unwrap(); 4];
    armies[0] = first.clone();
    let mut seen = Game::new(Setup::new(mode, armies.clone(), [1; 32]).unwrap()).unwrap().seen(Seat(0));
    let rules = seen.rules.clone();
    let mut pos = Position::empty(&rules);
    for (seat, piece, space) in pieces {
        let ty = rules.type_by_key(&format!("{}/{piece}", armies[usize::from(*seat)].id)).unwrap();
        pos.put(&rules, space.parse().unwrap(), Piece::new(ty, Seat(*seat)));
    }
    pos.state_mut().to_move = Seat(0);
    pos.crown();
    seen.pos = pos;
    if mode == GameMode::Assassin {
        seen.aims = Aims::new(mode, 4).with_targets(&[vec![Seat(2)], vec![], vec![], vec![]]);
    }
    seen
}

pub(super) const KINGS: [(u8, &str, &str); 4] =
    [(0, "king", "g1"), (1, "king", "a7"), (2, "king", "g14"), (3, "king", "n7")];

fn shares(seen: &Seen) -> Shares {
    let know = Knowledge::new(&seen.rules);
    let mut pos = seen.pos.clone();
    pos.weigh(know.weights().clone());
    let stakes = Stakes { aims: seen.aims, hunts: belief::hunts(seen, &know) };
    know.shares(&seen.rules, &pos, &stakes)
}

#[test]
fn shares_sum_to_one() {
    for mode in [GameMode::Ffa, GameMode::Assassin] {
        let even = shares(&seen(mode, &KINGS));
        assert!((even.0.iter().sum::<f32>() - 1.0).abs() < 1e-4, "{even:?}");
        assert!(even.0[..4].iter().all(|share| (0.15..0.35).contains(share)), "{even:?}");
    }
    for winners in [0b0001, 0b0110, 0] {
        assert!((Shares::won(winners, 4, 7).0.iter().sum::<f32>() - 1.0).abs() < 1e-4);
    }
}

/// Progress towards a way to win that a Battalion adds is worth a share, which all others lose.
#[test]
fn progress_towards_an_added_win_raises_the_share() {
    let medieval = builtin().iter().find(|army| army.id == "medieval").unwrap().text;
    let text = medieval.replacen("id = \"medieval\"", "id = \"racers\"", 1)
        + "\n[[power]]\nuse = \"win-by-reaching\"\nzone = \"centre\"\n";
    let racers = Arc::new(read(&text, &engine::ability::specs()).unwrap());
    for mode in [GameMode::Ffa, GameMode::Assassin] {
        let gained = ["g1", "g5"].map(|space| {
            let pieces = [(0, "king", space), KINGS[1], KINGS[2], KINGS[3]];
            let [usual, racing] = [seen(mode, &pieces), seen_with(&racers, mode, &pieces)].map(|seen| shares(&seen));
            assert!((racing.0.iter().sum::<f32>() - 1.0).abs() < 1e-4, "{racing:?}");
            assert!((1..4).map(Seat).all(|seat| racing.of(seat) < usual.of(seat)), "{usual:?} {racing:?}");
            racing.of(Seat(0)) - usual.of(Seat(0))
        });
        assert!(0.0 < gained[0] && gained[0] < gained[1], "{gained:?}");
    }
}

/// Each step towards another Player's last Titan adds more than the one before.
#[test]
fn pressure_grows_towards_a_titan() {
    let pressure = |space: &'static str| {
        let mut pieces = KINGS.to_vec();
        pieces.push((0, "knight", space));
        let seen = seen(GameMode::Ffa, &pieces);
        Pressure::of(&Knowledge::new(&seen.rules), &seen.rules, &seen.pos).closeness[0][2]
    };
    let steps = ["g4", "g6", "g8", "g10", "g12"].map(pressure);
    let gains: Vec<i32> = steps.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert!(gains[0] > 0 && gains.is_sorted(), "{steps:?}");
}

/// In Assassin, an attack on the own Target is worth more than one on anybody else.
#[test]
fn t_29_an_attack_on_the_target_is_rewarded() {
    let attack = |space: &'static str| {
        let mut pieces = KINGS.to_vec();
        pieces.push((0, "queen", space));
        shares(&seen(GameMode::Assassin, &pieces)).of(Seat(0))
    };
    assert!(attack("f11") > attack("k6"));
}

#[test]
fn t_27_targets_are_inferred_from_attacks() {
    let mut pieces = KINGS.to_vec();
    pieces.extend([(1, "queen", "l8"), (1, "rook", "k6")]);
    let seen = seen(GameMode::Assassin, &pieces);
    let hunts = belief::hunts(&seen, &Knowledge::new(&seen.rules));
    assert_eq!(hunts[0], [0.0, 0.0, 1.0, 0.0, 0.0, 0.0]);
    // The other hands have no second card for seat 2, and nobody hunts themselves.
    assert!((1..4).all(|by| hunts[by][2] < 0.01 && hunts[by][by] == 0.0), "{hunts:?}");
    assert!(hunts[1][3] > hunts[1][0], "{hunts:?}");
    let held = |by: usize| (0..MAX_SEATS).map(|on| hunts[by][on]).sum::<f32>();
    assert!((0..4).all(|by| (held(by) - 1.0).abs() < 0.05), "{hunts:?}");
}

fn think(seen: &Seen, nodes: u64) -> Outcome {
    let stop = AtomicBool::new(false);
    let know = Knowledge::new(&seen.rules);
    Multiplayer::new(seen, &know, Budget::new(nodes, &stop), None).think(DEEPEST)
}

/// Position with enough pieces for several moves of about the same score.
fn middlegame() -> Seen {
    let mut pieces = KINGS.to_vec();
    pieces.extend([(0, "queen", "e4"), (0, "rook", "f2"), (1, "queen", "c8"), (1, "knight", "b7")]);
    pieces.extend([(2, "queen", "h12"), (2, "rook", "f13"), (3, "queen", "l5"), (3, "knight", "m7")]);
    seen(GameMode::Ffa, &pieces)
}

/// Wherever the budget ends, the chosen turn is compared with others at the same depth.
#[test]
fn an_unfinished_iteration_leaves_several_turns_to_compare() {
    let seen = middlegame();
    for nodes in [1, 200, 600, 1_000, 2_000, 4_000, 6_000, 8_000] {
        let outcome = think(&seen, nodes);
        let exact: Vec<_> = outcome.candidates.iter().filter(|candidate| candidate.exact).collect();
        assert!(exact.len() > 4, "{nodes} positions: {exact:?}");
        assert!(exact.is_sorted_by_key(|candidate| std::cmp::Reverse(candidate.score)), "{nodes} positions");
        assert!(exact.iter().all(|candidate| candidate.depth == exact[0].depth), "{nodes} positions");
    }
}

/// A turn that alone was searched more deeply, and got worse, is not chosen for that.
#[test]
fn a_turn_that_got_worse_loses_to_the_next_one() {
    let stop = AtomicBool::new(false);
    let mut candidates = think(&middlegame(), 1).candidates;
    candidates.truncate(3);
    for (candidate, score) in candidates.iter_mut().zip([92, 90, -300]) {
        (candidate.score, candidate.depth, candidate.exact) = (score, 4, true);
    }
    let second = candidates[1].mv;
    (candidates[0].score, candidates[0].depth) = (46, 5);
    compare_unsearched(&mut candidates, 1, 46 - 92, 5);
    let outcome = Outcome::of(candidates, 4, &Meter::new(Budget::new(1, &stop)));
    assert_eq!(outcome.candidates[0].mv, second);
    let scores: Vec<i32> = outcome.candidates.iter().map(|candidate| candidate.score).collect();
    assert_eq!(scores, [67, 46, -323]);
}

/// A Rook that gives Check together with seat 3 mates, because it acts last. One that only takes the last Space of escape
/// makes the checkmate that of seat 3.
#[test]
fn t_22_a_checkmate_is_completed_by_a_check_of_its_own() {
    let mut pieces = KINGS.to_vec();
    pieces.extend([(0, "rook", "d6"), (0, "rook", "d8"), (0, "rook", "h5"), (3, "rook", "a11")]);
    for acted in [[1, 2, 3, 4], [4, 1, 2, 3], [0; 4]] {
        let mut seen = seen(GameMode::Ffa, &pieces);
        seen.last_acted = acted.to_vec();
        let outcome = think(&seen, 3_000);
        let score = |to: &str| {
            let turn = |candidate: &&crate::candidate::Candidate| {
                (candidate.mv.from, candidate.mv.to) == ("h5".parse().unwrap(), to.parse().unwrap())
            };
            outcome.candidates.iter().find(turn).unwrap().score
        };
        let [own, other, quiet] = ["h7", "b5", "h6"].map(score);
        assert!(own > crate::search::WON && other < quiet - 500, "{own} {other} {quiet}, acted {acted:?}");
    }
}

/// Own Targets count equally until one is left, which counts like an only one; fallen ones count nothing.
#[test]
fn t_29_of_two_targets_the_last_counts_like_an_only_one() {
    for (targets, fallen, expected) in [
        (&[2][..], 0b0000, [0.0, 0.0, 1.0, 0.0]),
        (&[2], 0b1000, [0.0, 0.0, 1.0, 0.0]),
        (&[1], 0b1100, [0.0, 1.0, 0.0, 0.0]),
        (&[2, 3], 0b0000, [0.0, 0.0, 0.25, 0.25]),
        (&[2, 3], 0b0010, [0.0, 0.0, 0.25, 0.25]),
        (&[2, 3], 0b0100, [0.0, 0.0, 0.0, 1.0]),
        (&[2, 3], 0b1000, [0.0, 0.0, 1.0, 0.0]),
        (&[1, 3], 0b0110, [0.0, 0.0, 0.0, 1.0]),
        (&[1, 2], 0b0110, [0.0; 4]),
    ] {
        let mut seen = seen(GameMode::Assassin, &KINGS);
        let hand = targets.iter().map(|seat| Seat(*seat)).collect();
        seen.aims = Aims::new(GameMode::Assassin, 4).with_targets(&[hand, vec![], vec![], vec![]]);
        if targets.len() == 2 {
            seen.aims = seen.aims.with_extra_strength(Seat(0));
        }
        seen.pos.state_mut().defeated = fallen;
        let hunts = belief::hunts(&seen, &Knowledge::new(&seen.rules));
        assert_eq!(hunts[0][..4], expected, "{targets:?}, fallen {fallen:04b}");
        // Others: one certain Target each, among the Players in play.
        for (by, hunted) in hunts.iter().enumerate().take(4).skip(1) {
            let sum: f32 = hunted.iter().sum();
            assert!((sum - 1.0).abs() < 0.1, "{by}: {hunted:?}, {targets:?}, fallen {fallen:04b}");
            assert!((0..4).all(|on| fallen >> on & 1 == 0 || hunted[on] == 0.0), "{by}: {hunted:?}");
        }
    }
    let hunts = belief::hunts(&seen(GameMode::Ffa, &KINGS), &Knowledge::new(&seen(GameMode::Ffa, &KINGS).rules));
    assert_eq!(hunts, [[0.0; MAX_SEATS]; MAX_SEATS], "nobody has Targets in an FFA");
}

/// Once one of two Targets of another Player has fallen, the other one decides.
#[test]
fn t_29_the_last_target_of_another_player_counts_more() {
    let hunted = |fallen: u8| -> f32 {
        let mut seen = seen(GameMode::Assassin, &KINGS);
        seen.aims = seen.aims.with_extra_strength(Seat(1));
        seen.pos.state_mut().defeated = fallen;
        belief::hunts(&seen, &Knowledge::new(&seen.rules))[1].iter().sum()
    };
    // Seat 2 is the Target of seat 0, so seat 1 hunts the other two.
    for (fallen, expected) in [(0b0000, 0.5), (0b0100, 0.5), (0b1000, 1.0), (0b1100, 1.0)] {
        let found = hunted(fallen);
        assert!((found - expected).abs() < 0.05, "{found} with {fallen:04b} fallen");
    }
}
