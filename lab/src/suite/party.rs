//! Games of four: one seat against three of another kind. An even result is 25 % of the wins.

use std::io;
use std::time::Instant;

use engine::action::{Act, Action};
use engine::battalion::builtin;
use engine::board::Seat;
use engine::seen::{Question, Seen};
use engine::titans::{Game, GameMode, Setup};
use engine::view::{Phase, Viewer};
use opponent::{Knowledge, Level};

use super::clock;
use super::contest::{Program, told};
use super::score::Score;
use crate::dice::Dice;
use crate::games::{self as arena, Player};

/// Maximum length of a game, in turns of all seats: 100 of each.
const LONGEST: usize = 400;
const SEATS: usize = 4;

/// One seat against three others.
#[derive(Clone, Copy)]
struct Line {
    mode: GameMode,
    one: Player,
    three: Player,
}

impl std::fmt::Display for Line {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {} v. three {}", self.mode.name(), self.one, self.three)
    }
}

/// Plays `games` games of each line whose name contains `only`.
pub fn run(games: usize, only: Option<&str>) {
    for mode in [GameMode::Ffa, GameMode::Assassin] {
        for level in [Level::Soldier, Level::Sergeant, Level::Captain] {
            let below = level.weaker().map_or(Player::Random, Player::Computer);
            for three in [Player::Greedy, below] {
                let line = Line { mode, one: Player::Computer(level), three };
                if only.is_none_or(|only| line.to_string().contains(only)) {
                    println!("{line}: {}", play_all(line, games, SEATS));
                }
            }
        }
    }
}

/// Computing time of decisions with six seats of one level.
pub fn speed(games: usize, level: Level) {
    let player = Player::Computer(level);
    for mode in [GameMode::Ffa, GameMode::Assassin] {
        println!("{} {level}: {}", mode.name(), play_all(Line { mode, one: player, three: player }, games, 6));
    }
}

fn play_all(line: Line, games: usize, seats: usize) -> Report {
    let mut report = Report::default();
    for number in 0..games {
        let Some(mut game) = table(line.mode, seats, number) else {
            continue;
        };
        let mut players = vec![line.three; seats];
        players[number % seats] = line.one;
        report.play(&mut game, &players, number);
    }
    report
}

/// Results of some games.
#[derive(Default)]
struct Report {
    share: Score,
    decided: usize,
    /// Turns of all seats in the decided games.
    turns: usize,
    /// Turns of the one seat, and those of them that moved a piece that does not block.
    taken: usize,
    unblocking: usize,
    seconds: Vec<f64>,
}

impl Report {
    #[expect(clippy::cast_possible_truncation, reason = "seats, and the lowest byte of a number")]
    fn play(&mut self, game: &mut Game, players: &[Player], number: usize) {
        let know = Knowledge::new(game.rules());
        let mut dice = Dice(number as u64 ^ 0xd1ce);
        let one = Seat((number % players.len()) as u8);
        let begin = Instant::now();
        let mut turns = 0;
        while let Some(seat) = game.to_act().first().copied().filter(|_| turns < LONGEST) {
            let seen = game.seen(seat);
            let before = clock::seconds(begin);
            let seed = number as u64 + u64::from(seat.0);
            let (action, _) = arena::decision(players[seat.index()], &seen, &know, seed, &mut dice);
            if seat == one {
                self.seconds.push(clock::seconds(begin) - before);
            }
            let Some(action) = action else { break };
            if matches!(seen.question, Question::Turn) {
                turns += 1;
                self.taken += usize::from(seat == one);
                self.unblocking += usize::from(seat == one && is_unblocking(&seen, &action));
            }
            if game.apply(seat, &action).is_err() {
                break;
            }
        }
        let winners = winners(game);
        if !winners.is_empty() {
            self.decided += 1;
            self.turns += turns;
        }
        let mine = winners.contains(&one);
        self.share.add(if mine { 1.0 / winners.len() as f64 } else { 0.0 });
    }
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut seconds = self.seconds.clone();
        seconds.sort_by(f64::total_cmp);
        let p95 = seconds.get(seconds.len() * 95 / 100).copied().unwrap_or(0.0);
        let most = seconds.last().copied().unwrap_or(0.0);
        let mean = self.turns / SEATS / self.decided.max(1);
        let unblocking = 100 * self.unblocking / self.taken.max(1);
        let Self { share, decided, .. } = self;
        write!(
            f,
            "{share}, {decided} decided after {mean} rounds, {unblocking} % of turns by pieces that do not block, \
             decisions p95 {p95:.3} s, most {most:.2} s"
        )
    }
}

