//! Uniform permission checks: each command and each button, used by somebody without permission or at the wrong time.
//! The lists come from the registered commands and the posted buttons, so new ones are included.

use playground::{Arg, ChannelId, Interaction, Message, Permissions, Whom};
use serde_json::Value;
use tests::{DUEL, PATIENCE, Table, assert_says_privately, response};

/// A command with values for its options.
pub(crate) struct Leaf {
    pub(crate) name: String,
    options: Vec<(String, Arg)>,
    /// All its options, as registered.
    pub(crate) declared: Vec<Value>,
}

impl Leaf {
    fn has(&self, option: &str) -> bool {
        self.options.iter().any(|(name, _)| name == option)
    }

    /// The command with another value for an option.
    pub(crate) fn with(&self, option: &str, value: Arg) -> Leaf {
        let mut options: Vec<_> = self.options.iter().filter(|(name, _)| name != option).cloned().collect();
        options.push((option.to_owned(), value));
        Leaf { name: self.name.clone(), options, declared: self.declared.clone() }
    }
}

/// All commands of the bot, with plausible values for required options and those of `wanted`.
pub(crate) fn leaves(table: &Table, wanted: &[(&str, Arg)]) -> Vec<Leaf> {
    let mut found = Vec::new();
    for command in table.pg.commands(None) {
        // Context menu commands have no options.
        if command["type"].as_u64().unwrap_or(1) == 1 {
            collect(table, &command, String::new(), wanted, &mut found);
        }
    }
    found
}

fn collect(table: &Table, command: &Value, before: String, wanted: &[(&str, Arg)], found: &mut Vec<Leaf>) {
    let name = format!("{before}{}", command["name"].as_str().unwrap());
    let options = command["options"].as_array().cloned().unwrap_or_default();
    if options.iter().any(|option| matches!(option["type"].as_u64(), Some(1 | 2))) {
        for option in &options {
            collect(table, option, format!("{name} "), wanted, found);
        }
        return;
    }
    let mut filled = Vec::new();
    for option in &options {
        let called = option["name"].as_str().unwrap();
        // An option of the same name with fixed choices has another meaning.
        let open = option["choices"].as_array().is_none_or(Vec::is_empty);
        let value = match wanted.iter().find(|(name, _)| open && *name == called) {
            Some((_, value)) => Some(value.clone()),
            None if option["required"] == true => plausible(table, option),
            None => None,
        };
        filled.extend(value.map(|value| (called.to_owned(), value)));
    }
    found.push(Leaf { name, options: filled, declared: options });
}

/// Plausible value for an option; `None` for values that cannot be invented, such as files.
fn plausible(table: &Table, option: &Value) -> Option<Arg> {
    if let Some(first) = option["choices"].as_array().and_then(|choices| choices.first()) {
        return first["name"].as_str().map(Arg::from);
    }
    match option["type"].as_u64()? {
        3 => Some("e4".into()),
        4 => Some(1.into()),
        5 => Some(true.into()),
        6 => Some(Arg::User(table.user("bob"))),
        7 => Some(Arg::Channel(table.games)),
        _ => None,
    }
}

pub(crate) async fn ask(table: &Table, who: &str, channel: ChannelId, leaf: &Leaf) -> Option<Interaction> {
    let options: Vec<(&str, Arg)> = leaf.options.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
    // Discord itself prevents people without permissions from using administrative commands.
    table.pg.slash(table.user(who), channel, &leaf.name, &options).await.ok()
}

/// Public messages in #games in their current state.
fn public(table: &Table) -> Vec<(String, Vec<String>)> {
    let all = table.pg.messages(table.games).into_iter().filter(|message| message.only_for.is_none());
    all.map(|message| (message.text(), message.labels())).collect()
}

