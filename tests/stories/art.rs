//! Custom pictures: five drawings of different styles become pieces, are previewed, accepted and played. Invalid and
//! malicious files are refused.

use std::io::{Cursor, Write as _};

use playground::{Arg, Interaction, Playground};
use tests::{DRAGONS, DUEL, PATIENCE, Table, alt, assert_says, response};
use zip::write::{SimpleFileOptions, ZipWriter};

const TOWER: &[u8] = include_bytes!("../files/art/tower.png");
const CAT: &[u8] = include_bytes!("../files/art/cat.png");
const SHIELD: &[u8] = include_bytes!("../files/art/shield.png");
const MUSHROOM: &[u8] = include_bytes!("../files/art/mushroom.webp");
const GHOST: &[u8] = include_bytes!("../files/art/ghost.gif");

fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut to = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        to.start_file(*name, SimpleFileOptions::default()).unwrap();
        to.write_all(bytes).unwrap();
    }
    to.finish().unwrap().into_inner()
}

/// Runs `/battalion-admin art` for the Dragon Riders.
async fn draw(table: &Table, who: &str, piece: Option<&str>, name: &str, bytes: &[u8]) -> Interaction {
    let mut options = vec![("battalion", Arg::from("dragons")), ("picture", Arg::file(name, bytes.to_vec()))];
    options.extend(piece.map(|piece| ("piece", Arg::from(piece))));
    let answer = table.with_args(who, "battalion-admin art", &options).await;
    // On a slow machine, a progress message comes first.
    let done = |_: &Playground| (!answer.text().starts_with("Tracing")).then_some(());
    table.pg.wait_for("the pieces", PATIENCE, done).await.unwrap();
    answer
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn five_drawings_become_an_army_that_is_played() {
    let table = Table::lay().await;
    // An unknown icon is a warning; the piece is playable with its letter.
    let checked = table.attach("ann", "check", DRAGONS).await;
    assert_says(&checked, "Warning: the Great Dragon names the icon \"dragon\", which does not exist");
    assert_says(&checked, "did you mean \"dragon-head\"?");
    table.bring("ann", "dragons", DRAGONS).await;
    table.set("limits", &[("seconds", 20.into())]).await;
    // Pieces are suggested once the Battalion is selected.
    let filled = [("battalion".to_owned(), Arg::from("dragons"))];
    let ann = table.user("ann");
    let offered =
        table.pg.autocomplete_with(ann, table.games, "battalion-admin art", ("piece", "wyv"), &filled).await.unwrap();
    assert_eq!(offered.len(), 1);
    assert_eq!(offered[0].value.as_str(), Some("wyvern"));
    // A single picture is previewed in private, and nothing is stored before it is accepted.
    let drawn = draw(&table, "ann", Some("wyvern"), "my cat.png", CAT).await;
    assert!(drawn.ephemeral(), "{}", drawn.text());
    let preview = response(&drawn);
    table.keep("art-one", &preview);
    for part in ["Wyvern", "people can tell them apart", "version 2", "private until you publish it"] {
        assert_says(&preview, part);
    }
    assert!(alt(&preview).contains("in every Player's colour"), "{}", alt(&preview));
    let pages = table.press("ann", &preview, "Look Through").await;
    table.keep("art-sheet", &response(&pages));
    let discarded = table.press("ann", &response(&pages), "Discard").await;
    assert_says(&discarded, "nothing has changed");
    let again = draw(&table, "ann", Some("Wyvern"), "my cat.png", CAT).await;
    let accepted = table.press("ann", &response(&again), "Accept").await;
    assert_says(&accepted, "version 2");
    // The other pictures come in one zip file, each named after its piece by id, name or symbol.
    let army = zipped(&[
        ("tower.png", TOWER),
        ("Drake.png", SHIELD),
        ("E.webp", MUSHROOM),
        ("squire.gif", GHOST),
        ("great-dargon.png", TOWER),
        ("queen-mother.png", &CAT[..900]),
    ]);
    let drawn = draw(&table, "ann", None, "army.zip", &army).await;
    let preview = response(&drawn);
    table.keep("art-army", &preview);
    for part in
        ["4 new pictures", "did you mean great-dragon?", "queen-mother.png: it is damaged or cut off", "version 3"]
    {
        assert_says(&preview, part);
    }
    let accepted = table.press("ann", &preview, "Accept").await;
    assert_says(&accepted, "version 3");
    // A picture too similar to another piece's is refused with the name of that piece.
    let alike = draw(&table, "ann", Some("drake"), "cat.png", CAT).await;
    assert_says(&alike, "from the Wyvern; give it a different outline");
    assert!(response(&alike).buttons().is_empty(), "nothing to accept");
    // The exported file contains the pictures; without them it equals the uploaded one.
    let export = table.administer("ann", "export", "dragons").await;
    let file = String::from_utf8(response(&export).attachments[0].bytes.to_vec()).unwrap();
    let pictures = file.lines().filter(|line| line.starts_with("art = { silhouette = \"M"));
    assert_eq!(pictures.count(), 5);
    let rest = file.lines().filter(|line| !line.starts_with("art = "));
    assert!(rest.eq(DRAGONS.lines()));
    // The army is playable like any other.
    table.administer("ann", "publish", "dragons").await;
    table.begin(DUEL, &[("ann", "dragons"), ("bob", "medieval")]).await;
    let first = table.told("your turn").await;
    table.keep("art-board", &first);
    let last = table.play_all("e2e3 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7").await;
    table.keep("art-mate", &last);
    assert_says(&last, "checkmate");
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_that_are_no_pictures_are_refused_with_a_reason() {
    let table = Table::lay().await;
    table.bring("ann", "dragons", DRAGONS).await;
    let mut giant = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\x75\x30\0\0\x75\x30\x08\x06\0\0\0".to_vec();
    giant.extend(0x9E6D_1F62_u32.to_be_bytes());
    let bomb = zipped(&[("wyvern.png", &vec![0; 40 << 20])]);
    assert!(bomb.len() < 100_000);
    for (name, bytes, said) in [
        ("wyvern.png", b" ".to_vec(), "it is not a PNG, JPEG, SVG, WebP or GIF picture"),
        ("wyvern.png", b"<svg/>".to_vec(), "it is empty"),
        ("wyvern.png", CAT[..20_000].to_vec(), "it is damaged or cut off"),
        ("wyvern.png", giant, "it is "),
        ("wyvren.png", CAT.to_vec(), "did you mean wyvern?"),
        ("<@1>@everyone.png", CAT.to_vec(), "has no piece"),
        ("a.zip", zipped(&[("../wyvern.png", CAT)]), "has folders in it"),
        ("a.zip", bomb, "are too large"),
        ("a.zip", b"PK\x03\x04".to_vec(), "damaged or not a zip file"),
        ("a.zip", zipped(&[]), "The zip file is empty"),
    ] {
        let answer = draw(&table, "ann", None, name, &bytes).await;
        assert!(answer.ephemeral());
        assert_says(&answer, said);
        assert!(response(&answer).buttons().is_empty(), "{name}");
    }
    // Only administrators of the server can add pictures, and only to its own Battalions.
    let club = table.pg.guild("Club").unwrap();
    let everyone = table.role("@everyone");
    table.pg.integrate(club, "battalion-admin", everyone, true);
    let bob = draw(&table, "bob", Some("wyvern"), "cat.png", CAT).await;
    assert_says(&bob, "Manage Server");
    let options = [("battalion", Arg::from("medieval")), ("picture", Arg::file("queen.png", CAT.to_vec()))];
    let built_in = table.with_args("ann", "battalion-admin art", &options).await;
    assert_says(&built_in, "built in");
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn icons_are_listed_and_searched() {
    let table = Table::lay().await;
    let all = response(&table.slash("bob", "battalions icons", &[]).await);
    table.keep("icons", &all);
    assert_says(&all, "`alchemist`");
    assert!(alt(&all).contains("alchemist, anchor"), "{}", alt(&all));
    let next = table.next_page("bob", &all).await.unwrap();
    assert_says(&next, "`camel`");
    assert!(alt(&next).contains("camel"), "each page has its own picture: {}", alt(&next));
    let horses = table.slash("bob", "battalions icons", &[("search", "Horse")]).await;
    for icon in ["chess-knight", "horse-head", "pegasus"] {
        assert_says(&horses, icon);
    }
    let none = table.slash("bob", "battalions icons", &[("search", "drgon-head")]).await;
    assert_says(&none, "did you mean dragon-head?");
    table.assert_clean();
}
