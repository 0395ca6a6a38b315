//! Close codes of the gateway that another attempt with the same settings does not mend. serenity's client ends for some of them; of the
//! others it only writes a log line, and goes on polling the closed connection without a pause. So the log lines are read here. The stories
//! close connections with each of these codes: a version of serenity that writes other lines fails there.

use std::fmt;

use tokio::sync::mpsc;
use tracing::field::{Field, Visit};
use tracing::{Event, Level, Metadata, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::filter;
use tracing_subscriber::layer::Context;
use tracing_subscriber::registry::LookupSpan;

/// Where serenity says it.
const SOURCE: &str = "serenity::gateway";

/// Why the gateway closed a connection for good.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Closed {
    /// 4003: something was sent before the session began.
    NotAuthenticated,
    /// 4010: the numbers of the shards do not fit.
    InvalidShard,
    /// 4011: the bot is on too many servers for its shards.
    ShardingRequired,
    /// 4012: this version of the gateway is gone.
    InvalidVersion,
}

impl Closed {
    const SIGNS: [(&str, Closed); 4] = [
        ("Gateway(NoAuthentication)", Closed::NotAuthenticated),
        ("Gateway(InvalidShardData)", Closed::InvalidShard),
        ("Gateway(OverloadedShard)", Closed::ShardingRequired),
        ("unclean close 4012", Closed::InvalidVersion),
    ];

    /// From a log line of serenity's.
    fn read(line: &str) -> Option<Self> {
        Self::SIGNS.into_iter().find_map(|(sign, closed)| line.contains(sign).then_some(closed))
    }
}

/// Closes as they happen.
pub type Closes = mpsc::UnboundedReceiver<Closed>;

/// The layer that reads the log lines, and the closes that it finds.
pub fn listen<S: Subscriber + for<'a> LookupSpan<'a>>() -> (impl Layer<S>, Closes) {
    let (found, closes) = mpsc::unbounded_channel();
    let concerned = |meta: &Metadata<'_>| meta.target().starts_with(SOURCE) && *meta.level() <= Level::WARN;
    (Reader(found).with_filter(filter::filter_fn(concerned)), closes)
}

struct Reader(mpsc::UnboundedSender<Closed>);

impl<S: Subscriber> Layer<S> for Reader {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let mut line = Line(String::new());
        event.record(&mut line);
        if let Some(closed) = Closed::read(&line.0) {
            // No receiver: the program is stopping.
            let _ = self.0.send(closed);
        }
    }
}

/// The message of an event.
struct Line(String);

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        if field.name() == "message" {
            self.0 = format!("{value:?}");
        }
    }
}

#[cfg(test)]
mod tests {
    use tracing_subscriber::layer::SubscriberExt as _;

    use super::*;

    #[test]
    fn only_lines_of_the_gateway_count() {
        let (layer, mut closes) = listen();
        tracing::subscriber::with_default(tracing_subscriber::registry().with(layer), || {
            tracing::error!(target: "serenity::gateway::bridge", "Shard handler received err: Gateway(OverloadedShard)");
            tracing::warn!(target: "serenity::gateway::shard", "[ShardInfo] Unknown unclean close 4012: Some(\"\")");
            tracing::warn!(target: "serenity::gateway::shard", "[ShardInfo] Unknown unclean close 1006: None");
            tracing::error!(target: "serenity::http", "Gateway(InvalidShardData)");
        });
        assert_eq!(closes.try_recv(), Ok(Closed::ShardingRequired));
        assert_eq!(closes.try_recv(), Ok(Closed::InvalidVersion));
        assert!(closes.try_recv().is_err());
    }
}
