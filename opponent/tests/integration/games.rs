//! Signature of whole games between players of different levels: duels of all pairs of armies, games of three to six,
//! and matches of Clash.
//!
//! A line has the digest of ten decisions with their scores and nodes, so that a difference is found near the place
//! where it begins. After an intended change, `UPDATE_EXPECTED=1 cargo test -p opponent --test integration games`
//! rewrites `tests/games.txt`.

use std::fmt::Write as _;
use std::sync::atomic::AtomicBool;
use std::thread;

use engine::action::Action;
use engine::battalion::builtin;
use engine::clash::{self, Match};
use engine::game::Game;
use engine::seen::Question;
use engine::titans::{GameMode, PlacementStyle};
use opponent::{
    Budget, Level, Memory, WinChance, accepts_draw, analyse, decide_recalling, offers_draw, resigns, suggest, terms,
};

use crate::signature::{auction, compare, knowledge, text, titans_game};

/// Decisions in one line.
const LINE: usize = 10;

/// FNV-1a, which is the same on every machine.
pub fn digest(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |sum, byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// Game to be recorded: its name, its start, the first player's level, and the number of decisions.
struct Record {
    name: String,
    game: Game,
    level: usize,
    decisions: usize,
}

impl Record {
    /// Plays the game; the level changes from seat to seat. Every fifth decision is also analysed, and the player is
    /// asked for a draw, a resignation, a suggestion.
    fn play(mut self) -> String {
        let stop = AtomicBool::new(false);
        let mut memories: [Memory; 6] = Default::default();
        let mut chances: [Vec<WinChance>; 6] = Default::default();
        let (mut out, mut line, mut nodes) = (String::new(), String::new(), 0);
        for made in 0..self.decisions {
            let Some(seat) = self.game.to_act().first().copied() else { break };
            let seen = self.game.seen(seat);
            let know = knowledge(&seen);
            let level = Level::ALL[(self.level + seat.index() * 2) % Level::ALL.len()];
            let limit = if made % 4 == 3 { 900 } else { 250 };
            let memory = &mut memories[seat.index()];
            let found = decide_recalling(&seen, level, &know, Budget::new(limit, &stop), made as u64, memory);
            write!(line, "{} {} {} {}", text(found.action.as_ref()), found.score, found.depth, found.nodes).unwrap();
            nodes += found.nodes;
            if matches!(seen.question, Question::Turn) {
                chances[seat.index()].push(WinChance::from_score(found.score));
                if made % 5 == 0 {
                    let accepts = accepts_draw(&seen, level, &know, Budget::new(200, &stop));
                    let analysis = analyse(&seen, &know, Budget::new(400, &stop));
                    let (offers, resigns) = (offers_draw(&seen, &know), resigns(&seen, level, &chances[seat.index()]));
                    write!(line, "{accepts} {offers} {resigns} {} {:?}", analysis.score, analysis.mate_in).unwrap();
                    if seen.rules.seat_count() == 2 {
                        let terms = terms(&seen, &know);
                        write!(line, "{} {} {:?}", terms.sure, terms.phase, terms.counts()).unwrap();
                    }
                }
            } else if matches!(seen.question, Question::Shop(_)) {
                line += &text(suggest(&seen, &know, made as u64).map(Action::Clash).as_ref());
            }
            if made % LINE == LINE - 1 {
                writeln!(out, "{} to {made}: {:08x} {nodes}", self.name, digest(&line)).unwrap();
                line.clear();
            }
            self.game.apply(seat, &found.action.unwrap()).unwrap();
        }
        writeln!(out, "{} at the end: {:08x} {nodes}", self.name, digest(&line)).unwrap();
        out
    }
}

fn duels() -> Vec<Record> {
    let mut all = Vec::new();
    for (index, one) in builtin().iter().enumerate() {
        for other in &builtin()[..=index] {
            let Some(game) = titans_game(GameMode::Duel, &[one.id, other.id], PlacementStyle::Usual) else { continue };
            let level = all.len();
            all.push(Record { name: format!("{} {}", one.id, other.id), game, level, decisions: 50 });
        }
    }
    all
}

fn tables() -> Vec<Record> {
    let ids =
        ["reptilian-order", "the-party", "medieval", "makpong", "alchemists", "baroque", "party-volatile", "medieval"];
    let mut all = Vec::new();
    for mode in [GameMode::Ffa, GameMode::Assassin] {
        for seats in 3..=6 {
            for (style, from) in [(PlacementStyle::Usual, 0), (PlacementStyle::Chosen, 2)] {
                let Some(game) = titans_game(mode, &ids[from..from + seats], style) else { continue };
                let name = format!("{mode:?} of {seats}, {style:?}");
                all.push(Record { name, game, level: seats + from, decisions: 90 });
            }
        }
    }
    all
}

/// Matches from the first round on, and from the auction of the last.
fn matches() -> Vec<Record> {
    let mut all = Vec::new();
    for (level, seed) in [(0, 1), (1, 2), (3, 3), (5, 4)] {
        let game = Match::new(clash::Setup { en_passant: seed % 2 == 0, seed: [seed; 32] }).unwrap();
        let game = Game::Clash(Box::new(game));
        all.push(Record { name: format!("match {seed}"), game, level, decisions: 70 });
        all.push(Record { name: format!("last round {seed}"), game: auction(seed % 2 == 0), level, decisions: 70 });
    }
    all
}

#[test]
fn every_decision_of_whole_games_is_the_one_that_was_agreed_on() {
    let parts = [duels, tables, matches].map(|part| {
        thread::Builder::new()
            .stack_size(16 << 20)
            .spawn(move || part().into_iter().map(Record::play).collect::<String>())
            .unwrap()
    });
    let found: String = parts.into_iter().map(|part| part.join().unwrap()).collect();
    compare(&found, "games.txt", 300);
}
