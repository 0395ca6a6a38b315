//! Every answer with pages, turned to its last page and back. The list comes from the registered commands, so new pages
//! are included.

use playground::{Arg, Message};
use tests::{DUEL, Table, response};

use crate::guards::{ask, leaves};

/// Maximum number of pages that are turned.
const MOST: usize = 60;

/// Label of the enabled button with this word at its beginning, if there is one.
fn way(page: &Message, word: &str) -> Option<String> {
    let buttons = page.buttons().into_iter().filter(|button| !button.disabled);
    buttons.map(|button| button.label).find(|label| label.starts_with(word))
}

/// Visible content of a page: text, menus, and names and descriptions of files.
fn seen(page: &Message) -> String {
    let files: Vec<_> = page.attachments.iter().map(|file| (file.filename.clone(), file.description.clone())).collect();
    let menus: Vec<_> = page.selects().into_iter().map(|menu| menu.options).collect();
    format!("{} {files:?} {menus:?}", page.text())
}

/// Turns on to the last page, or once round where the last page leads to the first, and back. Returns the number of
/// pages.
async fn turned(table: &Table, who: &str, name: &str, mut page: Message) -> usize {
    let mut pages = vec![seen(&page)];
    let mut is_ring = false;
    while let Some(next) = way(&page, "Next").filter(|_| !is_ring) {
        page = response(&table.press(who, &page, &next).await);
        assert!(way(&page, "Previous").is_some(), "/{name}: page {} leads nowhere back", pages.len() + 1);
        is_ring = seen(&page) == pages[0];
        if !is_ring {
            assert!(!pages.contains(&seen(&page)), "/{name}: page {} comes twice", pages.len() + 1);
            pages.push(seen(&page));
        }
        assert!(pages.len() < MOST, "/{name}: pages without end");
    }
    let way_back = if is_ring { &pages[..] } else { &pages[..pages.len() - 1] };
    for before in way_back.iter().rev() {
        let back = way(&page, "Previous").unwrap_or_else(|| panic!("/{name}: no way back"));
        page = response(&table.press(who, &page, &back).await);
        assert_eq!(seen(&page), *before, "/{name}: another page on the way back");
    }
    pages.len()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_page_leads_to_the_next_and_back() {
    let table = Table::lay().await;
    table.begin(DUEL, &[("ann", "alchemists"), ("bob", "the-party")]).await;
    // Entries for the log of the server.
    for count in 1..=11 {
        table.set("games", &[("most-players", Arg::from(2 + count % 5))]).await;
    }
    let wanted = [
        ("topic", Arg::from("Placement")),
        ("battalion", "alchemists".into()),
        ("piece", "alchemists/lead-golem".into()),
        ("search", "a".into()),
    ];
    let mut several = Vec::new();
    for wanted in [&wanted[..], &[]] {
        for leaf in leaves(&table, wanted) {
            // A resignation or an end would leave nothing to look at.
            if ["match resign", "lobby end", "match end"].contains(&leaf.name.as_str()) {
                continue;
            }
            let Some(answer) = ask(&table, "ann", table.games, &leaf).await else { continue };
            let Some(first) = answer.response().filter(|_| answer.ephemeral()) else { continue };
            if way(&first, "Next").is_some() {
                let pages = turned(&table, "ann", &leaf.name, first).await;
                several.push(format!("/{}: {pages}", leaf.name));
            }
        }
    }
    assert!(several.len() >= 5, "{several:?}");
    for command in ["battalions show", "battalions icons", "server log"] {
        assert!(several.iter().any(|found| found.starts_with(&format!("/{command}:"))), "/{command}: {several:?}");
    }
    table.assert_clean();
}
