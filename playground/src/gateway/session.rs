//! Gateway sessions: events sent to a bot connection, kept so that a broken connection can resume.

use std::collections::VecDeque;

use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::id::random_hex;
use crate::world::{Dispatch, Intent};

/// Number of events that a broken connection can catch up on.
const KEPT: usize = 1000;

/// Command to the task of a connection.
#[derive(Debug)]
pub(crate) enum ToSocket {
    /// Send a payload.
    Text(String),
    /// Close with a close code.
    Close(u16),
    /// Cut without a close frame.
    Abort,
}

/// A session of a bot.
#[derive(Debug)]
pub(crate) struct Session {
    pub(crate) id: String,
    intents: u64,
    /// Shard number and number of shards.
    shard: (u64, u64),
    sequence: u64,
    kept: VecDeque<(u64, String)>,
    pub(crate) resumable: bool,
    /// Number and sender of the connection, if there is one.
    connection: Option<(u64, mpsc::UnboundedSender<ToSocket>)>,
}

impl Session {
    /// Numbers a dispatch, stores it, and sends it to the connection, if any. Returns `true` if there is one.
    pub(crate) fn send(&mut self, name: &str, data: &Value) -> bool {
        self.sequence += 1;
        let text = json!({"op": 0, "t": name, "s": self.sequence, "d": data}).to_string();
        let live = self.connection.as_ref().is_some_and(|(_, tx)| tx.send(ToSocket::Text(text.clone())).is_ok());
        self.kept.push_back((self.sequence, text));
        if self.kept.len() > KEPT {
            self.kept.pop_front();
        }
        live
    }

    fn wants(&self, dispatch: &Dispatch) -> bool {
        let shard = dispatch.guild.map_or(0, |g| (g.0 >> 22) % self.shard.1.max(1));
        (dispatch.intent == Intent::NONE || self.intents & dispatch.intent.0 != 0) && shard == self.shard.0
    }
}

/// All sessions, connected and broken.
#[derive(Debug)]
pub(crate) struct Sessions {
    all: Vec<Session>,
    connections: u64,
    /// Number of sessions identified since the start.
    pub(crate) identified: u64,
    /// Number of sessions resumed.
    pub(crate) resumed: u64,
    /// Number of coming resume attempts to refuse.
    pub(crate) refuse_resume: u32,
    /// Close code for every identify attempt.
    pub(crate) refuse_identify: Option<u16>,
    /// Number of shards that `GET /gateway/bot` recommends.
    pub(crate) recommended: u64,
    /// Minimum number of shards of a session; others are closed with 4011.
    pub(crate) required: u64,
}

impl Default for Sessions {
    fn default() -> Self {
        Self {
            all: Vec::new(),
            connections: 0,
            identified: 0,
            resumed: 0,
            refuse_resume: 0,
            refuse_identify: None,
            recommended: 1,
            required: 1,
        }
    }
}

impl Sessions {
    /// Number for a new connection.
    pub(crate) fn new_connection(&mut self) -> u64 {
        self.connections += 1;
        self.connections
    }

    /// Creates a session. An older one of the same shard can no longer resume once it breaks.
    pub(crate) fn identify(
        &mut self,
        connection: u64,
        tx: mpsc::UnboundedSender<ToSocket>,
        intents: u64,
        shard: (u64, u64),
    ) -> &mut Session {
        self.all.retain(|s| s.connection.is_some() || s.shard != shard);
        for old in self.all.iter_mut().filter(|s| s.shard == shard) {
            old.resumable = false;
        }
        self.identified += 1;
        let at = self.all.len();
        self.all.push(Session {
            id: random_hex(),
            intents,
            shard,
            sequence: 0,
            kept: VecDeque::new(),
            resumable: true,
            connection: Some((connection, tx)),
        });
        &mut self.all[at]
    }