/// Checks whether a turn moves a piece that does not block.
fn is_unblocking(seen: &Seen, action: &Action) -> bool {
    let Action::Turn(turn) = action else { return false };
    matches!(turn.act, Act::Move { from, .. } if seen.pos.at(from).is_none())
}

fn winners(game: &Game) -> Vec<Seat> {
    match game.view(Viewer::Public).phase {
        Phase::Ended { winners, .. } => winners,
        _ => Vec::new(),
    }
}

/// Armies of a numbered table: all that may be picked in Party Mode, in turn.
fn armies(seats: usize, number: usize) -> Vec<&'static str> {
    let all = builtin().iter().map(|army| army.id);
    let all: Vec<_> = all.filter(|id| arena::load(id).is_some_and(|army| army.matches.party())).collect();
    (0..seats).map(|seat| all[(number / seats + seat) % all.len()]).collect()
}

#[expect(clippy::cast_possible_truncation, reason = "seats, and the lowest byte of a number")]
fn table(mode: GameMode, seats: usize, number: usize) -> Option<Game> {
    seated(mode, &armies(seats, number), number as u8)
}

/// Game of several with the usual placements.
pub fn seated(mode: GameMode, ids: &[&str], seed: u8) -> Option<Game> {
    let armies = ids.iter().filter_map(|id| arena::load(id)).collect();
    Game::new(Setup::new(mode, armies, [seed; 32]).ok()?).ok()
}

/// Name of a mode as one word of the protocol of `lab suite serve`.
pub fn word(mode: GameMode) -> String {
    mode.name().replace(' ', "-")
}

/// Games of one seat of a build of this program against three of another.
#[derive(Clone, Debug, clap::Args)]
pub struct Contest {
    /// Program of one seat
    one: String,
    /// Program of the three others
    other: String,
    /// Node limit per turn
    nodes: u64,
    /// Games per mode
    games: usize,
    /// Mode to play, such as "Free for all"; both if not given
    mode: Option<String>,
    /// Play two seats against two, opposite seats together, and each table with both seatings: half of the decided
    /// games is even
    #[arg(long)]
    two: bool,
}

pub fn contest(contest: &Contest) {
    let Contest { one, other, nodes, games, mode: only, two } = contest;
    for mode in [GameMode::Ffa, GameMode::Assassin] {
        if only.as_ref().is_some_and(|only| only != mode.name()) {
            continue;
        }
        match meet([one, other], mode, *nodes, *games, *two) {
            Ok((share, decided)) => println!("{}: {share}, {decided} decided", mode.name()),
            Err(why) => eprintln!("{why}"),
        }
    }
}

/// Share of the wins of the first program, and the number of decided games. Undecided games count as lost, or with two
/// seats against two not at all.
#[expect(clippy::cast_possible_truncation, reason = "seats, and the lowest byte of a number")]
fn meet(programs: [&str; 2], mode: GameMode, nodes: u64, games: usize, two: bool) -> io::Result<(Score, usize)> {
    let mut programs = [Program::start(programs[0])?, Program::start(programs[1])?];
    let mut share = Score::default();
    let mut decided = 0;
    for number in 0..games {
        let at = if two { number / 2 } else { number };
        let Some(mut game) = table(mode, SEATS, at) else {
            continue;
        };
        let is_one = |seat: Seat| {
            let from_first = usize::from(seat.0) + number;
            if two { from_first % 2 == 0 } else { usize::from(seat.0) == number % SEATS }
        };
        for program in &mut programs {
            let line = format!("table {} {} {}", word(mode), at as u8, armies(SEATS, at).join(" "));
            program.say(&line)?;
        }
        for _ in 0..LONGEST {
            let Some(seat) = game.to_act().first().copied() else {
                break;
            };
            let text = programs[usize::from(!is_one(seat))].decide(nodes, at as u64 + u64::from(seat.0))?;
            let action: Action = serde_json::from_str(&text)?;
            if let Err(why) = game.apply(seat, &action) {
                return Err(io::Error::other(format!("refused: {text}: {why:?}")));
            }
            let line = told(seat, &action)?;
            for program in &mut programs {
                program.say(&line)?;
            }
        }
        let winners = winners(&game);
        decided += usize::from(!winners.is_empty());
        if !two || !winners.is_empty() {
            let ones = winners.iter().filter(|seat| is_one(**seat)).count();
            share.add(ones as f64 / winners.len().max(1) as f64);
        }
    }
    Ok((share, decided))
}
