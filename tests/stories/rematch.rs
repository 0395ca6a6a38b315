//! Rematches and challenges to a duel.

use playground::Arg;
use tests::{PATIENCE, Table, assert_says, assert_says_privately, response};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_duel_is_played_again_with_sides_exchanged() {
    let table = Table::lay().await;
    table.duel("medieval", "makpong").await;
    table.play("ann", "e4").await;
    table.resign("ann").await;
    let over = table.turned("resign").await;
    let strange = table.press("cem", &over, "Rematch").await;
    assert_says_privately(&strange, "You are not playing in this game;");
    let asked = table.press("bob", &over, "Rematch").await;
    assert_says(&asked, "You have asked for a rematch.");
    let invitation = table.told("wants a **rematch**").await;
    assert_eq!(invitation.labels(), ["Accept", "Decline", "Add a Word", "Give Odds"]);
    assert!(invitation.pings.contains(&table.user("ann")), "{}", invitation.text());
    table.keep_all("rematch", &invitation);
    let before = table.turn_messages().len();
    let accepted = table.press("ann", &invitation, "Accept").await;
    assert_says(&accepted, "You have accepted.");
    let first = table.turn_message(before).await;
    assert_eq!(first.pings, [table.user("bob")].into(), "Bob begins now");
    let board = table.slash("bob", "match board", &[("text", "true")]).await;
    assert_says(&board, "**Bob**, your turn");
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_challenge_to_a_duel_is_accepted_with_a_battalion_or_declined() {
    let table = Table::lay().await;
    let bob = Arg::User(table.user("bob"));
    let mine: Arg = "medieval".into();
    let challenge = [("opponent", bob.clone()), ("battalion", mine), ("first", "You".into())];
    let sent = table.with_args("ann", "titans challenge", &challenge).await;
    assert_says_privately(&sent, "You have challenged Bob.");
    let asked = table.told("accept or decline?").await;
    assert_says(&asked, "Battalion not chosen yet");
    assert!(asked.pings.contains(&table.user("bob")));
    let strange = table.press("cem", &asked, "Accept").await;
    assert_says_privately(&strange, "for the people who were asked");
    let menu = table.press("bob", &asked, "Accept").await;
    assert_says_privately(&menu, "Which Battalion");
    let before = table.turn_messages().len();
    table.choose("bob", &menu, "makpong").await;
    let first = table.turn_message(before).await;
    assert_eq!(first.pings, [table.user("ann")].into());
    table.resign("bob").await;
    table.turned("resign").await;

    let theirs: Arg = "makpong".into();
    let again = [("opponent", bob), ("opponent-battalion", theirs)];
    table.with_args("ann", "titans challenge", &again).await;
    let asked = table.turned("accept or decline?").await;
    let declined = table.press("bob", &asked, "Decline").await;
    assert_says(&declined, "You have declined.");
    table.told("has declined.").await;
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_are_found_and_listed_where_people_may_see_them() {
    use playground::{Permissions, Whom};
    let table = Table::lay().await;
    let none = table.slash("bob", "games list", &[]).await;
    assert_says_privately(&none, "You have no game");
    table.open("ann", tests::DUEL).await;
    table.join("ann", "medieval").await;
    let lobby = table.pg.channel("lobby").unwrap();
    let find = table.pg.slash(table.user("bob"), lobby, "games find", &[]);
    let found = find.await.unwrap();
    assert_says_privately(&found, "1 of 2 seats taken");
    let join = table.press("bob", &response(&found), "Join 1").await;
    let menu = table.says(&join, "Which Battalion").await;
    assert!(!menu.is_empty());
    let mine = table.slash("ann", "games list", &[]).await;
    assert_says(&mine, "not begun");
    table.choose("bob", &join, "medieval").await;
    table.slash("ann", "lobby start", &[]).await;
    table.turn_message(0).await;
    let mine = table.slash("ann", "games list", &[]).await;
    assert_says_privately(&mine, "**your turn**");
    assert_says(&mine, "https://discord.com/channels/");
    let other = table.slash("bob", "games list", &[]).await;
    assert_says(&other, "**Ann** to act");
    let nothing = table.slash("cem", "games find", &[]).await;
    assert_says_privately(&nothing, "No games here need players right now");
    table.resign("bob").await;
    table.turned("resign").await;

    // People get no information about channels that they cannot see.
    table.open("ann", tests::DUEL).await;
    let cem = Whom::Member(table.user("cem"));
    let (none, view) = (Permissions::default(), Permissions::VIEW_CHANNEL);
    table.pg.overwrite(table.games, cem, none, view);
    for (who, says) in [("cem", "No games here need players right now"), ("bob", "Join")] {
        let found = table.pg.slash(table.user(who), lobby, "games find", &[]);
        let found = found.await.unwrap();
        let said = table.pg.wait_for("an answer", PATIENCE, |_| {
            let now = found.response()?;
            let text = format!("{} {}", now.text(), now.labels().join(" "));
            text.contains(says).then_some(text)
        });
        said.await.unwrap_or_else(|why| panic!("{why}: {}", found.text()));
    }
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn conditional_moves_are_played_at_once_and_nobody_knows_before() {
    let mut table = Table::lay().await;
    table.duel("medieval", "medieval").await;
    table.play("ann", "e4").await;
    table.quiet(500).await;
    let before = table.public_texts();
    let line = [("theirs", "e5"), ("answer", "Nf3")];
    let entered = table.slash("ann", "match premove", &line).await;
    assert_says_privately(&entered, "`if e5, then Nf3`");
    let wrong = [("theirs", "e5"), ("answer", "Ra5")];
    let refused = table.slash("ann", "match premove", &wrong).await;
    assert_says_privately(&refused, "Your answer would not be legal");
    let other = table.slash("bob", "match premove", &[]).await;
    assert_says_privately(&other, "No conditional moves yet");
    table.quiet(500).await;
    assert_eq!(table.public_texts(), before, "nobody else can notice it");
    table.crash().await;
    table.slash("bob", "move", &[("move", "e5")]).await;
    let answered = table.told("`Nf3`").await;
    assert_eq!(answered.pings, [table.user("bob")].into());
    let pgn = table.slash("bob", "match export", &[("format", "PGN")]).await;
    assert_says_privately(&pgn, "Here is the game as PGN.");
    let file = response(&pgn).attachments[0].clone();
    let text = String::from_utf8(file.bytes.to_vec()).unwrap();
    assert!(text.contains("1. e4 e5 2. Nf3 *"), "{text}");
    table.assert_clean();
}
