//! Matches between two builds of this program at equal node counts, to see whether a change is an improvement.

use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use engine::action::Action;
use engine::board::Seat;
use engine::seen::Question;
use engine::titans::Game;
use engine::view::{Phase, Viewer};
use opponent::Knowledge;

use super::score::Score;
use crate::dice::Dice;
use crate::games::{self as arena, Player};

/// Number of random turns before a game.
const OPENING: usize = 6;
/// Maximum length of a game, in actions of both sides.
const LONGEST: usize = 400;

/// Match of two builds of this program.
#[derive(Clone, Debug, clap::Args)]
pub struct Contest {
    /// Program whose score is printed
    one: String,
    /// Other program
    other: String,
    /// Node limit per turn
    nodes: u64,
    /// Pairs of games per army
    pairs: u64,
    /// Part of the names of the armies to use
    army: Option<String>,
    /// Army of the second Player; the same as that of the first if not given
    #[arg(long)]
    against: Option<String>,
    /// File with fitted values for the first program
    #[arg(long)]
    values: Option<PathBuf>,
}

pub fn run(contest: &Contest) {
    let Contest { one, other, nodes, pairs, army, against, values } = contest;
    let mut all = Score::default();
    for id in arena::armies() {
        if army.as_ref().is_some_and(|only| !id.contains(only.as_str())) {
            continue;
        }
        let armies = [id, against.as_deref().unwrap_or(id)];
        match meet([one, other], values.as_deref(), armies, *nodes, *pairs) {
            Ok((score, ends)) => {
                println!("{id:<18}{score} {ends:?}");
                all.join(&score);
            }
            Err(why) => eprintln!("{why}"),
        }
    }
    println!("{:<18}{all}, {:+.0} Elo", "all", all.elo());
}

/// Child process that plays.
pub struct Program {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Program {
    pub fn start(program: &str) -> io::Result<Self> {
        Self::start_with(program, None)
    }

    /// Starts a program with a file of fitted values.
    fn start_with(program: &str, values: Option<&Path>) -> io::Result<Self> {
        let mut command = Command::new(program);
        command.args(["suite", "serve"]);
        if let Some(values) = values {
            command.arg("--values").arg(values);
        }
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        match (child.stdin.take(), child.stdout.take()) {
            (Some(to), Some(from)) => Ok(Self { child, to, from: BufReader::new(from) }),
            _ => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    pub fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.to, "{line}")?;
        self.to.flush()
    }

    pub fn decide(&mut self, nodes: u64, seed: u64) -> io::Result<String> {
        self.say(&format!("decide {nodes} {seed}"))?;
        let mut line = String::new();
        self.from.read_line(&mut line)?;
        Ok(line.trim().to_owned())
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        if self.say("quit").is_err() || self.child.wait().is_err() {
            eprintln!("a program did not end by itself");
        }
    }
}

/// Score of the first program; each opening is played with both colours.
fn meet(
    programs: [&str; 2],
    values: Option<&Path>,
    armies: [&str; 2],
    nodes: u64,
    pairs: u64,
) -> io::Result<(Score, Ends)> {
    let [mut one, mut other] = [Program::start_with(programs[0], values)?, Program::start(programs[1])?];
    let mut score = Score::default();
    let mut ends = Ends::new();
    let mut played = 0;
    for seed in 20_000.. {
        if played == pairs {
            break;
        }
        let Some((game, actions)) = opening(armies, seed) else {
            continue;
        };
        for first in [0, 1] {
            let players = match first {
                0 => [&mut one, &mut other],
                _ => [&mut other, &mut one],
            };
            let end = play(game.clone(), &actions, players, armies, [nodes, seed])?;
            let white = arena::result(&end).unwrap_or(0.5);
            let why = match end.view(Viewer::Public).phase {
                Phase::Ended { reason, .. } => format!("{reason:?}"),
                _ => "too long".to_owned(),
            };
            *ends.entry(why).or_insert(0) += 1;
            score.add(if first == 0 { white } else { 1.0 - white });
        }
        played += 1;
    }
    Ok((score, ends))
}

/// Number of games by how they ended.
type Ends = BTreeMap<String, usize>;

type Actions = Vec<(Seat, Action)>;

/// Even game after some random turns, with the actions that led to it.
#[expect(clippy::cast_possible_truncation, reason = "the lowest byte of the seed")]
fn opening(armies: [&str; 2], seed: u64) -> Option<(Game, Actions)> {
    let mut dice = Dice(seed);
    let mut game = arena::duel(armies, seed as u8)?;
    let know = Knowledge::new(game.rules());
    let mut actions = Vec::new();
    let mut turns = 0;
    while turns < OPENING {
        let seat = *game.to_act().first()?;
        let seen = game.seen(seat);
        let (action, _) = arena::decision(Player::Random, &seen, &know, seed, &mut dice);
        let action = action?;
        game.apply(seat, &action).ok()?;
        actions.push((seat, action));
        turns += usize::from(matches!(seen.question, Question::Turn));
    }
    let fair = !game.is_over() && arena::is_even(&game, &know);
    fair.then_some((game, actions))
}

/// Plays a game to its end.
#[expect(clippy::cast_possible_truncation, reason = "the lowest byte of the seed")]
fn play(
    mut game: Game,
    actions: &Actions,
    mut players: [&mut Program; 2],
    [one, other]: [&str; 2],
    [nodes, seed]: [u64; 2],
) -> io::Result<Game> {
    for player in &mut players {
        player.say(&format!("game {one} {other} {}", seed as u8))?;
        for (seat, action) in actions {
            player.say(&told(*seat, action)?)?;
        }
    }
    for _ in 0..LONGEST {
        let Some(seat) = game.to_act().first().copied() else {
            break;
        };
        let text = players[seat.index()].decide(nodes, seed)?;
        let action: Action = serde_json::from_str(&text)?;
        if let Err(why) = game.apply(seat, &action) {
            return Err(io::Error::other(format!("refused: {text}: {why:?}")));
        }
        let line = told(seat, &action)?;
        for player in &mut players {
            player.say(&line)?;
        }
    }
    Ok(game)
}

pub fn told(seat: Seat, action: &Action) -> io::Result<String> {
    Ok(format!("did {} {}", seat.0, serde_json::to_string(action)?))
}
