//! Battalions shared between servers: by code, in the gallery, as copies; reports; changes of a version; and the log.

use playground::{Arg, ChannelId, Interaction, Message, Permissions};
use tests::{DRAGONS, DUEL, Table, assert_says, assert_says_privately, assert_shows, response};

/// Shares a Battalion of the club as Ann.
async fn share(table: &Table, with: &str) -> Interaction {
    let options = [("battalion", "dragons"), ("with", with)];
    table.slash("ann", "battalion-admin share", &options).await
}

/// Creates a server with a channel for Bob, who has all permissions there.
fn den(table: &Table) -> ChannelId {
    let bob = table.user("bob");
    let den = table.pg.add_guild("Den", bob);
    table.pg.join(den, bob);
    table.pg.add_channel(den, "den")
}

async fn bob_types(table: &Table, there: ChannelId, command: &str, options: &[(&str, Arg)]) -> Interaction {
    let bob = table.user("bob");
    table.pg.slash(bob, there, command, options).await.unwrap()
}

/// Code in an answer: ten letters in bold.
fn code(answer: &Interaction) -> String {
    let text = answer.text();
    let mut bold = text.split("**").skip(1).step_by(2);
    bold.find(|one| one.len() == 10).expect("a code").to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_army_goes_from_server_to_server_by_a_code() {
    let mut table = Table::lay().await;
    table.bring("ann", "dragons", DRAGONS).await;
    let den = den(&table);
    let shared = share(&table, "Those who have the code").await;
    assert!(shared.ephemeral());
    let code = code(&shared);
    // The gallery does not show it.
    let browsed = bob_types(&table, den, "battalions browse", &[]).await;
    assert_says(&browsed, "The gallery is empty");
    for wrong in ["ABCDEFGHJK", "@everyone", "1"] {
        let options = [("code", wrong.into())];
        let guessed = bob_types(&table, den, "battalions add-code", &options).await;
        assert_says_privately(&guessed, "This Battalion is not shared, or no longer");
    }
    // Bob previews it completely before he adds it.
    let typed = format!("{}-{}", code[..5].to_lowercase(), &code[5..]);
    let options = [("code", typed.as_str().into())];
    let found = bob_types(&table, den, "battalions add-code", &options).await;
    assert!(found.ephemeral());
    let page = response(&found);
    table.keep("shared-by-code", &page);
    assert_says(&page, "Dragon Riders");
    assert_says(&page, "Shared by a code, version 1, by Ann of the Club");
    assert_shows(&page, "Wyvern");
    let next = table.next_page("bob", &page).await.unwrap();
    assert_says(&next, "Shared by a code");
    // The number of pages is on the button, and the last page leads back only.
    let (mut shown, mut last) = (2, next);
    let label = page.labels().into_iter().find(|label| label.starts_with("Next")).unwrap();
    let whole: usize = label.trim_end_matches(')').rsplit(' ').next().unwrap().parse().unwrap();
    while let Some(next) = table.next_page("bob", &last).await {
        (shown, last) = (shown + 1, next);
        assert!(shown <= whole, "{shown} of {whole}");
    }
    assert!(shown == whole && last.labels()[0] == "Previous", "{shown} of {whole}: {:?}", last.labels());
    // A member without permission, and a forged press for another version.
    let cem = [("code", code.as_str())];
    let seen = table.slash("cem", "battalions add-code", &cem).await;
    let refused = table.press("cem", &response(&seen), "Add to This Server").await;
    assert_says(&refused, "Manage Server");
    let forged = format!("army:c{code}.9.add");
    let bob = table.user("bob");
    let public = bob_types(&table, den, "titans new", &[("mode", DUEL.into())]).await;
    assert_says(&public, "open");
    let lobby = table.pg.wait_for("the lobby", tests::PATIENCE, |pg| pg.last(den)).await.unwrap();
    let answer = table.pg.replay_click(bob, lobby.id, &forged).await.unwrap();
    assert_says(&answer, "A different version");
    let answer = table.pg.replay_click(bob, lobby.id, "army:g1.1.add").await.unwrap();
    assert_says(&answer, "This Battalion is not shared, or no longer");
    // The copy is private at first and independent afterwards.
    table.crash().await;
    let added = table.press("bob", &last, "Add to This Server").await;
    assert_says(&added, "Dragon Riders is now one of this server's Battalions (version 1)");
    share(&table, "Nobody").await;
    let dead = [("code", code.as_str().into())];
    let dead = bob_types(&table, den, "battalions add-code", &dead).await;
    assert_says(&dead, "This Battalion is not shared, or no longer");
    let published = [("battalion", "dragons".into())];
    let published = bob_types(&table, den, "battalion-admin publish", &published).await;
    assert_says(&published, "can now pick Dragon Riders");
    let all = bob_types(&table, den, "battalion-admin list", &[]).await;
    assert_says(&all, "a copy from another server");
    let joined = [("battalion", "dragons".into())];
    let joined = bob_types(&table, den, "lobby join", &joined).await;
    assert_says(&joined, "Dragon Riders");
    // Both servers log the copy.
    let log = bob_types(&table, den, "server log", &[]).await;
    assert_says_privately(&log, "copied Dragon Riders from another server, as version 1");
    let log = table.slash("ann", "server log", &[]).await;
    for part in [
        "stopped sharing Dragon Riders",
        "shared Dragon Riders, version 1, by a code",
        "published Dragon Riders, version 1",
        "added Dragon Riders, version 1",
        "**Ann**",
    ] {
        assert_says(&log, part);
    }
    assert!(!log.text().contains(&code), "{}", log.text());
    assert!(!table.bot.log().contains(&code), "codes are not logged");
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_gallery_is_for_everybody_and_kept_clean_by_who_runs_the_bot() {
    let mut table = Table::lay().await;
    // Emil operates the bot.
    let emil = table.user("emil");
    let config = format!("[discord]\noperators = [\"{emil}\"]\n");
    std::fs::write(table.folder().join("config.toml"), config).unwrap();
    table.crash().await;
    table.bring("ann", "dragons", DRAGONS).await;
    let second = DRAGONS
        .replace("id = \"dragons\"", "id = \"hydras\"")
        .replace("Dragon Riders", "Hydra Riders")
        .replace("A Great Dragon with its flight", "Many heads");
    table.bring("ann", "hydras", &second).await;
    let shared = share(&table, "Everyone, in the gallery").await;
    assert_says(&shared, "in the gallery");
    let other = [("battalion", "hydras"), ("with", "Everyone, in the gallery")];
    table.slash("ann", "battalion-admin share", &other).await;
    // Anybody can browse and search the gallery.
    let all = table.slash("cem", "battalions browse", &[]).await;
    assert!(all.ephemeral());
    for part in ["\n1. **", "\n2. **", "Dragon Riders", "Hydra Riders", "by Ann of the Club", "not played yet"] {
        assert_says(&all, part);
    }
    let none = [("search", "@everyone ``` xyz")];
    let none = table.slash("cem", "battalions browse", &none).await;
    assert_says(&none, "Nothing in the gallery matches");
    assert!(!none.text().contains("@everyone"), "{}", none.text());
    let found = [("search", "DRAGON")];
    let found = table.slash("cem", "battalions browse", &found).await;
    assert!(!found.text().contains("Hydra"), "{}", found.text());
    let shown = table.choose("cem", &found, "Dragon Riders").await;
    let page = response(&shown);
    table.keep("gallery", &page);
    assert_says(&page, "In the gallery, version 1");
    assert_shows(&page, "Wyvern");
    // In direct messages there is no server to add it to.
    let cem = table.user("cem");
    let dm = table.pg.dm(cem);
    let alone = table.pg.slash(cem, dm, "battalions browse", &[]).await;
    let shown = table.choose("cem", &alone.unwrap(), "Dragon Riders").await;
    let labels = response(&shown).labels();
    assert!(!labels.contains(&"Add to This Server".to_owned()), "{labels:?}");
    let open = response(&shown);
    let forged = table.pg.replay_click(cem, open.id, "army:g1.1.add").await;
    let refused = table.pg.wait_for("a refusal", tests::PATIENCE, |pg| {
        let text = pg.message(open.id)?.text();
        text.contains("only works in a server").then_some(())
    });
    refused.await.unwrap_or_else(|why| panic!("{why}: {}", forged.unwrap().text()));
    // Cem reports it with a form; only Emil can read the report.
    let form = table.pg.click(cem, &page, "Report").await.unwrap();
    assert!(form.modal().is_some(), "{}", form.text());
    let sent = table.pg.submit_modal(cem, &form, &[("why", "@everyone It is *mine*.")]).await.unwrap();
    let thanked = table.pg.wait_for("thanks", tests::PATIENCE, |_| sent.text().contains("Thank you").then_some(()));
    thanked.await.unwrap_or_else(|why| panic!("{why}: {}", sent.text()));
    // Cem also writes to the designer, whose server receives the message.
    let found = table.slash("cem", "battalions browse", &[("search", "DRAGON")]).await;
    let page = response(&table.choose("cem", &found, "Dragon Riders").await);
    let form = table.pg.click(cem, &page, "Write to the Designer").await.unwrap();
    let sent = table.pg.submit_modal(cem, &form, &[("why", "The *Wyvern* is too strong.")]).await.unwrap();
    let thanked = table.pg.wait_for("thanks", tests::PATIENCE, |_| sent.text().contains("your remark").then_some(()));
    thanked.await.unwrap_or_else(|why| panic!("{why}: {}", sent.text()));
    let remarks = response(&table.slash("ann", "battalion-admin remarks", &[]).await);
    table.keep("remarks", &remarks);
    assert_says(&remarks, "to the designer, version 1");
    assert_says(&remarks, "The \\*Wyvern\\* is too strong.");
    let list = table.slash("ann", "battalion-admin list", &[]).await;
    assert_says(&list, "1 remark (/battalion-admin remarks)");
    let rulebook = table.slash("ann", "battalions show", &[("battalion", "dragons")]).await;
    assert!(response(&rulebook).labels().contains(&"Write to the Designer".to_owned()), "{}", rulebook.text());
    let deleted = table.press("ann", &remarks, "Delete These Remarks").await;
    assert_says(&deleted, "These remarks are deleted.");
    let refused = table.slash("ann", "battalion-admin reports", &[]).await;
    assert_says_privately(&refused, "Only the people who run this bot");
    let public = table.slash("cem", "titans new", &[("mode", DUEL)]).await;
    assert_says(&public, "open");
    let lobby = table.told("free").await;
    for forged in ["reports:hide.1", "reports:0", "reports:dismiss.1", "remarks:0", "remarks:delete.1", "log:0"] {
        let answer = table.pg.replay_click(cem, lobby.id, forged).await.unwrap();
        assert!(answer.ephemeral(), "{forged}");
        let text = answer.text();
        assert!(text.contains("Only the people") || text.contains("Manage Server"), "{forged}: {text}");
    }
    let club = table.pg.guild("Club").unwrap();
    let keepers = table.pg.add_role(club, "Keepers", Permissions::MANAGE_GUILD);
    table.pg.give_role(club, emil, keepers);
    let reports = table.slash("emil", "battalion-admin reports", &[]).await;
    let reports = response(&reports);
    table.keep("reports", &reports);
    assert_says(&reports, "It is \\*mine\\*.");
    assert_says(&reports, "@\u{200b}everyone");
    let hidden = table.press("emil", &reports, "Hide").await;
    assert_says(&hidden, "is hidden: it is not in the gallery");
    // Buttons opened before are refused; the other Battalion is still listed.
    let all = table.slash("ann", "battalions browse", &[]).await;
    assert!(!all.text().contains("Dragon"), "{}", all.text());
    let chosen = table.choose("ann", &all, "Hydra Riders").await;
    let open = response(&chosen);
    let stop = [("battalion", "hydras"), ("with", "Nobody")];
    table.slash("ann", "battalion-admin share", &stop).await;
    let late = table.press("ann", &open, "Add to This Server").await;
    assert_says(&late, "This Battalion is not shared, or no longer");
    let list = table.slash("ann", "battalion-admin list", &[]).await;
    assert_says(&list, "hidden by the people who run this bot");
    let log = table.slash("ann", "server log", &[]).await;
    assert_says(&log, "**The people who run this bot**: hid Dragon Riders");
    assert!(!log.text().contains("Emil"), "{}", log.text());
    let anew = share(&table, "Everyone, in the gallery").await;
    assert_says(&anew, "have hidden this Battalion");
    let again = table.slash("emil", "battalion-admin reports", &[]).await;
    let shown = table.press("emil", &response(&again), "Show Again").await;
    assert_says(&shown, "shown again");
    let all = table.slash("ann", "battalions browse", &[]).await;
    assert_says(&all, "Dragon Riders");
    // A server that removes the bot no longer shares anything.
    let den = den(&table);
    let there = bob_types(&table, den, "battalions browse", &[]).await;
    assert_says(&there, "Dragon Riders");
    table.pg.remove_bot(table.pg.guild("Club").unwrap());
    let there = bob_types(&table, den, "battalions browse", &[]).await;
    assert_says(&there, "The gallery is empty");
    table.assert_clean();
}

/// All pages of a private message.
async fn pages(table: &Table, who: &str, first: Message) -> Vec<Message> {
    let mut all = vec![first];
    while let Some(next) = table.next_page(who, &all[all.len() - 1]).await {
        all.push(next);
    }
    all
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_version_changes_is_told_and_drawn_and_a_game_keeps_its_own() {
    let table = Table::lay().await;
    table.bring("ann", "dragons", DRAGONS).await;
    let first = table.seat(DUEL, &[("bob", "dragons"), ("cem", "medieval")]).await;
    assert_shows(&first, "Wyvern");
    let same = table.attach("ann", "add", DRAGONS).await;
    assert_says(&same, "version 1 of Dragon Riders, which everyone here can already pick");
    let newer = DRAGONS.replace("moves = \"B\"", "moves = \"BW\"").replace("name = \"Tower\"", "name = \"Keep\"");
    assert_ne!(newer, DRAGONS);
    let added = table.attach("ann", "add", &newer).await;
    let preview = pages(&table, "ann", response(&added)).await;
    let told: String = preview.iter().map(Message::text).collect();
    assert!(told.contains("what version 2 changes from version 1"), "{told}");
    assert!(told.contains("B before, BW now"), "{told}");
    assert!(told.contains("Was called Tower"), "{told}");
    let drawn = preview.iter().find(|page| page.text().contains("Movement before and now")).expect("drawings");
    table.keep("changes", drawn);
    assert_shows(drawn, "before and now");
    table.press("ann", &preview[preview.len() - 1], "Accept").await;
    table.administer("ann", "publish", "dragons").await;
    // In the channel of the game, the rulebook shows the version being played.
    let dragons = [("battalion", "dragons")];
    let here = table.slash("bob", "battalions show", &dragons).await;
    assert_says_privately(&here, "As it is played in this game: version 1.");
    assert_says(&here, "Tower");
    let piece = table.choose("bob", &here, "Tower").await;
    assert_says(&piece, "As it is played in this game: version 1.");
    let lookup = [("piece", "Tower")];
    let lookup = table.slash("emil", "rules piece", &lookup).await;
    assert_says(&lookup, "As it is played in this game: version 1.");
    // Elsewhere it shows the newest version with its changes.
    let lobby = table.pg.channel("lobby").unwrap();
    let bob = table.user("bob");
    let there = table.pg.slash(bob, lobby, "battalions show", &[("battalion", "dragons".into())]).await.unwrap();
    assert_says(&there, "Keep");
    assert!(!there.text().contains("this game"), "{}", there.text());
    let changed = table.choose("bob", &there, "What has changed").await;
    assert_says(&changed, "what version 2 changes from version 1");
    // A rulebook page of a game is refused to people outside of it.
    let forged = "book:0.g1.bdragons";
    let emil = table.user("emil");
    let opened = table.pg.slash(emil, lobby, "titans new", &[("mode", DUEL.into())]).await.unwrap();
    assert_says(&opened, "open");
    let message = table.pg.wait_for("the lobby", tests::PATIENCE, |pg| pg.last(lobby)).await.unwrap();
    let refused = table.pg.replay_click(emil, message.id, forged).await.unwrap();
    assert!(!refused.text().contains("Tower"), "{}", refused.text());
    // The game keeps an archived Battalion.
    table.administer("ann", "archive", "dragons").await;
    let here = table.slash("bob", "battalions show", &dragons).await;
    assert_says(&here, "As it is played in this game: version 1.");
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn several_armies_come_in_one_file() {
    use std::io::{Cursor, Write as _};
    use zip::write::{SimpleFileOptions, ZipWriter};
    let table = Table::lay().await;
    let other = DRAGONS.replace("id = \"dragons\"", "id = \"hydras\"").replace("Dragon Riders", "Hydra Riders");
    let mut to = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in
        [("dragons.toml", DRAGONS), ("hydras.toml", &other), ("@everyone.toml", "format = 1\nidd = \"x\"")]
    {
        to.start_file(name, SimpleFileOptions::default()).unwrap();
        to.write_all(text.as_bytes()).unwrap();
    }
    let pack = to.finish().unwrap().into_inner();
    let attach = |bytes: Vec<u8>| {
        let table = &table;
        async move {
            let file = Arg::file("armies.zip", bytes);
            let command = "battalion-admin add";
            table.with_args("ann", command, &[("file", file)]).await
        }
    };
    let looked = attach(pack).await;
    assert!(looked.ephemeral());
    assert_says(&looked, "2 of 3 files can be added");
    assert_says(&looked, "did you mean");
    assert!(!looked.text().contains("@everyone"), "{}", looked.text());
    let accepted = table.press("ann", &response(&looked), "Accept All").await;
    assert_says(&accepted, "added Dragon Riders, version 1; added Hydra Riders, version 1");
    let all = table.slash("ann", "battalion-admin export", &[]).await;
    let file = response(&all).attachments[0].clone();
    assert_eq!(file.filename, "battalions.zip");
    let again = attach(file.bytes.to_vec()).await;
    assert_says(&again, "None of the files of this pack can be added");
    assert_says(&again, "is the newest version of");
    let damaged = attach(b"PK\x03\x04 nothing".to_vec()).await;
    assert_says(&damaged, "damaged or not a zip file");
    table.assert_clean();
}