/// Number of the game that autocomplete offers to a person.
async fn number(table: &Table, who: &str) -> String {
    let offered = table.complete(who, "match board", "game", "").await;
    offered.first().expect("a game of theirs").value.as_str().expect("text").to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_command_shows_a_game_to_a_stranger_elsewhere() {
    let table = Table::lay().await;
    table.duel("medieval", "medieval").await;
    table.play_all("e4 e5 Nf3").await;
    let lobby = table.pg.channel("lobby").unwrap();
    let game = number(&table, "ann").await;
    let commands: Vec<Leaf> =
        leaves(&table, &[("game", game.as_str().into())]).into_iter().filter(|leaf| leaf.has("game")).collect();
    assert!(commands.len() >= 20, "{}", commands.len());
    // The number is valid for a Player of the game.
    let board = commands.iter().find(|leaf| leaf.name == "match board").unwrap();
    let own = ask(&table, "ann", lobby, board).await.unwrap();
    assert!(response(&own).picture().is_some(), "{}", own.text());
    // The board before the last move loses its buttons a moment after the answer.
    table.quiet(300).await;
    let before = public(&table);
    let mut asked = 0;
    for leaf in &commands {
        let Some(answer) = ask(&table, "emil", lobby, leaf).await else { continue };
        asked += 1;
        let told = response(&answer);
        assert!(answer.ephemeral() && told.attachments.is_empty(), "/{}: {}", leaf.name, answer.text());
        assert!(told.buttons().is_empty() && told.selects().is_empty(), "/{}: {:?}", leaf.name, told.labels());
        for secret in ["Ann", "Bob", "e4", "e5", "Nf3", "Medieval"] {
            assert!(!answer.text().contains(secret), "/{}: {}", leaf.name, answer.text());
        }
        assert!(!answer.text().contains("went wrong"), "/{}: {}", leaf.name, answer.text());
    }
    assert!(asked >= 18, "{asked}");
    table.quiet(300).await;
    assert_eq!(public(&table), before, "and nobody else notices");
    assert!(table.pg.messages(lobby).iter().all(|message| message.only_for.is_some()));
    let offered = table.complete("emil", "match board", "game", "").await;
    assert!(offered.is_empty(), "{offered:?}");
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_has_the_bot_write_where_they_may_not() {
    let table = Table::lay().await;
    table.duel("medieval", "medieval").await;
    table.play_all("e4 e5").await;
    // A page with the button "Show Everyone", opened before the permission was removed.
    let mut pages: Vec<(String, Message)> = Vec::new();
    let wanted = [("everyone", Arg::Bool(true)), ("topic", "Baroque Battalion".into())];
    let reading = |leaf: &Leaf| {
        let words: Vec<&str> = leaf.name.split(' ').collect();
        ["rules", "stats", "battalions", "learn", "help"].contains(&words[0])
    };
    let commands = leaves(&table, &wanted);
    for leaf in commands.iter().filter(|leaf| reading(leaf)) {
        if let Some(answer) = ask(&table, "emil", table.games, leaf).await
            && let Some(page) = answer.response()
            && page.labels().iter().any(|label| label == "Show Everyone")
        {
            pages.push((leaf.name.clone(), page));
        }
    }
    assert!(pages.len() >= 4, "{:?}", pages.iter().map(|(name, _)| name).collect::<Vec<_>>());
    let emil = table.user("emil");
    table.pg.overwrite(table.games, Whom::Member(emil), Permissions::NONE, Permissions::SEND_MESSAGES);
    let before = public(&table);
    let id = |page: &Message| {
        let buttons = page.buttons().into_iter();
        buttons.filter(|button| button.label == "Show Everyone").map(|button| button.custom_id).next().unwrap()
    };
    for (name, page) in &pages {
        let shown = table.pg.replay_click(emil, page.id, &id(page)).await.unwrap();
        assert!(shown.ephemeral(), "/{name}: {}", shown.text());
    }
    let mut tried = 0;
    for leaf in commands.iter().filter(|leaf| leaf.has("everyone")) {
        let shown = ask(&table, "emil", table.games, leaf).await.unwrap();
        assert!(shown.ephemeral() && response(&shown).attachments.is_empty(), "/{}: {}", leaf.name, shown.text());
        tried += 1;
    }
    assert!(tried >= 1);
    table.quiet(300).await;
    assert_eq!(public(&table), before);
    // Control: with the permission, the first page is posted, so only the check prevented it.
    table.pg.overwrite(table.games, Whom::Member(emil), Permissions::NONE, Permissions::NONE);
    for (name, page) in &pages {
        let posted = public(&table).len();
        table.pg.replay_click(emil, page.id, &id(page)).await.unwrap();
        let shown = table.pg.wait_for("the page", PATIENCE, |_| (public(&table).len() > posted).then_some(())).await;
        assert!(shown.is_ok(), "/{name}");
    }
    table.assert_clean();
}

/// All buttons that people in #games can press now.
fn buttons(table: &Table) -> Vec<(Message, String, String)> {
    let all = table.pg.messages(table.games).into_iter().filter(|message| message.only_for.is_none());
    all.flat_map(|message| {
        let buttons = message.buttons().into_iter().filter(|button| !button.custom_id.is_empty());
        let buttons: Vec<_> = buttons.map(|button| (button.label.clone(), button.custom_id.clone())).collect();
        buttons.into_iter().map(move |(label, id)| (message.clone(), label, id))
    })
    .collect()
}

/// Opens every kind of request at once: a draw, a takeback, a seat offer, and a pause, which outlives turns.
async fn open_questions(table: &Table, pause: bool) {
    table.slash("ann", "match draw", &[]).await;
    table.told("offers a draw").await;
    table.slash("ann", "match takeback", &[]).await;
    table.told("take back").await;
    if pause {
        table.slash("ann", "match pause", &[]).await;
        table.told("asks for a pause").await;
    }
    let to = [("to", Arg::User(table.user("dora")))];
    table.with_args("ann", "seat hand-over", &to).await;
    table.told("hand you their seat").await;
    table.quiet(200).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_button_does_anything_for_a_stranger() {
    let table = Table::lay().await;
    table.duel("medieval", "medieval").await;
    table.play_all("e4 e5 Nf3 Nc6").await;
    open_questions(&table, true).await;
    let (before, there) = (public(&table), buttons(&table));
    assert!(there.len() >= 8, "{:?}", there.iter().map(|(_, label, _)| label).collect::<Vec<_>>());
    for (message, label, id) in &there {
        let answer = table.pg.replay_click(table.user("emil"), message.id, id).await.unwrap();
        assert!(answer.ephemeral() && !answer.failed(), "{label}: {}", answer.text());
        assert!(!answer.text().contains("went wrong"), "{label}: {}", answer.text());
    }
    table.quiet(300).await;
    assert_eq!(public(&table), before, "nothing has changed for anybody");
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_button_of_an_old_position_does_anything() {
    let table = Table::lay().await;
    table.duel("medieval", "medieval").await;
    table.play_all("e4 e5").await;
    open_questions(&table, false).await;
    let old = buttons(&table);
    table.play("ann", "Nf3").await;
    table.play("bob", "Nc6").await;
    table.quiet(300).await;
    // The offer of a seat stays open after a move, so its buttons are left out.
    let stays_open = |message: &Message| message.content.contains("hand you their seat");
    let before = public(&table);
    let mut pressed = 0;
    for (message, label, id) in old.iter().filter(|(message, ..)| !stays_open(message)) {
        for who in ["ann", "bob"] {
            // The confirmation of a resignation is private and always available.
            let answer = table.pg.replay_click(table.user(who), message.id, id).await.unwrap();
            assert!(answer.ephemeral() && !answer.failed(), "{who} {label}: {}", answer.text());
            // Moves are offered only if the position of the button is still current.
            assert!(label != "Move" || response(&answer).selects().is_empty(), "{who}: {}", answer.text());
            pressed += 1;
        }
    }
    assert!(pressed >= 12, "{pressed}");
    table.quiet(300).await;
    assert_eq!(public(&table), before);
    // Questions about the new position: buttons of the old one do not answer them.
    open_questions(&table, false).await;
    let before = public(&table);
    for (message, label, id) in old.iter().filter(|(message, ..)| !stays_open(message)) {
        for who in ["ann", "bob"] {
            let answer = table.pg.replay_click(table.user(who), message.id, id).await.unwrap();
            assert!(answer.ephemeral() && !answer.failed(), "{who} {label}: {}", answer.text());
        }
    }
    table.quiet(300).await;
    assert_eq!(public(&table), before, "asked again");
    table.assert_clean();
}

/// Messages deleted by a moderator neither block the game nor count as missing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn deleted_messages_hold_nothing_up_and_come_again_once_where_they_are_needed() {
    let table = Table::lay().await;
    let of_lobby = |table: &Table| -> Vec<Message> {
        let all = table.pg.messages(table.games).into_iter().filter(|message| message.only_for.is_none());
        all.filter(|message| message.text().contains("Titan's Battalion")).collect()
    };
    table.open("ann", DUEL).await;
    table.told("Titan's Battalion: Duel").await;
    table.quiet(200).await;
    // The lobby: the next change posts it again, once, with its buttons.
    table.pg.delete_message(of_lobby(&table)[0].id);
    table.join("ann", "medieval").await;
    let again = table.pg.wait_for("the lobby again", PATIENCE, |_| of_lobby(&table).into_iter().next()).await.unwrap();
    assert!(again.labels().iter().any(|label| label.contains("Join")), "{:?}", again.labels());
    table.join("bob", "medieval").await;
    table.quiet(300).await;
    assert_eq!(of_lobby(&table).len(), 1);
    table.slash("ann", "lobby start", &[]).await;
    let board = table.turn_message(0).await;
    // A board: the game continues, and the next board has its buttons.
    table.pg.delete_message(board.id);
    let next = table.play_after(&board, "ann", "e4").await;
    table.pg.delete_message(next.id);
    let last = table.play_after(&next, "bob", "e5").await;
    assert!(last.labels().iter().any(|label| label == "Move"), "{:?}", last.labels());
    table.quiet(300).await;
    assert_eq!(table.turn_messages().len(), 1, "none of them comes back");
    table.assert_clean();
}

/// The prompt shows the number of choices made; if it was deleted, it is posted again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_deleted_question_is_asked_again_with_the_next_change() {
    let table = Table::lay().await;
    let people = [("ann", "party-volatile"), ("bob", "party-volatile")];
    table.begin(DUEL, &people).await;
    let asking = table.told("Volatile").await;
    table.quiet(200).await;
    table.pg.delete_message(asking.id);
    let asked = table.slash("ann", "place", &[]).await;
    let choose = |from: Interaction| {
        let table = &table;
        async move {
            let menu = response(&from).selects()[0].options[0].1.clone();
            table.choose("ann", &from, &menu).await
        }
    };
    let more = choose(asked).await;
    choose(more).await;
    let again = table.told("Volatile").await;
    assert!(again.id != asking.id && again.picture().is_some());
    table.quiet(300).await;
    let questions = table.public_texts().into_iter().filter(|text| text.contains("Volatile")).count();
    assert_eq!(questions, 1);
    table.assert_clean();
}

/// People who cannot see a channel get no information about its games, neither in lists nor by guessing a number.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_where_somebody_cannot_look_is_not_told_to_them() {
    for place in ["open", "hidden", "private thread"] {
        let table = Table::lay().await;
        let (ann, emil) = (table.user("ann"), table.user("emil"));
        let club = table.pg.guild("Club").unwrap();
        let channel = match place {
            "private thread" => {
                // The bot enters the thread with a moderator's permission.
                let bot = Whom::Member(table.pg.bot());
                table.pg.overwrite(table.games, bot, Permissions::MANAGE_THREADS, Permissions::NONE);
                table.pg.add_private_thread(table.games, "quiet", ann)
            }
            _ => table.pg.add_channel(club, "elsewhere"),
        };
        if place == "hidden" {
            table.pg.overwrite(channel, Whom::Member(emil), Permissions::NONE, Permissions::VIEW_CHANNEL);
        }
        let options = [("mode", Arg::from(DUEL)), ("battalion", "medieval".into())];
        let opened = table.pg.slash(ann, channel, "titans new", &options).await.unwrap();
        let lobby = table.pg.wait_for("the lobby", PATIENCE, |pg| {
            pg.messages(channel).into_iter().find(|message| message.only_for.is_none())
        });
        lobby.await.unwrap_or_else(|why| panic!("{why}: {}", opened.text()));
        let game = number(&table, "ann").await;
        let commands = leaves(&table, &[("game", game.as_str().into())]);
        let mut seen = 0;
        for leaf in &commands {
            if !["games list", "games find", "match board"].contains(&leaf.name.as_str()) {
                continue;
            }
            let answer = ask(&table, "emil", table.games, leaf).await.unwrap();
            let text = answer.text();
            let told = text.contains("Ann") || text.contains(&channel.to_string());
            assert!(!told || place == "open", "{place}: /{}: {text}", leaf.name);
            seen += usize::from(told);
        }
        // Control: a visible game is listed and can be viewed.
        assert!(seen >= if place == "open" { 2 } else { 0 }, "{place}: {seen}");
        assert!(table.pg.dms(emil).is_empty());
        table.assert_clean();
    }
}

/// The next turn reopens an archived thread; a locked one loses nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_archived_thread_is_played_on_in() {
    let table = Table::lay().await;
    let (ann, bob) = (table.user("ann"), table.user("bob"));
    let thread = table.pg.add_thread(table.games, "duel", ann);
    let options = [("mode", Arg::from(DUEL)), ("order", "In order of joining".into())];
    table.pg.slash(ann, thread, "titans new", &options).await.unwrap();
    for who in [ann, bob] {
        table.pg.slash(who, thread, "lobby join", &[("battalion", "medieval".into())]).await.unwrap();
    }
    table.pg.slash(ann, thread, "lobby start", &[]).await.unwrap();
    let boards = || {
        let all = table.pg.messages(thread).into_iter();
        let board = |message: &Message| message.picture().is_some_and(|picture| picture.filename == "board.png");
        all.filter(|message| message.only_for.is_none() && board(message)).count()
    };
    let shown = |count: usize| table.pg.wait_for("a board", PATIENCE, move |_| (boards() >= count).then_some(()));
    shown(1).await.unwrap();
    table.pg.archive(thread, false);
    table.pg.slash(ann, thread, "move", &[("move", "e4".into())]).await.unwrap();
    shown(2).await.unwrap();
    table.pg.slash(bob, thread, "move", &[("move", "e5".into())]).await.unwrap();
    shown(3).await.unwrap();
    table.quiet(300).await;
    assert_eq!(boards(), 3, "each once");
    table.assert_clean();
}

