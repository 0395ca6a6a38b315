//! Deal of Targets (T-27) and commitment to it (T-32).

use sha2::{Digest, Sha256};

use crate::board::Seat;

use super::error::SetupError;
use super::lots::Lots;
use super::mode::GameMode;
use super::setup::Setup;
use crate::hex::to_hex;

/// Deals Targets by holder; lists are empty except in Assassin. All valid deals are equally likely for a random seed.
///
/// # Errors
/// [`SetupError::NoDeal`] if no deal satisfies T-27.
pub fn deal(setup: &Setup) -> Result<Vec<Vec<Seat>>, SetupError> {
    let count = setup.armies.len();
    if setup.mode != GameMode::Assassin {
        return Ok(vec![Vec::new(); count]);
    }
    let cards: Vec<usize> = setup.armies.iter().map(|army| if army.extra_strength { 2 } else { 1 }).collect();
    // T-27: Targets must be distinct only if more than 2 Players have a Battalion that counts for this.
    let counting = setup.armies.iter().filter(|army| army.counts_for_targets).count();
    let deals = all_deals(&cards, counting > 2);
    if deals.is_empty() {
        return Err(SetupError::NoDeal);
    }
    let index = Lots::new("battalion targets", &setup.seed).below(deals.len());
    let mut targets = deals.into_iter().nth(index).unwrap_or_default();
    for hand in &mut targets {
        hand.sort();
    }
    Ok(targets)
}

/// All distinct valid deals, each hand sorted.
fn all_deals(cards: &[usize], distinct: bool) -> Vec<Vec<Vec<Seat>>> {
    let mut left: Vec<usize> = cards.to_vec();
    let mut hands: Vec<Vec<Seat>> = vec![Vec::new(); cards.len()];
    let mut found = Vec::new();
    fill(0, &mut left, &mut hands, cards, distinct, &mut found);
    found
}

/// Fills the hands from `holder` on. Cards of a hand are dealt in ascending order, so each deal is found once.
fn fill(
    holder: usize,
    left: &mut Vec<usize>,
    hands: &mut Vec<Vec<Seat>>,
    cards: &[usize],
    distinct: bool,
    found: &mut Vec<Vec<Vec<Seat>>>,
) {
    if holder == cards.len() {
        found.push(hands.clone());
        return;
    }
    if hands[holder].len() == cards[holder] {
        fill(holder + 1, left, hands, cards, distinct, found);
        return;
    }
    for target in 0..cards.len() {
        let last = hands[holder].last().map_or(0, |seat| seat.index());
        let repeated = hands[holder].contains(&Seat::new(target));
        if target == holder || left[target] == 0 || target < last || distinct && repeated {
            continue;
        }
        left[target] -= 1;
        hands[holder].push(Seat::new(target));
        fill(holder, left, hands, cards, distinct, found);
        hands[holder].pop();
        left[target] += 1;
    }
}

/// Text of the commitment: each holder with the Targets, and a salt derived from the seed (T-32). Its SHA-256 is
/// published with the deal, the text itself at the end.
///
/// Anyone can verify it: `printf '%s' "TEXT" | sha256sum`.
pub fn commitment_text(setup: &Setup, targets: &[Vec<Seat>]) -> String {
    let salt: [u8; 32] = Sha256::new().chain_update(b"battalion salt").chain_update(setup.seed).finalize().into();
    let hands: Vec<String> = targets
        .iter()
        .enumerate()
        .map(|(holder, hand)| {
            let names: Vec<String> = hand.iter().map(|seat| (seat.0 + 1).to_string()).collect();
            format!("{}>{}", holder + 1, names.join("+"))
        })
        .collect();
    format!("{} salt {}", hands.join(" "), to_hex(&salt))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn t_27_deals_are_derangements_for_single_cards() {
        // Numbers of derangements of 3 to 6 elements.
        for (players, derangements) in [(3, 2), (4, 9), (5, 44), (6, 265)] {
            assert_eq!(all_deals(&vec![1; players], true).len(), derangements);
        }
    }

    #[test]
    fn t_27_two_cards_are_two_different_others() {
        for deal in all_deals(&[2, 1, 1, 1], true) {
            assert_eq!(deal[0].len(), 2);
            assert_ne!(deal[0][0], deal[0][1]);
            assert!(deal.iter().enumerate().all(|(holder, hand)| !hand.contains(&Seat(holder as u8))));
        }
        assert!(!all_deals(&[2, 2, 2], true).is_empty());
    }
}
