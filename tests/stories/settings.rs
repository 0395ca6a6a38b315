//! What people prefer and servers decide, and that it is obeyed.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use playground::{Arg, Permissions};
use tests::{ASSASSIN, DUEL, FFA, PATIENCE, Table};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn new_games_are_what_the_server_allows() {
    let table = Table::lay().await;
    let open = |options: &'static [(&'static str, &'static str)]| {
        let table = &table;
        async move { table.slash("bob", "titans new", options).await.text() }
    };
    let shown = table.slash("ann", "settings server show", &[]).await;
    assert!(shown.ephemeral());
    for part in [
        "no limit of time",
        "Duel, Assassin, FFA",
        "everywhere",
        "everyone",
        "mention",
        "at most 20",
    ] {
        assert!(shown.text().contains(part), "{part}: {}", shown.text());
    }
    // Modes.
    let off = [("assassin", Arg::Bool(false)), ("clash", false.into())];
    let games = table.with_args("ann", "settings server games", &off).await;
    assert!(
        games.text().contains("Games: Duel and FFA"),
        "{}",
        games.text()
    );
    let said = open(&[("mode", ASSASSIN)]).await;
    assert!(said.contains("choose Duel or FFA"), "{said}");
    // Numbers of seats.
    table
        .with_args(
            "ann",
            "settings server games",
            &[("most-players", 4.into())],
        )
        .await;
    let said = open(&[("mode", FFA), ("seats", "5")]).await;
    assert!(said.contains("2 to 4 Players"), "{said}");
    table
        .with_args(
            "ann",
            "settings server games",
            &[("most-players", 3.into())],
        )
        .await;
    let said = open(&[("mode", FFA)]).await;
    assert!(said.contains("The lobby is open"), "{said}");
    let lobby = table.told("3. *free*").await;
    assert!(!lobby.text().contains("4. *free*"), "{}", lobby.text());
    table.slash("bob", "match end", &[]).await;
    // Times: the default must be allowed.
    let required = [
        ("unlimited", Arg::Bool(false)),
        ("longest-time", "1 day".into()),
    ];
    let refused = table
        .with_args("ann", "settings server games", &required)
        .await;
    assert!(
        refused.text().contains("change that default first"),
        "{}",
        refused.text()
    );
    table
        .slash(
            "ann",
            "settings server defaults",
            &[("time", "1 hour"), ("theme", "Light")],
        )
        .await;
    let games = table
        .with_args("ann", "settings server games", &required)
        .await;
    assert!(
        games.text().contains("without a limit: no"),
        "{}",
        games.text()
    );
    for time in ["No limit", "3 days"] {
        let options = [("mode", DUEL), ("time", time)];
        let said = table.slash("bob", "titans new", &options).await.text();
        assert!(said.contains("at most 1 day"), "{time}: {said}");
    }
    // Channels, with their threads; refusals link to where games are played.
    let lobby = table.pg.channel("lobby").unwrap();
    table
        .with_args(
            "ann",
            "settings server channels",
            &[("add", Arg::Channel(lobby))],
        )
        .await;
    let said = open(&[("mode", DUEL)]).await;
    assert!(said.contains(&format!("<#{lobby}>")), "{said}");
    assert!(table.pg.threads(table.games).is_empty());
    let bob = table.user("bob");
    let thread = table.pg.add_thread(lobby, "a game", bob);
    for place in [lobby, thread] {
        let answer = table
            .pg
            .slash(bob, place, "titans new", &[("mode", DUEL.into())])
            .await
            .unwrap();
        assert!(answer.text().contains("open"), "{}", answer.text());
    }
    table
        .with_args(
            "ann",
            "settings server channels",
            &[("everywhere", true.into())],
        )
        .await;
    // Who may open games.
    let club = table.pg.guild("Club").unwrap();
    let makers = table.pg.add_role(club, "Hosts", Permissions::NONE);
    table.pg.give_role(club, table.user("cem"), makers);
    table
        .with_args(
            "ann",
            "settings server roles",
            &[("makers", Arg::Role(makers))],
        )
        .await;
    let said = open(&[("mode", DUEL)]).await;
    assert!(said.contains("the role Hosts"), "{said}");
    let opened = table.slash("cem", "titans new", &[("mode", DUEL)]).await;
    assert!(opened.text().contains("open"), "{}", opened.text());
    let message = table.told("for each turn").await;
    assert!(
        message.text().contains("1 hour"),
        "the default: {}",
        message.text()
    );
    // Bob may join; what was decided later changes nothing in this game.
    table
        .slash(
            "ann",
            "settings server defaults",
            &[("time", "1 day"), ("theme", "Dark")],
        )
        .await;
    for who in ["bob", "cem"] {
        table
            .slash(who, "match join", &[("battalion", "medieval")])
            .await;
    }
    table.slash("cem", "match start", &[]).await;
    let first = table.turn_message(0).await;
    table.keep("light-by-default", &first);
    // Everyone again.
    let everyone = table.role("@everyone");
    let roles = table
        .with_args(
            "ann",
            "settings server roles",
            &[("makers", Arg::Role(everyone))],
        )
        .await;
    assert!(
        roles.text().contains("Open games: everyone"),
        "{}",
        roles.text()
    );
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everyone_is_never_made_an_administrator() {
    let table = Table::lay().await;
    let everyone = table.role("@everyone");
    let roles = table
        .with_args(
            "ann",
            "settings server roles",
            &[("admins", Arg::Role(everyone))],
        )
        .await;
    assert!(
        roles.text().contains("whoever may manage the server"),
        "{}",
        roles.text()
    );
    let refused = table.slash("bob", "settings server show", &[]).await;
    assert!(
        refused.text().contains("Manage Server"),
        "{}",
        refused.text()
    );
    // Settings that leave nothing to play are refused, and nothing changes.
    let none = [
        ("duel", Arg::Bool(false)),
        ("clash", false.into()),
        ("most-players", 2.into()),
    ];
    let refused = table.with_args("ann", "settings server games", &none).await;
    assert!(
        refused.text().contains("No game could be played"),
        "{}",
        refused.text()
    );
    let games = table.with_args("ann", "settings server games", &[]).await;
    assert!(games.text().contains("2 to 6 Players"), "{}", games.text());
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_are_told_as_they_like_it() {
    let table = Table::lay().await;
    let mine = table.slash("bob", "settings me", &[]).await;
    assert!(mine.ephemeral());
    assert!(
        mine.text().contains("a mention in the channel"),
        "{}",
        mine.text()
    );
    let mine = table
        .with_args(
            "bob",
            "settings me",
            &[("pings", "A direct message".into()), ("text", true.into())],
        )
        .await;
    assert!(mine.text().contains("a direct message"), "{}", mine.text());
    table
        .slash(
            "ann",
            "settings me",
            &[("pings", "None"), ("board", "The south below")],
        )
        .await;
    let first = table.duel("medieval", "medieval").await;
    assert!(first.pings.is_empty(), "Ann wants no ping");
    let second = table.play("ann", "e4").await;
    assert!(second.pings.is_empty(), "Bob wants a direct message");
    let bob = table.user("bob");
    let direct = table
        .pg
        .wait_for("a direct message", PATIENCE, |pg| {
            pg.dms(bob)
                .into_iter()
                .find(|m| m.text().contains("your turn"))
        })
        .await
        .unwrap();
    // With the board as text.
    assert!(direct.text().contains(" 4  . . . . P"), "{}", direct.text());
    let board = table.slash("bob", "match board", &[]).await;
    assert!(board.text().contains(" 4  . . . . P"), "{}", board.text());
    assert!(board.response().unwrap().picture().is_some());
    let moves = table.slash("bob", "moves", &[("piece", "e7")]).await;
    assert!(moves.text().contains(" 4  . . . . P"), "{}", moves.text());
    let board = table.slash("ann", "match board", &[]).await;
    assert!(!board.text().contains(" 4  ."), "{}", board.text());
    // Colours are the game's until somebody says otherwise.
    let picture = |answer: &playground::Interaction| {
        answer.response().unwrap().picture().unwrap().bytes.clone()
    };
    let as_the_game = picture(&board);
    table
        .slash("ann", "settings me", &[("theme", "Dark")])
        .await;
    assert_eq!(
        picture(&table.slash("ann", "match board", &[]).await),
        as_the_game
    );
    table
        .slash("ann", "settings me", &[("theme", "High contrast")])
        .await;
    assert_ne!(
        picture(&table.slash("ann", "match board", &[]).await),
        as_the_game
    );
    // In private there are no servers' settings, but one's own.
    let dm = table.pg.dm(bob);
    let mine = table.pg.slash(bob, dm, "settings me", &[]).await.unwrap();
    assert!(mine.text().contains("a direct message"), "{}", mine.text());
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_names_people_as_it_likes() {
    let table = Table::lay().await;
    let first = table.duel("medieval", "medieval").await;
    assert_eq!(first.pings, [table.user("ann")].into());
    table
        .slash(
            "ann",
            "settings server pings",
            &[("style", "Mention without a sound")],
        )
        .await;
    let quiet = table.play("ann", "e4").await;
    assert_eq!(quiet.pings, [table.user("bob")].into());
    assert_ne!(quiet.flags & 4096, 0, "without a sound");
    table
        .slash("ann", "settings server pings", &[("style", "Name only")])
        .await;
    let named = table.play("bob", "e5").await;
    assert!(named.pings.is_empty());
    assert_eq!(named.flags & 4096, 0);
    assert!(named.text().contains("**Ann**"), "{}", named.text());
    table.assert_clean();
}
