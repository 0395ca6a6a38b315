//! Gateway v10: the websocket for events to the bot.
//!
//! Supports `HELLO`, `IDENTIFY`, `READY`, `GUILD_CREATE`, heartbeats, `RESUME` with missed events, intents and shards.
//! Payloads are plain JSON text without compression.

mod others;
mod session;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Query, State};
use axum::response::Response;
use serde_json::{Value, json};
use tokio::sync::mpsc;

pub(crate) use session::{Sessions, ToSocket};

use crate::limits;
use crate::record::ViolationKind;
use crate::state::Shared;
use crate::world::{Event, Intent, PageEvent};

/// Time between the close frame that a control sends and the end of the TCP connection.
const LINGER: Duration = Duration::from_secs(1);

/// Query string of a bot's connection.
#[derive(Debug, serde::Deserialize)]
pub(crate) struct Version {
    v: Option<String>,
    compress: Option<String>,
}

/// Accepts a bot's connection.
pub(crate) async fn connect(
    State(shared): State<Arc<Shared>>,
    Query(version): Query<Version>,
    upgrade: WebSocketUpgrade,
) -> Response {
    if version.v.as_deref() != Some("10") {
        shared.with(|s| s.world.violate(ViolationKind::Gateway, format!("gateway version {:?}, not 10", version.v)));
    }
    if version.compress.is_some() {
        shared.with(|s| s.world.violate(ViolationKind::Gateway, "transport compression, which is not offered"));
    }
    upgrade.on_upgrade(|socket| Connection::new(shared, socket).run())
}

/// A connection of a bot.
struct Connection {
    shared: Arc<Shared>,
    socket: WebSocket,
    number: u64,
    tx: mpsc::UnboundedSender<ToSocket>,
    rx: mpsc::UnboundedReceiver<ToSocket>,
    last_heartbeat: Instant,
    sends: VecDeque<Instant>,
    identified: bool,
}

/// Next step after a payload.
enum Next {
    On,
    /// Close with this close code.
    Close(u16),
}

impl Connection {
    fn new(shared: Arc<Shared>, socket: WebSocket) -> Self {
        let (tx, rx) = mpsc::unbounded_channel();
        let number = shared.with(|s| s.sessions.new_connection());
        Self {
            shared,
            socket,
            number,
            tx,
            rx,
            last_heartbeat: Instant::now(),
            sends: VecDeque::new(),
            identified: false,
        }
    }

    async fn run(mut self) {
        let interval = limits::HEARTBEAT;
        self.tell(10, json!({"heartbeat_interval": u64::try_from(interval.as_millis()).unwrap_or(u64::MAX)}));
        let mut beat = tokio::time::interval(interval);
        let mut lingers = false;
        let finally = loop {
            tokio::select! {
                message = self.socket.recv() => match message {
                    Some(Ok(Message::Text(text))) => {
                        if let Next::Close(code) = self.payload(&text) {
                            self.close(code).await;
                            break true;
                        }
                    }
                    Some(Ok(Message::Close(frame))) => break frame.is_some_and(|f| matches!(f.code, 1000 | 1001)),
                    Some(Ok(_)) => {}
                    Some(Err(_)) | None => break false,
                },
                order = self.rx.recv() => match order {
                    Some(ToSocket::Text(text)) => if self.socket.send(Message::Text(text.into())).await.is_err() {
                        break false;
                    },
                    Some(ToSocket::Close(code)) => {
                        self.close(code).await;
                        lingers = true;
                        break false;
                    }
                    Some(ToSocket::Abort) | None => break false,
                },
                _ = beat.tick() => {
                    if self.last_heartbeat.elapsed() > interval * 2 + Duration::from_secs(1) {
                        self.violate("no heartbeat for two intervals");
                        self.close(4009).await;
                        break false;
                    }
                }
            }
        };
        self.shared.with(|s| {
            s.sessions.ended(self.number, finally);
            s.world.outbox.push(Event::page(PageEvent::Bot));
        });
        if lingers {
            tokio::time::sleep(LINGER).await;
        }
    }

    async fn close(&mut self, code: u16) {
        let frame = CloseFrame { code, reason: "".into() };
        // The other side may already be gone.
        let _ = self.socket.send(Message::Close(Some(frame))).await;
    }

    fn tell(&self, op: u8, data: Value) {
        // The receiver lives as long as this connection.
        let _ = self.tx.send(ToSocket::Text(json!({"op": op, "d": data, "s": null, "t": null}).to_string()));
    }

    fn violate(&self, sentence: &str) {
        self.shared.with(|s| s.world.violate(ViolationKind::Gateway, sentence));
    }

    fn payload(&mut self, text: &str) -> Next {
        if text.len() > limits::GATEWAY_PAYLOAD {
            self.violate("a payload of more than 4096 bytes");
            return Next::Close(4002);
        }
        let now = Instant::now();
        self.sends.push_back(now);
        while self.sends.front().is_some_and(|t| now - *t > Duration::from_secs(60)) {
            self.sends.pop_front();
        }
        if self.sends.len() > limits::GATEWAY_SENDS_PER_MINUTE {
            self.violate("more than 120 payloads in a minute");
            return Next::Close(4008);
        }
        let Ok(payload) = serde_json::from_str::<Value>(text) else {
            return Next::Close(4002);
        };
        let data = &payload["d"];
        match payload["op"].as_u64() {
            Some(1) => {
                self.last_heartbeat = now;
                self.tell(11, Value::Null);
                Next::On
            }
            Some(2) => self.identify(data),
            Some(6) => self.resume(data),
            Some(3) if !self.identified => Next::Close(4003),
            Some(3 | 4 | 31) => Next::On,
            Some(8) => {
                self.member_chunk(data);
                Next::On
            }
            op => {
                self.violate(&format!("opcode {op:?}"));
                Next::Close(4001)
            }
        }
    }

