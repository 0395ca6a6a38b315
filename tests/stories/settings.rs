//! Personal and server settings, and their effects.

use playground::{Arg, Permissions};
use tests::{ASSASSIN, DUEL, FFA, PATIENCE, Table, assert_says, assert_says_privately, assert_shows, response};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn new_games_are_what_the_server_allows() {
    let table = Table::lay().await;
    let open = |options: &'static [(&'static str, &'static str)]| {
        let table = &table;
        async move { table.slash("bob", "titans new", options).await.text() }
    };
    let shown = table.slash("ann", "server show", &[]).await;
    assert!(shown.ephemeral());
    for part in ["3 days per turn", "Duel, Assassin, Free for all", "everywhere", "everyone", "mention", "at most 20"] {
        assert_says(&shown, part);
    }
    // Modes.
    let off = [("assassin", Arg::Bool(false)), ("clash", false.into())];
    let games = table.set("games", &off).await;
    assert_says(&games, "Games: Duel and Free for all");
    let said = open(&[("mode", ASSASSIN)]).await;
    assert!(said.contains("choose Duel or Free for all"), "{said}");
    // Numbers of seats.
    table.set("games", &[("most-players", 4.into())]).await;
    let said = open(&[("mode", FFA), ("seats", "5")]).await;
    assert!(said.contains("2 to 4 Players"), "{said}");
    table.set("games", &[("most-players", 3.into())]).await;
    let said = open(&[("mode", FFA)]).await;
    assert!(said.contains("The lobby is open"), "{said}");
    let lobby = table.told("3. *free*").await;
    assert!(!lobby.text().contains("4. *free*"), "{}", lobby.text());
    table.slash("bob", "match end", &[]).await;
    // Times: the default must be allowed.
    let required = [("unlimited", Arg::Bool(false)), ("longest-time", "1 day".into())];
    table.slash("ann", "server defaults", &[("time", "none")]).await;
    let refused = table.set("games", &required).await;
    assert_says(&refused, "change that default first");
    table.slash("ann", "server defaults", &[("time", "1 hour"), ("theme", "Light")]).await;
    let games = table.set("games", &required).await;
    assert_says(&games, "untimed games not allowed");
    for time in ["No limit", "3 days", "12h + 13h reserve"] {
        let options = [("mode", DUEL), ("time", time)];
        let said = table.slash("bob", "titans new", &options).await.text();
        assert!(said.contains("at most 1 day"), "{time}: {said}");
    }
    // Channels with their threads; refusals link to the permitted channels.
    let lobby = table.pg.channel("lobby").unwrap();
    table.set("channels", &[("add", Arg::Channel(lobby))]).await;
    let said = open(&[("mode", DUEL)]).await;
    assert!(said.contains(&format!("<#{lobby}>")), "{said}");
    assert!(table.pg.threads(table.games).is_empty());
    let bob = table.user("bob");
    let thread = table.pg.add_thread(lobby, "a game", bob);
    for place in [lobby, thread] {
        let answer = table.pg.slash(bob, place, "titans new", &[("mode", DUEL.into())]).await.unwrap();
        assert_says(&answer, "open");
    }
    table.set("channels", &[("everywhere", true.into())]).await;
    // Permission to open games.
    let club = table.pg.guild("Club").unwrap();
    let makers = table.pg.add_role(club, "Hosts", Permissions::NONE);
    table.pg.give_role(club, table.user("cem"), makers);
    table.set("roles", &[("makers", Arg::Role(makers))]).await;
    let said = open(&[("mode", DUEL)]).await;
    assert!(said.contains("the role Hosts"), "{said}");
    let opened = table.slash("cem", "titans new", &[("mode", DUEL)]).await;
    assert_says(&opened, "open");
    let message = table.told("1 hour per turn").await;
    // The default.
    assert_says(&message, "1 hour");
    // Bob may join; later settings do not change this game.
    table.slash("ann", "server defaults", &[("time", "1 day"), ("theme", "Dark")]).await;
    for who in ["bob", "cem"] {
        table.join(who, "medieval").await;
    }
    table.slash("cem", "lobby start", &[]).await;
    let first = table.turn_message(0).await;
    table.keep("light-by-default", &first);
    // Everyone again.
    let everyone = table.role("@everyone");
    let roles = table.set("roles", &[("makers", Arg::Role(everyone))]).await;
    assert_says(&roles, "Open games: everyone");
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everyone_is_never_made_an_administrator() {
    let table = Table::lay().await;
    let everyone = table.role("@everyone");
    let roles = table.set("roles", &[("admins", Arg::Role(everyone))]).await;
    assert_says(&roles, "anyone who can manage the server");
    let club = table.pg.guild("Club").unwrap();
    table.pg.integrate(club, "server", everyone, true);
    let refused = table.slash("bob", "server show", &[]).await;
    assert_says(&refused, "Manage Server");
    // Settings that leave no possible game are refused without a change.
    let none = [("duel", Arg::Bool(false)), ("clash", false.into()), ("most-players", 2.into())];
    let refused = table.set("games", &none).await;
    assert_says(&refused, "leave no game to play");
    let games = table.set("games", &[]).await;
    assert_says(&games, "2 to 6 Players");
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_are_told_as_they_like_it() {
    let table = Table::lay().await;
    let mine = table.slash("bob", "settings me", &[]).await;
    assert_says_privately(&mine, "a mention in the channel");
    let mine =
        table.with_args("bob", "settings me", &[("pings", "A direct message".into()), ("text", true.into())]).await;
    assert_says(&mine, "a direct message");
    table.slash("ann", "settings me", &[("pings", "None"), ("board", "South")]).await;
    let first = table.duel("medieval", "medieval").await;
    assert!(first.pings.is_empty(), "Ann wants no ping");
    let second = table.play("ann", "e4").await;
    assert!(second.pings.is_empty(), "Bob wants a direct message");
    let bob = table.user("bob");
    let direct = table
        .pg
        .wait_for("a direct message", PATIENCE, |pg| pg.dms(bob).into_iter().find(|m| m.text().contains("your turn")))
        .await
        .unwrap();
    // With the board as text.
    assert_says(&direct, " 4  . . . . P");
    let board = table.slash("bob", "match board", &[]).await;
    assert_says(&board, " 4  . . . . P");
    assert_shows(&response(&board), "Bob is to move. Last: Ann: e4.");
    let moves = table.slash("bob", "moves", &[("piece", "e7")]).await;
    assert_says(&moves, "The position as text:");
    assert_says(&moves, "Pawn on e7 can go to e5 e6.");
    assert_says(&moves, " 4  . . . . P");
    let board = table.slash("ann", "match board", &[]).await;
    assert!(!board.text().contains(" 4  ."), "{}", board.text());
    // Colours are those of the game unless a person chooses others.
    let picture = |answer: &playground::Interaction| answer.response().unwrap().picture().unwrap().bytes.clone();
    let as_the_game = picture(&board);
    table.slash("ann", "settings me", &[("theme", "Dark")]).await;
    assert_eq!(picture(&table.slash("ann", "match board", &[]).await), as_the_game);
    table.slash("ann", "settings me", &[("theme", "High contrast")]).await;
    assert_ne!(picture(&table.slash("ann", "match board", &[]).await), as_the_game);
    // In direct messages there are personal settings, but no server settings.
    let dm = table.pg.dm(bob);
    let mine = table.pg.slash(bob, dm, "settings me", &[]).await.unwrap();
    assert_says(&mine, "a direct message");
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_names_people_as_it_likes() {
    let table = Table::lay().await;
    let first = table.duel("medieval", "medieval").await;
    assert_eq!(first.pings, [table.user("ann")].into());
    table.slash("ann", "server pings", &[("style", "Silent mention")]).await;
    let quiet = table.play("ann", "e4").await;
    assert_eq!(quiet.pings, [table.user("bob")].into());
    assert_ne!(quiet.flags & 4096, 0, "silent mention");
    table.slash("ann", "server pings", &[("style", "Name only")]).await;
    let named = table.play("bob", "e5").await;
    assert!(named.pings.is_empty());
    assert_eq!(named.flags & 4096, 0);
    assert_says(&named, "**Ann**");
    table.assert_clean();
}
