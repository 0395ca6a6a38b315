//! Rulebook: every Battalion, piece and topic has an answer with text and pictures. Pages can be turned and shown to
//! everybody, and unknown names get a suggestion. Also pictures around a game: lobby, summary, replay.

use engine::battalion::{builtin, load_builtin};
use playground::{Interaction, Message, Permissions, Whom};
use tests::{DUEL, PATIENCE, Table, assert_says};

/// Checks a private answer against Discord's limits: its text, and alt texts for its pictures.
fn read(answer: &Interaction, what: &str) -> Message {
    assert!(answer.ephemeral(), "{what} is for one person alone");
    let message = answer.response().unwrap_or_else(|| panic!("{what}: no answer"));
    assert!((1..=2000).contains(&message.text().chars().count()), "{what}");
    for file in &message.attachments {
        let alt = file.description.as_deref().unwrap_or_default();
        assert!((1..=1024).contains(&alt.chars().count()), "{what}: {alt}");
        let (width, height) = file.size.unwrap_or_else(|| panic!("{what}: {} is no picture", file.filename));
        assert!((300..=1600).contains(&width) && (200..=2600).contains(&height), "{what}: {width} × {height}");
        assert!(file.bytes.len() < 120_000, "{what}: {} bytes", file.bytes.len());
    }
    message
}

