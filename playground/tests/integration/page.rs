//! Tests of the page in headless Chromium, with a real bot.

use std::time::Duration;

use playground::Builder;

use crate::bot;
use crate::browser::Browser;

const SECONDS: Duration = Duration::from_secs(10);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_play_on_the_page() {
    let pg = Builder::club().answer_within(Duration::from_millis(1500)).start("127.0.0.1:0").await.unwrap();
    let Some(mut page) = Browser::open(&pg.base_url(), 1200, 800).await else {
        return;
    };
    let bot = tokio::spawn(bot::run(pg.base_url(), pg.token().to_owned()));
    pg.wait_ready(SECONDS).await.unwrap();
    let games = pg.channel("games").unwrap();
    page.until("document.body.dataset.bot === 'true'").await;

    // A plain message, with markup that must be shown as text.
    page.click("#composer").await;
    page.type_text("hi **all** <img src=x onerror=alert(1)>").await;
    page.key("Enter").await;
    page.until("document.querySelector('[data-author=ann] strong')?.textContent === 'all'").await;
    assert_eq!(page.eval("document.querySelectorAll('#messages img').length").await, 0);

    // A command: found while typing, completed by the bot, with an additional option.
    page.click("#composer").await;
    page.type_text("/op").await;
    page.until("document.querySelector('#popup .offer[data-value=open]')").await;
    page.shot("1-commands").await;
    page.key("Enter").await;
    page.until("document.activeElement.dataset.option === 'opening'").await;
    page.type_text("ca").await;
    page.until("document.querySelector('#popup .offer[data-value=catalan]')").await;
    page.shot("2-completion").await;
    page.click("#popup .offer[data-value=catalan]").await;
    page.click("[data-add-option=opponent]").await;
    page.type_text("bo").await;
    page.until("document.querySelectorAll('#popup .offer').length === 1").await;
    page.key("Enter").await;
    page.shot("3-filled").await;
    page.key("Enter").await;
    page.until("document.querySelector('[data-thinking=true]')").await;
    page.shot("4-thinking").await;
    page.until("document.querySelector('figure img')?.complete").await;
    let board = pg.last(games).unwrap();
    assert!(board.content.starts_with("catalan, <@"));
    assert_eq!(page.eval("document.querySelector('figure img').alt").await, "An empty board");
    assert_eq!(page.eval("document.querySelector('figure img').naturalWidth").await, 480);
    tokio::time::sleep(Duration::from_millis(300)).await;
    page.shot("5-board").await;

    // A private answer, which nobody else sees.
    page.click("#composer").await;
    page.type_text("/help lines:3").await;
    page.key("Enter").await;
    page.until("document.querySelector('[data-ephemeral=true] .embed')").await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    page.shot("6-private").await;

    // Another person is notified, and presses a button that opens a modal.
    page.choose("#viewer", "Bob").await;
    page.until("document.querySelector('.message.pinged')").await;
    assert_eq!(page.eval("document.querySelectorAll('[data-ephemeral=true]').length").await, 0);
    page.click("[data-custom-id='move:1']").await;
    page.until("document.querySelector('#modal[open]')").await;
    page.type_text("e4").await;
    page.shot("7-modal").await;
    page.key("Enter").await;
    page.until("[...document.querySelectorAll('.message')].some((m) => m.innerText.includes('e4 was played'))").await;
    page.until("!document.querySelector('#modal[open]') && !document.querySelector('[data-custom-id]')").await;
    assert_eq!(pg.messages(games).last().unwrap().content, "e4 was played");

    // A menu, and a command without a response.
    page.click("#composer").await;
    page.type_text("/open").await;
    page.key("Enter").await;
    page.until("document.activeElement.dataset.option === 'opening'").await;
    page.type_text("own idea").await;
    page.until("document.querySelector('#popup .title')?.textContent.includes('No options')").await;
    page.key("Enter").await;
    page.choose("[data-custom-id='piece:1']", "Rook").await;
    page.until("[...document.querySelectorAll('[data-ephemeral=true]')].some((m) => m.innerText.includes('moved on'))")
        .await;
    page.click("[data-dismiss]").await;
    page.until("!document.querySelector('[data-ephemeral=true]')").await;
    page.click("[data-custom-id='mute:1']").await;
    page.until("document.querySelector('.trouble[data-error]')").await;
    page.click("#composer").await;
    page.type_text("/slow").await;
    page.key("Enter").await;
    page.until("document.activeElement.id === 'run'").await;
    page.key("Enter").await;
    page.until("document.querySelector('.notice[data-error=true]')?.innerText.includes('did not respond')").await;
    page.shot("8-failed").await;

    // The direct message channel, unread until it is opened.
    page.click("[data-channel=Battalion]").await;
    page.until("document.querySelector('.message')?.innerText.includes('your secret')").await;
    page.shot("9-private-conversation").await;

    // On a phone.
    let mut phone = Browser::open(&format!("{}/#games", pg.base_url()), 390, 780).await.unwrap();
    phone.until("document.querySelector('figure img')?.complete").await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    phone.shot("10-phone").await;
    assert!(phone.eval("document.documentElement.scrollWidth").await.as_i64().unwrap() <= 390);
    phone.click("#menu").await;
    tokio::time::sleep(Duration::from_millis(400)).await;
    phone.shot("11-phone-channels").await;
    phone.click("[data-channel=lobby]").await;
    phone.until("document.querySelector('#channel-name').textContent.includes('lobby')").await;
    bot.abort();
}

/// A message that arrives while the older ones of its channel are loaded stays on the page.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_message_that_comes_while_a_channel_is_loaded_is_kept() {
    let pg = Builder::club().start("127.0.0.1:0").await.unwrap();
    let Some(mut page) = Browser::open(&pg.base_url(), 1200, 800).await else {
        return;
    };
    page.until("document.body?.dataset.live === 'true'").await;
    // Answers with messages are held back until the test lets them go.
    page.eval(
        "window.held = []; window.real = window.fetch; \
         window.fetch = async (...all) => { \
             const answer = await window.real(...all); \
             if (String(all[0]).includes('/page/messages')) await new Promise((go) => window.held.push(go)); \
             return answer; \
         }; true",
    )
    .await;
    page.choose("#viewer", "Bob").await;
    page.until("window.held.length === 1").await;
    page.click("#composer").await;
    page.type_text("before the others").await;
    page.key("Enter").await;
    page.until("document.querySelectorAll('.message').length === 1").await;
    page.eval("window.held.forEach((go) => go()); true").await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert_eq!(page.eval("document.querySelectorAll('.message').length").await, 1);
}
