//! A duel on the playground's page in a real browser: two people in turn, with typed commands and menus.

use tests::{FFA, PATIENCE, Table, assert_says};

use crate::browser::Browser;

/// JavaScript expression for the last message with this text.
fn message_with(text: &str) -> String {
    format!("[...document.querySelectorAll('.message')].findLast((m) => m.innerText.includes({text:?}))")
}

/// Clicks the newest button with this label.
async fn press(page: &mut Browser, label: &str) {
    let found = format!(
        "[...document.querySelectorAll('button[data-custom-id]')].findLast((b) => b.innerText.trim() === {label:?} && !b.disabled)"
    );
    page.until(&found).await;
    page.eval(&format!("{found}.id = 'pressed'; true")).await;
    page.click("#pressed").await;
    page.eval("document.getElementById('pressed')?.removeAttribute('id'); true").await;
}

/// Selects the first option with this text in the newest private menu.
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

/// Types a command and the start of its first option, and accepts the first suggestion.
async fn command(page: &mut Browser, path: &str, option: &str, typed: &str) {
    page.click("#composer").await;
    page.type_text(&format!("/{path}")).await;
    page.until("document.querySelector('#popup:not([hidden]) .offer')").await;
    page.key("Enter").await;
    let focused = format!("document.activeElement.dataset.option === {option:?}");
    if page.eval(&focused).await != true {
        page.click(&format!("[data-add-option={option}]")).await;
        page.until(&focused).await;
    }
    page.type_text(typed).await;
    page.until("document.querySelector('#popup:not([hidden]) .offer')").await;
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
    page.until("document.querySelector('figure img')?.complete").await;
    let board = table.turn_message(0).await;

    // The first Player selects a piece and a target in menus.
    let first = if board.pings.contains(&table.user("ann")) { "Ann" } else { "Bob" };
    page.choose("#viewer", first).await;
    press(&mut page, "Move").await;
    page.until("document.querySelector('[data-ephemeral=true] select')").await;
    pick(&mut page, "e2").await;
    page.until("document.querySelector('[data-ephemeral=true] img')?.complete").await;
    page.shot("story-3-targets").await;
    pick(&mut page, "e4").await;
    let second = table.turn_message(1).await;
    assert_says(&second, "`e4`");

    // The other one types the answer, with the bot's autocomplete.
    let other = if first == "Ann" { "Bob" } else { "Ann" };
    page.choose("#viewer", other).await;
    page.until("document.querySelector('.message.pinged')").await;
    command(&mut page, "move", "move", "e7e5").await;
    let third = table
        .pg
        .wait_for("the answer on the board", PATIENCE, |_| table.turn_messages().into_iter().nth(2))
        .await
        .unwrap();
    assert_says(&third, "`e5`");
    page.until(&message_with("e5")).await;
    page.until("[...document.querySelectorAll('figure img')].every((i) => i.complete)").await;
    page.shot("story-4-board").await;
    table.assert_clean();
}