    /// Resumes a broken session from a sequence number: sends all missed events, then `RESUMED`.
    pub(crate) fn resume(
        &mut self,
        connection: u64,
        tx: &mpsc::UnboundedSender<ToSocket>,
        id: &str,
        sequence: u64,
    ) -> bool {
        if self.refuse_resume > 0 {
            self.refuse_resume -= 1;
            self.all.retain(|s| s.id != id);
            return false;
        }
        let Some(session) = self.all.iter_mut().find(|s| s.id == id && s.resumable) else {
            return false;
        };
        if sequence > session.sequence {
            return false;
        }
        for (_, text) in session.kept.iter().filter(|(n, _)| *n > sequence) {
            // If the connection is already gone, the bot will resume again.
            let _ = tx.send(ToSocket::Text(text.clone()));
        }
        session.connection = Some((connection, tx.clone()));
        session.send("RESUMED", &json!({"_trace": ["playground"]}));
        self.resumed += 1;
        true
    }

    /// Records the end of a connection. `finally` means that the bot closed it (1000 or 1001) and will not resume.
    pub(crate) fn ended(&mut self, connection: u64, finally: bool) {
        for session in &mut self.all {
            if session.connection.as_ref().is_some_and(|(n, _)| *n == connection) {
                session.connection = None;
                session.resumable &= !finally;
            }
        }
        self.all.retain(|s| s.connection.is_some() || s.resumable);
    }

    /// Sends an event to all sessions with its intent. Returns `true` if one of them is connected.
    pub(crate) fn dispatch(&mut self, dispatch: &Dispatch) -> bool {
        let mut live = false;
        for session in self.all.iter_mut().filter(|s| s.wants(dispatch)) {
            live |= if dispatch.guarded && session.intents & Intent::MESSAGE_CONTENT.0 == 0 {
                let mut data = dispatch.data.clone();
                data["content"] = json!("");
                for list in ["embeds", "attachments", "components"] {
                    data[list] = json!([]);
                }
                session.send(dispatch.name, &data)
            } else {
                session.send(dispatch.name, &dispatch.data)
            };
        }
        live
    }

    /// Returns `true` if a bot is connected.
    pub(crate) fn connected(&self) -> bool {
        self.all.iter().any(|s| s.connection.is_some())
    }

    /// Connected shards, as number and total.
    pub(crate) fn shards(&self) -> impl Iterator<Item = (u64, u64)> {
        self.all.iter().filter(|s| s.connection.is_some()).map(|s| s.shard)
    }

    /// Sends a message to every connection.
    pub(crate) fn tell_all(&self, message: impl Fn() -> ToSocket) {
        for (_, tx) in self.all.iter().filter_map(|s| s.connection.as_ref()) {
            // A closed connection does not need it.
            let _ = tx.send(message());
        }
    }

    /// Ends every connection. The sessions remain.
    pub(crate) fn drop_all(&mut self) {
        self.tell_all(|| ToSocket::Abort);
        for session in &mut self.all {
            session.connection = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::Dispatch;

    fn texts(rx: &mut mpsc::UnboundedReceiver<ToSocket>) -> Vec<Value> {
        std::iter::from_fn(|| rx.try_recv().ok())
            .filter_map(|m| match m {
                ToSocket::Text(text) => serde_json::from_str(&text).ok(),
                _ => None,
            })
            .collect()
    }

    #[test]
    fn a_broken_session_catches_up() {
        let mut sessions = Sessions::default();
        let (tx, mut rx) = mpsc::unbounded_channel();
        let id = sessions.identify(1, tx, 1, (0, 1)).id.clone();
        let event = |intent| Dispatch { name: "X", intent, guild: None, data: json!({}), guarded: false };
        assert!(sessions.dispatch(&event(Intent::GUILDS)));
        assert!(!sessions.dispatch(&event(Intent::GUILD_MEMBERS)), "not asked for");
        assert_eq!(texts(&mut rx).len(), 1);
        sessions.ended(1, false);
        assert!(!sessions.dispatch(&event(Intent::GUILDS)));
        let (tx, mut rx) = mpsc::unbounded_channel();
        assert!(sessions.resume(2, &tx, &id, 1));
        let seen = texts(&mut rx);
        assert_eq!(seen.len(), 2);
        assert_eq!((&seen[0]["s"], &seen[1]["t"]), (&json!(2), &json!("RESUMED")));
        sessions.ended(2, true);
        assert!(!sessions.resume(3, &tx, &id, 2));
    }
}