/// Two games that wait for the same person each send their own message.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_games_write_to_the_same_person_about_both() {
    let mut table = Table::lay().await;
    let bob = table.user("bob");
    table.slash("bob", "settings me", &[("pings", "A direct message")]).await;
    table.duel("medieval", "medieval").await;
    let lobby = table.pg.channel("lobby").unwrap();
    let ann = table.user("ann");
    let options = [("mode", Arg::from(DUEL)), ("order", "In order of joining".into())];
    table.pg.slash(ann, lobby, "titans new", &options).await.unwrap();
    for who in [ann, bob] {
        table.pg.slash(who, lobby, "lobby join", &[("battalion", "medieval".into())]).await.unwrap();
    }
    table.pg.slash(ann, lobby, "lobby start", &[]).await.unwrap();
    table.quiet(300).await;
    let turns = |table: &Table| -> Vec<String> {
        let dms = table.pg.dms(bob).into_iter().map(|message| message.text());
        dms.filter(|text| text.to_lowercase().contains("your turn")).collect()
    };
    assert_eq!(turns(&table), [""; 0], "it is Ann's turn in both");
    // Direct messages fail for a while, so both wait.
    table.pg.fail_next(playground::Op::CreateDm, 500, 2);
    table.play("ann", "e4").await;
    table.pg.slash(ann, lobby, "move", &[("move", "d4".into())]).await.unwrap();
    let both = table.pg.wait_for("two messages", PATIENCE, |_| (turns(&table).len() >= 2).then_some(())).await;
    assert!(both.is_ok(), "{:?}", turns(&table));
    let told = turns(&table);
    for channel in [table.games, lobby] {
        let about = told.iter().filter(|text| text.contains(&format!("<#{channel}>"))).count();
        assert_eq!(about, 1, "{told:?}");
    }
    assert!(table.pg.dms(ann).is_empty(), "nobody else is written to");
    table.crash().await;
    table.quiet(500).await;
    assert_eq!(turns(&table).len(), 2, "once each");
    table.assert_clean();
}