/// Types a whole command line quickly, then Enter.
async fn type_line(page: &mut Browser, line: &str) {
    page.click("#composer").await;
    page.type_text(line).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_page_at_1280_by_800_shows_board_and_mention_and_drops_nothing() {
    let table = Table::lay().await;
    let Some(mut page) = Browser::open(&table.pg.base_url(), 1280, 800).await else {
        return;
    };
    page.until("document.body?.dataset.bot === 'true'").await;
    page.choose("#viewer", "Ann").await;
    // Text after a command with only optional options goes into one of them.
    type_line(&mut page, "/lobby join medieval").await;
    page.until("document.querySelector('#popup:not([hidden]) .offer')?.innerText.includes('battalion: medieval')")
        .await;
    page.key("Enter").await;
    page.until("document.querySelector('[data-option=battalion]')?.value === 'medieval'").await;
    page.key("Escape").await;
    page.key("Escape").await;
    // An empty field describes its value in plain language.
    type_line(&mut page, "/titans new").await;
    page.key("Enter").await;
    page.until("document.querySelector('[data-add-option=seats]')").await;
    page.click("[data-add-option=seats]").await;
    page.until("document.querySelector('[data-option=seats]')?.placeholder === '2 to 6'").await;
    page.type_text("many").await;
    page.click("[data-option=mode]").await;
    page.type_text("Duel").await;
    page.until("document.querySelector('#popup:not([hidden]) .offer')").await;
    page.key("Enter").await;
    page.click("#run").await;
    page.until("document.querySelector('.notice[data-error=true]')?.innerText.includes('“seats” must be a number; “many” is not.')")
        .await;
    page.shot("line-1-refused").await;
    page.key("Escape").await;
    page.key("Escape").await;
    page.eval("document.querySelector('#command [aria-label=\"Leave the command\"]')?.click(); true").await;

    // A thread leaves a link in its channel.
    let thread = [("mode", tests::DUEL), ("location", "A new thread")];
    table.slash("ann", "titans new", &thread).await;
    page.until("document.querySelector('.opened')?.innerText.includes('started a thread')").await;
    page.shot("line-2-thread").await;

    // The board and the line that mentions the Player are visible together.
    table.duel("medieval", "medieval").await;
    let seen = "(() => { const m = [...document.querySelectorAll('.message.pinged')].at(-1); \
         const i = m?.querySelector('figure img'); const t = m?.querySelector('.content'); \
         if (!i?.complete || !t) return false; \
         const list = document.getElementById('messages').getBoundingClientRect(); \
         return t.getBoundingClientRect().top >= list.top && m.getBoundingClientRect().bottom <= list.bottom + 1 \
           && i.getBoundingClientRect().height > 300; })()";
    page.until(seen).await;
    page.shot("line-3-turn").await;

    // A reply quotes the readable text of the original.
    press(&mut page, "Move").await;
    page.until("document.querySelector('[data-ephemeral=true] select')").await;
    let replies = "[...document.querySelectorAll('.reply')].map((r) => r.innerText).join('\\n')";
    let shown = page.eval(replies).await;
    let shown = shown.as_str().unwrap();
    assert!(!shown.contains("<@") && !shown.contains("<t:"), "{shown}");

    // The last board has the usual size, although a card comes with it.
    table.play_all("e2e4 e7e5 Bc4 Nc6 Qh5 Nf6 Qxf7").await;
    table.told("by checkmate").await;
    page.until(
        "(() => { const all = [...document.querySelectorAll('.files')].filter((f) => f.querySelectorAll('img').length === 2); \
         const boards = [...(all.at(-1)?.querySelectorAll('img') ?? [])]; \
         return boards.length === 2 && boards.every((i) => i.complete && i.getBoundingClientRect().width > 350); })()",
    )
    .await;
    page.shot("line-4-end").await;
    table.assert_clean();
}

/// Sizes at which the ways to start are tested: a laptop and a phone.
const SIZES: [(u32, u32); 2] = [(1280, 800), (390, 844)];

/// Nothing is wider than the window.
const FITS: &str = "document.documentElement.scrollWidth <= innerWidth";

#[derive(Clone, Copy, PartialEq, Debug)]
enum Entry {
    Typed,
    Pasted,
}

/// Enters a line into the empty message box.
async fn enter(page: &mut Browser, line: &str, entry: Entry) {
    page.click("#composer").await;
    match entry {
        Entry::Typed => page.type_text(line).await,
        Entry::Pasted => page.paste(line).await,
    }
}

/// Fills in the form of the newest private message.
async fn write(page: &mut Browser, button: &str, text: &str) {
    press(page, button).await;
    page.until("document.querySelector('#modal[open] input, #modal[open] textarea')").await;
    page.type_text(text).await;
    page.key("Enter").await;
    page.until("!document.querySelector('#modal[open]')").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_empty_page_leads_to_a_game_against_the_computer() {
    for (width, height) in SIZES {
        let table = Table::lay_with("[computers]\nleast-pause = 0\nmost-pause = 0\n").await;
        let Some(mut page) = Browser::open(&table.pg.base_url(), width, height).await else {
            return;
        };
        page.until("document.querySelector('#empty [data-greet=learn]')").await;
        assert_eq!(page.eval(FITS).await, true, "nothing is cut off");
        let place = if width < 700 { "behind ☰" } else { "at the lower left" };
        page.until(&format!("document.querySelector('#empty').innerText.includes({place:?})")).await;
        let placeholder = "(() => { const c = document.createElement('canvas').getContext('2d'); const b = document.getElementById('composer'); \
             const s = getComputedStyle(b); c.font = s.font; \
             return c.measureText(b.placeholder).width <= b.clientWidth - parseFloat(s.paddingLeft) - parseFloat(s.paddingRight); })()";
        assert_eq!(page.eval(placeholder).await, true, "the placeholder is not cut off");
        page.shot(&format!("greeting-1-{width}")).await;
        page.click("#empty [data-greet=play]").await;
        press(&mut page, "The Computer").await;
        pick(&mut page, "Soldier").await;
        page.until("document.querySelector('[data-custom-id=\"play:computer-soldier\"]')").await;
        let chosen = "[...document.querySelectorAll('[data-ephemeral=true] option:checked')].some((o) => o.text.includes('Soldier'))";
        assert_eq!(page.eval(chosen).await, true, "the choice is shown");
        page.shot(&format!("greeting-2-{width}")).await;
        pick(&mut page, "Medieval").await;
        page.until("document.querySelector('figure img')?.complete").await;
        table.told("your turn").await;
        // A game that starts fast has no message of its lobby, and the person may have the first turn.
        page.until("[...document.querySelectorAll('figure img')].some((i) => i.alt.includes('Ada (Soldier bot)'))")
            .await;
        // The label of the description is outside the picture, which has the names of the Players at its edges.
        let apart = "[...document.querySelectorAll('figure')].every((f) => { const i = f.querySelector('img').getBoundingClientRect(); \
             const s = f.querySelector('.alt summary')?.getBoundingClientRect(); return !s || s.top >= i.bottom || s.bottom <= i.top; })";
        assert_eq!(page.eval(apart).await, true, "the label covers the picture");
        page.shot(&format!("greeting-3-{width}")).await;
        assert_eq!(page.eval(FITS).await, true, "nothing is cut off");
        table.assert_clean();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn learn_leads_from_the_first_lesson_to_a_game() {
    for (width, height) in SIZES {
        let table = Table::lay().await;
        let Some(mut page) = Browser::open(&table.pg.base_url(), width, height).await else {
            return;
        };
        page.until("document.body?.dataset.bot === 'true'").await;
        enter(&mut page, "/learn", Entry::Typed).await;
        page.until("document.querySelector('#popup:not([hidden]) .offer')?.dataset.value === 'learn'").await;
        page.key("Enter").await;
        page.key("Enter").await;
        press(&mut page, "Begin: A move").await;
        page.until(&message_with("step 1 of 2")).await;
        page.until("document.querySelector('[data-ephemeral=true] img')?.complete").await;
        assert_eq!(page.eval(FITS).await, true, "nothing is cut off");
        page.shot(&format!("learn-1-{width}")).await;
        write(&mut page, "Type a Move", "Nf3").await;
        page.until(&message_with("step 2 of 2")).await;
        write(&mut page, "Type a Move", "Nxe5").await;
        // The hint uses the notation of the menu, and the piece it names comes first there.
        press(&mut page, "Next: A guided move").await;
        press(&mut page, "Hint").await;
        page.until(&message_with("then b8=Q")).await;
        pick(&mut page, "Pawn b7").await;
        let first = "[...document.querySelectorAll('[data-ephemeral=true] select')].at(-1)?.options[1]?.label";
        page.until(&format!("{first}?.startsWith('b8=Q')")).await;
        page.shot(&format!("learn-2-{width}")).await;
        // The last lesson ends with a game.
        enter(&mut page, "/learn lesson:shop", Entry::Pasted).await;
        page.until("document.querySelector('[data-option=lesson]')?.value === 'shop'").await;
        page.until("document.querySelector('#popup:not([hidden]) .offer')?.innerText.includes('A Clash shop')").await;
        page.key("Enter").await;
        page.key("Enter").await;
        for (step, order) in (1..).zip(["King", "Queen", "Pawn a2-h2", "sell h2", "ready"]) {
            page.until(&message_with(&format!("step {step} of 5"))).await;
            write(&mut page, "Type an Order", order).await;
        }
        page.until(&message_with("Well played!")).await;
        page.until("[...document.querySelectorAll('figure img')].every((i) => i.complete)").await;
        page.shot(&format!("learn-3-{width}")).await;
        press(&mut page, "Play").await;
        page.until(&message_with("What would you like to play")).await;
        table.assert_clean();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_private_conversation_offers_what_works_there() {
    for (width, height) in SIZES {
        let table = Table::lay().await;
        let Some(mut page) = Browser::open(&table.pg.base_url(), width, height).await else {
            return;
        };
        page.until("document.body?.dataset.bot === 'true'").await;
        if width < 700 {
            page.click("#menu").await;
            // The list slides in.
            page.until("document.querySelector('#sidebar').getBoundingClientRect().left === 0").await;
        }
        page.click("[data-channel=Battalion]").await;
        page.until("document.querySelector('#channel-name').textContent.startsWith('@') && document.querySelector('#empty [data-greet]')")
            .await;
        let promised = "document.querySelector('#empty').innerText.includes('Press Play') === Boolean(document.querySelector('[data-greet=play]'))";
        assert_eq!(page.eval(promised).await, true, "the text names only buttons that are there");
        page.shot(&format!("private-1-{width}")).await;
        // A command that does not work here is refused; it does not become another one.
        enter(&mut page, "/play", Entry::Typed).await;
        page.key("Enter").await;
        page.until("document.querySelector('#toast')?.innerText.includes('There is no command /play here. Games are opened in a channel')").await;
        page.shot(&format!("private-2-{width}")).await;
        assert_eq!(page.eval("document.querySelector('#composer').value").await, "/play");
        assert_eq!(page.eval("document.querySelectorAll('.message').length").await, 0);
        // One button leads to a channel, where games are opened. The suggestions covered it.
        page.key("Escape").await;
        page.click("#empty [data-greet=channel]").await;
        page.until("document.querySelector('#empty [data-greet=play]')").await;
        table.assert_clean();
    }
}

/// The lines of README's instructions: the one that opens a duel, and the first move.
fn lines_of_the_readme() -> [&'static str; 2] {
    let readme = include_str!("../../README.md");
    let spans = || readme.split('`').skip(1).step_by(2);
    let line = |start| spans().find(|span| span.starts_with(start)).expect("README has the line");
    [line("/titans new mode:"), line("/move e")]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_lines_of_the_readme_work_pasted_and_typed() {
    let [opening, first_move] = lines_of_the_readme();
    for ((width, height), entry) in
        SIZES.into_iter().flat_map(|size| [Entry::Typed, Entry::Pasted].map(|entry| (size, entry)))
    {
        let table = Table::lay().await;
        let Some(mut page) = Browser::open(&table.pg.base_url(), width, height).await else {
            return;
        };
        page.until("document.body?.dataset.bot === 'true'").await;
        page.choose("#viewer", "Ann").await;
        enter(&mut page, opening, entry).await;
        let filled = "document.querySelector('[data-option=mode]')?.value === 'Duel' \
             && document.querySelector('[data-option=battalion]')?.value === 'Medieval'";
        page.until(filled).await;
        page.until("document.querySelector('#popup:not([hidden]) .offer')?.innerText.startsWith('Medieval')").await;
        assert_eq!(page.eval(FITS).await, true, "nothing is cut off");
        page.shot(&format!("readme-1-{width}-{entry:?}")).await;
        // Tab and Enter both take the first suggestion.
        page.key(if entry == Entry::Typed { "Tab" } else { "Enter" }).await;
        page.until("document.querySelector('[data-option=battalion]')?.value.startsWith('Medieval')").await;
        page.key("Enter").await;
        let lobby = table.told("Titan's Battalion: Duel").await;
        assert!(lobby.text().contains("**Ann**, Medieval Battalion"), "{}", lobby.text());
        page.choose("#viewer", "Bob").await;
        press(&mut page, "Join").await;
        pick(&mut page, "Medieval").await;
        table.told("**Bob**, Medieval Battalion").await;
        page.choose("#viewer", "Ann").await;
        press(&mut page, "Start").await;
        let board = table.turn_message(0).await;
        let first = if board.pings.contains(&table.user("ann")) { "Ann" } else { "Bob" };
        page.choose("#viewer", first).await;
        page.until("document.querySelector('figure img')?.complete").await;
        // Text that is no move is sent as it is, and refused; it never becomes another move.
        for typed in ["e2", "e5"] {
            enter(&mut page, &format!("/move {typed}"), entry).await;
            let offer = "document.querySelector('#popup:not([hidden]) .offer')";
            page.until(&format!(
                "document.querySelector('#popup:not([hidden]) .title') && (!{offer} || {offer}.dataset.value === {typed:?})"
            ))
            .await;
            page.key("Enter").await;
            page.key("Enter").await;
            page.until("document.querySelector('#command').hidden").await;
        }
        page.until(&message_with("e5")).await;
        page.shot(&format!("readme-2-{width}-{entry:?}")).await;
        assert_eq!(table.turn_messages().len(), 1);
        enter(&mut page, first_move, entry).await;
        page.until("document.querySelector('#popup:not([hidden]) .offer')?.innerText.startsWith('e4')").await;
        page.key("Enter").await;
        page.key("Enter").await;
        let moved = table.turn_message(1).await;
        assert_says(&moved, "`e4`");
        page.shot(&format!("readme-3-{width}-{entry:?}")).await;
        table.assert_clean();
    }
}

/// Waits until every picture is drawn; nothing may be wider than the window.
async fn fits(page: &mut Browser, name: &str) {
    page.until("[...document.querySelectorAll('figure img')].every((i) => i.complete && i.naturalWidth > 0)").await;
    // Two more frames, so that the pictures are on the screen.
    let drawn = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))";
    page.eval(drawn).await;
    page.shot(name).await;
    assert_eq!(page.eval(FITS).await, true, "{name}: nothing is cut off");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lobby_a_running_game_and_a_shop_fit_the_page() {
    for (width, height) in SIZES {
        let table = Table::lay().await;
        let Some(mut page) = Browser::open(&table.pg.base_url(), width, height).await else {
            return;
        };
        page.until("document.body?.dataset.bot === 'true'").await;
        page.choose("#viewer", "Ann").await;
        let options = [("mode", FFA), ("seats", "3"), ("order", "In order of joining")];
        table.slash("ann", "titans new", &options).await;
        for (who, army) in [("ann", "medieval"), ("bob", "the-party"), ("cem", "makpong")] {
            table.join(who, army).await;
        }
        page.until(&message_with("Ready")).await;
        fits(&mut page, &format!("fits-1-lobby-{width}")).await;
        table.slash("ann", "lobby start", &[]).await;
        table.turn_message(0).await;
        table.play("ann", "e4").await;
        page.until(&message_with("played e4")).await;
        fits(&mut page, &format!("fits-2-game-{width}")).await;
        table.assert_clean();

        let table = Table::lay().await;
        let Some(mut page) = Browser::open(&table.pg.base_url(), width, height).await else {
            return;
        };
        page.until("document.body?.dataset.bot === 'true'").await;
        page.choose("#viewer", "Ann").await;
        table.clash().await;
        let shop = table.slash("ann", "clash suggest", &[]).await;
        assert_says(&shop, "gold");
        page.until("document.querySelector('[data-ephemeral=true] img')").await;
        fits(&mut page, &format!("fits-3-shop-{width}")).await;
        table.assert_clean();
    }
}
