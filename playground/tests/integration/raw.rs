//! Raw bot without a library: HTTP and the gateway.

use std::collections::VecDeque;

use futures_util::{SinkExt, StreamExt};
use playground::{Builder, Playground};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// REST client of a bot.
pub struct Rest {
    address: String,
    token: String,
}

/// File of a form: part, name, contents.
pub type File = (String, String, Vec<u8>);

impl Rest {
    pub fn new(pg: &Playground) -> Self {
        Self::with_token(pg, pg.token())
    }

    pub fn with_token(pg: &Playground, token: &str) -> Self {
        Self { address: pg.address().to_string(), token: token.to_owned() }
    }

    /// Paths for responses to an interaction: the callback, and the webhook for follow-ups.
    pub fn paths(&self, interaction: &Value) -> (String, String) {
        let text = |field: &str| interaction[field].as_str().unwrap().to_owned();
        let (id, token, app) = (text("id"), text("token"), text("application_id"));
        (format!("interactions/{id}/{token}/callback"), format!("webhooks/{app}/{token}"))
    }

    pub async fn get(&self, path: &str) -> (u16, Value) {
        self.send("GET", path, "application/json", Vec::new()).await.unwrap()
    }

    pub async fn post(&self, path: &str, body: Value) -> (u16, Value) {
        self.try_post(path, body).await.unwrap()
    }

    /// Posts a body; `None` if the connection breaks.
    pub async fn try_post(&self, path: &str, body: Value) -> Option<(u16, Value)> {
        self.send("POST", path, "application/json", body.to_string().into_bytes()).await
    }

    pub async fn put(&self, path: &str, body: Value) -> (u16, Value) {
        self.send("PUT", path, "application/json", body.to_string().into_bytes()).await.unwrap()
    }

    pub async fn patch(&self, path: &str, body: Value) -> (u16, Value) {
        self.send("PATCH", path, "application/json", body.to_string().into_bytes()).await.unwrap()
    }

    pub async fn form(&self, path: &str, body: Value, files: Vec<File>) -> (u16, Value) {
        let mut text = Vec::new();
        for (part, name, bytes) in files {
            text.extend(
                format!("--X\r\nContent-Disposition: form-data; name=\"{part}\"; filename=\"{name}\"\r\n\r\n").bytes(),
            );
            text.extend(bytes);
            text.extend(b"\r\n");
        }
        text.extend(
            format!("--X\r\nContent-Disposition: form-data; name=\"payload_json\"\r\n\r\n{body}\r\n--X--\r\n").bytes(),
        );
        self.send("POST", path, "multipart/form-data; boundary=X", text).await.unwrap()
    }

    /// Fetches an address.
    pub async fn raw_get(&self, url: &str) -> Vec<u8> {
        let path = url.split_once(&self.address).unwrap().1;
        let head = format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.address);
        self.exchange(head, Vec::new()).await.unwrap().1
    }

    /// Status of a plain request with an additional or replaced header.
    pub async fn header(&self, name: &str, value: &str) -> u16 {
        let host = if name == "Host" { String::new() } else { format!("Host: {}\r\n", self.address) };
        let head = format!(
            "GET /api/v10/gateway HTTP/1.1\r\n{host}{name}: {value}\r\nUser-Agent: DiscordBot (https://example.org, 1)\r\nAuthorization: Bot {}\r\nConnection: close\r\n\r\n",
            self.token
        );
        self.exchange(head, Vec::new()).await.unwrap().0
    }

    async fn send(&self, method: &str, path: &str, kind: &str, body: Vec<u8>) -> Option<(u16, Value)> {
        let head = format!(
            "{method} /api/v10/{path} HTTP/1.1\r\nHost: {}\r\nUser-Agent: DiscordBot (https://example.org, 1)\r\nAuthorization: Bot {}\r\nContent-Type: {kind}\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n",
            self.address,
            self.token,
            body.len()
        );
        let (status, body) = self.exchange(head, body).await?;
        Some((status, serde_json::from_slice(&body).unwrap_or_default()))
    }

    async fn exchange(&self, head: String, body: Vec<u8>) -> Option<(u16, Vec<u8>)> {
        let mut stream = TcpStream::connect(&self.address).await.unwrap();
        stream.write_all(head.as_bytes()).await.unwrap();
        stream.write_all(&body).await.unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.ok()?;
        let end = answer.windows(4).position(|w| w == b"\r\n\r\n")?;
        let head = String::from_utf8_lossy(&answer[..end]).to_lowercase();
        let body = answer[end + 4..].to_vec();
        let chunked = head.contains("transfer-encoding: chunked");
        // A truncated chunked body is not a response.
        if chunked && !body.ends_with(b"0\r\n\r\n") {
            return None;
        }
        Some((head.split(' ').nth(1)?.parse().ok()?, body))
    }
}

