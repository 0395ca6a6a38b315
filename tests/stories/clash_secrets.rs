//! Secrecy of Clash: two matches that differ only in secrets must show everybody else the same, byte for byte, until
//! the secrets are revealed. This covers texts, components, pictures, descriptions, file names, completions, refusals,
//! and the most verbose log. Only the published hash of a bid may differ.

use playground::{Interaction, Message};
use tests::{ARMY, Table, without_moments, without_time};

/// Visible content of a message, with Discord's ids and published hashes masked.
fn seen(message: &Message) -> String {
    let mut all =
        format!("{}\n{}\n", without_moments(&message.content), serde_json::to_string(&message.components).unwrap());
    for file in &message.attachments {
        all += &format!(
            "{} {} {:?}\n",
            file.filename,
            file.description.as_deref().unwrap_or_default(),
            // Text files are compared without the time at which the game was opened.
            if file.filename.ends_with(".json") {
                without_time(&String::from_utf8_lossy(&file.bytes)).into_bytes()
            } else {
                file.bytes.to_vec()
            }
        );
    }
    masked(&all)
}

/// Masks ids, which differ in every run, and hashes, which depend on a secret salt.
fn masked(text: &str) -> String {
    let mut plain = String::new();
    let mut run = String::new();
    for c in text.chars().chain(std::iter::once(' ')) {
        if c.is_ascii_hexdigit() {
            run.push(c);
            continue;
        }
        let number = run.len() >= 15 && run.bytes().all(|b| b.is_ascii_digit());
        plain += match run.len() {
            64 => "HASH",
            _ if number => "NUMBER",
            _ => &run,
        };
        run.clear();
        plain.push(c);
    }
    plain
}

fn answer(said: &Interaction) -> String {
    assert!(said.ephemeral(), "{}", said.text());
    said.response().iter().map(seen).collect()
}

/// All public messages so far.
fn channel(table: &Table) -> Vec<String> {
    let all = table.pg.messages(table.games).into_iter();
    all.filter(|m| m.only_for.is_none()).map(|m| seen(&m)).collect()
}

/// Answers to every request that these people can make.
async fn asked(table: &Table, people: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for who in people {
        for (command, options) in [
            ("match board", &[("text", "true")][..]),
            ("match board", &[]),
            ("match history", &[]),
            ("match export", &[]),
            ("moves", &[]),
            ("clash shop", &[]),
            ("clash ready", &[]),
            ("clash undo", &[]),
            ("clash raise", &[]),
            ("clash pass", &[]),
            ("clash buy", &[("text", "Queen d8")]),
            ("clash sell", &[("text", "e8")]),
            ("clash arrange", &[("text", "a8 h8")]),
            ("move", &[("move", "e2e4")]),
            ("match draw", &[]),
            ("place", &[]),
            ("target", &[]),
        ] {
            let said = table.slash(who, command, options).await;
            found.push(format!("{who} /{command} {}", answer(&said)));
        }
        for (command, option) in [
            ("clash buy", "text"),
            ("clash sell", "text"),
            ("clash arrange", "text"),
            ("move", "move"),
            ("moves", "piece"),
        ] {
            let offered = table.complete(who, command, option, "").await;
            found.push(format!("{who} /{command}… {offered:?}"));
        }
        // Every button of the newest message.
        let last = table.pg.last(table.games).unwrap();
        for button in last.buttons() {
            let pressed = table.pg.click(table.user(who), &last, &button.label).await.unwrap();
            let form = pressed.modal().map(|form| masked(&form.to_string()));
            found.push(format!(
                "{who} [{}] {:?} {}",
                button.label,
                form,
                pressed.response().iter().map(seen).collect::<String>()
            ));
        }
    }
    found
}

fn assert_alike(one: &[String], two: &[String]) {
    assert_eq!(one.len(), two.len());
    for (one, two) in one.iter().zip(two) {
        assert!(one == two, "not alike:\n{}\n---\n{}", cut(one), cut(two));
    }
}

fn cut(text: &str) -> String {
    text.chars().take(1500).collect()
}

/// Log lines without their times and order.
fn logged(table: &Table) -> Vec<String> {
    let plain = |line: String| masked(&line.replace(&table.pg.base_url(), "DISCORD"));
    let mut lines: Vec<String> = table.bot.log_lines().into_iter().map(plain).collect();
    lines.sort();
    lines
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_learns_anything_of_an_unfinished_army() {
    let (mut told, mut logs) = (Vec::new(), Vec::new());
    // Nothing; a few pieces, some of them sold again; a complete but unconfirmed army.
    for steps in [
        &[][..],
        &[("buy", "Phoenix d8"), ("sell", "d8"), ("buy", "War Machine a8, Rabbit b8"), ("sell", "a8")],
        &[("buy", ARMY[1]), ("sell", "d8"), ("buy", "Archbishop d8"), ("arrange", "b8 g8")],
    ] {
        let table = Table::lay().await;
        table.clash().await;
        table.army("ann", ARMY[0]).await;
        table.told("White's army is set up").await;
        for (verb, line) in steps {
            table.shop("bob", verb, line).await;
        }
        let mut found = asked(&table, &["ann", "cem"]).await;
        table.quiet(300).await;
        found.extend(channel(&table));
        let log = table.bot.log().to_lowercase();
        for secret in ["phoenix", "archbishop", "war-machine", "war machine", "rabbit"] {
            assert!(!log.contains(secret), "{secret} is in the log");
        }
        for person in ["ann", "cem"] {
            found.extend(table.pg.dms(table.user(person)).iter().map(seen));
        }
        told.push(found);
        logs.push(logged(&table));
        table.assert_clean();
    }
    assert_alike(&told[0], &told[1]);
    assert_alike(&told[0], &told[2]);
    // The log shows the number of requests, but not their content.
    assert_alike(&logs[1], &logs[2]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_learns_anything_of_a_sealed_bid() {
    let mut told = Vec::new();
    for (bid, wrong) in [("17.5", "17.55"), ("0", "31.05")] {
        let table = Table::lay().await;
        table.auction().await;
        table.bid("ann", wrong).await;
        table.bid("ann", "2.5").await;
        table.turned("has sealed a bid").await;
        table.bid("ann", bid).await;
        table.quiet(300).await;
        let mut found = channel(&table);
        found.extend(asked(&table, &["bob", "cem"]).await);
        // Offers of a draw are posted after their answer.
        table.quiet(300).await;
        found.extend(channel(&table));
        for person in ["bob", "cem"] {
            found.extend(table.pg.dms(table.user(person)).iter().map(seen));
        }
        for secret in ["17.5", "31.05", "1750", "3105"] {
            let logged = table.bot.has_logged_number(secret);
            assert!(!logged, "{secret} is in the log");
        }
        found.extend(logged(&table));
        told.push(found);
        table.assert_clean();
    }
    assert_alike(&told[0], &told[1]);
}

#[test]
fn the_masks_hide_hashes_and_numbers_and_nothing_else() {
    let hash = "0123456789abcdef".repeat(4);
    assert_eq!(masked(&format!("bid 17.5 `{hash}` <@1234567890123456789>")), "bid 17.5 `HASH` <@NUMBER> ");
}
