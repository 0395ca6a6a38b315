//! Production route of the bot: TLS to Discord's own host names, with the library's rate limiter, under Discord's
//! limits.

use playground::{Op, Playground};
use tests::{Bot, DRAGONS, Table, assert_says, response};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_is_played_and_a_file_is_fetched() {
    let table = Table::lay_as_in_production().await;
    table.duel("medieval", "medieval").await;
    table.play_all("e4 e5").await;
    let checked = table.attach("ann", "check", DRAGONS).await;
    assert_says(&checked, "Dragon Riders");
    assert!(response(&checked).ephemeral());
    table.assert_clean();
    assert_eq!(table.pg.traffic().all_limited(), 0, "the limiter reads the headers");
    let traffic = table.pg.traffic();
    assert!(traffic.of(Op::CreateInteractionResponse) >= 5, "the turns");
    assert!(traffic.of(Op::CreateMessage) >= 1, "what the outbox posts");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_authority_of_someone_else_is_not_trusted() {
    let build = || Playground::builder().user("ann").guild("Club").tunnel();
    let (pg, other) = (build().start("127.0.0.1:0"), build().start("127.0.0.1:0"));
    let (pg, other) = (pg.await.unwrap(), other.await.unwrap());
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ca.pem");
    std::fs::write(&file, other.tunnel().unwrap().authority()).unwrap();
    let environment =
        vec![("DISCORD_CONNECT_PROXY", pg.tunnel().unwrap().proxy()), ("DISCORD_CA_PEM", file.display().to_string())];
    let mut bot = Bot::start_with(folder.path(), pg.token(), environment);
    let ended = tokio::task::spawn_blocking(move || (bot.ended(), bot.log()));
    let (well, log) = ended.await.unwrap();
    assert!(!well, "it does not start");
    assert!(log.contains("Discord cannot be reached"), "{log}");
    assert!(pg.requests().is_empty(), "nobody got the token");
}
