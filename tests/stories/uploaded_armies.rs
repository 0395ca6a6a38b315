//! Complete games with uploaded armies: xiangqi, shogi on a server's own Battlefield, Fischer Random Chess, armies of ten
//! columns.

use playground::Arg;
use tests::{DUEL, Table, assert_says, assert_says_privately, response};

const XIANGQI: &str = include_str!("../../engine/tests/armies/xiangqi.toml");
const SHOGI: &str = include_str!("../../engine/tests/armies/shogi.toml");
const ORTHODOX: &str = include_str!("../../engine/tests/armies/orthodox.toml");
const CAPABLANCA: &str = include_str!("../../engine/tests/armies/capablanca.toml");
const GRAND: &str = include_str!("../../engine/tests/armies/grand.toml");

/// Orthodox chess whose Players may pass, and whose Pawns become only what was lost.
fn patient() -> String {
    let army =
        ORTHODOX.replace("id = \"orthodox\"", "id = \"patient\"").replace("name = \"Orthodox\"", "name = \"Patient\"");
    let limited = army.replace("promote = {", "promote = { lost = true,");
    assert!(limited != army && army != ORTHODOX, "{army}");
    limited + "\n[[power]]\nuse = \"pass\"\n"
}

/// Board of 9 by 9 for armies of three rows.
const NINE: &str = r#"
[[battlefield]]
id = "nine-by-three"
name = "Nine by Three"
width = 9
height = 3
edge_slots = [{ side = "south", from = 0, length = 9 }, { side = "north", from = 0, length = 9 }]
"#;

/// Opens a duel as Ann with these options; both join with the same army. Returns the first board.
async fn duel(table: &Table, army: &str, more: &[(&str, &str)]) -> playground::Message {
    duel_of(table, [army, army], more).await
}

/// Opens a duel as Ann with these options, between her army and Bob's. Returns the first board.
async fn duel_of(table: &Table, armies: [&str; 2], more: &[(&str, &str)]) -> playground::Message {
    let options = [("mode", DUEL), ("order", "In order of joining")];
    let options = [&options[..], more].concat();
    table.slash("ann", "titans new", &options).await;
    let boards = table.turn_messages().len();
    for (who, army) in ["ann", "bob"].into_iter().zip(armies) {
        assert_says(&table.join(who, army).await, "joined with");
    }
    table.slash("ann", "lobby start", &[]).await;
    table.turn_message(boards).await
}

