//! Buying an army for a round of Clash (C-4 … C-9). `plan` finds sets of pieces, `draft` sets them up and lets a short search against the
//! other army choose between them, so that nothing stands where White's first move takes it.

mod draft;
mod plan;

use std::sync::atomic::AtomicBool;

use engine::action::{Action, ClashAction};
use engine::board::Space;
use engine::clash::{Army, Class, Gold, Owned, Shop, ULTIMATE, WARES, Ware};
use engine::seen::{Buying, Question, Seen};

use crate::budget::Budget;
use crate::knowledge::Knowledge;
use crate::level::Level;
use crate::random::{Random, mix};

use plan::{Taste, plan};

/// Positions for each set-up that is compared.
const NODES: u64 = 1_000;
/// Set-ups that a suggestion is chosen from.
const SUGGESTED: usize = 16;
/// Hundredths of a Pawn that a new set-up of a whole army must gain.
const SAVED: i32 = 150;
/// How far the values of pieces vary between the sets of pieces that are compared.
const VARIETY: f64 = 0.12;

/// How a level buys.
struct Custom {
    /// How far it misjudges the value of a piece, as a share of it.
    error: f64,
    /// Armies that it compares.
    drafts: usize,
}

const fn custom(level: Level) -> Custom {
    let (error, drafts) = match level {
        Level::Recruit => (0.35, 1),
        Level::Soldier => (0.25, 3),
        Level::Sergeant => (0.18, 6),
        Level::Captain => (0.12, 12),
        Level::Commander => (0.08, 20),
        Level::Titan => (0.05, 32),
    };
    Custom { error, drafts }
}

/// The next step of a buyer: the whole army at once, or confirming it.
pub(crate) fn decide(
    seen: &Seen,
    buying: &Buying,
    level: Level,
    know: &Knowledge,
    budget: Budget<'_>,
    seed: u64,
) -> Action {
    let army = buying.shop.army();
    // The army as this player has set it up is not thought over again.
    if !army.faults().is_empty() || buying.shop.affordable().is_some() || !buying.shop.can_undo() {
        let custom = custom(level);
        let seed = seed ^ u64::from(buying.round);
        let own = Taste { rules: &seen.rules, know, error: custom.error, seed };
        let kept: Vec<Owned> = army.pieces().filter(|owned| !is_for_sale(owned)).collect();
        let stay: Vec<(Space, Owned)> = place(army, &kept);
        let back = army.pieces().filter(is_for_sale).filter_map(|owned| owned.value());
        let wealth = back.fold(buying.shop.gold(), |sum, value| sum + value);
        let drafts = (0..custom.drafts).filter_map(|number| {
            let taste = varied(&own, number);
            let mut random = Random::new(mix(taste.seed));
            let wares = plan(&taste, &kept, wealth)?;
            draft::set_up(army, &stay, &wares, &mut random)
        });
        let drafts: Vec<Army> = drafts.collect();
        if let Some(action) = bought(seen, buying, drafts, know, budget, None) {
            return action.into();
        }
    }
    let otherwise = if army.faults().is_empty() { ClashAction::Ready } else { ClashAction::Suggest };
    otherwise.into()
}

