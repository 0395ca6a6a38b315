//! Duels against the computer during the load test. In each separate channel, a person plays random moves and answers
//! the computer at once.

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use playground::{ChannelId, Interaction, Message, MessageId, Playground, UserId};
use tokio::sync::mpsc::UnboundedReceiver;

use super::ledger;
use super::report::Times;
use crate::DUEL;

/// Levels as shown in the command, weakest first.
pub const LEVELS: [&str; 6] = [
    "Recruit: knows the rules",
    "Soldier: sees what hangs",
    "Sergeant: plans a few turns ahead",
    "Captain: makes few mistakes",
    "Commander: makes no careless mistakes",
    "Titan: as strong as it gets",
];

/// Armies of both sides in consecutive games: those without choices before the first turn.
const ARMIES: [&str; 5] = ["medieval", "makpong", "the-party", "reptilian-order", "alchemists"];

/// Meaning of a message for the person in the game.
enum Heard {
    Nothing,
    /// The computer has moved, or the game has started.
    OwnTurn(SystemTime),
    Over,
}

/// Game against the computer, followed by others when it ends.
#[derive(Debug)]
pub struct Duel {
    pub pg: Arc<Playground>,
    pub channel: ChannelId,
    pub person: UserId,
    /// Level as shown in the command.
    pub level: &'static str,
    /// Number of games so far, which also selects the army.
    pub games: usize,
    pub messages: UnboundedReceiver<Message>,
    /// Messages already counted; they may change later, and lose their buttons.
    pub counted: HashSet<MessageId>,
    pub tally: Tally,
}

/// Statistics of games against the computer.
#[derive(Debug, Default)]
pub struct Tally {
    /// Moves of people.
    pub presses: Vec<Interaction>,
    /// Times from a person's move to the board with the computer's answer.
    pub decisions: Vec<Duration>,
    pub games: usize,
}

impl Duel {
    /// Opens a game and waits until the person is to move; `false` if that does not happen before `end`.
    pub async fn open(&mut self, end: Instant) -> bool {
        let army = ARMIES[self.games % ARMIES.len()];
        let options = [
            ("mode", DUEL.into()),
            ("order", "In order of joining".into()),
            ("battalion", army.into()),
            ("computer", self.level.into()),
            ("opponent-battalion", army.into()),
        ];
        let opened = self.pg.slash(self.person, self.channel, "titans new", &options);
        let opened = opened.await.is_ok_and(|opened| !opened.failed());
        self.games += 1;
        self.tally.games += 1;
        opened && matches!(self.wait(end).await, Some(Heard::OwnTurn(_)))
    }

    /// Plays until `end`. A computer's unfinished decision does not count.
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

    /// Plays one of the suggested moves and returns its time; `None` if none is accepted.
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
            // The warning before a losing move is answered by another move.
            if let Ok(press) = press
                && !press.ephemeral()
            {
                self.tally.presses.push(press);
                return Some(at);
            }
        }
        None
    }

    /// Waits until the person is to move or the game is over; `None` if neither happens before `end`.
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

/// Meaning of a board message.
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

/// Response times of people and the computer in all these games.
#[derive(Clone, Debug)]
pub struct Account {
    level: &'static str,
    games: usize,
    answers: Times,
    decisions: Times,
}

impl Account {
    /// Sums up the tallies.
    pub fn new(level: &'static str, tallies: &[Tally]) -> Self {
        let presses = tallies.iter().flat_map(|tally| &tally.presses);
        Self {
            level,
            games: tallies.iter().map(|tally| tally.games).sum(),
            answers: presses.filter_map(Interaction::latency).collect(),
            decisions: tallies.iter().flat_map(|tally| tally.decisions.clone()).collect(),
        }
    }

    /// Number of moves answered by the computer.
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
