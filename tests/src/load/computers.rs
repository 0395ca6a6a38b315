//! Duels against the computer beside the games between people: somebody in a channel of their own plays at random, and moves as soon as the
//! computer has moved.

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use playground::{ChannelId, Interaction, Message, MessageId, Playground, UserId};
use tokio::sync::mpsc::UnboundedReceiver;

use super::ledger;
use super::report::Times;
use crate::DUEL;

/// The levels as they are chosen, the weakest first.
pub const LEVELS: [&str; 6] = [
    "Recruit: knows the rules",
    "Soldier: sees what hangs",
    "Sergeant: plays in a club",
    "Captain: hard to beat for most",
    "Commander: hard to beat for anyone",
    "Titan: as strong as it gets",
];

/// What both sides play with, one game after the other: the armies of duels that ask nothing before the first turn.
const ARMIES: [&str; 5] = ["medieval", "makpong", "the-party", "reptilian-order", "alchemists"];

/// What a message in the channel of a game means to whom plays there.
enum Heard {
    Nothing,
    /// The computer has moved, or the game has begun.
    OwnTurn(SystemTime),
    Over,
}

/// A game against the computer, followed by others when it is over.
#[derive(Debug)]
pub struct Duel {
    pub pg: Arc<Playground>,
    pub channel: ChannelId,
    pub person: UserId,
    /// How the computer's level is chosen.
    pub level: &'static str,
    /// How many games there have been, and which army comes first.
    pub games: usize,
    pub messages: UnboundedReceiver<Message>,
    /// Messages that have been heard of: they may change later, and lose their buttons.
    pub counted: HashSet<MessageId>,
    pub tally: Tally,
}

/// What happened in games against the computer.
#[derive(Debug, Default)]
pub struct Tally {
    /// Moves of people.
    pub presses: Vec<Interaction>,
    /// From a person's move to the board with the computer's.
    pub decisions: Vec<Duration>,
    pub games: usize,
}

impl Duel {
    /// Opens a game, and waits until the person is to move. `false` if that is not before `end`.
    pub async fn open(&mut self, end: Instant) -> bool {
        let army = ARMIES[self.games % ARMIES.len()];
        let options = [
            ("mode", DUEL.into()),
            ("order", "In order of joining".into()),
            ("battalion", army.into()),
            ("computer", self.level.into()),
            ("computer-battalion", army.into()),
        ];
        let opened = self.pg.slash(self.person, self.channel, "titans new", &options);
        let opened = opened.await.is_ok_and(|opened| !opened.failed());
        self.games += 1;
        self.tally.games += 1;
        opened && matches!(self.wait(end).await, Some(Heard::OwnTurn(_)))
    }

    /// Plays until `end`. What the computer still thinks about then does not count.
    pub async fn play(mut self, end: Instant) -> Tally {
        while Instant::now() < end {
            let Some(at) = self.turn().await else { break };
            match self.wait(end).await {
                Some(Heard::OwnTurn(shown)) => {
                    self.tally.decisions.extend(shown.duration_since(at).ok());
                }
                Some(_) => while !self.open(end).await && Instant::now() < end {},
                None => break,
            }
        }
        self.tally
    }

    /// Makes any of the moves that are suggested, and says when; `None` if none is accepted.
    async fn turn(&mut self) -> Option<SystemTime> {
        let (person, channel) = (self.person, self.channel);
        let offered = self.pg.autocomplete(person, channel, "move", "move", "").await;
        let offered = offered.unwrap_or_default();
        let first = self.tally.presses.len() * 7 + self.games;
        for choice in offered.iter().cycle().skip(first % offered.len().max(1)).take(offered.len()) {
            let Some(text) = choice.value.as_str() else {
                continue;
            };
            let at = SystemTime::now();
            let press = self.pg.slash(person, channel, "move", &[("move", text.into())]).await;
            // A question before a move that loses at once is answered by another move.
            if let Ok(press) = press
                && !press.ephemeral()
            {
                self.tally.presses.push(press);
                return Some(at);
            }
        }
        None
    }

    /// Listens until the person is to move, or the game is over; `None` if neither is before `end`.
    async fn wait(&mut self, end: Instant) -> Option<Heard> {
        loop {
            let message = tokio::time::timeout_at(end.into(), self.messages.recv()).await.ok()??;
            match hear(&message) {
                Heard::Nothing => {}
                heard if self.counted.insert(message.id) => return Some(heard),
                _ => {}
            }
        }
    }
}

/// What a board says.
fn hear(message: &Message) -> Heard {
    if !ledger::is_board(message) {
        return Heard::Nothing;
    }
    let text = message.text();
    if text.contains("is thinking") {
        Heard::Nothing
    } else if text.contains("your turn") && !message.buttons().is_empty() {
        Heard::OwnTurn(message.edited.unwrap_or(message.sent))
    } else if text.contains("wins") || text.contains("draw") {
        Heard::Over
    } else {
        Heard::Nothing
    }
}

/// What people and the computer needed in all these games.
#[derive(Clone, Debug)]
pub struct Account {
    level: &'static str,
    games: usize,
    answers: Times,
    decisions: Times,
}

impl Account {
    /// Adds up.
    pub fn new(level: &'static str, tallies: &[Tally]) -> Self {
        let presses = tallies.iter().flat_map(|tally| &tally.presses);
        Self {
            level,
            games: tallies.iter().map(|tally| tally.games).sum(),
            answers: presses.filter_map(Interaction::latency).collect(),
            decisions: tallies.iter().flat_map(|tally| tally.decisions.clone()).collect(),
        }
    }

    /// Moves that the computer has answered.
    pub fn decided(&self) -> usize {
        self.decisions.count()
    }
}

impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (level, games, decided) = (self.level, self.games, self.decided());
        writeln!(f, "against the computer ({level}): {games} games, {decided} moves answered")?;
        writeln!(f, "  press to answer: {}", self.answers)?;
        write!(f, "  press to the computer's move: {}", self.decisions)
    }
}
