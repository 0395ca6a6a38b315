//! Deletion of the data of servers that the bot was removed from. The tests move the clock.

use super::sharing::{AWAY, HOME, bring_to, copy, file, share};
use super::*;
use crate::host::departures::KEEP_SERVERS;

const DAY: i64 = 24 * 60 * 60 * 1000;

/// Rows that belong to a server, by table.
async fn rows(folder: &Folder, guild: GuildId) -> Vec<(&'static str, i64)> {
    use sqlx::Connection as _;
    let mut connection = crate::store::connect(&folder.place()).await;
    let mut found = Vec::new();
    for table in ["games", "results", "battalions", "shares", "admin_log", "guild_settings"] {
        let sql = format!("SELECT count(*) FROM {table} WHERE guild = {}", guild.0);
        let count = sqlx::query_scalar(sqlx::AssertSqlSafe(sql)).fetch_one(&mut connection).await.unwrap();
        found.push((table, count));
    }
    connection.close().await.unwrap();
    found
}

/// Finished game, Battalion that is shared, and settings on the home server; a copy of the Battalion on another one.
async fn lives(host: &Host) {
    let mut options = LobbyOptions::new(GameMode::Duel, 2);
    options.start_when_full = false;
    let game = host.lobbies.open_lobby(&who(1), PLACE, options, None).await.unwrap().game;
    host.lobbies.join(&who(1), game, with("medieval")).await.unwrap();
    host.lobbies.join(&who(2), game, with("medieval")).await.unwrap();
    host.lobbies.start(&who(1), game, None).await.unwrap();
    host.games.resign(&who(2), game, None).await.unwrap();
    bring_to(host, HOME, &file("mine", "Mine")).await;
    let code = share(host, "mine", ShareWith::Code).await.unwrap();
    copy(host, &SharedBy::Code(code), 1).await.unwrap();
    host.settings.change_person_settings(PersonId(1), |settings| settings.ping = Ping::Dm).await.unwrap();
}

#[tokio::test]
async fn data_is_deleted_thirty_days_after_the_removal() {
    let folder = Folder::new();
    let host = host_at(&folder, BEGIN).await;
    lives(&host).await;
    let before = rows(&folder, HOME).await;
    assert!(before.iter().filter(|(_, count)| *count > 0).count() >= 4, "{before:?}");

    // A shard that is not connected says nothing about its servers.
    host.records.review_servers().await.unwrap();
    assert_eq!(host.store.servers_with_data().await.unwrap(), [(HOME, None), (AWAY, None)]);

    host.servers.serves(0, 1, [AWAY]);
    host.records.review_servers().await.unwrap();
    let servers = host.store.servers_with_data().await.unwrap();
    assert!(matches!(servers[..], [(HOME, Some(_)), (AWAY, None)]), "{servers:?}");
    host.close().await;

    let host = host_at(&folder, BEGIN + KEEP_SERVERS - DAY).await;
    host.servers.serves(0, 1, [AWAY]);
    host.records.review_servers().await.unwrap();
    assert_eq!(rows(&folder, HOME).await, before, "a day too early");
    host.close().await;

    let host = host_at(&folder, BEGIN + KEEP_SERVERS + DAY).await;
    let away = rows(&folder, AWAY).await;
    host.records.review_servers().await.unwrap();
    assert_eq!(rows(&folder, HOME).await, before, "the shard is not connected");
    host.servers.serves(0, 1, [AWAY]);
    host.records.review_servers().await.unwrap();
    assert!(rows(&folder, HOME).await.iter().all(|(_, count)| *count == 0));
    assert_eq!(rows(&folder, AWAY).await, away, "copies remain");
    assert_eq!(host.store.servers_with_data().await.unwrap(), [(AWAY, None)]);
    assert_eq!(host.settings.person_settings(PersonId(1)).await.unwrap().ping, Ping::Dm, "people keep their settings");
    host.close().await;
}

#[tokio::test]
async fn a_server_that_comes_back_keeps_everything() {
    let folder = Folder::new();
    let host = host_at(&folder, BEGIN).await;
    lives(&host).await;
    let before = rows(&folder, HOME).await;
    host.servers.serves(0, 1, [HOME, AWAY]);
    host.servers.left_server(HOME);
    host.records.review_servers().await.unwrap();
    host.close().await;

    let host = host_at(&folder, BEGIN + KEEP_SERVERS - DAY).await;
    host.servers.serves(0, 1, [AWAY]);
    host.servers.joined_server(HOME);
    host.records.review_servers().await.unwrap();
    host.servers.left_server(HOME);
    host.records.review_servers().await.unwrap();
    host.close().await;

    // The time counts from the second removal.
    let host = host_at(&folder, BEGIN + KEEP_SERVERS + DAY).await;
    host.servers.serves(0, 1, [AWAY]);
    host.records.review_servers().await.unwrap();
    assert_eq!(rows(&folder, HOME).await, before);
    host.close().await;
}

/// The data are deleted at the last moment of the thirty days; a server that came back by then keeps them, however late
/// that is noticed. Games of a deleted server are not kept in memory.
#[tokio::test]
async fn thirty_days_are_counted_to_the_moment() {
    for (after, back, kept) in [
        (KEEP_SERVERS - 1, false, true),
        (KEEP_SERVERS, false, false),
        (KEEP_SERVERS, true, true),
        (KEEP_SERVERS + DAY, true, true),
    ] {
        let folder = Folder::new();
        let host = super::everyone::frozen(&folder, BEGIN).await;
        lives(&host).await;
        let game = host.store.games_of_server(HOME).await.unwrap()[0];
        host.servers.serves(0, 1, [HOME, AWAY]);
        host.servers.left_server(HOME);
        host.records.review_servers().await.unwrap();
        host.set_time(BEGIN + after);
        if back {
            host.servers.joined_server(HOME);
        }
        assert!(host.views.board(game).await.is_ok());
        host.records.review_servers().await.unwrap();
        assert_eq!(host.views.board(game).await.is_ok(), kept, "{after} {back}");
        if back {
            assert_eq!(host.store.servers_with_data().await.unwrap(), [(HOME, None), (AWAY, None)]);
        }
    }
}
