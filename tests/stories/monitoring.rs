//! Metrics and health checks.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::Path;
use std::time::Duration;

use tests::{DUEL, Fault, PATIENCE, Table, assert_says_privately};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// Address of the metrics server, from the bot's log.
pub fn address(table: &Table) -> String {
    address_in(&table.bot.log())
}

/// Address of the metrics server, from a log.
pub fn address_in(log: &str) -> String {
    let line = log.lines().find(|line| line.contains("metrics and health"));
    let line = line.unwrap_or_else(|| panic!("no address in\n{log}"));
    let (_, address) = line.rsplit_once("address=").unwrap();
    address.trim().to_owned()
}

/// Status line and body of a GET request.
pub async fn get(address: &str, path: &str) -> (String, String) {
    get_as(address, address, path).await
}

/// GET request with another host name.
async fn get_as(address: &str, name: &str, path: &str) -> (String, String) {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: {name}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head.lines().next().unwrap().to_owned(), body.to_owned())
}

/// Value of a metric with these labels.
fn value(metrics: &str, name: &str) -> f64 {
    let line = metrics.lines().find(|line| line.starts_with(name));
    let line = line.unwrap_or_else(|| panic!("no {name} in\n{metrics}"));
    line.rsplit_once(' ').unwrap().1.parse().unwrap()
}

pub async fn until_health_is(address: &str, wanted: &str) -> String {
    for _ in 0..1000 {
        let (status, body) = get(address, "/health").await;
        if status.contains(wanted) {
            return body;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("health never became {wanted}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_happens_is_counted_and_health_means_ready() {
    let table = Table::lay_with("[monitoring]\nlisten = \"0\"\n").await;
    let address = address(&table);
    assert!(address.starts_with("127.0.0.1:"), "{address}");
    let body = until_health_is(&address, "200").await;
    assert_eq!(body, "gateway: ready\ndatabase: ready\n");

    table.duel("medieval", "medieval").await;
    table.play("ann", "e4").await;
    let refused = table.slash("ann", "move", &[("move", "d4")]).await;
    assert_says_privately(&refused, "not your turn");
    table.open("cem", DUEL).await;
    let (status, metrics) = get(&address, "/metrics").await;
    assert!(status.contains("200"), "{status}");
    let named = |name: &str, labels: &str| value(&metrics, &format!("battalion_{name}{{{labels}}}"));
    let moves = |outcome: &str| named("interactions_total", &format!("name=\"move\",outcome=\"{outcome}\""));
    assert_eq!((moves("done"), moves("refused")), (1.0, 1.0));
    assert_eq!(named("games", "state=\"running\""), 1.0);
    assert!(value(&metrics, "battalion_answer_seconds_count") >= 6.0);
    assert!(value(&metrics, "battalion_board_seconds_count") >= 1.0);
    assert!(value(&metrics, "battalion_draw_seconds_count") >= 2.0);
    assert!(named("database_write_jobs_total", "outcome=\"stored\"") >= 5.0);
    assert!(named("notices_total", "outcome=\"posted\"") >= 2.0);
    assert_eq!(value(&metrics, "battalion_gateway_connected "), 1.0);
    assert_eq!(value(&metrics, "battalion_panics_total "), 0.0);
    assert!(value(&metrics, "battalion_outbox_depth ") <= 1.0);
    // Metrics contain nothing about single games or people.
    for secret in ["ann", "medieval", "e4"] {
        assert!(!metrics.contains(&format!("\"{secret}")), "{secret} in\n{metrics}");
    }
    assert!(get(&address, "/").await.0.contains("404"));

    // Discord is permanently gone.
    let Table { pg, bot, .. } = table;
    pg.close().await;
    let body = until_health_is(&address, "503").await;
    assert_eq!(body, "gateway: not ready\ndatabase: ready\n");
    drop(bot);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_program_without_its_database_is_not_ready() {
    let table = Table::lay_on_a_file("[monitoring]\nlisten = \"0\"\n").await;
    let address = address(&table);
    until_health_is(&address, "200").await;
    let (file, away) = (table.folder().join("battalion.sqlite"), table.folder().join("away.sqlite"));
    std::fs::rename(&file, &away).unwrap();
    let body = until_health_is(&address, "503").await;
    assert_eq!(body, "gateway: ready\ndatabase: not ready\n");
    std::fs::rename(&away, &file).unwrap();
    until_health_is(&address, "200").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_served_unless_it_is_asked_for() {
    let table = Table::lay().await;
    assert!(!table.bot.log().contains("metrics and health"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_this_machine_is_served() {
    let table = Table::lay_with("[monitoring]\nlisten = \"0\"\n").await;
    let address = address(&table);
    assert!(get_as(&address, "evil.example", "/metrics").await.0.contains("421"));
    assert!(get_as(&address, "localhost", "/metrics").await.0.contains("200"));
    assert!(!table.bot.log().contains("whoever reaches"));
    // A public listening address causes a warning in the log.
    let table = Table::lay_with("[monitoring]\nlisten = \"0.0.0.0:0\"\n").await;
    assert!(table.bot.log().contains("whoever reaches this address can read the metrics"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_is_noticed_while_nobody_plays() {
    let (table, disk) = Table::lay_on_a_faulty_disk_with("[monitoring]\nlisten = \"0\"\n").await;
    let address = address(&table);
    until_health_is(&address, "200").await;
    disk.fail(Fault::Full);
    let began = std::time::Instant::now();
    let body = until_health_is(&address, "503").await;
    assert_eq!(body, "gateway: ready\ndatabase: not ready\n");
    assert!(began.elapsed() < Duration::from_secs(8), "{:?}", began.elapsed());
    disk.recover();
    until_health_is(&address, "200").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn damaged_pages_are_noticed_while_nobody_plays() {
    let mut table = Table::lay_on_a_file("[monitoring]\nlisten = \"0\"\n").await;
    table.duel("medieval", "medieval").await;
    table.play_all("e4 e5").await;
    table.quiet(300).await;
    // A clean stop writes everything to the database file.
    assert!(table.bot.stop());
    table.bot.restart();
    table.pg.wait_ready(PATIENCE).await.unwrap();
    let log = table.bot.log();
    let address = address_in(log.rsplit_once("metrics and health").map(|(before, _)| &log[before.len()..]).unwrap());
    until_health_is(&address, "200").await;
    spoil(&table.folder().join("battalion.sqlite"), b"{\"move\"");
    until_health_is(&address, "503").await;
    tokio::time::sleep(Duration::from_secs(8)).await;
    let (status, body) = get(&address, "/health").await;
    assert!(status.contains("503") && body.contains("database: not ready"), "it stays damaged: {body}");
    // An unreadable game is reported as such.
    let history = table.slash("ann", "match history", &[]).await;
    assert_says_privately(&history, "The bot cannot read its games at the moment; please try again later.");
}

/// Overwrites every page of a file that contains these bytes.
fn spoil(file: &Path, sign: &[u8]) {
    const PAGE: usize = 4096;
    let mut bytes = std::fs::read(file).unwrap();
    let mut spoilt = 0;
    for page in bytes.chunks_mut(PAGE).skip(1).filter(|page| page.windows(sign.len()).any(|part| part == sign)) {
        page.fill(0xA5);
        spoilt += 1;
    }
    assert!(spoilt > 0);
    let mut open = OpenOptions::new().write(true).open(file).unwrap();
    open.write_all(&bytes).unwrap();
}
