//! Tests of rate limits over the wire, and of the tunnel, as a bot's rate limiter sees them in production.

use std::time::{Duration, Instant};

use playground::{Builder, Op, Playground, Scope};
use reqwest::header::HeaderMap;
use reqwest::{Client, Method};
use serde_json::{Value, json};
use serenity::all::{ChannelId, Http, HttpBuilder};

fn club() -> Builder {
    Playground::builder().user("ann").guild("Club").channel("games").channel("lobby").enforce_rates(true)
}

/// Posts a message with a raw request.
async fn post(pg: &Playground, channel: &str) -> (u16, HeaderMap, String) {
    let path = format!("channels/{}/messages", pg.channel(channel).unwrap());
    let body = json!({"content": "hello"});
    send(pg, Method::POST, &path, pg.token(), body).await
}

async fn send(pg: &Playground, method: Method, path: &str, token: &str, body: Value) -> (u16, HeaderMap, String) {
    let answer = Client::new()
        .request(method, format!("{}/api/v10/{path}", pg.base_url()))
        .header("Authorization", format!("Bot {token}"))
        .header("Content-Type", "application/json")
        .body(body.to_string())
        .send()
        .await
        .unwrap();
    let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
    (status, headers, answer.text().await.unwrap())
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> &'a str {
    headers.get(name).map_or("", |value| value.to_str().unwrap())
}

#[tokio::test]
async fn answers_tell_what_is_left_of_their_bucket() {
    let pg = club().start("127.0.0.1:0").await.unwrap();
    for left in ["4", "3", "2", "1", "0"] {
        let (status, headers, _) = post(&pg, "games").await;
        assert_eq!(status, 200);
        assert_eq!(text(&headers, "x-ratelimit-limit"), "5");
        assert_eq!(text(&headers, "x-ratelimit-remaining"), left);
        let after: f64 = text(&headers, "x-ratelimit-reset-after").parse().unwrap();
        assert!((3.0..=5.0).contains(&after), "{after}");
        assert!(!text(&headers, "x-ratelimit-bucket").is_empty());
        assert!(!text(&headers, "via").is_empty());
    }
    let (status, headers, body) = post(&pg, "games").await;
    assert_eq!(status, 429);
    assert_eq!(text(&headers, "x-ratelimit-scope"), "user");
    assert_eq!(text(&headers, "x-ratelimit-remaining"), "0");
    assert_eq!(text(&headers, "x-ratelimit-global"), "");
    let seconds: u64 = text(&headers, "retry-after").parse().unwrap();
    let body: Value = serde_json::from_str(&body).unwrap();
    let exactly = body["retry_after"].as_f64().unwrap();
    assert!(exactly <= seconds as f64 && exactly > seconds as f64 - 1.0);
    assert_eq!(body["global"], false);
    assert_eq!(body["message"], "You are being rate limited.");
    assert_eq!(post(&pg, "lobby").await.0, 200, "another channel");
    let traffic = pg.traffic();
    assert_eq!((traffic.of(Op::CreateMessage), traffic.counted), (7, 7));
    assert_eq!((traffic.limited[&Scope::User], traffic.invalid), (1, 1));
    assert_eq!(pg.messages(pg.channel("games").unwrap()).len(), 5);
    pg.enforce_rates(false);
    let (status, headers, _) = post(&pg, "games").await;
    assert_eq!((status, text(&headers, "x-ratelimit-limit")), (200, ""));
}

#[tokio::test]
async fn the_fifty_first_request_of_a_second_is_one_too_many() {
    let pg = club().start("127.0.0.1:0").await.unwrap();
    let mut limited = None;
    let begin = Instant::now();
    for _ in 0..200 {
        let me = send(&pg, Method::GET, "users/@me", pg.token(), Value::Null).await;
        if me.0 == 429 {
            limited = Some(me);
            break;
        }
    }
    let rate = f64::from(u32::try_from(pg.traffic().counted).unwrap()) / begin.elapsed().as_secs_f64();
    let (_, headers, body) = limited.unwrap_or_else(|| panic!("only {rate} requests a second"));
    assert_eq!(text(&headers, "x-ratelimit-global"), "true");
    assert_eq!(text(&headers, "x-ratelimit-scope"), "global");
    assert_eq!(text(&headers, "retry-after"), "1");
    assert_eq!(serde_json::from_str::<Value>(&body).unwrap()["global"], true);
    assert_eq!(pg.traffic().limited[&Scope::Global], 1);
}

