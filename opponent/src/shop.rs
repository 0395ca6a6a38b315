//! Buying an army for a round of Clash (C-4 to C-9). `plan` selects sets of pieces. `draft` sets them up and compares
//! the set-ups by a short search against the other army, so that White's first move captures nothing undefended.

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

use draft::is_for_sale;
use plan::{Taste, plan};

/// Node limit for each set-up compared.
const NODES: u64 = 1_000;
/// Number of set-ups behind a suggestion.
const SUGGESTED: usize = 24;
/// Number of the best of them that are compared again, and the node limit for each.
const FINALISTS: usize = 6;
const CLOSER: u64 = 12_000;
/// Minimum gain, in hundredths of a Pawn, for rearranging a complete army.
const SAVED: i32 = 150;
/// Random variation of piece values between the sets of pieces compared, as a share.
const VARIETY: f64 = 0.12;

/// Purchasing parameters of a level.
struct Custom {
    /// Maximum error in the value of a piece, as a share of it.
    error: f64,
    /// Number of armies compared.
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

/// Next step of a buyer: buying the whole army at once, or confirming it.
pub(crate) fn decide(
    seen: &Seen,
    buying: &Buying,
    level: Level,
    know: &Knowledge,
    budget: Budget<'_>,
    seed: u64,
) -> Action {
    let army = buying.shop.army();
    // An army that this player has already set up is not reconsidered.
    if !army.faults().is_empty() || buying.shop.affordable().is_some() || !buying.shop.can_undo() {
        let custom = custom(level);
        let seed = seed ^ u64::from(buying.round);
        let own = Taste { error: custom.error, seed };
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
        if let Some(action) = bought(seen, buying, drafts, know, budget.at_most(NODES), None) {
            return action.into();
        }
    }
    let otherwise = if army.faults().is_empty() { ClashAction::Ready } else { ClashAction::Suggest };
    otherwise.into()
}

/// Suggestion for a person: completes an unfinished army so that it can be confirmed, and spends the gold as well as
/// possible. In the last round, cheap pieces are also exchanged for more expensive ones. Pieces stay in place unless
/// they would be lost at once. `None` if nothing can be added, or outside the shop.
pub fn suggest(seen: &Seen, know: &Knowledge, seed: u64) -> Option<ClashAction> {
    let Question::Shop(buying) = &seen.question else {
        return None;
    };
    if !know.fits(&seen.rules) {
        return suggest(seen, &Knowledge::new(&seen.rules), seed);
    }
    let stop = AtomicBool::new(false);
    let own = Taste { error: 0.0, seed };
    let army = tidied(&buying.shop)?;
    let value = |army: &Army| army.pieces().filter_map(|owned| owned.value()).fold(Gold::ZERO, |sum, one| sum + one);
    let gold = buying.shop.gold() + value(buying.shop.army()) - value(&army);
    let kept: Vec<Owned> = army.pieces().collect();
    let stay: Vec<(Space, Owned)> = army.placed().collect();
    let drafts = (0..SUGGESTED).filter_map(|number| {
        let taste = varied(&own, number);
        let mut random = Random::new(mix(taste.seed));
        let wares = plan(&taste, &kept, gold)?;
        // Every second draft rearranges all movable pieces.
        let moves = number % 2 == 1;
        let (stay, wares): (Vec<_>, Vec<_>) = if moves {
            let (stay, loose): (Vec<_>, Vec<_>) = stay.iter().partition(|(_, owned)| !is_for_sale(owned));
            (stay, loose.into_iter().map(|(_, owned)| owned.ware).chain(wares).collect())
        } else {
            (stay.clone(), wares)
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
    // A complete army is rearranged only if that prevents a loss.
    let whole = shop.army().faults().is_empty() && shop.affordable().is_none();
    let upgrades = buying.round == ULTIMATE && shop.upgrade().is_some();
    let stands = (whole && !upgrades).then(|| {
        let against = draft::opponents(buying);
        draft::score(seen, shop.army(), &against, know, budget.at_most(CLOSER)) + SAVED
    });
    let mut best = rated(seen, buying, drafts, know, budget.at_most(NODES));
    best.truncate(FINALISTS);
    let finalists = best.into_iter().map(|(_, draft)| draft).collect();
    bought(seen, buying, finalists, know, budget.at_most(CLOSER), stands)
}

/// Armies with their scores, best first. `budget` is that of one army.
fn rated(seen: &Seen, buying: &Buying, drafts: Vec<Army>, know: &Knowledge, budget: Budget<'_>) -> Vec<(i32, Army)> {
    let against = draft::opponents(buying);
    let each = |draft: Army| (draft::score(seen, &draft, &against, know, budget), draft);
    let mut rated: Vec<(i32, Army)> = drafts.into_iter().map(each).collect();
    // The sort is stable: among equals, the first wins.
    rated.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    rated
}

/// The first draft uses the player's own preferences, the others vary them.
fn varied(own: &Taste, number: usize) -> Taste {
    let error = if number == 0 { own.error } else { own.error.max(VARIETY) };
    Taste { error, seed: mix(own.seed ^ number as u64) }
}

/// Step towards the best of these armies if it scores more than `beats`. `budget` is that of one army. `None` if no
/// army qualifies, or the current one is equal.
fn bought(
    seen: &Seen,
    buying: &Buying,
    drafts: Vec<Army>,
    know: &Knowledge,
    budget: Budget<'_>,
    beats: Option<i32>,
) -> Option<ClashAction> {
    let mut rated = match drafts.len() {
        0 | 1 if beats.is_none() => drafts.into_iter().map(|draft| (0, draft)).collect(),
        _ => rated(seen, buying, drafts, know, budget),
    };
    rated.retain(|(score, _)| beats.is_none_or(|beats| *score > beats));
    rated.into_iter().find_map(|(_, draft)| {
        let steps = draft::steps(buying.shop.army(), &draft);
        let mut trial = buying.shop.clone();
        let taken = !steps.is_empty() && trial.together(&steps).is_ok() && trial.army().faults().is_empty();
        taken.then_some(ClashAction::Together { steps })
    })
}

/// Squares for the pieces that are kept in any case: the current one if allowed, else a free one.
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

/// Valid part of an unfinished army: pieces stay where they are, those in hand go to free squares, and those that break
/// a limit are sold.
fn tidied(shop: &Shop) -> Option<Army> {
    let army = shop.army();
    let mut kept: Vec<(Space, Owned)> = Vec::new();
    let fits = |kept: &[(Space, Owned)], space: Space, owned: Owned| {
        let with = Army::placing(army.seat(), kept.iter().copied().chain([(space, owned)]));
        // The Leader may still be missing.
        let lacking = usize::from(!with.has_leader());
        kept.iter().all(|(at, _)| *at != space) && with.faults().len() == lacking
    };
    // The Amazon replaces any other Jewel.
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

/// Exchanges cheap pieces for more expensive ones of their class while the gold lasts, largest gain first.
fn upgraded(army: Army, mut gold: Gold) -> Army {
    let mut pieces: Vec<(Space, Owned)> = army.placed().collect();
    while let Some((index, ware, cost)) = exchange(&army, &pieces, gold) {
        pieces[index].1 = Owned::new(ware);
        gold -= cost;
    }
    Army::placing(army.seat(), pieces)
}

/// Index of the piece to exchange, its replacement, and the price difference.
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

    /// The dearest exchange is made that the remaining gold pays for, even if it takes all of it.
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
        assert_eq!(costs.len(), 3, "the dearest exchange comes first: {costs:?}");
    }
}
