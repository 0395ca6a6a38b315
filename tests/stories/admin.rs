//! A server's own Battalion, from a faulty file to the archive; and members without the permissions for it.

use playground::{Arg, Permissions};
use tests::{DRAGONS, DUEL, PATIENCE, Table, alt, assert_says, assert_shows, response};

/// Scholar's mate of the Dragon Riders against Medieval: the opening, and the rest.
const MATE: [&str; 2] = ["e2e3 e7e5", "f1c4 b8c6 d1h5 g8f6 h5f7"];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_battalion_from_a_faulty_file_to_the_archive() {
    let mut table = Table::lay().await;
    // All errors together, each with its place and a suggestion.
    let faulty = DRAGONS
        .replace("\"withdraw\"", "\"wihtdraw\"")
        .replace("moves = \"B\"", "moves = \"B?\"")
        .replace("id = \"tower\"\n", "");
    let answer = table.attach("ann", "add", &faulty).await;
    assert!(answer.ephemeral(), "{}", answer.text());
    let line = |needle: &str| faulty.lines().position(|l| l.contains(needle)).unwrap() + 1;
    for part in [
        format!("line {}, column", line("wihtdraw")),
        "did you mean 'withdraw'?".to_owned(),
        format!("line {}, column", line("B?")),
    ] {
        assert_says(&answer, &part);
    }
    assert!(answer.response().unwrap().buttons().is_empty(), "nothing to accept");
    // A valid file is previewed in private before anything is stored.
    let checked = table.attach("ann", "check", DRAGONS).await;
    assert_says(&checked, "nothing was saved");
    // The pages are the same as those of a preview, without a button to accept.
    let turned = table.next_page("ann", &response(&checked)).await.unwrap();
    assert_says(&turned, "nothing was saved");
    assert!(!turned.labels().contains(&"Accept".to_owned()));
    let added = table.attach("ann", "add", DRAGONS).await;
    assert!(added.ephemeral());
    let preview = added.response().unwrap();
    table.keep("preview", &preview);
    assert_says(&preview, "Dragon Riders");
    assert_says(&preview, "Squire");
    // The picture shows the Territory and the pieces.
    assert!(alt(&preview).contains("Wyvern"), "{}", alt(&preview));
    // The pages cover every piece, with a picture of its movement.
    let mut pages = 1;
    let mut page = preview.clone();
    let mut seen = page.text();
    while let Some(next) = table.next_page("ann", &page).await {
        page = next;
        table.keep(&format!("preview-{pages}"), &page);
        assert_shows(&page, "(Dragon Riders). ");
        seen += &page.text();
        pages += 1;
    }
    for piece in ["Queen Mother", "Drake", "Tower", "Squire", "opposite to the direction"] {
        assert!(seen.contains(piece), "{piece}: {seen}");
    }
    assert!(pages >= 8, "one for each of seven pieces");
    // The Battalion is in no list before it is accepted; a crash in between changes nothing.
    assert!(!table.offered("ann", "lobby join", "battalion", "drag").await.contains(&"dragons".to_owned()));
    table.crash().await;
    let accepted = table.press("ann", &page, "Accept").await;
    assert_says(&accepted, "version 1");
    // A repeated press has no effect.
    let ann = table.user("ann");
    table.pg.replay_click(ann, page.id, "draft:2:accept").await.unwrap();
    let again = table.pg.wait_for("a refusal", PATIENCE, |pg| {
        let text = pg.message(page.id)?.text();
        text.contains("add it again").then_some(())
    });
    again.await.unwrap();
    // Private: visible to administrators only.
    let offered = |who: &'static str| table.offered(who, "lobby join", "battalion", "drag");
    assert_eq!(offered("ann").await, ["dragons"]);
    assert!(offered("bob").await.is_empty());
    table.open("bob", DUEL).await;
    let refused = table.join("bob", "dragons").await;
    assert_says(&refused, "no Battalion of that name");
    table.join("bob", "medieval").await;
    table.join("ann", "Dragon Riders").await;
    let refused = table.slash("bob", "lobby start", &[]).await;
    assert_says(&refused, "not published");
    table.slash("ann", "match end", &[]).await;
    let published = table.administer("ann", "publish", "dragons").await;
    assert_says(&published, "Everyone");
    assert_eq!(offered("bob").await, ["dragons"]);
    // Two members play it to the end. Meanwhile, it is replaced and disabled.
    table.open("bob", DUEL).await;
    table.join("bob", "dragons").await;
    table.join("cem", "medieval").await;
    table.slash("bob", "lobby start", &[]).await;
    let first = table.turn_message(0).await;
    table.keep("dragons", &first);
    table.play_by_turns(["bob", "cem"], MATE[0]).await;
    let newer = DRAGONS.replace("moves = \"Q\"", "moves = \"K\"");
    let added = table.attach("ann", "add", &newer).await;
    assert_says(&added, "version 2");
    table.press("ann", &response(&added), "Accept").await;
    table.administer("ann", "publish", "dragons").await;
    let disabled = table.administer("ann", "disable", "dragons").await;
    assert_says(&disabled, "games in progress continue");
    table.crash().await;
    let last = table.play_by_turns(["bob", "cem"], MATE[1]).await;
    assert_says(&last, "checkmate");
    table.keep("dragons-mate", &last);
    // New games cannot select it.
    assert!(table.offered("bob", "lobby join", "battalion", "drag").await.is_empty());
    table.open("bob", DUEL).await;
    let refused = table.join("bob", "dragons").await;
    assert_says(&refused, "cannot be picked");
    // The exported file is identical to the uploaded one, in both versions.
    for (options, file) in [
        (vec![("battalion", Arg::from("dragons"))], newer.as_str()),
        (vec![("battalion", "dragons".into()), ("version", 1.into())], DRAGONS),
    ] {
        let export = table.with_args("ann", "battalion-admin export", &options).await;
        assert!(export.ephemeral());
        let files = export.response().unwrap().attachments;
        assert_eq!(&*files[0].bytes, file.as_bytes());
    }
    let archived = table.administer("ann", "archive", "dragons").await;
    assert_says(&archived, "archive");
    table.administer("ann", "enable", "dragons").await;
    assert!(table.offered("ann", "lobby join", "battalion", "drag").await.is_empty());
    let all = table.slash("ann", "battalion-admin list", &[]).await;
    assert_says(&all, "archived (version 2)");
    // Publishing it again is possible, in its older version.
    let old = [("battalion", Arg::from("dragons")), ("version", 1.into())];
    table.with_args("ann", "battalion-admin publish", &old).await;
    let joined = table.join("bob", "dragons").await;
    assert_says(&joined, "Dragon Riders");
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lobby_notices_what_can_no_longer_be_picked() {
    let table = Table::lay().await;
    table.bring("ann", "dragons", DRAGONS).await;
    table.gather(DUEL, &[("bob", "dragons"), ("cem", "medieval")]).await;
    table.administer("ann", "disable", "medieval").await;
    table.administer("ann", "archive", "dragons").await;
    let refused = table.slash("bob", "lobby start", &[]).await;
    assert_says(&refused, "choose again");
    // The clone of a built-in Battalion is independent.
    let clone = table.administer("ann", "clone", "medieval").await;
    let file = clone.response().unwrap().attachments[0].clone();
    assert_eq!(file.filename, "my-medieval.toml");
    let text = String::from_utf8(file.bytes.to_vec()).unwrap();
    table.bring("ann", "my-medieval", &text).await;
    for who in ["bob", "cem"] {
        let joined = table.join(who, "my-medieval").await;
        assert_says(&joined, "My Medieval");
    }
    table.slash("bob", "lobby start", &[]).await;
    table.turn_message(0).await;
    // A built-in id or name is already taken.
    let taken = engine::battalion::builtin()[0].text;
    let answer = table.attach("ann", "add", taken).await;
    assert_says(&answer, "built-in");
    assert_says(&answer, "my-medieval");
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn members_may_do_none_of_it() {
    let table = Table::lay().await;
    table.bring("ann", "dragons", DRAGONS).await;
    let club = table.pg.guild("Club").unwrap();
    let second = format!("{DRAGONS}# 2\n");
    let added = table.attach("ann", "add", &second).await;
    let preview = added.response().unwrap();
    // Discord hides the command from members.
    let hidden = table.pg.slash(table.user("bob"), table.games, "battalion-admin list", &[]).await;
    assert!(hidden.is_err(), "declared for those who may manage the server");
    let hidden = table.pg.slash(table.user("bob"), table.games, "server show", &[]).await;
    assert!(hidden.is_err(), "declared for those who may manage the server");
    // If a server shows the command to everyone, the bot refuses it and names the missing permission.
    let everyone = table.role("@everyone");
    for command in ["battalion-admin", "server"] {
        table.pg.integrate(club, command, everyone, true);
    }
    let dragons = [("battalion", Arg::from("dragons"))];
    for (command, options) in [
        ("battalion-admin list", &[][..]),
        ("battalion-admin enable", &dragons),
        ("battalion-admin disable", &dragons),
        ("battalion-admin publish", &dragons),
        ("battalion-admin archive", &dragons),
        ("battalion-admin test", &dragons),
        ("battalion-admin export", &dragons),
        ("battalion-admin clone", &dragons),
        ("server log", &[]),
        ("server show", &[]),
        ("server limits", &[("battalions", 50.into())]),
        ("server roles", &[("admins", Arg::Role(everyone))]),
    ] {
        let answer = table.with_args("bob", command, options).await;
        assert!(answer.ephemeral(), "{command}");
        assert!(answer.text().contains("Manage Server"), "{command}: {}", answer.text());
    }
    for verb in ["add", "check"] {
        let answer = table.attach("bob", verb, DRAGONS).await;
        assert_says(&answer, "Manage Server");
    }
    assert!(table.offered("bob", "battalion-admin export", "battalion", "").await.is_empty());
    // A forged press, on a public message.
    table.slash("cem", "titans new", &[("mode", DUEL)]).await;
    let public = table.told("free").await;
    for want in ["accept", "discard", "0", "7"] {
        let id = format!("draft:2:{want}");
        let forged = table.pg.replay_click(table.user("bob"), public.id, &id).await.unwrap();
        assert!(forged.ephemeral(), "{id}");
        assert!(forged.text().contains("Manage Server"), "{id}: {}", forged.text());
    }
    let forged = table.pg.replay_click(table.user("bob"), public.id, "test:1").await.unwrap();
    assert_says(&forged, "Manage Server");
    let closed = table.slash("cem", "match end", &[]).await;
    assert_says(&closed, "closed");
    let still = table.press("ann", &preview, "Discard").await;
    // The draft was still pending.
    assert_says(&still, "discarded");
    // A role can administer, too.
    let keepers = table.pg.add_role(club, "Keepers", Permissions::NONE);
    table.pg.give_role(club, table.user("dora"), keepers);
    let refused = table.slash("dora", "battalion-admin list", &[]).await;
    assert_says(&refused, "Manage Server");
    let set = table.set("roles", &[("admins", Arg::Role(keepers))]).await;
    assert_says(&set, "Keepers");
    assert_says(&set, "Integrations");
    let refused = table.slash("bob", "battalion-admin list", &[]).await;
    assert_says(&refused, "the role Keepers");
    let all = table.slash("dora", "battalion-admin list", &[]).await;
    assert_says(&all, "Dragon Riders");
    table.administer("dora", "archive", "dragons").await;
    assert!(table.offered("bob", "lobby join", "battalion", "drag").await.is_empty());
    // An administrator can also end games of others; a member cannot.
    table.seat(DUEL, &[("bob", "medieval"), ("cem", "medieval")]).await;
    let refused = table.slash("emil", "match end", &[]).await;
    assert_says(&refused, "Manage Messages");
    let ended = table.slash("dora", "match end", &[]).await;
    assert_says(&ended, "ended");
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_server_has_other_battalions() {
    let table = Table::lay().await;
    table.bring("ann", "dragons", DRAGONS).await;
    let second = format!("{DRAGONS}# 2\n");
    let added = table.attach("ann", "add", &second).await;
    let preview = added.response().unwrap();
    // Bob's own server, where he has all permissions.
    let other = table.pg.add_guild("Den", table.user("bob"));
    table.pg.join(other, table.user("bob"));
    let den = table.pg.add_channel(other, "den");
    let bob = table.user("bob");
    let offered = table.pg.autocomplete(bob, den, "lobby join", "battalion", "drag").await.unwrap();
    assert!(offered.is_empty(), "{offered:?}");
    table.pg.slash(bob, den, "titans new", &[("mode", DUEL.into())]).await.unwrap();
    for command in ["lobby join", "battalion-admin export", "battalion-admin clone"] {
        let answer = table.pg.slash(bob, den, command, &[("battalion", "dragons".into())]).await.unwrap();
        assert!(answer.text().contains("no Battalion of that name"), "{command}: {}", answer.text());
    }
    // Permissions on one server do not apply to another server's files and games.
    table.gather(DUEL, &[("cem", "medieval"), ("dora", "medieval")]).await;
    let lobby = table.told("Ready").await;
    let start = lobby.buttons().into_iter().find(|b| b.label == "Start").unwrap();
    let own = table.pg.wait_for("a lobby in the den", PATIENCE, |pg| pg.last(den)).await.unwrap();
    for id in ["draft:2:accept", "draft:2:0", start.custom_id.as_str()] {
        let forged = table.pg.replay_click(bob, own.id, id).await.unwrap();
        let said = forged.text();
        assert!(said.contains("no longer waiting") || said.contains("not in that game"), "{id}: {said}");
    }
    let accepted = table.press("ann", &preview, "Accept").await;
    assert_says(&accepted, "version 2");
    table.assert_clean();
}