/// A suggestion for a person: their unfinished army completed so that it can be confirmed, with the gold spent as well as possible, in the last
/// round also on dearer pieces in the place of cheap ones. Pieces stay where they stand unless they would be lost at once. `None` where there
/// is nothing to add, or nothing is bought now.
pub fn suggest(seen: &Seen, know: &Knowledge, seed: u64) -> Option<ClashAction> {
    let Question::Shop(buying) = &seen.question else {
        return None;
    };
    if !know.fits(&seen.rules) {
        return suggest(seen, &Knowledge::new(&seen.rules), seed);
    }
    let stop = AtomicBool::new(false);
    let own = Taste { rules: &seen.rules, know, error: 0.0, seed };
    let army = tidied(&buying.shop)?;
    let value = |army: &Army| army.pieces().filter_map(|owned| owned.value()).fold(Gold::ZERO, |sum, one| sum + one);
    let gold = buying.shop.gold() + value(buying.shop.army()) - value(&army);
    let kept: Vec<Owned> = army.pieces().collect();
    let stay: Vec<(Space, Owned)> = army.placed().collect();
    let drafts = (0..SUGGESTED).filter_map(|number| {
        let taste = varied(&own, number);
        let mut random = Random::new(mix(taste.seed));
        let wares = plan(&taste, &kept, gold)?;
        // Half of them set up everything anew that can be.
        let moves = number % 2 == 1;
        let (stay, wares): (Vec<_>, Vec<_>) = match moves {
            false => (stay.clone(), wares),
            true => {
                let (stay, loose): (Vec<_>, Vec<_>) = stay.iter().partition(|(_, owned)| !is_for_sale(owned));
                (stay, loose.into_iter().map(|(_, owned)| owned.ware).chain(wares).collect())
            }
        };
        let mut draft = draft::set_up(&army, &stay, &wares, &mut random)?;
        if buying.round == ULTIMATE {
            let spent = value(&draft) - value(&army);
            draft = upgraded(draft, gold - spent);
        }
        Some(draft)
    });
    let drafts: Vec<Army> = drafts.collect();
    let budget = Budget::new(u64::MAX, &stop);
    let shop = &buying.shop;
    // A whole army is set up anew only if that saves something.
    let whole = shop.army().faults().is_empty() && shop.affordable().is_none();
    let upgrades = buying.round == ULTIMATE && shop.upgrade().is_some();
    let stands = (whole && !upgrades).then(|| {
        let against = draft::opponents(buying);
        draft::score(seen, shop.army(), &against, know, budget.at_most(NODES)) + SAVED
    });
    bought(seen, buying, drafts, know, budget, stands)
}

/// The first taste is the player's own, the others vary it.
fn varied<'a>(own: &Taste<'a>, number: usize) -> Taste<'a> {
    let error = if number == 0 { own.error } else { own.error.max(VARIETY) };
    Taste { error, seed: mix(own.seed ^ number as u64), ..*own }
}

/// The step that makes the army the best of these, if that scores more than `beats`; `None` if none can be had, or the army is like that.
fn bought(
    seen: &Seen,
    buying: &Buying,
    drafts: Vec<Army>,
    know: &Knowledge,
    budget: Budget<'_>,
    beats: Option<i32>,
) -> Option<ClashAction> {
    let against = draft::opponents(buying);
    let mut rated: Vec<(i32, Army)> = match drafts.len() {
        0 | 1 if beats.is_none() => drafts.into_iter().map(|draft| (0, draft)).collect(),
        _ => {
            let each = |draft: Army| (draft::score(seen, &draft, &against, know, budget.at_most(NODES)), draft);
            drafts.into_iter().map(each).collect()
        }
    };
    rated.retain(|(score, _)| beats.is_none_or(|beats| *score > beats));
    // Stable: of equals the first.
    rated.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    rated.into_iter().find_map(|(_, draft)| {
        let steps = draft::steps(buying.shop.army(), &draft);
        let mut trial = buying.shop.clone();
        let taken = !steps.is_empty() && trial.together(&steps).is_ok() && trial.army().faults().is_empty();
        taken.then_some(ClashAction::Together { steps })
    })
}

/// Can it be bought and sold again for the same?
fn is_for_sale(owned: &Owned) -> bool {
    owned.was.is_none() && owned.ware.cost.is_some()
}

/// Squares for pieces that are kept whatever else is bought: where they stand if they may, else a free one.
fn place(army: &Army, kept: &[Owned]) -> Vec<(Space, Owned)> {
    let mut placed: Vec<(Space, Owned)> = Vec::new();
    let standing = army.placed().filter(|(space, owned)| !is_for_sale(owned) && army.fits(owned.ware.class, *space));
    placed.extend(standing);
    for owned in kept {
        let count = |owned: &Owned| kept.iter().filter(|other| *other == owned).count();
        if placed.iter().filter(|(_, other)| other == owned).count() < count(owned) {
            let free = owned.ware.class.squares(army.seat()).find(|square| placed.iter().all(|(at, _)| at != square));
            placed.extend(free.map(|space| (space, *owned)));
        }
    }
    placed
}

