//! Gateway close codes that no retry with the same settings can fix. For some of them serenity's client ends. For the
//! others it only writes a log line and polls the closed connection without pause, so this module reads the log lines.
//! The stories close connections with each of these codes and fail if a new version of serenity writes other lines.

use std::fmt;

use tokio::sync::mpsc;
use tracing::field::{Field, Visit};
use tracing::{Event, Level, Metadata, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::filter;
use tracing_subscriber::layer::Context;
use tracing_subscriber::registry::LookupSpan;

/// Log target of serenity's messages about close codes.
const SOURCE: &str = "serenity::gateway";

/// Permanent reason for closing a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Closed {
    /// 4003: a payload was sent before the session began.
    NotAuthenticated,
    /// 4010: the shard numbers are invalid.
    InvalidShard,
    /// 4011: the bot is on too many servers for its number of shards.
    ShardingRequired,
    /// 4012: this version of the gateway is no longer supported.
    InvalidVersion,
}

impl Closed {
    const SIGNS: [(&str, Closed); 4] = [
        ("Gateway(NoAuthentication)", Closed::NotAuthenticated),
        ("Gateway(InvalidShardData)", Closed::InvalidShard),
        ("Gateway(OverloadedShard)", Closed::ShardingRequired),
        ("unclean close 4012", Closed::InvalidVersion),
    ];

    /// Reads a log line of serenity.
    fn read(line: &str) -> Option<Self> {
        Self::SIGNS.into_iter().find_map(|(sign, closed)| line.contains(sign).then_some(closed))
    }
}

/// Stream of permanent closes.
pub type Closes = mpsc::UnboundedReceiver<Closed>;

/// Creates the layer that reads log lines, and the stream of closes that it finds.
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

/// Message of a log event.
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
    fn every_permanent_close_is_read() {
        for (line, closed) in [
            ("Shard handler received err: Gateway(NoAuthentication)", Some(Closed::NotAuthenticated)),
            ("Shard handler received err: Gateway(InvalidShardData)", Some(Closed::InvalidShard)),
            ("Shard handler received err: Gateway(OverloadedShard)", Some(Closed::ShardingRequired)),
            ("[ShardInfo] Unknown unclean close 4012: None", Some(Closed::InvalidVersion)),
            ("[ShardInfo] Unknown unclean close 4000: None", None),
            ("Shard handler received err: Gateway(HeartbeatFailed)", None),
        ] {
            assert_eq!(Closed::read(line), closed, "{line}");
        }
    }

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
