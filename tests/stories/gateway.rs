//! Permanent connection failures of Discord, and a start while Discord is failing.

use std::time::{Duration, Instant};

use playground::{Builder, Op, Playground};
use tests::{Bot, PATIENCE, Table};

use crate::monitoring::{address, get, until_health_is};

const MONITORED: &str = "[monitoring]\nlisten = \"0\"\n";

/// Cuts the connection so that the bot must start a new session.
fn begin_anew(pg: &Playground) {
    pg.refuse_resume();
    pg.drop_gateway();
}

/// Exit status and log of the program.
async fn ended(mut table: Table) -> (bool, String) {
    tokio::task::spawn_blocking(move || (table.bot.ended(), table.bot.log())).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_that_outgrows_its_shards_takes_more() {
    let table = Table::lay_with(MONITORED).await;
    let address = address(&table);
    until_health_is(&address, "200").await;
    table.duel("medieval", "medieval").await;
    table.play("ann", "e4").await;
    table.pg.shard(2, true);
    begin_anew(&table.pg);
    until_health_is(&address, "503").await;
    let both =
        table.pg.wait_for("two shards", Duration::from_secs(40), |pg| (pg.shards() == [(0, 2), (1, 2)]).then_some(()));
    both.await.unwrap();
    until_health_is(&address, "200").await;
    table.play("bob", "e5").await;
    table.assert_clean();
}

/// The number of shards turns out too low after the first shard has started and others are waiting.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_first_start_with_too_few_shards_begins_anew_with_more() {
    let pg = Builder::club().start("127.0.0.1:0").await.unwrap();
    pg.shard(3, false);
    let folder = tempfile::tempdir().unwrap();
    // Fewer threads than shards: a closed shard that polls without pause occupies a thread.
    let environment = vec![("DISCORD_API_PROXY", pg.base_url()), ("TOKIO_WORKER_THREADS", "2".to_owned())];
    let mut bot = Bot::start_with(folder.path(), pg.token(), environment);
    let first = pg.wait_for("the first shard", PATIENCE, |pg| (pg.shards() == [(0, 3)]).then_some(()));
    first.await.unwrap();
    pg.shard(4, true);
    let all = [(0, 4), (1, 4), (2, 4), (3, 4)];
    let more = pg.wait_for("four shards", Duration::from_secs(60), |pg| (pg.shards() == all).then_some(()));
    more.await.unwrap_or_else(|why| panic!("{why}: {:?}", pg.shards()));
    // All shards are closed for the same reason, which is one reason to begin anew.
    let (identified, _) = pg.sessions();
    pg.shard(5, true);
    pg.close_gateway(4011);
    let more = pg.wait_for("five shards", Duration::from_secs(60), |pg| (pg.shards().len() == 5).then_some(()));
    more.await.unwrap_or_else(|why| panic!("{why}: {:?}", pg.shards()));
    assert_eq!(pg.sessions().0 - identified, 5);
    let used = bot.processor_time();
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert!(bot.processor_time() - used < Duration::from_secs(1), "a closed shard still polls");
    assert!(bot.stop());
}

/// Discord reports that the connection has no session (4003), so the bot starts a new one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_session_that_discord_does_not_know_is_begun_anew() {
    let table = Table::lay_with(MONITORED).await;
    let address = address(&table);
    table.duel("medieval", "medieval").await;
    table.pg.refuse_identify(Some(4003));
    begin_anew(&table.pg);
    until_health_is(&address, "503").await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    table.pg.refuse_identify(None);
    let again =
        table.pg.wait_for("a new session", Duration::from_secs(40), |pg| (pg.shards() == [(0, 1)]).then_some(()));
    again.await.unwrap();
    until_health_is(&address, "200").await;
    table.play("ann", "e4").await;
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn closes_for_good_end_the_program_with_a_sentence() {
    for (code, words) in [
        (4004, "does not accept the token"),
        (4010, "does not take the numbers of the shards"),
        (4012, "no longer serves the version"),
        (4013, "does not know an event"),
        (4014, "does not grant an event"),
    ] {
        let table = Table::lay().await;
        table.pg.refuse_identify(Some(code));
        begin_anew(&table.pg);
        let (well, log) = ended(table).await;
        assert!(!well && log.contains(words), "{code}:\n{log}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refused_program_stops_at_once() {
    let mut table = Table::lay_with(MONITORED).await;
    let address = address(&table);
    until_health_is(&address, "200").await;
    // Discord requires more shards without a number.
    table.pg.refuse_identify(Some(4011));
    begin_anew(&table.pg);
    until_health_is(&address, "503").await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    let asked = Instant::now();
    assert!(table.bot.stop());
    assert!(asked.elapsed() < Duration::from_secs(3), "{:?}", asked.elapsed());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn health_waits_for_every_shard() {
    let pg = Builder::club().start("127.0.0.1:0").await.unwrap();
    pg.shard(3, false);
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("config.toml"), MONITORED).unwrap();
    let bot = Bot::start(folder.path(), &pg.base_url(), pg.token());
    pg.wait_ready(PATIENCE).await.unwrap();
    let address = crate::monitoring::address_in(&bot.log());
    while pg.shards().len() < 3 {
        let (status, body) = get(&address, "/health").await;
        // A shard may have connected between the two checks.
        assert!(status.contains("503") || pg.shards().len() == 3, "{:?}: {body}", pg.shards());
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    until_health_is(&address, "200").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_start_outlasts_trouble_at_discord() {
    let pg = Builder::club().start("127.0.0.1:0").await.unwrap();
    let faults = [(Op::GetBotGateway, 500), (Op::GetBotGateway, 429), (Op::GetMyUser, 503), (Op::SetCommands, 502)];
    for (op, status) in faults {
        pg.fail_next(op, status, 1);
    }
    pg.break_next(Op::GetMyUser, false, 1);
    let folder = tempfile::tempdir().unwrap();
    let mut bot = Bot::start(folder.path(), &pg.base_url(), pg.token());
    pg.wait_ready(Duration::from_secs(40)).await.unwrap();
    let log = bot.log();
    for said in ["429", "500", "502", "503", "no answer", "trying again"] {
        assert!(log.contains(said), "{said} in\n{log}");
    }
    assert!(bot.stop());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_start_that_waits_can_be_stopped() {
    let pg = Builder::club().start("127.0.0.1:0").await.unwrap();
    pg.fail_next(Op::GetBotGateway, 503, 1000);
    let folder = tempfile::tempdir().unwrap();
    let mut bot = Bot::start(folder.path(), &pg.base_url(), pg.token());
    for _ in 0..500 {
        if bot.log().contains("trying again") {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let asked = Instant::now();
    assert!(bot.stop());
    assert!(asked.elapsed() < Duration::from_secs(3));
    assert!(!bot.log().contains("ERROR"));
}