/// Each event mentions exactly the people who have something to do.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_message_mentions_those_who_have_something_to_do() {
    let table = Table::lay().await;
    let first = table.duel("medieval", "medieval").await;
    assert_eq!(first.pings, [table.user("ann")].into());
    let next = table.play("ann", "e4").await;
    assert_eq!(next.pings, [table.user("bob")].into());
    table.play("bob", "e5").await;
    for (who, command, said, pinged) in [
        ("ann", "match draw", "offers a draw", &["bob"][..]),
        ("bob", "match takeback", "take back", &["ann"]),
        ("bob", "match pause", "asks for a pause", &["ann"]),
    ] {
        table.slash(who, command, &[]).await;
        let told = table.told(said).await;
        let expected = pinged.iter().map(|name| table.user(name)).collect();
        assert_eq!(told.pings, expected, "/{command}: {}", told.text());
    }
    let to = [("to", Arg::User(table.user("cem")))];
    table.with_args("bob", "seat hand-over", &to).await;
    let offer = table.told("hand you their seat").await;
    assert_eq!(offer.pings, [table.user("cem")].into());
    // Answers and endings mention nobody.
    for (button, message, who) in [("Decline", &offer, "cem")] {
        table.press(who, message, button).await;
    }
    table.quiet(300).await;
    let after = table.pg.messages(table.games).into_iter().filter(|message| message.only_for.is_none()).last().unwrap();
    assert!(after.pings.is_empty() || after.id == offer.id, "{}: {:?}", after.text(), after.pings);
    table.resign("ann").await;
    let end = table.told("resign").await;
    assert!(end.pings.is_empty(), "{}: {:?}", end.text(), end.pings);
    assert!(table.pg.dms(table.user("bob")).is_empty());
    table.assert_clean();
}

