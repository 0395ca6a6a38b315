//! Actions in a match of Clash of the Armies: challenging, buying, bidding, playing.

use playground::{Arg, Interaction, Message};

use crate::{PATIENCE, Table, assert_says, response};

/// Armies for a quick mate by White: everything except Rooks.
pub const ARMY: [&str; 2] = [
    "King e1, Queen d1, Bishop c1 f1, Knight b1 g1, Pawn a2-h2",
    "King e8, Queen d8, Bishop c8 f8, Knight b8 g8, Pawn a7-h7",
];
/// Mate in four by White with these armies.
pub const MATE: &str = "e2e4 e7e5 Bc4 Nc6 Qh5 Nf6 Qxf7";
/// Knights moving back and forth: the position occurs for the third time, a draw, once Black's Knight returns to g8.
pub const REPETITION: &str = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1";

impl Table {
    /// Challenges Bob as Ann, with White and further options of `/clash challenge`.
    pub async fn challenge(&self, more: &[(&str, &str)]) -> Message {
        let mut options: Vec<(&str, Arg)> = vec![("opponent", Arg::User(self.user("bob"))), ("white", "You".into())];
        options.extend(more.iter().map(|(name, value)| (*name, (*value).into())));
        let asked = self.with_args("ann", "clash challenge", &options).await;
        assert!(asked.ephemeral(), "{}", asked.text());
        self.told("accept or decline?").await
    }

    /// Starts an accepted match; White buys first.
    pub async fn clash(&self) -> Message {
        self.clash_with(&[]).await
    }

    /// Starts an accepted match with further options of `/clash challenge`.
    pub async fn clash_with(&self, more: &[(&str, &str)]) -> Message {
        let challenge = self.challenge(more).await;
        let accepted = self.press("bob", &challenge, "Accept").await;
        assert_says(&accepted, "You play Black");
        self.told("buy your army").await
    }

    /// Runs a shop command such as `clash buy` with a line of text.
    pub async fn shop(&self, who: &str, verb: &str, text: &str) -> Interaction {
        let answer = self.slash(who, &format!("clash {verb}"), &[("text", text)]).await;
        assert!(answer.ephemeral(), "{}", answer.text());
        answer
    }

    /// Buys the pieces in the line, if any, and confirms the army.
    pub async fn army(&self, who: &str, line: &str) {
        if !line.is_empty() {
            let bought = self.shop(who, "buy", line).await;
            assert_says(&bought, "can be confirmed");
        }
        let ready = self.slash(who, "clash ready", &[]).await;
        let ready = self.sure(who, ready).await;
        assert_says(&ready, "confirmed");
    }

    /// Presses *Ready* in a shop.
    pub async fn ready(&self, who: &str, shop: &Interaction) -> Interaction {
        let ready = self.press(who, &response(shop), "Ready").await;
        self.sure(who, ready).await
    }

    /// Confirms the army if the bot asks because useful gold is left.
    async fn sure(&self, who: &str, ready: Interaction) -> Interaction {
        if ready.text().contains("Confirm your army anyway?") {
            self.press(who, &response(&ready), "Confirm Anyway").await
        } else {
            ready
        }
    }

    /// Buys the usual armies for both, Ann with White.
    pub async fn armies(&self) {
        self.army("ann", ARMY[0]).await;
        self.told("White's army is set up").await;
        self.army("bob", ARMY[1]).await;
        self.turned("Black is ready").await;
    }

    /// Waits until the newest public message contains this text.
    pub async fn turned(&self, what: &str) -> Message {
        let found = self.pg.wait_for(what, PATIENCE, |pg| {
            let last = pg.last(self.games)?;
            (last.only_for.is_none() && last.text().contains(what)).then_some(last)
        });
        found.await.unwrap_or_else(|why| {
            panic!("{why}\n{:#?}", self.public_texts());
        })
    }

    /// Waits until a private answer contains this text after edits; returns it.
    pub async fn says(&self, answer: &Interaction, part: &str) -> String {
        let said = self.pg.wait_for(part, PATIENCE, |_| Some(answer.text()).filter(|text| text.contains(part)));
        said.await.unwrap_or_else(|why| panic!("{why}: {}", answer.text()))
    }

    /// Plays a move and confirms the bot's warning.
    pub async fn play_all_the_same(&self, who: &str, text: &str) {
        let asked = self.slash(who, "move", &[("move", text)]).await;
        self.press(who, &response(&asked), "Play It Anyway").await;
    }

    /// Bids with `/clash bid`; returns the private answer.
    pub async fn bid(&self, who: &str, gold: &str) -> Interaction {
        let answer = self.slash(who, "clash bid", &[("gold", gold)]).await;
        assert!(answer.ephemeral(), "{}", answer.text());
        answer
    }

    /// Plays two rounds with a win each by resignation, up to the open auction.
    pub async fn auction(&self) -> Message {
        self.auction_with(&[]).await
    }

    /// Plays up to the open auction with further options of `/clash challenge`.
    pub async fn auction_with(&self, more: &[(&str, &str)]) -> Message {
        self.clash_with(more).await;
        for loser in ["bob", "ann"] {
            self.armies().await;
            self.resign(loser).await;
            // The winner keeps everything; both start the next round with what they have.
            if loser == "bob" {
                self.turned("Round 2: ").await;
                self.sell_all("ann").await;
            }
        }
        self.told("The Amazon is up for auction").await
    }

    /// Sells a whole army of the usual layout.
    pub async fn sell_all(&self, who: &str) {
        let sold = self.shop(who, "sell", "b1-g1, a2-h2").await;
        assert_says(&sold, "no Leader");
    }

    /// Chooses one of the buyer's pieces in the shop: in the second menu, after the menu of pieces for sale.
    pub async fn pick_own(&self, who: &str, shop: &Interaction, piece: &str) -> Interaction {
        let message = response(shop);
        let menus = message.selects();
        let menu = menus.get(1).unwrap_or_else(|| panic!("{}", message.text()));
        self.choose_in(who, &message, menu, piece).await
    }
}