#[tokio::test]
async fn too_many_invalid_requests_lock_the_address_out() {
    let ban = Duration::from_millis(300);
    let pg = club().lock_out(20, ban).start("127.0.0.1:0").await.unwrap();
    for _ in 0..21 {
        assert_eq!(send(&pg, Method::GET, "users/@me", "wrong", Value::Null).await.0, 401);
    }
    let (status, headers, body) = post(&pg, "games").await;
    assert_eq!(status, 429);
    assert!(text(&headers, "content-type").starts_with("text/html"), "{body}");
    for name in ["retry-after", "x-ratelimit-scope", "via"] {
        assert_eq!(text(&headers, name), "", "{name}");
    }
    assert_eq!(pg.traffic().limited[&Scope::LockedOut], 1);
    tokio::time::sleep(ban).await;
    assert_eq!(post(&pg, "games").await.0, 200);
}

#[tokio::test]
async fn a_limit_can_be_ordered_and_shared_ones_are_not_invalid() {
    let pg = club().start("127.0.0.1:0").await.unwrap();
    pg.limit_next(Op::CreateMessage, Scope::Shared, Duration::from_millis(1500), 1);
    let (status, headers, body) = post(&pg, "games").await;
    assert_eq!((status, text(&headers, "x-ratelimit-scope")), (429, "shared"));
    assert_eq!(text(&headers, "retry-after"), "2");
    assert_eq!(serde_json::from_str::<Value>(&body).unwrap()["retry_after"], 1.5);
    assert_eq!(pg.traffic().invalid, 0);
    assert_eq!(post(&pg, "games").await.0, 200);
}

/// serenity client configured as in production, with its rate limiter.
fn through_the_tunnel(pg: &Playground) -> Http {
    let tunnel = pg.tunnel().unwrap();
    let authority = reqwest::Certificate::from_pem(tunnel.authority().as_bytes()).unwrap();
    let client = Client::builder()
        .use_rustls_tls()
        .tls_built_in_root_certs(false)
        .add_root_certificate(authority)
        .proxy(reqwest::Proxy::https(tunnel.proxy()).unwrap())
        .build()
        .unwrap();
    HttpBuilder::new(pg.token()).client(client).build()
}

#[tokio::test]
async fn a_limiter_that_reads_the_headers_is_never_refused() {
    let pg = club().tunnel().start("127.0.0.1:0").await.unwrap();
    let http = through_the_tunnel(&pg);
    assert!(http.get_gateway().await.unwrap().url.starts_with("ws://127.0.0.1:"));
    let games = ChannelId::new(pg.channel("games").unwrap().0);
    let begin = Instant::now();
    for number in 0..6 {
        games.say(&http, number.to_string()).await.unwrap();
    }
    assert!(begin.elapsed() > Duration::from_secs(4), "the sixth had to wait");
    assert_eq!(pg.traffic().all_limited(), 0);
    assert_eq!(pg.messages(pg.channel("games").unwrap()).len(), 6);
}

#[tokio::test]
async fn a_tunnel_leads_nowhere_else_and_trust_is_needed() {
    let pg = club().tunnel().start("127.0.0.1:0").await.unwrap();
    let tunnel = pg.tunnel().unwrap();
    let proxy = || reqwest::Proxy::https(tunnel.proxy()).unwrap();
    let strangers = Client::builder().proxy(proxy()).build().unwrap();
    assert!(strangers.get("https://discord.com/api/v10/gateway").send().await.is_err());
    let authority = reqwest::Certificate::from_pem(tunnel.authority().as_bytes()).unwrap();
    let trusting = Client::builder().add_root_certificate(authority).proxy(proxy()).build().unwrap();
    assert!(trusting.get("https://discord.com/api/v10/gateway").send().await.is_ok());
    assert!(trusting.get("https://example.org/").send().await.is_err());
    // The page is not served under Discord's host name.
    let page = trusting.get("https://discord.com/").send().await.unwrap();
    assert_eq!(page.status().as_u16(), 404);
}
