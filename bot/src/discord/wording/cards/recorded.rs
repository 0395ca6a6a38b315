//! Cards of every state of a game, as given to the renderer, for each Player.
//!
//! The expected output is in `recorded.txt`. To update it after an intended change, run `UPDATE_EXPECTED=1 cargo test -p
//! battalion --lib cards::recorded` and review the diff.

use std::fmt::{Debug, Write as _};

use engine::action::ClashAction;
use engine::clash::Gold;

use super::{bid, lobby, shop, summary, targets};
use crate::discord::tests::told::digest;
use crate::host::tests::everyone::{NamedState, in_every_state};
use crate::host::tests::who;
use crate::host::{Board, Private};

/// Number of letters of a card in the record, followed by a digest of the whole card.
const LETTERS: usize = 400;

fn told(card: &impl Debug) -> String {
    let all = format!("{card:?}");
    let first: String = all.chars().take(LETTERS).collect();
    if first == all { all } else { format!("{first}… {}", digest(&all)) }
}

fn own(private: &Private) -> Vec<String> {
    // The hash of a bid differs each time.
    let bid = bid(private).map(|bid| told(&render::cards::Bid { hash: String::new(), ..bid }));
    [shop(private).map(|card| told(&card)), bid, targets(private).map(|card| told(&card))]
        .into_iter()
        .flatten()
        .collect()
}

async fn section((name, set_up): NamedState) -> String {
    let mut out = format!("# {name}\n");
    let state = set_up().await;
    let host = &state.host;
    match host.views.board(state.game).await.unwrap() {
        Board::Lobby(open) => writeln!(out, "{}", told(&lobby(&open))).unwrap(),
        Board::Challenge(_) => {}
        Board::Game(scene) => {
            if let Some(card) = summary(&scene) {
                writeln!(out, "{}", told(&card)).unwrap();
            }
            for person in (1..=4).rev() {
                let gold = Gold::whole(5 + person as i64);
                let bids = host.clash.act(&who(person), state.game, None, ClashAction::Bid { gold }).await.is_ok();
                if let Ok(private) = host.views.private(state.game, who(person).person).await {
                    own(&private).iter().for_each(|card| writeln!(out, "{person}: {card}").unwrap());
                }
                if bids {
                    // The first bid is revealed once there is a second one.
                    break;
                }
            }
        }
    }
    host.close().await;
    out
}

#[test]
fn every_card_is_as_it_was_when_it_was_read() {
    let found = in_every_state(section);
    crate::expected::compare("discord/wording/cards/recorded.txt", &found, 40);
}
