//! Metrics, with all their names and labels. No label depends on a single game or person: the metrics reveal nothing
//! secret, and their number stays bounded.

use std::panic::PanicHookInfo;
use std::time::Duration;

use metrics::{Unit, counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram};
use metrics_exporter_prometheus::{BuildError, Matcher, PrometheusBuilder, PrometheusHandle};

const INTERACTIONS: &str = "battalion_interactions_total";
const ANSWER: &str = "battalion_answer_seconds";
const BOARD: &str = "battalion_board_seconds";
const NOTICES: &str = "battalion_notices_total";
const OUTBOX_DEPTH: &str = "battalion_outbox_depth";
const OUTBOX_AGE: &str = "battalion_outbox_age_seconds";
const GAMES: &str = "battalion_games";
const DRAW: &str = "battalion_draw_seconds";
const WRITE: &str = "battalion_database_write_seconds";
const WRITE_JOBS: &str = "battalion_database_write_jobs_total";
const GATEWAY: &str = "battalion_gateway_connected";
const THOUGHTS: &str = "battalion_computer_decisions_total";
const NODES: &str = "battalion_computer_nodes_total";
const THOUGHT: &str = "battalion_computer_decision_seconds";
const THOUGHTS_WAITING: &str = "battalion_computer_queue";
const PANICS: &str = "battalion_panics_total";

/// Upper bounds of the histograms, in seconds.
const BUCKETS: &[f64] = &[0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0];

/// Outcome of an interaction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// Completed.
    Done,
    /// Refused, with an explanation for the user.
    Refused,
    /// Failed because of an internal error.
    Failed,
}

impl Ended {
    const fn label(self) -> &'static str {
        match self {
            Ended::Done => "done",
            Ended::Refused => "refused",
            Ended::Failed => "failed",
        }
    }
}

/// Contents of the database.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Open lobbies.
    pub lobbies: u64,
    /// Running games.
    pub running: u64,
    /// Games set aside because they cannot be loaded.
    pub unreadable: u64,
    /// Notices that wait or are being posted.
    pub outbox: u64,
    /// Milliseconds that the oldest of these notices has been overdue.
    pub oldest: u64,
}

/// Installs the recorder and returns its handle, which renders the metrics for Prometheus.
///
/// # Errors
/// Fails if a recorder is already installed.
pub fn install() -> Result<PrometheusHandle, BuildError> {
    let handle = PrometheusBuilder::new()
        .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), BUCKETS)?
        .install_recorder()?;
    let seconds = Unit::Seconds;
    describe_counter!(INTERACTIONS, "Commands, presses and forms, by name and how they ended");
    describe_histogram!(ANSWER, seconds, "From an interaction's arrival to its answer");
    describe_histogram!(BOARD, seconds, "From a change to the message that shows it");
    describe_counter!(NOTICES, "Messages that the bot owes, by what became of an attempt");
    describe_gauge!(OUTBOX_DEPTH, "Messages that wait or are being posted");
    describe_gauge!(OUTBOX_AGE, seconds, "How long the oldest waiting message has been due");
    describe_gauge!(GAMES, "Open games, by state");
    describe_histogram!(DRAW, seconds, "Drawing a picture");
    describe_histogram!(WRITE, seconds, "A transaction that writes, the disk included");
    describe_counter!(WRITE_JOBS, "What was written, by whether it was stored");
    describe_gauge!(GATEWAY, "1 while the gateway is connected");
    describe_counter!(THOUGHTS, "Decisions of computer players");
    describe_counter!(NODES, "Positions that computer players have looked at");
    describe_histogram!(THOUGHT, seconds, "A decision of a computer player, waiting for a thread included");
    describe_gauge!(THOUGHTS_WAITING, "Decisions of computer players that wait for a thread");
    describe_counter!(PANICS, "Panics");
    counter!(PANICS).absolute(0);
    gauge!(GATEWAY).set(0);
    Ok(handle)
}