/// Gateway client of a bot.
pub struct Gateway {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    session: String,
    sequence: u64,
    token: String,
    /// Events that arrived before they were expected.
    replay: VecDeque<Value>,
}

impl Gateway {
    async fn open(pg: &Playground) -> WebSocketStream<MaybeTlsStream<TcpStream>> {
        let url = Rest::new(pg).get("gateway").await.1["url"].as_str().unwrap().to_owned();
        tokio_tungstenite::connect_async(format!("{url}?v=10")).await.unwrap().0
    }

    pub async fn identify(pg: &Playground, intents: u64) -> Self {
        let token = pg.token().to_owned();
        let mut gateway =
            Self { socket: Self::open(pg).await, session: String::new(), sequence: 0, token, replay: VecDeque::new() };
        assert_eq!(gateway.next().await.unwrap()["op"], 10);
        let properties = json!({"os": "linux", "browser": "raw", "device": "raw"});
        gateway.tell(2, json!({"token": gateway.token, "intents": intents, "properties": properties})).await;
        let ready = gateway.until("READY").await;
        gateway.session = ready["session_id"].as_str().unwrap().to_owned();
        gateway.until("GUILD_CREATE").await;
        gateway
    }

    /// Resumes after a break; `None` if the session is invalid.
    pub async fn resume(self, pg: &Playground) -> Option<Self> {
        let mut gateway = Self { socket: Self::open(pg).await, ..self };
        assert_eq!(gateway.next().await.unwrap()["op"], 10);
        let data = json!({"token": gateway.token, "session_id": gateway.session, "seq": gateway.sequence});
        gateway.tell(6, data).await;
        // The heartbeat is answered after all missed events, so an invalid session shows up first.
        gateway.tell(1, json!(null)).await;
        let mut peeked = VecDeque::new();
        loop {
            let payload = gateway.next().await.unwrap();
            match payload["op"].as_u64() {
                Some(9) => return None,
                Some(11) => break,
                _ => peeked.push_back(payload),
            }
        }
        gateway.replay = peeked;
        Some(gateway)
    }

    async fn tell(&mut self, op: u8, data: Value) {
        self.socket.send(Message::text(json!({"op": op, "d": data}).to_string())).await.unwrap();
    }

    async fn next(&mut self) -> Option<Value> {
        loop {
            if let Message::Text(text) = self.socket.next().await?.ok()? {
                let payload: Value = serde_json::from_str(&text).unwrap();
                self.sequence = payload["s"].as_u64().unwrap_or(self.sequence);
                return Some(payload);
            }
        }
    }

    /// Data of the next event with this name.
    pub async fn until(&mut self, event: &str) -> Value {
        loop {
            let payload = match self.replay.pop_front() {
                Some(payload) => payload,
                None => self.next().await.expect("the connection lives"),
            };
            if payload["t"] == event {
                return payload["d"].clone();
            }
        }
    }

    pub async fn close(mut self) {
        self.socket.close(None).await.unwrap();
    }
}

/// Server with a channel and two people.
pub fn club() -> Builder {
    Playground::builder().user("ann").user("bob").guild("Club").channel("games")
}

/// Stand-in with a connected bot that has one command, `/go`.
pub async fn start(builder: Builder) -> (Playground, Rest, Gateway) {
    let pg = builder.start("127.0.0.1:0").await.unwrap();
    let rest = Rest::new(&pg);
    let app = rest.get("users/@me").await.1["id"].as_str().unwrap().to_owned();
    let go = json!([{"name": "go", "description": "Goes", "options": [
        {"name": "where", "description": "To", "type": 3, "autocomplete": true}]}]);
    assert_eq!(rest.put(&format!("applications/{app}/commands"), go).await.0, 200);
    let gateway = Gateway::identify(&pg, 1 | 1 << 9 | 1 << 12).await;
    (pg, rest, gateway)
}

/// HTTP status and Discord's error code.
pub fn code(answer: &(u16, Value)) -> (u16, u64) {
    (answer.0, answer.1["code"].as_u64().unwrap_or(0))
}

/// Button in Discord's form.
pub fn button(custom_id: &str) -> Value {
    json!({"type": 2, "style": 1, "label": "B", "custom_id": custom_id})
}

/// Row of components.
pub fn row(components: Vec<Value>) -> Value {
    json!({"type": 1, "components": components})
}
