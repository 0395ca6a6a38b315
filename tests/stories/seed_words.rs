//! Words that players add to the seed of a game, from the lobby to the proof at the end (T-32).

use playground::{Interaction, Message};
use sha2::{Digest as _, Sha256};
use tests::{ASSASSIN, Table, assert_says, assert_says_privately};

fn sha256(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Every SHA-256 of a text, in order.
fn hashes(text: &str) -> Vec<String> {
    let parts = text.split(|c: char| !c.is_ascii_alphanumeric());
    parts.filter(|part| part.len() == 64).map(str::to_owned).collect()
}

/// Types a word into the form that a button of the lobby opens.
async fn type_word(table: &Table, who: &str, lobby: &Message, button: &str, word: &str) -> Interaction {
    let user = table.user(who);
    let form = table.pg.click(user, lobby, button).await.unwrap();
    assert!(form.modal().is_some(), "{}", form.text());
    table.pg.submit_modal(user, &form, &[("word", word)]).await.unwrap()
}

/// Output of the shell command in a message: its hashes, in order. `None` without `sha256sum`.
fn run(message: &str) -> Option<Vec<String>> {
    let block = message.split("```sh\n").find(|block| block.starts_with("p=")).expect("a command to be run");
    let command = block.split("\n```").next().unwrap();
    let output = std::process::Command::new("sh").args(["-c", command]).output().expect("a shell");
    if String::from_utf8_lossy(&output.stderr).contains("not found") {
        println!("sha256sum is not installed here: checked by the library alone");
        return None;
    }
    Some(hashes(&String::from_utf8_lossy(&output.stdout)))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_told_and_a_sealed_word_count_and_the_end_proves_it() {
    let mut table = Table::lay().await;
    let options = [("mode", ASSASSIN), ("seats", "3")];
    table.slash("ann", "titans new", &options).await;
    let opened = table.told("The draws are sealed").await;
    let part = hashes(&opened.text());
    assert_eq!(part.len(), 1, "{}", opened.text());

    // A word costs one option or one button; a person without a seat has none.
    let joined = table.slash("ann", "lobby join", &[("battalion", "medieval"), ("word", "apple")]).await;
    assert_says_privately(&joined, "Your word counts");
    let kept = hashes(&joined.text());
    let lobby = table.told("Ann's word").await;
    assert_eq!(hashes(&lobby.text()), [part[0].clone(), kept[0].clone()]);
    assert_eq!(kept[1], part[0]);
    let strange = type_word(&table, "dora", &lobby, "Add a Word", "plum").await;
    table.says(&strange, "You are not playing in this game").await;
    for who in ["bob", "cem"] {
        table.join(who, "medieval").await;
    }
    let lobby = table.told("**Cem**").await;
    let bad = type_word(&table, "bob", &lobby, "Add a Word", "two words").await;
    table.says(&bad, "without spaces").await;
    let sealed = type_word(&table, "bob", &lobby, "Add a Word", &sha256("pear")).await;
    table.says(&sealed, "Your word counts").await;
    let lobby = table.told("Bob's word").await;
    table.keep_all("lobby-words", &lobby);
    let published = hashes(&lobby.text());
    assert_eq!(published, [part[0].clone(), kept[0].clone(), sha256("pear")]);

    // The seats are fixed until Bob has told his word, whatever happens to the program.
    let started = table.slash("ann", "lobby start", &[]).await;
    assert_says(&started, "The seats are fixed; the game starts when every sealed word is told.");
    let fixed = table.told("waiting for the sealed word of Bob").await;
    assert_eq!(fixed.labels(), ["Tell Your Word", "Leave"]);
    assert!(!fixed.text().contains("press Start"), "{}", fixed.text());
    table.crash().await;
    let late = table.join("dora", "medieval").await;
    assert_says_privately(&late, "The seats are fixed until the sealed word of Bob is told");
    let wrong = type_word(&table, "bob", &fixed, "Tell Your Word", "fig").await;
    table.says(&wrong, "not the word you sealed").await;
    let before = table.turn_messages().len();
    let told = type_word(&table, "bob", &fixed, "Tell Your Word", "pear").await;
    table.says(&told, "Your word is told. The game has started.").await;
    table.turn_message(before).await;
    let begun = table.told("The game has begun").await;
    assert_eq!(hashes(&begun.text()), published, "{}", begun.text());
    for secret in ["apple", "pear"] {
        let texts = table.public_texts();
        assert!(!texts.iter().any(|text| text.contains(secret)), "{secret}: {texts:#?}");
        assert!(!table.bot.log().contains(secret), "{secret} is logged");
    }

    // The end shows every part; the command prints the hashes of the lobby, then the seed. The Player whose Target was Ann
    // has won then.
    table.resign("ann").await;
    let end = table.told("The seed of this game").await;
    table.keep_all("seed-proof", &end);
    assert!(end.text().contains("\"$p 1 apple\" \"pear\" \"seed $p apple pear\""), "{}", end.text());
    let export = table.slash("dora", "match export", &[]).await;
    let file = export.response().unwrap();
    let file = file.attachments.iter().find(|file| file.filename.ends_with(".json")).expect("a file");
    let game: serde_json::Value = serde_json::from_slice(&file.bytes).unwrap();
    let seed = game["setup"]["seed"].as_str().expect("the seed");
    let own = game["proof"].as_array().unwrap().iter().map(|text| sha256(text.as_str().unwrap()));
    assert_eq!(own.collect::<Vec<_>>(), [published.as_slice(), &[seed.to_owned()]].concat());
    if let Some(printed) = run(&end.text()) {
        assert_eq!(printed, [published.as_slice(), &[seed.to_owned()]].concat());
    }
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_leaves_fixed_seats_stays_out_and_a_match_is_called_off() {
    let table = Table::lay().await;
    table.gather(ASSASSIN, &[("ann", "medieval"), ("bob", "medieval"), ("cem", "medieval")]).await;
    table.slash("bob", "lobby word", &[("word", &sha256("pear"))]).await;
    table.slash("ann", "lobby start", &[]).await;
    let fixed = table.told("waiting for the sealed word of Bob").await;
    table.press("bob", &fixed, "Leave").await;
    let open = table.told("Bob left after the seats were fixed").await;
    assert_eq!(hashes(&open.text()).len(), 1);
    assert_ne!(hashes(&open.text())[0], hashes(&fixed.text())[0], "all parts are drawn again");
    let back = table.join("bob", "medieval").await;
    assert!(!back.text().contains("joined with"), "{}", back.text());
    table.slash("ann", "match end", &[]).await;

    let against = [("opponent", playground::Arg::User(table.user("bob")))];
    table.with_args("ann", "clash challenge", &against).await;
    let challenge = table.turned("accept or decline?").await;
    let sealed = type_word(&table, "ann", &challenge, "Add a Word", &sha256("pear")).await;
    table.says(&sealed, "Your word counts").await;
    table.press("bob", &challenge, "Accept").await;
    let fixed = table.turned("waiting for the sealed word of Ann").await;
    assert_eq!(fixed.labels(), ["Tell Your Word", "Leave"]);
    let left = table.press("ann", &fixed, "Leave").await;
    assert!(!left.failed(), "{}", left.text());
    table.turned("has withdrawn the challenge").await;
    table.assert_clean();
}