/// Records an interaction. `name` is the command, or the kind of component.
pub fn interaction(name: String, ended: Ended, took: Duration) {
    counter!(INTERACTIONS, "name" => name, "outcome" => ended.label()).increment(1);
    histogram!(ANSWER).record(took);
}

/// Records the time from a change to the message that shows it.
pub fn board(took: Duration) {
    histogram!(BOARD).record(took);
}

/// Records an attempt to post a notice, by its outcome.
pub fn notice(outcome: &'static str) {
    counter!(NOTICES, "outcome" => outcome).increment(1);
}

/// Sets the gauges of the database's contents.
pub fn counts(counts: Counts) {
    let games = [("lobby", counts.lobbies), ("running", counts.running), ("unreadable", counts.unreadable)];
    for (state, count) in games {
        gauge!(GAMES, "state" => state).set(count as f64);
    }
    gauge!(OUTBOX_DEPTH).set(counts.outbox as f64);
    gauge!(OUTBOX_AGE).set(counts.oldest as f64 / 1000.0);
}

/// Records the time it took to draw a picture.
pub fn drawn(took: Duration) {
    histogram!(DRAW).record(took);
}

/// Records a transaction of `jobs` jobs.
pub fn written(jobs: u64, stored: bool, took: Duration) {
    let outcome = if stored { "stored" } else { "failed" };
    counter!(WRITE_JOBS, "outcome" => outcome).increment(jobs);
    histogram!(WRITE).record(took);
}

/// Records a decision of a computer player.
pub fn decided(nodes: u64, took: Duration) {
    counter!(THOUGHTS).increment(1);
    counter!(NODES).increment(nodes);
    histogram!(THOUGHT).record(took);
}

/// Sets the number of decisions that wait for a thread.
pub fn thoughts_waiting(waiting: usize) {
    gauge!(THOUGHTS_WAITING).set(waiting as f64);
}

/// Sets the state of the gateway connection.
pub fn gateway(connected: bool) {
    gauge!(GATEWAY).set(if connected { 1 } else { 0 });
}

/// Counts a panic and logs its location. The message is left out because it may contain text written by users.
pub fn panicked(panic: &PanicHookInfo<'_>) {
    counter!(PANICS).increment(1);
    let place = panic.location().map(ToString::to_string);
    let place = place.unwrap_or_else(|| "an unknown place".to_owned());
    tracing::error!(%place, "a panic; please report it with this place");
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Gauges have the units of their names.
    #[test]
    fn counts_are_exported_in_their_units() {
        let recorder = PrometheusBuilder::new().build_recorder();
        let all = Counts { lobbies: 1, running: 2, unreadable: 3, outbox: 4, oldest: 5_500 };
        ::metrics::with_local_recorder(&recorder, || counts(all));
        let text = recorder.handle().render();
        for line in [
            "battalion_games{state=\"lobby\"} 1",
            "battalion_games{state=\"running\"} 2",
            "battalion_games{state=\"unreadable\"} 3",
            "battalion_outbox_depth 4",
            "battalion_outbox_age_seconds 5.5",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}: {text}");
        }
    }

    /// Names of metrics in a text, without the suffix of a histogram's series.
    fn named(text: &str) -> BTreeSet<&str> {
        let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let names = words.filter(|word| word.starts_with("battalion_"));
        names.map(|name| name.strip_suffix("_bucket").unwrap_or(name)).collect()
    }

    #[test]
    fn alerts_and_dashboard_name_existing_metrics() {
        let known = named(include_str!("metrics.rs"));
        for (file, text) in [
            ("alerts.yml", include_str!("../../packaging/monitoring/alerts.yml")),
            ("dashboard.json", include_str!("../../packaging/monitoring/dashboard.json")),
        ] {
            let used = named(text);
            assert!(used.len() >= 8, "{file}");
            let unknown: Vec<_> = used.difference(&known).collect();
            assert!(unknown.is_empty(), "{file}: {unknown:?}");
        }
    }
}