/// The pieces of an unfinished army that stay: as they stand, those in hand on free squares; what breaks a limit is sold.
fn tidied(shop: &Shop) -> Option<Army> {
    let army = shop.army();
    let mut kept: Vec<(Space, Owned)> = Vec::new();
    let fits = |kept: &[(Space, Owned)], space: Space, owned: Owned| {
        let with = Army::placing(army.seat(), kept.iter().copied().chain([(space, owned)]));
        // A Leader may be missing still.
        let lacking = usize::from(!with.has_leader());
        kept.iter().all(|(at, _)| *at != space) && with.faults().len() == lacking
    };
    // The Amazon takes the place of any other Jewel.
    let mut pieces: Vec<(Option<Space>, Owned)> = army.hand().iter().map(|owned| (None, *owned)).collect();
    pieces.retain(|(_, owned)| owned.ware.cost.is_none());
    pieces.extend(army.placed().map(|(space, owned)| (Some(space), owned)));
    pieces.extend(army.hand().iter().filter(|owned| owned.ware.cost.is_some()).map(|owned| (None, *owned)));
    for (space, owned) in pieces {
        let squares = space.into_iter().chain(owned.ware.class.squares(army.seat()));
        let found = squares.into_iter().find(|space| fits(&kept, *space, owned));
        kept.extend(found.map(|space| (space, owned)));
    }
    Some(Army::placing(army.seat(), kept))
}

/// The army with cheap pieces exchanged for dearer ones of their class while the gold lasts: the largest gain first.
fn upgraded(army: Army, mut gold: Gold) -> Army {
    let mut pieces: Vec<(Space, Owned)> = army.placed().collect();
    while let Some((index, ware, cost)) = exchange(&army, &pieces, gold) {
        pieces[index].1 = Owned::new(ware);
        gold -= cost;
    }
    Army::placing(army.seat(), pieces)
}

/// The piece to exchange, what for, and what that costs.
fn exchange(army: &Army, pieces: &[(Space, Owned)], gold: Gold) -> Option<(usize, &'static Ware, Gold)> {
    let exchanges =
        pieces.iter().enumerate().filter(|(_, (_, owned))| is_for_sale(owned)).flat_map(|(index, piece)| {
            WARES.iter().filter_map(move |ware| {
                let cost = ware.cost? - piece.1.ware.cost?;
                let dearer = ware.class == piece.1.ware.class && ware.class != Class::Leader && cost > Gold::ZERO;
                (dearer && cost <= gold).then_some((index, ware, cost))
            })
        });
    let mut exchanges: Vec<_> = exchanges.collect();
    exchanges.sort_by_key(|(_, _, cost)| std::cmp::Reverse(*cost));
    exchanges.into_iter().find(|(index, ware, _)| {
        let mut with = pieces.to_vec();
        with[*index].1 = Owned::new(ware);
        Army::placing(army.seat(), with).faults().is_empty()
    })
}

#[cfg(test)]
mod tests {
    use engine::board::Seat;
    use engine::clash::{Match, STEP, Setup};

    use super::*;

    /// Gold is spent to the last piece of it: an exchange that costs exactly what is left is made, and none that costs more.
    #[test]
    fn an_exchange_may_cost_all_that_is_left() {
        let mut game = Match::new(Setup { en_passant: false, seed: [1; 32] }).unwrap();
        game.apply(Seat(0), &ClashAction::Suggest.into()).unwrap();
        let Question::Shop(buying) = game.seen(Seat(0)).question else { panic!("no shop") };
        let army = buying.shop.army();
        let pieces: Vec<(Space, Owned)> = army.placed().collect();
        let mut gold = Gold::ZERO;
        let mut costs = Vec::new();
        while costs.len() < 3 && gold < Gold::whole(20) {
            if let Some((.., cost)) = exchange(army, &pieces, gold) {
                assert!(cost <= gold);
                if costs.last().is_none_or(|last| cost > *last) {
                    assert_eq!(cost, gold, "as soon as there is enough");
                    costs.push(cost);
                }
            }
            gold += STEP;
        }
        assert!(!costs.is_empty(), "nothing can be exchanged");
    }
}
