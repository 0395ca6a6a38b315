//! Report of a load test: the table of results, and the verdict.

use std::fmt;
use std::time::Duration;

use playground::{Interaction, Scope, Traffic, ViolationKind};

use super::computers::Account;
use super::stage::Stage;
use super::table::{Tally, add};
use super::{Offer, Plan};
use crate::Bot;
use crate::bot::Usage;

/// Sorted times, for percentiles.
#[derive(Clone, Debug, Default)]
pub(super) struct Times(Vec<Duration>);

impl FromIterator<Duration> for Times {
    fn from_iter<T: IntoIterator<Item = Duration>>(times: T) -> Self {
        let mut times: Vec<Duration> = times.into_iter().collect();
        times.sort_unstable();
        Self(times)
    }
}

impl Times {
    /// Number of times.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Percentile for the share `part`, in milliseconds.
    fn at(&self, part: f64) -> f64 {
        let Some(last) = self.0.len().checked_sub(1) else {
            return f64::NAN;
        };
        self.0[(last as f64 * part).round() as usize].as_secs_f64() * 1e3
    }
}

impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (p50, p95, p99, most) = (self.at(0.5), self.at(0.95), self.at(0.99), self.at(1.0));
        write!(f, "p50 {p50:.1} ms, p95 {p95:.1} ms, p99 {p99:.1} ms, most {most:.1} ms")
    }
}

fn memory(bot: &Bot) -> String {
    format!("{} now, {} at most", bot.memory("VmRSS"), bot.memory("VmHWM"))
}

/// Results of a load test. Its `Display` is a table; [`verdict`](Self::verdict) checks it.
#[derive(Clone, Debug)]
pub struct Report {
    plan: Plan,
    offer: Offer,
    /// Number of accepted turns.
    carried: u64,
    /// Answers to refused moves.
    refused: Vec<String>,
    /// Moves without an answer in time.
    unanswered: usize,
    answers: Times,
    boards: Times,
    directs: Times,
    /// Games against the computer, if any.
    computers: Option<Account>,
    traffic: Traffic,
    /// Processor time of all processes, and of the database on a server.
    processor: [Duration; 2],
    /// Boards expected, lost and surplus; the same for direct messages.
    board_count: [usize; 3],
    direct_count: [usize; 3],
    /// Number of games started, and of those whose version in the bot differs from the accepted one.
    games: usize,
    disagreeing: usize,
    memory: String,
    /// Violations of Discord's rules, except for rate limits.
    violations: Vec<String>,
}

impl Report {
    pub(super) fn new(
        plan: &Plan,
        offer: Offer,
        (traffic, processor): (Traffic, [Duration; 2]),
        tallies: Vec<Tally>,
        computers: Option<Account>,
        stage: &Stage,
    ) -> Self {
        let (mut board_count, mut direct_count) = ([0; 3], [0; 3]);
        for tally in &tallies {
            add(&mut board_count, tally.board_count);
            add(&mut direct_count, tally.direct_count);
        }
        let presses = tallies.iter().flat_map(|tally| &tally.presses);
        let violations = stage.pg.violations().into_iter();
        Self {
            plan: plan.clone(),
            offer,
            carried: tallies.iter().map(|tally| tally.carried).sum(),
            refused: tallies.iter().flat_map(|tally| tally.refused.clone()).collect(),
            unanswered: presses.clone().filter(|press| press.latency().is_none()).count(),
            answers: presses.filter_map(Interaction::latency).collect(),
            boards: tallies.iter().flat_map(|tally| tally.boards.clone()).collect(),
            directs: tallies.iter().flat_map(|tally| tally.directs.clone()).collect(),
            computers,
            traffic,
            processor,
            board_count,
            direct_count,
            games: tallies.iter().map(|tally| tally.games).sum(),
            disagreeing: tallies.iter().filter(|tally| tally.disagrees).count(),
            memory: stage.bots.iter().map(memory).collect::<Vec<_>>().join("; "),
            violations: violations
                .filter(|violation| violation.kind != ViolationKind::RateLimit)
                .map(|violation| violation.to_string())
                .collect(),
        }
    }

