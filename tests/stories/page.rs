//! A duel on the playground's page, in a real browser: two people by turns, typing commands and choosing in menus.

use tests::{PATIENCE, Table, assert_says};

use crate::browser::Browser;

/// The last message that has this in it, as a JavaScript expression.
fn message_with(text: &str) -> String {
    format!(
        "[...document.querySelectorAll('.message')].findLast((m) => m.innerText.includes({text:?}))"
    )
}

/// Clicks the newest button of that label.
async fn press(page: &mut Browser, label: &str) {
    let found = format!(
        "[...document.querySelectorAll('button[data-custom-id]')].findLast((b) => b.innerText.trim() === {label:?} && !b.disabled)"
    );
    page.until(&found).await;
    page.eval(&format!("{found}.id = 'pressed'; true")).await;
    page.click("#pressed").await;
    page.eval("document.getElementById('pressed')?.removeAttribute('id'); true")
        .await;
}

/// Chooses in the newest private menu the first entry that has this in it.
async fn pick(page: &mut Browser, text: &str) {
    let menu = format!(
        "[...document.querySelectorAll('[data-ephemeral=true] select')].findLast((s) => \
         [...s.options].some((o) => o.label.includes({text:?})))"
    );
    page.until(&menu).await;
    page.eval(&format!(
        "(() => {{ const s = {menu}; s.value = [...s.options].find((o) => o.label.includes({text:?})).value; \
         s.dispatchEvent(new Event('change', {{ bubbles: true }})); return true; }})()"
    ))
    .await;
}

/// Types a command, and into its first option, choosing the first that is offered.
async fn command(page: &mut Browser, path: &str, option: &str, typed: &str) {
    page.click("#composer").await;
    page.type_text(&format!("/{path}")).await;
    page.until("document.querySelector('#popup .offer')").await;
    page.key("Enter").await;
    let focused = format!("document.activeElement.dataset.option === {option:?}");
    if page.eval(&focused).await != true {
        page.click(&format!("[data-add-option={option}]")).await;
        page.until(&focused).await;
    }
    page.type_text(typed).await;
    page.until("document.querySelector('#popup .offer')").await;
    page.key("Enter").await;
    page.key("Enter").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_duel_on_the_page() {
    let table = Table::lay().await;
    let Some(mut page) = Browser::open(&table.pg.base_url(), 1200, 1000).await else {
        return;
    };
    page.until("document.body?.dataset.bot === 'true'").await;

    command(&mut page, "titans new", "mode", "Duel").await;
    page.until(&message_with("Duel")).await;
    page.shot("story-1-lobby").await;
    for who in ["Ann", "Bob"] {
        page.choose("#viewer", who).await;
        press(&mut page, "Join").await;
        page.shot(&format!("story-2-join-{who}")).await;
        pick(&mut page, "Medieval").await;
        let seated = format!("{}?.innerText.includes('Medieval')", message_with(who));
        page.until(&seated).await;
    }
    page.choose("#viewer", "Ann").await;
    press(&mut page, "Start").await;
    page.until("document.querySelector('figure img')?.complete")
        .await;
    let board = table.turn_message(0).await;

    // The first to move chooses a piece and a target in menus.
    let first = if board.pings.contains(&table.user("ann")) {
        "Ann"
    } else {
        "Bob"
    };
    page.choose("#viewer", first).await;
    press(&mut page, "Move").await;
    page.until("document.querySelector('[data-ephemeral=true] select')")
        .await;
    pick(&mut page, "e2").await;
    page.until("document.querySelector('[data-ephemeral=true] img')?.complete")
        .await;
    page.shot("story-3-targets").await;
    pick(&mut page, "e4").await;
    let second = table.turn_message(1).await;
    assert_says(&second, "`e4`");

    // The other answers by typing, with completion by the bot.
    let other = if first == "Ann" { "Bob" } else { "Ann" };
    page.choose("#viewer", other).await;
    page.until("document.querySelector('.message.pinged')")
        .await;
    command(&mut page, "move", "move", "e7e5").await;
    let third = table
        .pg
        .wait_for("the answer on the board", PATIENCE, |_| {
            table.turn_messages().into_iter().nth(2)
        })
        .await
        .unwrap();
    assert_says(&third, "`e5`");
    page.until(&message_with("e5")).await;
    page.until("[...document.querySelectorAll('figure img')].every((i) => i.complete)")
        .await;
    page.shot("story-4-board").await;
    table.assert_clean();
}