async fn bring_field(table: &Table, who: &str, file: &str) -> playground::Interaction {
    let file = Arg::file("fields.toml", file.as_bytes().to_vec());
    let command = "battalion-admin battlefield add";
    table.with_args(who, command, &[("file", file)]).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn xiangqi_is_played_to_mate_by_two_cannons() {
    let table = Table::lay().await;
    table.bring("ann", "xiangqi", XIANGQI).await;
    let first = duel(&table, "xiangqi", &[]).await;
    table.keep("xiangqi", &first);
    let refused = table.slash("ann", "move", &[("move", "e1-e3")]).await;
    assert_says_privately(&refused, "can");
    let last = table.play_all("h3-e3 a7-a6 e3xe7 i7-i6 b3-b5 a6-a5 b5-e5").await;
    assert_says(&last, "checkmate");
    table.keep("xiangqi-mate", &last);
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_armies_of_ten_columns_are_played_to_mate() {
    let table = Table::lay().await;
    let previewed = table.attach("ann", "check", CAPABLANCA).await;
    table.keep("capablanca-sheet", &response(&previewed));
    table.bring("ann", "capablanca", CAPABLANCA).await;
    table.bring("ann", "grand", GRAND).await;
    // The usual Battlefield is widened for them.
    let first = duel_of(&table, ["capablanca", "grand"], &[]).await;
    table.keep("ten-usual", &first);
    let board = table.slash("cem", "match board", &[("text", "true")]).await.text();
    assert!(board.lines().any(|line| line.trim().starts_with("9 ")), "{board}");
    assert!(!board.lines().any(|line| line.trim().starts_with("10 ")), "{board}");
    table.play_all("b1-c3 i8-h6").await;
    table.slash("ann", "match end", &[]).await;
    table.told("ended this game").await;
    // Played out on a Battlefield that was wide enough all along.
    let first = duel_of(&table, ["capablanca", "grand"], &[("battlefield", "duel-10x6")]).await;
    table.keep("ten-first", &first);
    let last = table.play_all("b1-a3 j13-h13 h2-h4 b11-b9 f2-f4 e11-e10 f1-f2 d12-h8 i2-i4 h8-f10 a3-c4 f10xf4").await;
    assert_says(&last, "checkmate");
    table.keep("ten-mate", &last);
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn shogi_is_played_to_mate_on_a_battlefield_that_the_server_brought() {
    let table = Table::lay().await;
    table.bring("ann", "shogi", SHOGI).await;
    let faulty = bring_field(&table, "ann", &NINE.replace("width = 9", "width = 8")).await;
    assert_says_privately(&faulty, "line 7, column 15: edge slot 1 reaches beyond");
    assert_says_privately(&faulty, "edge slot 2 reaches beyond");
    let nonsense = bring_field(&table, "ann", "[[battlefield]\nid = 3").await;
    assert_says_privately(&nonsense, "nothing was saved");
    let taken = bring_field(&table, "ann", &NINE.replace("nine-by-three", "duel-8x4")).await;
    assert_says_privately(&taken, "my-duel-8x4");
    let added = bring_field(&table, "ann", NINE).await;
    assert_says_privately(&added, "Nine by Three (`nine-by-three`): 9×3, 2 Players");
    table.keep("battlefield-added", &response(&added));
    let offered = table.offered("bob", "titans new", "battlefield", "nine").await;
    assert_eq!(offered, ["nine-by-three"]);
    let first = duel(&table, "shogi", &[("battlefield", "Nine by Three")]).await;
    table.keep("shogi", &first);
    // Removing a Battlefield does not affect a running game on it.
    let removed = table.slash("ann", "battalion-admin battlefield remove", &[("battlefield", "nine-by-three")]).await;
    assert_says_privately(&removed, "has been removed");
    let list = table.slash("ann", "battalion-admin battlefield list", &[]).await;
    assert_says_privately(&list, "no Battlefields of its own");
    let last = table.play_all("c3-c4 d9-c8 b2xg7 f9-f8 g7xf8=DragonHorse e9-d8").await;
    table.keep("shogi-hand", &last);
    let last = table.play("ann", "Gold General@e8").await;
    assert_says(&last, "checkmate");
    table.keep("shogi-mate", &last);
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn back_ranks_are_shuffled_alike_and_exported_as_chess960() {
    let table = Table::lay().await;
    table.bring("ann", "orthodox", ORTHODOX).await;
    let more = [("placement", "Back Ranks shuffled, as in Chess960"), ("battlefield", "duel-8x4")];
    let first = duel(&table, "orthodox", &more).await;
    table.keep("shuffled", &first);
    let board = table.slash("cem", "match board", &[("text", "true")]).await.text();
    let rank = |number: &str| {
        let line = board.lines().find(|line| line.trim().starts_with(number));
        let letters = line.unwrap_or_default().split_whitespace().skip(1);
        letters.collect::<String>()
    };
    assert_eq!(rank("1 ").to_lowercase(), rank("8 ").to_lowercase(), "{board}");
    assert_eq!(rank("1 ").len(), 8, "{board}");
    table.play_all("e2-e4 e7-e5").await;
    table.resign("ann").await;
    table.told("wins").await;
    let pgn = table.slash("bob", "match export", &[("format", "PGN")]).await;
    let file = response(&pgn).attachments[0].clone();
    let text = String::from_utf8(file.bytes.to_vec()).unwrap();
    assert!(text.contains("[Variant \"Chess960\"]"), "{text}");
    assert!(text.contains("1. e4 e5"), "{text}");
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_army_that_may_pass_does_and_promotes_only_to_what_it_lost() {
    let table = Table::lay().await;
    table.bring("ann", "patient", &patient()).await;
    table.bring("ann", "orthodox", ORTHODOX).await;
    duel_of(&table, ["patient", "orthodox"], &[("battlefield", "duel-8x4")]).await;
    let offered = table.offered("ann", "move", "move", "pa").await;
    assert!(offered.iter().any(|text| text == "pass"), "{offered:?}");
    let passed = table.play_all("pass").await;
    assert_says(&passed, "pass");
    let refused = table.slash("bob", "move", &[("move", "pass")]).await;
    assert_says_privately(&refused, "Your army may not pass");
    table.play_by_turns(["bob", "ann"], "h7-h6 a2-a4 b7-b5 a4xb5 a7-a6 b5xa6 c8-b7 a6xb7 g8-f6").await;
    let refused = table.slash("ann", "move", &[("move", "b7xa8=Queen")]).await;
    assert_says_privately(&refused, "you have all the pieces it could become");
    table.play_all("b1-c3 e7-e6 c3-d5 e6xd5").await;
    let promoted = table.play_all("b7xa8=Knight").await;
    assert_says(&promoted, "=N");
    table.assert_clean();
}
