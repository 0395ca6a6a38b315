//! Party Mode through Discord: secret Targets by direct message, a crash between the deal and the messages, several
//! winners.

use tests::{ASSASSIN, FOUR, PATIENCE, Table, assert_says_privately, assert_shows, named};

/// Target of a person, from the private card.
async fn target(table: &Table, who: &str) -> String {
    let [target] = table.targets(who).await.try_into().expect("one Target");
    target
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn assassin_with_secret_targets() {
    let mut table = Table::lay().await;
    table.pg.close_dms(table.user("cem"));
    // Seats are random, because the check of the deal must not depend on the order of joining.
    let options = [("mode", ASSASSIN), ("seats", "4")];
    table.slash("ann", "titans new", &options).await;
    for who in FOUR {
        table.join(who, "medieval").await;
    }
    table.slash("ann", "lobby start", &[]).await;
    table.turn_message(0).await;
    let mut before = Vec::new();
    for who in FOUR {
        before.push(target(&table, who).await);
    }
    table.crash().await;
    // No card is lost, duplicated or changed.
    for (who, held) in FOUR.into_iter().zip(&before) {
        assert_eq!(&target(&table, who).await, held);
        assert_ne!(held, who);
        if who != "cem" {
            let cards = table.cards_by_dm(who).await;
            assert_eq!(cards.len(), 1, "{who} has one card");
            assert_eq!(named(&cards[0].text()), [held.as_str()]);
            let shown = format!("Your Target: {}{}", held[..1].to_uppercase(), &held[1..]);
            assert_shows(&cards[0], &shown);
            table.keep("target", &cards[0]);
        }
    }
    // If direct messages are closed, the channel gets a button that does not name the person.
    let closed = table.pg.wait_for("a button in the channel", PATIENCE, |pg| {
        pg.messages(table.games).into_iter().find(|m| m.labels().iter().any(|l| l == "Show Privately"))
    });
    let closed = closed.await.unwrap();
    assert!(!closed.text().to_lowercase().contains("cem"));
    let shown = table.pg.click(table.user("cem"), &closed, "Show Privately").await.unwrap();
    assert_says_privately(&shown, "Your Target");
    // No public message names a Target during the game.
    for text in table.public_texts() {
        assert!(!text.contains("Your Target"), "{text}");
    }
    // A Player whose Target resigns wins.
    let holder = before.iter().position(|held| held == "dora").unwrap();
    table.resign("dora").await;
    let end = table.told("all their Targets are defeated").await;
    let winner = FOUR[holder];
    assert!(end.text().to_lowercase().contains(winner), "{winner}: {}", end.text());
    let dealt: Vec<(&str, &str)> = FOUR.into_iter().zip(before.iter().map(String::as_str)).collect();
    check_the_deal(&table, &dealt, &end.text()).await;
    table.keep("assassin-end", &end);
    table.assert_clean();
}

/// Check from `docs/fairness.md`: the line shown at the end gives the number published at the deal, and contains the
/// Targets.
async fn check_the_deal(table: &Table, dealt: &[(&str, &str)], end: &str) {
    let start = table.told("Targets are dealt and sealed").await.text();
    let hash = start.split('`').nth(1).expect("the hash");
    let block = end.split("```sh\n").nth(1).expect("a line to be run");
    let line = block.split("\n```").next().unwrap();
    let text = line.split('\'').nth(3).expect("the text in quotes");
    use sha2::{Digest as _, Sha256};
    let digest = Sha256::digest(text.as_bytes());
    let again: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(again, hash, "{text}");
    let mut shell = std::process::Command::new("sh");
    let run = shell.args(["-c", line]).output().expect("a shell");
    let missing = String::from_utf8_lossy(&run.stderr).contains("not found");
    if missing {
        println!("sha256sum is not installed here: checked by the library alone");
    } else {
        let printed = String::from_utf8_lossy(&run.stdout).into_owned();
        assert_eq!(printed.split_whitespace().next(), Some(hash), "{line}");
    }
    // Players are numbered as in the list of the game's first message.
    let list = table.told("The game has begun").await.text().to_lowercase();
    let player = |number: &str| {
        let place = format!("{number}. ");
        let row = list.lines().find_map(|row| row.strip_prefix(&place));
        row.and_then(|row| row.split(',').next()).expect("a Player of that number").to_owned()
    };
    let (deal, salt) = text.split_once(" salt ").expect("a salt");
    assert_eq!(salt.len(), 64);
    for hand in deal.split(' ') {
        let (holder, target) = hand.split_once('>').unwrap();
        let (holder, target) = (player(holder), player(target));
        assert!(dealt.contains(&(holder.as_str(), target.as_str())), "{hand}: {dealt:?}");
    }
}