/// Waits until a private page contains this text.
async fn turned(table: &Table, page: &Message, needle: &str) -> Message {
    let found =
        table.pg.wait_for(needle, PATIENCE, |pg| pg.message(page.id).filter(|now| now.text().contains(needle))).await;
    found.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_battalion_and_every_piece_is_told_and_drawn() {
    let table = Table::lay().await;
    let list = read(&table.slash("ann", "battalions list", &[]).await, "the list");
    for one in builtin() {
        let definition = load_builtin(one.id).unwrap();
        assert!(
            list.text().contains(&definition.summary[..20]) || list.labels().iter().any(|l| l.starts_with("Next")),
            "{}",
            one.id
        );
        let answer = table.slash("ann", "battalions show", &[("battalion", one.id)]).await;
        let page = read(&answer, one.id);
        assert!(page.text().contains(&definition.name), "{}", page.text());
        assert_eq!(page.attachments.len(), 1, "{}: its sheet", one.id);
        let offered: usize = page.selects().iter().map(|menu| menu.options.len()).sum();
        assert_eq!(offered, definition.pieces.len(), "{}: a way to each piece", one.id);
        for piece in &definition.pieces {
            let key = format!("{}/{}", one.id, piece.id);
            let answer = table.slash("ann", "rules piece", &[("piece", &key)]).await;
            let page = read(&answer, &key);
            assert!(page.text().contains(&piece.name), "{key}: {}", page.text());
            let drawn = usize::from(!piece.moves.is_empty()) + piece.examples.len();
            assert_eq!(page.attachments.len(), drawn, "{key}: a diagram and its examples");
        }
    }
    for ware in &engine::clash::WARES {
        let key = format!("clash/{}", ware.id);
        let page = read(&table.slash("bob", "rules piece", &[("piece", &key)]).await, &key);
        assert!(page.text().contains(ware.name) && !page.attachments.is_empty(), "{key}");
    }
    let shown = table.slash("ann", "rules piece", &[("piece", "baroque/long-leaper")]).await;
    table.keep("rules-piece", &shown.response().unwrap());
    table.assert_clean();
}

/// Other names of a piece lead to it, and an army names the works and people that it owes to.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pieces_are_found_by_their_other_names_and_armies_give_credit() {
    let table = Table::lay().await;
    for (typed, offered, page) in [
        ("aliba", "alibaba: Senator", "Also called:** alibaba."),
        ("khu", "khun: Snare King", "Also called:** khun."),
        ("RUEA", "ruea: Snare Rook", "Also called:** ruea."),
        ("bia-n", "bia-ngai: Promoted Snare Pawn", "Also called:** bia-ngai."),
    ] {
        let found = table.complete("ann", "rules piece", "piece", typed).await;
        assert!(found[0].name.starts_with(offered), "{typed}: {found:?}");
        let alias = offered.split(':').next().unwrap();
        let value = found[0].value.as_str().unwrap();
        for written in [value, alias] {
            let answer = table.slash("ann", "rules piece", &[("piece", written)]).await;
            assert_says(&read(&answer, written), page);
        }
    }
    for (army, credits) in [
        ("the-party", &["Leland Corporation", "churrumais7172"][..]),
        ("baroque", &["Robert Abbott", "https://www.chessvariants.com/other.dir/ultima.html", "https://github.com/"]),
        ("baroque-duel", &["Robert Abbott", "https://www.chessvariants.com/other.dir/ultima.html"]),
        ("makpong", &["https://discord.com/channels/634298688663191582/1241770811254378578"]),
        ("alchemists", &["potat5479", "Shogi"]),
    ] {
        let mut page = read(&table.slash("ann", "battalions show", &[("battalion", army)]).await, army);
        let mut text = page.text();
        // Credits come last; the page after the last one is the first again, or none.
        for _ in 0..4 {
            let Some(next) = table.next_page("ann", &page).await else { break };
            text += &next.text();
            page = next;
        }
        for credit in credits {
            assert!(text.contains(credit), "{army}: {credit} is not in {text}");
        }
    }
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rules_are_found_by_topic_by_number_and_by_what_was_nearly_written() {
    let table = Table::lay().await;
    let ann = table.user("ann");
    let contents = read(&table.slash("ann", "rules game", &[]).await, "contents");
    assert_says(&contents, "Auction");
    // From the contents to a topic, by the menu.
    let menu = contents.selects()[0].clone();
    let (label, _) = menu.options.iter().find(|(label, _)| label.contains("Party Mode")).unwrap();
    table.pg.select(ann, contents.id, &menu.custom_id, &[label]).await.unwrap();
    turned(&table, &contents, "(T-28)").await;
    // A single rule, in any spelling.
    for written in ["T-20", "t20", " T 20 "] {
        let rule = read(&table.slash("ann", "rules game", &[("topic", written)]).await, written);
        assert_says(&rule, "may not end their turn in Check");
        assert!(!rule.text().contains("T-19"), "that rule alone");
    }
    for (command, option, written, meant) in [
        ("rules piece", "piece", "Withdrawr", "Withdrawer"),
        ("battalions show", "battalion", "Makpog Battalion", "Makpong Battalion"),
        ("battalions show", "battalion", "Medievel Battalion", "Medieval Battalion"),
        ("rules game", "topic", "Auctoin", "Auction"),
    ] {
        let answer = table.slash("ann", command, &[(option, written)]).await;
        assert!(answer.ephemeral());
        assert!(answer.text().contains(&format!("did you mean {meant}")), "{written}: {}", answer.text());
    }
    // Rules about a word come first, with their numbers at the end; a menu leads to the complete rule.
    let about = read(&table.slash("ann", "rules game", &[("topic", "Volatile")]).await, "about");
    let lines: Vec<String> = about.text().lines().map(str::to_owned).collect();
    assert!(lines[1].starts_with("Volatile pieces are marked") && lines[1].ends_with("(V-4)"), "{lines:?}");
    assert!(!about.labels().iter().any(|label| label == "Show Everyone"));
    let menu = about.selects()[0].clone();
    table.pg.select(ann, about.id, &menu.custom_id, &[&menu.options[0].0]).await.unwrap();
    turned(&table, &about, "Volatility survives promotion").await;
    let offered = table.complete("ann", "rules game", "topic", "volatile").await;
    assert!(offered[0].name.starts_with("Volatile pieces") && offered[0].name.ends_with("(V-4)"), "{offered:?}");
    let lost = table.slash("ann", "rules piece", &[("piece", "@everyone **x**")]).await;
    assert_says(&lost, "choose one from the list");
    // For a name used by several Battalions, the bot asks which one.
    let which = table.slash("ann", "rules piece", &[("piece", "Supporter")]).await.response().unwrap();
    let menu = which.selects()[0].clone();
    assert_eq!(menu.options.len(), 2, "{:?}", menu.options);
    table.pg.select(ann, which.id, &menu.custom_id, &["Supporter (The Party)"]).await.unwrap();
    turned(&table, &which, "Supporter (The Party)").await;
    // Autocomplete.
    let complete = |path: &'static str, option: &'static str, typed: &'static str| {
        table.pg.autocomplete(ann, table.games, path, option, typed)
    };
    let pieces = complete("rules piece", "piece", "long").await.unwrap();
    assert!(pieces.iter().any(|choice| choice.name == "Long Leaper (Baroque Battalion)"), "{pieces:?}");
    let topics = complete("rules game", "topic", "c-2").await.unwrap();
    assert!(topics.len() > 5 && topics.len() <= 25, "{topics:?}");
    // The rulebook also works in direct messages.
    let dm = table.pg.dm(ann);
    let private = table.pg.slash(ann, dm, "battalions show", &[("battalion", "the-party".into())]).await.unwrap();
    assert_says(&private, "The Party");
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_are_turned_and_shown_to_everybody() {
    let mut table = Table::lay().await;
    let (ann, bob) = (table.user("ann"), table.user("bob"));
    let before = table.pg.messages(table.games).len();
    let opened = table.slash("bob", "rules game", &[("topic", "Baroque Battalion")]).await;
    let mut page = read(&opened, "rulings");
    assert!(page.labels().iter().any(|label| label.starts_with("Next (1 of")), "{:?}", page.labels());
    let mut seen = vec![page.text()];
    // Buttons work after a crash, because no state of the page is in memory.
    table.crash().await;
    loop {
        let label = page.labels().into_iter().find(|label| label.starts_with("Next")).unwrap();
        table.pg.click(bob, page.id, &label).await.unwrap();
        let id = page.id;
        page = table
            .pg
            .wait_for("the next page", PATIENCE, |pg| pg.message(id).filter(|m| m.text() != seen[seen.len() - 1]))
            .await
            .unwrap();
        if seen.contains(&page.text()) {
            break;
        }
        seen.push(page.text());
    }
    let all = seen.join("\n");
    for number in 1..=16 {
        assert!(all.contains(&format!("(B-{number})")), "B-{number}");
    }
    assert_eq!(
        table.pg.messages(table.games).iter().filter(|m| m.only_for.is_none()).count(),
        before,
        "nothing public so far"
    );
    table.pg.click(bob, page.id, "Show Everyone").await.unwrap();
    let public = |table: &Table| {
        let all = table.pg.messages(table.games).into_iter();
        all.filter(|m| m.only_for.is_none() && m.text().contains("Shown by")).collect::<Vec<_>>()
    };
    let shown = table.pg.wait_for("the page for all", PATIENCE, |_| public(&table).pop()).await.unwrap();
    assert!(shown.text().contains("Shown by Bob") && shown.pings.is_empty(), "{}", shown.text());
    assert!(shown.buttons().is_empty());
    // People who cannot write here cannot make the bot write for them.
    table.pg.overwrite(table.games, Whom::Member(bob), Permissions::NONE, Permissions::SEND_MESSAGES);
    table.pg.click(bob, page.id, "Show Everyone").await.unwrap();
    turned(&table, &page, "cannot write in this channel").await;
    assert_eq!(public(&table).len(), 1);
    // Forged ids get a clear sentence, nothing else.
    for forged in
        ["book:0.t9999", "book:0.bno-such", "book:9.pmedieval/no-such", "show:0.t9999", "leaf:0", "book:0.b../../x"]
    {
        let answer = table.pg.replay_click(ann, shown.id, forged).await.unwrap();
        assert!(!answer.failed() && !answer.text().is_empty(), "{forged}");
    }
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_has_its_lobby_card_its_summary_and_its_replay() {
    let table = Table::lay().await;
    table.open("ann", DUEL).await;
    table.join("ann", "medieval").await;
    let early = table.slash("ann", "match replay", &[]).await;
    assert_says(&early, "has not begun");
    let lobby = |needle: &'static str| {
        move |pg: &playground::Playground| {
            let games = pg.channel("games").unwrap();
            let found = pg.messages(games).into_iter().find(|m| m.picture().is_some_and(|p| p.filename == "lobby.png"));
            found.filter(|m| m.picture().unwrap().description.as_deref().unwrap_or_default().contains(needle))
        }
    };
    let card = table.pg.wait_for("the card with Ann", PATIENCE, lobby("Ann")).await.unwrap();
    table.keep("lobby", &card);
    table.join("bob", "medieval").await;
    let card = table.pg.wait_for("the card with both", PATIENCE, lobby("Bob")).await.unwrap();
    assert_eq!(card.attachments.len(), 1, "an edit takes the old card's place");
    table.slash("ann", "lobby start", &[]).await;
    table.turn_message(0).await;
    let id = card.id;
    table
        .pg
        .wait_for("the card to go", PATIENCE, |pg| pg.message(id).filter(|m| m.attachments.is_empty()))
        .await
        .unwrap();
    let last = table.play_all("f3 e5 g4 Qh4#").await;
    let summary = last.attachments.iter().find(|file| file.filename == "summary.png").expect("a summary");
    let alt = summary.description.as_deref().unwrap_or_default();
    assert!(alt.contains("Bob") && alt.contains("won"), "{alt}");
    if let Some(folder) = std::env::var_os("STORY_PICTURES") {
        std::fs::write(std::path::Path::new(&folder).join("summary.png"), &summary.bytes).unwrap();
    }
    let replay = table.slash("cem", "match replay", &[]).await;
    let message = replay.response().unwrap();
    assert!(replay.ephemeral(), "for one person alone");
    let gif = message.picture().expect("an animation");
    assert!(gif.filename == "replay.gif" && gif.bytes.starts_with(b"GIF89a"));
    assert!(gif.bytes.len() < 2_000_000, "{}", gif.bytes.len());
    assert!(
        gif.description.as_deref().unwrap_or_default().starts_with("Replay in 5 pictures"),
        "{:?}",
        gif.description
    );
    table.slash("ann", "match replay", &[("everyone", "true")]).await;
    let shown = table
        .pg
        .wait_for("the replay for all", PATIENCE, |pg| {
            let all = pg.messages(table.games).into_iter();
            all.filter(|m| m.only_for.is_none()).find(|m| m.picture().is_some_and(|p| p.filename == "replay.gif"))
        })
        .await
        .unwrap();
    assert_says(&shown, "Shown by Ann");
    table.assert_clean();
}
