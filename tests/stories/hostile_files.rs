//! Malicious files: each is refused with a sentence, and none of its content is shown to others.

use std::fmt::Write as _;

use tests::{DRAGONS, DUEL, Table, assert_says};

fn with(from: &str, to: &str) -> Vec<u8> {
    let changed = DRAGONS.replace(from, to);
    assert_ne!(changed, DRAGONS, "{from}");
    changed.into_bytes()
}

fn ten_thousand_pieces() -> Vec<u8> {
    let mut file = DRAGONS.to_owned();
    for number in 0..10_000 {
        write!(file, "[[piece]]\nid='a{number}'\n").unwrap();
    }
    file.into_bytes()
}

/// File with the maximum number of small pieces.
fn many_pieces() -> Vec<u8> {
    let mut file = DRAGONS.to_owned();
    for number in 0..3700 {
        write!(file, "[[piece]]\nid='a{number}'\nx=1\n").unwrap();
    }
    assert!(file.len() < 128 * 1024);
    file.into_bytes()
}

/// Expensive combination of movements and abilities, which multiplies with promotion to every type.
fn ability_bomb() -> Vec<u8> {
    let heavy = "moves = [\"Q\", \"N\", \"[F>R]\", \"[B>W]\", \"[W*8]\", \"[N*8]\"]\nabilities = [\"copy\", \"supporter\", \"leap-over\"]";
    let file = DRAGONS.replace("moves = \"fmWfcF\"", heavy);
    assert_ne!(file, DRAGONS);
    file.into_bytes()
}

