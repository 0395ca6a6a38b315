//! Games of six with one person and five computers, read message by message. If `STORY_TEXTS` names a folder, every
//! message is written there.

use std::fmt::Write as _;
use std::path::Path;

use playground::Message;
use tests::{FFA, PATIENCE, Table, assert_says, response};

/// Configuration in which computers answer at once.
const AT_ONCE: &str = "[computers]\nleast-pause = 0\nmost-pause = 0\n";

/// Six different armies that place nothing themselves.
const ARMIES: [&str; 6] = ["medieval", "the-party", "makpong", "medieval", "the-party", "makpong"];

/// Opens a game of Ann and five computers; returns her first board.
async fn six(table: &Table) -> Message {
    table.slash("ann", "titans new", &[("mode", FFA), ("seats", "6"), ("order", "In order of joining")]).await;
    table.join("ann", ARMIES[0]).await;
    for army in &ARMIES[1..] {
        let options = [("battalion", *army), ("computer", "Recruit: knows the rules")];
        let done = table.slash("ann", "lobby join", &options).await;
        assert_says(&done, "plays");
    }
    table.slash("ann", "lobby start", &[]).await;
    table.told("your turn").await
}

/// Waits for a board after `last` that asks Ann to move, or ends the game; returns it.
async fn next(table: &Table, last: &Message) -> Message {
    let found = table.pg.wait_for("the computers' turns", PATIENCE * 4, |_| {
        let boards = table.turn_messages();
        let newest = boards.last().filter(|board| board.id > last.id)?;
        let hers = newest.content.contains("your turn") || is_over(newest);
        hers.then(|| newest.clone())
    });
    found.await.unwrap_or_else(|why| panic!("{why}\n{:#?}", table.public_texts()))
}

fn is_over(board: &Message) -> bool {
    board.labels().iter().any(|label| label == "Rematch")
}

/// Writes every message of the channel to a file for reading.
fn write_down(table: &Table, name: &str) {
    let Some(folder) = std::env::var_os("STORY_TEXTS") else {
        return;
    };
    let mut text = String::new();
    for message in table.pg.messages(table.games) {
        let whom = message.only_for.map_or("everyone", |_| "one person");
        let _ = writeln!(text, "── to {whom}; pings {}; {} edits", message.pings.len(), message.edits);
        let _ = writeln!(text, "{}", message.text());
        for file in &message.attachments {
            let alt = file.description.as_deref().unwrap_or_default();
            let _ = writeln!(text, "[{}, {} bytes] {alt}", file.filename, file.bytes.len());
            if file.filename.ends_with(".png") {
                let _ = std::fs::write(Path::new(&folder).join(format!("{name}-{}.png", message.id)), &file.bytes);
            }
        }
        let _ = writeln!(text, "buttons: {:?}\n", message.labels());
    }
    for message in table.pg.dms(table.user("ann")) {
        let _ = writeln!(text, "── direct message to Ann\n{}\n", message.text());
    }
    std::fs::write(Path::new(&folder).join(format!("{name}.txt")), text).unwrap();
}

/// A game of six to its end: every loss of Ann's is reported with a ping.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_against_five_computers_is_told_to_its_end() {
    let table = Table::lay_with(AT_ONCE).await;
    let ann = table.user("ann");
    let mut board = six(&table).await;
    for turn in 0..400 {
        if is_over(&board) || !board.pings.contains(&ann) {
            break;
        }
        let moves = table.complete("ann", "move", "move", "").await;
        let moves: Vec<&str> = moves.iter().filter_map(|choice| choice.value.as_str()).collect();
        // Ann moves her King out where she can, so that she is defeated at some time.
        let reckless = moves.iter().find(|choice| choice.starts_with('K'));
        let capture = moves.iter().find(|choice| choice.contains('x'));
        let other = moves.get(turn % moves.len().max(1));
        let tried = [capture, reckless, other].into_iter().flatten().chain(&moves);
        let mut asked = Vec::new();
        let mut played = false;
        for text in tried {
            let answer = table.slash("ann", "move", &[("move", text)]).await;
            // A move that needs a choice asks for it instead.
            played = answer.text().contains("played");
            if played {
                break;
            }
            asked.push(response(&answer));
        }
        if !played {
            // Each of her moves needs a choice, such as the Space of a captured Deputy in Check.
            let asks = |answer: &Message| !answer.selects().is_empty() || !answer.labels().is_empty();
            let texts: Vec<String> = asked.iter().map(Message::text).collect();
            assert!(asked.iter().any(asks), "none of {moves:?} is played: {texts:?}");
            table.resign("ann").await;
        }
        board = next(&table, &board).await;
        let mention = format!("<@{ann}>");
        if board.content.contains("your ") && board.content.contains("captured by") {
            assert!(board.pings.contains(&ann) && board.content.contains(&mention), "{}", board.content);
        }
    }
    table.quiet(1_000).await;
    write_down(&table, "to-the-end");
    assert!(is_over(&board), "{}", board.content);
    let boards = table.turn_messages();
    let after_her = boards.iter().rev().take_while(|board| !board.pings.contains(&ann)).count();
    assert!(after_her <= 2, "{after_her} boards without a person");
    // No text contains a placeholder of the code or a computer's id.
    for message in table.pg.messages(table.games) {
        assert!(!message.text().contains("<@18446"), "{}", message.text());
    }
    table.assert_clean();
}

/// The only person resigns: the computers finish at once, and the result follows.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_that_its_only_person_leaves_is_finished_without_boards() {
    let table = Table::lay_with(AT_ONCE).await;
    let begun = six(&table).await;
    // Later moves could be blocked by pieces of the computers.
    let answer = table.slash("ann", "move", &[("move", "e4")]).await;
    assert_says(&answer, "played");
    let board = next(&table, &begun).await;
    let before = table.turn_messages().len();
    table.resign("ann").await;
    let end = next(&table, &board).await;
    table.quiet(1_000).await;
    write_down(&table, "left");
    assert!(is_over(&end), "{}", end.content);
    let boards = table.turn_messages().len() - before;
    assert!(boards <= 2, "{boards} boards: the resignation and the result");
    table.assert_clean();
}
