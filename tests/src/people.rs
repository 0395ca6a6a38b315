//! Actions at a table other than typed moves: lobbies, buttons, menus, resigning, viewing cards.

use playground::{Arg, Interaction, Message, Select};

use crate::{PATIENCE, Table, assert_says, response};

/// Name of Assassin in the mode option.
pub const ASSASSIN: &str = "Assassin (3 to 6 Players, secret Targets)";
/// Name of free for all in the mode option.
pub const FFA: &str = "Free for all (3 to 6 Players)";
/// Name of a duel in the mode option.
pub const DUEL: &str = "Duel (2 Players)";

/// People of the server.
pub const SIX: [&str; 6] = ["ann", "bob", "cem", "dora", "emil", "fatima"];
/// First four of them.
pub const FOUR: [&str; 4] = ["ann", "bob", "cem", "dora"];

impl Table {
    /// Opens a lobby with seats in this order.
    pub async fn open(&self, who: &str, mode: &str) -> Interaction {
        let options = [("mode", mode), ("order", "In order of joining")];
        self.slash(who, "titans new", &options).await
    }

    /// Opens a lobby with one seat per person in order of joining, and lets everybody join with their Battalions. The
    /// game is not started.
    pub async fn gather(&self, mode: &str, people: &[(&str, &str)]) {
        let seats = people.len().to_string();
        let options = [("mode", mode), ("seats", seats.as_str()), ("order", "In order of joining")];
        let opened = self.slash(people[0].0, "titans new", &options).await;
        assert!(opened.ephemeral(), "{}", opened.text());
        for (who, battalion) in people {
            assert_says(&self.join(who, battalion).await, "joined with");
        }
        // If the game begins earlier, the message of the lobby is never posted.
        self.told("**Titan's Battalion: ").await;
    }

    /// Like `gather`, and starts the game.
    pub async fn begin(&self, mode: &str, people: &[(&str, &str)]) {
        self.gather(mode, people).await;
        self.slash(people[0].0, "lobby start", &[]).await;
    }

    /// Like `begin`, for games without choices before play; returns the first turn message.
    pub async fn seat(&self, mode: &str, people: &[(&str, &str)]) -> Message {
        let before = self.turn_messages().len();
        self.begin(mode, people).await;
        self.turn_message(before).await
    }

    /// Like `seat`, for a duel with Ann in the first seat.
    pub async fn duel(&self, ann: &str, bob: &str) -> Message {
        self.seat(DUEL, &[("ann", ann), ("bob", bob)]).await
    }

    /// Joins a lobby with a Battalion.
    pub async fn join(&self, who: &str, battalion: &str) -> Interaction {
        let options = [("battalion", battalion)];
        self.slash(who, "lobby join", &options).await
    }

    /// Shares the seat of a partner.
    pub async fn share(&self, who: &str, mate: &str) -> Interaction {
        let with = [("with", Arg::User(self.user(mate)))];
        self.with_args(who, "lobby join", &with).await
    }

    /// Plays moves written as `0:e2-e4 1:…`, with the seat and the typed text; `_` is a space. Returns the last turn
    /// message.
    pub async fn play_seats(&self, people: &[&str], moves: &str) -> Message {
        let mut last = None;
        for text in moves.split_whitespace() {
            let (seat, text) = text.split_once(':').expect("seat:move");
            let who = people[seat.parse::<usize>().expect("a seat")];
            last = Some(self.play(who, &text.replace('_', " ")).await);
        }
        last.expect("at least one move")
    }

    /// Waits for a public message in #games with this text; returns the newest.
    pub async fn told(&self, what: &str) -> Message {
        let found = self.pg.wait_for(what, PATIENCE, |pg| {
            let all = pg.messages(self.games).into_iter().rev();
            all.into_iter().find(|m| m.only_for.is_none() && m.text().contains(what))
        });
        found.await.unwrap_or_else(|why| {
            panic!("{why}\n{:#?}", self.public_texts());
        })
    }

    /// All public texts in #games, oldest first.
    pub fn public_texts(&self) -> Vec<String> {
        let all = self.pg.messages(self.games).into_iter();
        all.filter(|m| m.only_for.is_none()).map(|m| m.text()).collect()
    }

    /// Presses a button and waits for the answer; for a private message, also until it has changed.
    pub async fn press(&self, who: &str, message: &Message, label: &str) -> Interaction {
        let pressed = self.pg.click(self.user(who), message, label).await;
        let pressed = pressed.unwrap_or_else(|why| panic!("{who} presses {label}: {why}"));
        if message.ephemeral() {
            self.changed(&pressed, message, label).await;
        }
        pressed
    }

    /// Waits until an interaction has changed a private message.
    async fn changed(&self, by: &Interaction, message: &Message, what: &str) {
        let changed = self.pg.wait_for("the next question", PATIENCE, |_| {
            let now = by.response()?;
            let other = now.text() != message.text() || now.components != message.components;
            other.then_some(())
        });
        changed.await.unwrap_or_else(|why| panic!("{what}: {why}: {}", by.text()));
    }

    /// Selects an option in the first menu of a private answer, by label or value, and waits until the answer has
    /// changed.
    pub async fn choose(&self, who: &str, from: &Interaction, value: &str) -> Interaction {
        let message = response(from);
        let menus = message.selects();
        let menu = menus.first().unwrap_or_else(|| panic!("no menu in: {}", message.text()));
        self.choose_in(who, &message, menu, value).await
    }

    /// Selects an option in the given menu of a message.
    pub async fn choose_in(&self, who: &str, message: &Message, menu: &Select, value: &str) -> Interaction {
        let chosen = self
            .pg
            .select(self.user(who), message, &menu.custom_id, &[value])
            .await
            .unwrap_or_else(|why| panic!("{value}: {why}: {:?}", menu.options));
        self.changed(&chosen, message, value).await;
        chosen
    }

    /// Resigns and confirms it.
    pub async fn resign(&self, who: &str) {
        let asked = self.slash(who, "match resign", &[]).await;
        let done = self.press(who, &response(&asked), "Resign").await;
        assert_says(&done, "resigned");
    }

    /// Returns the answer to `/target`, after checking that it is private.
    pub async fn card(&self, who: &str) -> String {
        let card = self.slash(who, "target", &[]).await;
        assert!(card.ephemeral(), "{}", card.text());
        card.text()
    }

    /// Targets of a person, from their private card.
    pub async fn targets(&self, who: &str) -> Vec<String> {
        named(&self.card(who).await)
    }

    /// Waits for at least one Target card by direct message; returns all.
    pub async fn cards_by_dm(&self, who: &str) -> Vec<Message> {
        let user = self.user(who);
        let cards = self.pg.wait_for("a Target card by direct message", PATIENCE, |pg| {
            let mut cards = pg.dms(user);
            cards.retain(|m| m.text().contains("Your Target"));
            (!cards.is_empty()).then_some(cards)
        });
        cards.await.unwrap_or_else(|why| panic!("{who}: {why}"))
    }
}

/// Names in bold on a card.
pub fn named(card: &str) -> Vec<String> {
    let bold = card.split("**").skip(1).step_by(2);
    bold.map(str::to_lowercase).collect()
}