    /// Checks that every accepted version was posted exactly once.
    ///
    /// # Errors
    /// A sentence that describes the failure.
    pub fn verdict(&self) -> Result<(), String> {
        let [_, lost, doubled] = self.board_count;
        let [_, lost_directs, doubled_directs] = self.direct_count;
        let wrong = [
            (lost, "boards lost"),
            (doubled, "boards too many"),
            (lost_directs, "direct messages lost"),
            (doubled_directs, "direct messages too many"),
            (self.disagreeing, "games at another version than was accepted"),
            (self.refused.len(), "presses refused"),
            (self.violations.len(), "of Discord's rules broken"),
            (usize::from(self.carried == 0), "runs without a single turn"),
            (
                usize::from(self.computers.as_ref().is_some_and(|account| account.decided() == 0)),
                "runs without a single move of a computer",
            ),
        ];
        let wrong: Vec<String> =
            wrong.into_iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}")).collect();
        if wrong.is_empty() { Ok(()) } else { Err(wrong.join(", ")) }
    }

    /// One line for a table of several tests: turns offered and carried per second, response times, processor time for a
    /// turn of the bot and of the database, and memory.
    pub fn row(&self) -> String {
        let plan = &self.plan;
        let carried = self.carried as f64 / self.offer.lasted.as_secs_f64();
        let [bot, database] = self.processor.map(|time| time.as_secs_f64() * 1e3 / self.carried.max(1) as f64);
        let memory = self.offer.usage.iter().map(|usage| usage.memory).max().unwrap_or(0);
        let verdict = self.verdict().map_or_else(|why| why, |()| "every board once".to_owned());
        format!(
            "| {:?}, {} | {} | {carried:.0} | {:.0}, {:.0} ms | {:.0}, {:.0} ms | {bot:.1} ms, {database:.1} ms | {memory} MB | {verdict} |",
            plan.store,
            plan.processes,
            plan.rate,
            self.answers.at(0.5),
            self.answers.at(0.99),
            self.boards.at(0.5),
            self.boards.at(0.99),
        )
    }

    fn each_turn(&self, requests: u64) -> f64 {
        requests as f64 / self.carried.max(1) as f64
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plan = &self.plan;
        let limits = if plan.limits { "enforced" } else { "not enforced" };
        writeln!(
            f,
            "{} games, {} turns a second in bursts of {}, {:?} to Discord, limits {limits}, route {:?}, {:?}, {} processes, {:?}",
            plan.games, plan.rate, plan.burst, plan.delay, plan.route, plan.store, plan.processes, plan.time
        )?;
        let seconds = self.offer.lasted.as_secs_f64();
        let every = |count: u64| count as f64 / seconds;
        writeln!(
            f,
            "turns: {} offered ({:.1} a second), {} of them held back since no game was ready, {} carried ({:.1} a second)",
            self.offer.turns,
            every(self.offer.turns as u64),
            self.offer.held_back,
            self.carried,
            every(self.carried)
        )?;
        writeln!(f, "press to answer: {}", self.answers)?;
        writeln!(f, "press to board: {}", self.boards)?;
        writeln!(f, "press to direct message: {}", self.directs)?;
        if let Some(computers) = &self.computers {
            writeln!(f, "{computers}")?;
        }
        let traffic = &self.traffic;
        writeln!(
            f,
            "requests: {:.2} a turn, {:.2} of them in the global limit, {} in the busiest second",
            self.each_turn(traffic.total()),
            self.each_turn(traffic.counted),
            traffic.busiest_second
        )?;
        let by_route: Vec<String> = traffic.requests.iter().map(|(op, count)| format!("{op:?} {count}")).collect();
        writeln!(f, "  {}", by_route.join(", "))?;
        let limited = |scope| traffic.limited.get(&scope).copied().unwrap_or_default();
        writeln!(
            f,
            "429: {} user, {} global, {} shared, {} locked out",
            limited(Scope::User),
            limited(Scope::Global),
            limited(Scope::Shared),
            limited(Scope::LockedOut)
        )?;
        writeln!(
            f,
            "presses refused: {}, without an answer in time: {}{}",
            self.refused.len(),
            self.unanswered,
            self.refused.first().map(|text| format!("; one of them: {text}")).unwrap_or_default()
        )?;
        let [due, lost, doubled] = self.board_count;
        writeln!(f, "boards: {due} due, {lost} lost, {doubled} too many, in {} games", self.games)?;
        let [due, lost, doubled] = self.direct_count;
        writeln!(f, "direct messages: {due} due, {lost} lost, {doubled} too many")?;
        writeln!(f, "games at another version than was accepted: {}", self.disagreeing)?;
        let [bot, database] = self.processor;
        writeln!(f, "processor time: {bot:.1?} of the bot, {database:.1?} of a database server")?;
        writeln!(f, "memory of the bot: {}", self.memory)?;
        writeln!(f, "at the beginning and after each minute:")?;
        let mut line = |name: &str, value: fn(&Usage) -> u64| {
            let by_minute: Vec<String> = self.offer.usage.iter().map(|usage| value(usage).to_string()).collect();
            writeln!(f, "  {name}: {}", by_minute.join(" "))
        };
        line("memory, MB", |usage| usage.memory)?;
        line("threads", |usage| usage.threads)?;
        line("descriptors", |usage| usage.descriptors)?;
        line("write-ahead log, KB", |usage| usage.journal)?;
        for violation in self.violations.iter().take(5) {
            writeln!(f, "broken rule: {violation}")?;
        }
        match self.verdict() {
            Ok(()) => write!(f, "every accepted version was posted exactly once"),
            Err(why) => write!(f, "NOT IN ORDER: {why}"),
        }
    }
}