fn nested(open: &str, close: &str, depth: usize) -> Vec<u8> {
    let value = format!("{}{}", open.repeat(depth), close.repeat(depth));
    with("count = 1", &format!("count = {value}"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_is_refused_with_a_sentence() {
    let table = Table::lay().await;
    let mut large = DRAGONS.as_bytes().to_vec();
    large.resize(129 * 1024, b'#');
    let mut latin = DRAGONS.as_bytes().to_vec();
    latin.extend([b'#', 0xe9, b'\n']);
    let cases: [(&str, Vec<u8>, &str); 19] = [
        (
            "huge count",
            with("count = 1", "count = 99999999999999999999999"),
            "line 22, column 9: 'count' is '99999999999999999999999': expected a number from 1 to 16",
        ),
        (
            "huge reserve",
            with("count = 1", "count = 4000000000"),
            "line 22, column 9: 'count' is '4000000000': expected a number from 1 to 16",
        ),
        (
            "huge format",
            with("format = 1", "format = 0xffffffffffffffff"),
            "'format' is 'ffffffffffffffff', but only format 1 is known here",
        ),
        (
            "huge ride",
            with("moves = \"R\"", "moves = \"R99999999999\""),
            "line 64, column 11: Betza notation: a range is at most 25, not 99999999999",
        ),
        (
            "nested lists",
            nested("[", "]", 20_000),
            "line 22, column 89: this is not valid TOML: cannot recurse further",
        ),
        (
            "nested tables",
            nested("{a=", "}", 10_000),
            "line 22, column 249: this is not valid TOML: cannot recurse further",
        ),
        (
            "nested notation",
            with("moves = \"R\"", &format!("moves = \"{}\"", "[F>".repeat(5_000))),
            "the notation is 15000 bytes long, at most 200 are allowed",
        ),
        ("ten thousand pieces", ten_thousand_pieces(), "too large"),
        ("many pieces", many_pieces(), "The file has 101 errors; nothing was saved."),
        ("right to left", with("Dragon Riders", "Dragon \u{202e}sredir"), "U+202E"),
        ("zero width", with("Wyvern", "Wy\u{200b}vern"), "U+200B"),
        ("a mention", with("\"Wyvern\"", "\"<@1234567890>\""), "does not belong"),
        ("everyone", with("\"Wyvern\"", "\"@everyone\""), "does not belong"),
        ("a code fence", with("symbol = \"W\"", "symbol = \"```\""), "is not a symbol: one or two letters or digits"),
        (
            "a path as id",
            with("id = \"dragons\"", "id = \"../../etc/passwd\""),
            "'../../etc/passwd' is not an id: lowercase letters",
        ),
        ("ability bomb", ability_bomb(), "possible actions"),
        ("not UTF-8", latin, "UTF-8"),
        ("65 KiB", large, "too large"),
        ("nothing but space", b" \n\t\n".to_vec(), "empty"),
    ];
    for (what, file, reason) in cases {
        let answer = table.attach("ann", "add", &file).await;
        let said = answer.text();
        assert!(answer.ephemeral() && !answer.failed(), "{what}: {said}");
        assert!(said.contains(reason), "{what}: {said}");
        assert!(!said.contains('\u{202e}') && !said.contains('\u{200b}'), "{what}: {said}");
        assert!(answer.response().unwrap().buttons().is_empty(), "{what}");
    }
    let binary: Vec<u8> = (0..60_000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    let answer = table.attach("ann", "check", &binary).await;
    assert_says(&answer, "UTF-8");
    // The bot still works.
    let list = table.slash("ann", "battalion-admin list", &[]).await;
    assert!(!list.text().contains("private"), "nothing was kept: {}", list.text());
    table.bring("ann", "dragons", DRAGONS).await;
    assert!(!table.bot.log().contains("panicked"));
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_sets_narrower_limits() {
    let table = Table::lay().await;
    let limits = [("battalions", 1.into()), ("spaces", 20.into()), ("pieces", 10.into())];
    let set = table.set("limits", &limits).await;
    assert_says(&set, "20 Spaces, 10 pieces");
    let answer = table.attach("ann", "add", DRAGONS).await;
    for part in ["24 Spaces", "at most 20", "16 pieces", "at most 10"] {
        assert_says(&answer, part);
    }
    let wider = [("spaces", 24.into()), ("pieces", 16.into()), ("bytes", 512.into())];
    table.set("limits", &wider).await;
    let answer = table.attach("ann", "add", DRAGONS).await;
    assert_says(&answer, "at most 512 bytes");
    table.set("limits", &[("bytes", 131_072.into())]).await;
    table.bring("ann", "dragons", DRAGONS).await;
    // One Battalion is the limit; a new version of it does not count as a second.
    let second = DRAGONS.replace("\"dragons\"", "\"hydras\"").replace("Dragon Riders", "Hydra Riders");
    let answer = table.attach("ann", "add", &second).await;
    assert_says(&answer, "its limit is 1");
    table.bring("ann", "dragons", &format!("{DRAGONS}# 2\n")).await;
    table.administer("ann", "archive", "dragons").await;
    table.bring("ann", "hydras", &second).await;
    let full = table.administer("ann", "publish", "dragons").await;
    assert_says(&full, "its limit is 1");
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_written_in_a_file_is_only_text() {
    let table = Table::lay().await;
    let bob = table.user("bob");
    let file = DRAGONS
        .replace("Dragon Riders", "https://evil.example")
        .replace("\"Egg\"", "\"http://evil.egg\"")
        .replace("Ann of the Club", "J. O'Hara (and +1)")
        .replace(
            "A Great Dragon with its flight",
            &format!("@everyone <@{bob}> **bold** ```fence``` ||hidden|| [link](https://evil.example)"),
        )
        .replace("It flies along Bishop Lines.", "# Head `code` <@&1> @here <#1>");
    let added = table.attach("ann", "add", &file).await;
    let mut page = added.response().unwrap();
    let mut texts = vec![page.text()];
    while let Some(next) = table.next_page("ann", &page).await {
        texts.push(next.text());
        page = next;
    }
    table.press("ann", &page, "Accept").await;
    table.administer("ann", "publish", "dragons").await;
    texts.push(table.slash("ann", "battalion-admin list", &[]).await.text());
    table.seat(DUEL, &[("bob", "dragons"), ("cem", "dragons")]).await;
    table.play("bob", "e2e3").await;
    table.play("cem", "e7e6").await;
    texts.push(table.slash("bob", "moves", &[("piece", "e3")]).await.text());
    texts.push(table.slash("bob", "match history", &[]).await.text());
    for message in table.pg.messages(table.games) {
        assert!(!message.pinged_everyone && message.pinged_roles.is_empty());
        texts.push(message.text());
    }
    for text in texts {
        for live in ["https://", "http://", "@everyone", "**bold**", "```fence", "||hidden", "@here", "\n# Head"] {
            let live = text.contains(live);
            assert!(!live, "{text}");
        }
        for mention in [format!("<@{bob}> **"), format!("<@{bob}> \\"), "<@&1>".to_owned()] {
            assert!(!text.contains(&mention), "{text}");
        }
    }
    table.assert_clean();
}