/// A bot can neither be challenged nor be offered a seat, by whatever command.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_bot_is_asked_to_play() {
    let table = Table::lay().await;
    let bot = || Arg::User(table.pg.bot());
    for (command, option) in [("titans challenge", "opponent"), ("clash challenge", "opponent")] {
        let refused = table.with_args("ann", command, &[(option, bot())]).await;
        assert_says_privately(&refused, "A bot cannot be challenged");
    }
    table.duel("medieval", "medieval").await;
    let refused = table.with_args("ann", "seat hand-over", &[("to", bot())]).await;
    assert_says_privately(&refused, "A bot cannot have a seat");
    table.assert_clean();
}

/// People with the setting "boards as text" get them with every private board.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn boards_as_text_come_with_every_board_for_one_person() {
    let table = Table::lay().await;
    table.duel("medieval", "medieval").await;
    table.play("ann", "e4").await;
    for wanted in [false, true] {
        if wanted {
            table.slash("ann", "settings me", &[("text", "true")]).await;
        }
        for command in ["match board", "match history"] {
            let shown = response(&table.slash("ann", command, &[]).await);
            let attached = shown.attachments.iter().any(|file| file.filename == "board.txt");
            assert_eq!(shown.text().contains("```") || attached, wanted, "/{command}: {}", shown.text());
        }
    }
    // A request for one answer counts more than the setting.
    let picture = table.slash("ann", "match board", &[("text", "false")]).await.text();
    assert!(!picture.contains("```"), "{picture}");
    table.assert_clean();
}
