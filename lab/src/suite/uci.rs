//! Games between two programs that speak UCI. The second one also lists the legal moves, so that the games are
//! independent of the rules in `engine`.

use std::collections::HashMap;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use super::score::Score;
use crate::dice::Dice;

/// Number of random turns before a game.
const OPENING: usize = 4;
/// Maximum imbalance after the opening, in hundredths of a Pawn by the second program's judgement.
const EVEN: i32 = 120;
/// Maximum length of a game, in turns of both sides.
const LONGEST: usize = 400;

/// A running program.
struct Program {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Program {
    fn start(command: &str, variant: &str) -> io::Result<Self> {
        let mut words = command.split_whitespace();
        let mut child = Command::new(words.next().unwrap_or_default())
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let (Some(to), Some(from)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let mut program = Self { child, to, from: BufReader::new(from) };
        program.say("uci")?;
        program.hear("uciok")?;
        program.say(&format!("setoption name UCI_Variant value {variant}"))?;
        program.say("isready")?;
        program.hear("readyok")?;
        Ok(program)
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.to, "{line}")?;
        self.to.flush()
    }

    /// Reads lines up to one that begins with `last`.
    fn hear(&mut self, last: &str) -> io::Result<Vec<String>> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            if self.from.read_line(&mut line)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            lines.push(line.trim().to_owned());
            if line.starts_with(last) {
                return Ok(lines);
            }
        }
    }

    fn set(&mut self, moves: &[String]) -> io::Result<()> {
        let moves = match moves {
            [] => String::new(),
            moves => format!(" moves {}", moves.join(" ")),
        };
        self.say(&format!("position startpos{moves}"))
    }

    /// Best move of the program, and its score in hundredths of a Pawn if reported.
    fn play(&mut self, moves: &[String], nodes: u64) -> io::Result<(String, Option<i32>)> {
        self.set(moves)?;
        self.say(&format!("go nodes {nodes}"))?;
        let lines = self.hear("bestmove")?;
        for line in lines.iter().filter(|line| line.contains("not a legal move")) {
            println!("{line} after {moves:?}");
        }
        let word = |line: &String, before: &str| -> Option<String> {
            let mut words = line.split_whitespace().skip_while(|word| *word != before);
            words.nth(1).map(str::to_owned)
        };
        let score = lines.iter().rev().find_map(|line| word(line, "cp")?.parse().ok());
        let best = lines.last().and_then(|line| word(line, "bestmove"));
        Ok((best.unwrap_or_default(), score))
    }

    /// Legal moves, whether there is Check, and the position in Forsyth–Edwards notation (FEN).
    fn judge(&mut self, moves: &[String]) -> io::Result<Standing> {
        self.set(moves)?;
        self.say("go perft 1")?;
        let told = self.hear("Nodes searched")?;
        let name = |line: &String| Some(line.strip_suffix(": 1")?.to_owned());
        let told = &told[..told.len() - 1];
        let legal = told.iter().filter_map(name).collect();
        self.say("d")?;
        let board = self.hear("Checkers")?;
        let fen = board.iter().find_map(|line| line.strip_prefix("Fen: "));
        let check = board.last().is_some_and(|line| line.len() > "Checkers:".len());
        Ok(Standing { legal, check, fen: fen.unwrap_or_default().to_owned() })
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let ended = self.say("quit").is_ok() && self.child.wait().is_ok();
        if !ended {
            eprintln!("a program did not end by itself");
        }
    }
}

struct Standing {
    legal: Vec<String>,
    check: bool,
    fen: String,
}

impl Standing {
    /// Turns since the last capture or Pawn move.
    fn quiet(&self) -> u32 {
        let field = self.fen.split_whitespace().nth(4);
        field.and_then(|field| field.parse().ok()).unwrap_or(0)
    }

    /// Parts of the FEN that must be equal in a repetition.
    fn key(&self) -> String {
        let fields: Vec<&str> = self.fen.split_whitespace().take(4).collect();
        fields.join(" ")
    }
}

/// Match of two UCI programs.
#[derive(Clone, Debug, clap::Args)]
pub struct Contest {
    /// Program whose score is printed, with its arguments
    one: String,
    /// Other program; it judges what is legal
    other: String,
    /// Variant to play
    variant: String,
    /// Node limit per turn of the first program
    nodes: u64,
    /// Node limit per turn of the other program
    others: u64,
    /// Pairs of games
    pairs: u64,
}

pub fn run(contest: &Contest) -> bool {
    let Contest { one, other, variant, nodes, others, pairs } = contest;
    let met = meet([one, other], variant, [*nodes, *others], *pairs);
    match &met {
        Ok(score) => println!("{variant}, {nodes} v. {others} nodes: {score}"),
        Err(why) => eprintln!("{why}"),
    }
    met.is_ok()
}

/// Score of the first program; each opening is played with both colours.
fn meet(commands: [&str; 2], variant: &str, nodes: [u64; 2], pairs: u64) -> io::Result<Score> {
    let [mut one, mut other] = [Program::start(commands[0], variant)?, Program::start(commands[1], variant)?];
    let mut score = Score::default();
    let mut played = 0;
    for seed in 0.. {
        if played == pairs {
            break;
        }
        let Some(opening) = opening(&mut other, seed)? else {
            continue;
        };
        for first in [0, 1] {
            let white = game(&mut one, &mut other, nodes, opening.clone(), first)?;
            score.add(if first == 0 { white } else { 1.0 - white });
        }
        played += 1;
        println!("{score}");
    }
    Ok(score)
}

/// Opening of a few random turns after which the game is even.
fn opening(judge: &mut Program, seed: u64) -> io::Result<Option<Vec<String>>> {
    let mut dice = Dice(seed);
    let mut moves = Vec::new();
    for _ in 0..OPENING {
        let standing = judge.judge(&moves)?;
        if standing.legal.is_empty() {
            return Ok(None);
        }
        moves.push(dice.pick(&standing.legal).clone());
    }
    let (_, score) = judge.play(&moves, 20_000)?;
    Ok(Some(moves).filter(|_| score.is_some_and(|score| score.abs() < EVEN)))
}

/// Points of White. `first` is the index of the program that plays White.
fn game(
    one: &mut Program,
    other: &mut Program,
    nodes: [u64; 2],
    mut moves: Vec<String>,
    first: usize,
) -> io::Result<f64> {
    one.say("ucinewgame")?;
    other.say("ucinewgame")?;
    let mut seen: HashMap<String, u32> = HashMap::new();
    while moves.len() < LONGEST {
        let standing = other.judge(&moves)?;
        let white = moves.len().is_multiple_of(2);
        let lost = if white { 0.0 } else { 1.0 };
        if standing.legal.is_empty() {
            return Ok(if standing.check { lost } else { 0.5 });
        }
        let times = seen.entry(standing.key()).or_insert(0);
        *times += 1;
        if *times == 3 || standing.quiet() >= 100 {
            return Ok(0.5);
        }
        let ones_turn = white == (first == 0);
        let (best, _) = if ones_turn { one.play(&moves, nodes[0])? } else { other.play(&moves, nodes[1])? };
        if !standing.legal.contains(&best) {
            let who = if ones_turn { "first" } else { "second" };
            println!("the {who} program plays {best} in {}", standing.fen);
            return Ok(lost);
        }
        moves.push(best);
    }
    Ok(0.5)
}