    fn right_token(&self, data: &Value) -> bool {
        data["token"].as_str().is_some_and(|t| t.trim_start_matches("Bot ") == self.shared.settings.token)
    }

    fn identify(&mut self, data: &Value) -> Next {
        if self.identified {
            return Next::Close(4005);
        }
        if !self.right_token(data) {
            self.shared.with(|s| s.world.violate(ViolationKind::Auth, "IDENTIFY with a wrong token"));
            return Next::Close(4004);
        }
        let Some(intents) = data["intents"].as_u64().filter(|i| *i < 1 << 26) else {
            return Next::Close(4013);
        };
        if intents & Intent::PRIVILEGED != 0 {
            self.violate("a privileged intent the bot was not given");
            return Next::Close(4014);
        }
        let shard = (data["shard"][0].as_u64().unwrap_or(0), data["shard"][1].as_u64().unwrap_or(1).max(1));
        if shard.0 >= shard.1 {
            return Next::Close(4010);
        }
        let refused = self.shared.read(|s| match s.sessions.refuse_identify {
            None if shard.1 < s.sessions.required => Some(4011),
            refused => refused,
        });
        if let Some(code) = refused {
            return Next::Close(code);
        }
        self.identified = true;
        let tx = self.tx.clone();
        self.shared.with(|state| {
            let world = &mut state.world;
            let mut me = world.user_json(world.bot);
            me["verified"] = json!(true);
            me["mfa_enabled"] = json!(true);
            me["email"] = Value::Null;
            let ours =
                |g: &&crate::world::Guild| g.members.contains_key(&world.bot) && (g.id.0 >> 22) % shard.1 == shard.0;
            let guilds: Vec<_> = world.guilds.values().filter(ours).map(|g| g.id).collect();
            let others = || others::ids(self.shared.settings.other_guilds, shard);
            let session = state.sessions.identify(self.number, tx, intents, shard);
            let ready = json!({
                "v": 10,
                "user": me,
                "guilds": guilds.iter().copied().chain(others()).map(|g| json!({"id": g, "unavailable": true})).collect::<Vec<_>>(),
                "session_id": session.id,
                "resume_gateway_url": self.shared.settings.gateway_url,
                "shard": [shard.0, shard.1],
                "session_type": "normal",
                "application": {"id": world.bot, "flags": 0},
                "private_channels": [], "user_settings": {}, "relationships": [], "presences": [],
                "guild_join_requests": [], "geo_ordered_rtc_regions": [], "_trace": ["playground"],
            });
            session.send("READY", &ready);
            if intents & Intent::GUILDS.0 != 0 {
                for guild in guilds.iter().filter_map(|g| world.guild_create_json(*g)) {
                    session.send("GUILD_CREATE", &guild);
                }
                let like = world.guilds.keys().next().and_then(|first| world.guild_create_json(*first));
                for (like, id) in like.iter().flat_map(|like| others().map(move |id| (like, id))) {
                    session.send("GUILD_CREATE", &others::guild_create(like, id));
                }
            }
            world.outbox.push(Event::page(PageEvent::Bot));
        });
        Next::On
    }

    fn resume(&mut self, data: &Value) -> Next {
        let (id, sequence) = (data["session_id"].as_str().unwrap_or_default(), data["seq"].as_u64().unwrap_or(0));
        let right = self.right_token(data);
        let resumed = right && self.shared.with(|s| s.sessions.resume(self.number, &self.tx, id, sequence));
        if resumed {
            self.identified = true;
        } else {
            self.tell(9, json!(false));
        }
        Next::On
    }

    fn member_chunk(&self, data: &Value) {
        let Some(guild) = crate::check::snowflake(&data["guild_id"]).map(crate::GuildId) else {
            return;
        };
        let wanted = |id: crate::UserId, name: &str| match &data["user_ids"] {
            Value::Null => name.starts_with(data["query"].as_str().unwrap_or_default()),
            Value::Array(list) => list.iter().any(|x| crate::check::snowflake(x) == Some(id.0)),
            one => crate::check::snowflake(one) == Some(id.0),
        };
        self.shared.with(|s| {
            let Some(g) = s.world.guilds.get(&guild) else { return };
            let ids = g.members.keys().copied().filter(|u| wanted(*u, s.world.name_of(*u)));
            let members: Vec<Value> = ids.map(|u| s.world.member_json(guild, u)).collect();
            let chunk = json!({"guild_id": guild, "members": members, "chunk_index": 0, "chunk_count": 1,
                "nonce": data["nonce"], "not_found": []});
            s.world.outbox.push(Event::gateway("GUILD_MEMBERS_CHUNK", Intent::NONE, Some(guild), chunk));
        });
    }
}
