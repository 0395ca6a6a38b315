//! Buying an army for a round of Clash (C-4 … C-9): the best army for the gold by what its pieces are worth, found by a knapsack over each
//! class.

use engine::action::{Action, ClashAction, ShopStep, Spot};
use engine::board::Seat;
use engine::clash::{Army, Class, Gold, Owned, WARES, Ware};
use engine::play::TypeId;
use engine::seen::{Buying, Seen};

use crate::knowledge::Knowledge;
use crate::level::Level;
use crate::random::{Random, mix};

/// Prices are multiples of this many hundredths.
const UNIT: i64 = 25;
/// More gold than this, in units, buys nothing better.
const MOST: usize = 400;
/// Light pieces of one kind (C-4).
const OF_A_KIND: usize = 2;

/// The next step of a buyer: what is missing for the best army, or confirming it.
pub(crate) fn decide(seen: &Seen, buying: &Buying, level: Level, know: &Knowledge, seed: u64) -> Action {
    let army = buying.shop.army();
    let finished = army.faults().is_empty();
    let wanted = plan(seen, buying, level, know, seed ^ u64::from(buying.round));
    let steps = wanted.map(|wanted| steps(army, &wanted)).unwrap_or_default();
    let action = if steps.is_empty() {
        None
    } else {
        let mut trial = buying.shop.clone();
        let taken = trial.together(&steps).is_ok();
        (taken && trial.army().faults().is_empty()).then_some(ClashAction::Together { steps })
    };
    let otherwise = if finished { ClashAction::Ready } else { ClashAction::Suggest };
    action.unwrap_or(otherwise).into()
}

/// Can it be bought and sold again for the same?
fn is_for_sale(owned: &Owned) -> bool {
    owned.was.is_none() && owned.ware.cost.is_some()
}

/// What a piece is worth to this player: between what its movement says and its price, with a little taste.
fn worth(seen: &Seen, ware: &Ware, level: Level, know: &Knowledge, seed: u64) -> f64 {
    let price = ware.cost.map_or(0.0, |cost| cost.hundredths() as f64);
    let moves = ware.ty(&seen.rules).map_or(price, |ty: TypeId| f64::from(know.value(ty)));
    let taste = match level {
        Level::Recruit => 0.35,
        Level::Soldier => 0.25,
        Level::Sergeant => 0.18,
        Level::Captain => 0.12,
        Level::Commander => 0.08,
        Level::Titan => 0.05,
    };
    let name = ware.id.bytes().fold(seed, |sum, byte| mix(sum ^ u64::from(byte)));
    let off = 1.0 + taste * (2.0 * Random::new(name).unit() - 1.0);
    // Movement alone counts chains too high and protection too low.
    (0.35 * moves.clamp(0.6 * price, 1.5 * price) + 0.65 * price) * off
}

/// The wares of the best army besides what cannot be sold again; `None` if not even a Leader can be had.
fn plan(seen: &Seen, buying: &Buying, level: Level, know: &Knowledge, seed: u64) -> Option<Vec<&'static Ware>> {
    let army = buying.shop.army();
    let kept: Vec<Owned> = army.pieces().filter(|owned| !is_for_sale(owned)).collect();
    let back = army.pieces().filter(is_for_sale).filter_map(|owned| owned.value());
    let wealth = back.fold(buying.shop.gold(), |sum, value| sum + value);
    let room = |class: Class| {
        let taken = kept.iter().filter(|owned| owned.ware.class == class).count();
        class.limit().saturating_sub(taken)
    };
    let kept_of = |ware: &Ware| kept.iter().filter(|owned| owned.ware == ware).count();
    // The Leader comes first: without it nothing counts.
    let mut purse = usize::try_from(wealth.hundredths() / UNIT).unwrap_or(0).min(MOST);
    let mut bought: Vec<&'static Ware> = Vec::new();
    if room(Class::Leader) > 0 {
        let leaders = WARES.iter().filter(|ware| ware.class == Class::Leader);
        let leader = leaders.max_by(|a, b| {
            let worth = |ware: &Ware| worth(seen, ware, level, know, seed);
            worth(a).total_cmp(&worth(b))
        })?;
        purse = purse.checked_sub(units(leader.cost?))?;
        bought.push(leader);
    }
    // By gold spent: the best worth, and what was bought for it.
    let mut best: Vec<(f64, Vec<&'static Ware>)> = vec![(0.0, Vec::new()); purse + 1];
    for class in Class::ALL.into_iter().filter(|class| *class != Class::Leader) {
        let wares: Vec<&'static Ware> =
            WARES.iter().filter(|ware| ware.class == class && ware.cost.is_some()).collect();
        let limit = |ware: &Ware| match class {
            Class::Light => OF_A_KIND.saturating_sub(kept_of(ware)),
            _ => room(class),
        };
        let mut sets = vec![(0, 0.0, Vec::new())];
        for ware in wares {
            let (cost, worth) = (ware.cost.map_or(0, units), worth(seen, ware, level, know, seed));
            let more: Vec<_> = (sets.iter())
                .flat_map(|(spent, value, set)| {
                    (1..=limit(ware).min(room(class) - set.len())).map(move |count| {
                        let mut set: Vec<&'static Ware> = set.clone();
                        set.extend(std::iter::repeat_n(ware, count));
                        (spent + cost * count, value + worth * count as f64, set)
                    })
                })
                .collect();
            sets.extend(more);
        }
        let before = best.clone();
        for (spent, value, set) in sets.iter().filter(|(.., set)| !set.is_empty()) {
            for total in *spent..=purse {
                let (known, with) = &before[total - spent];
                if known + value > best[total].0 {
                    let mut all = with.clone();
                    all.extend(set);
                    best[total] = (known + value, all);
                }
            }
        }
    }
    let (_, rest) = best.into_iter().max_by(|a, b| a.0.total_cmp(&b.0))?;
    bought.extend(rest);
    Some(bought)
}

fn units(cost: Gold) -> usize {
    usize::try_from(cost.hundredths() / UNIT).unwrap_or(usize::MAX)
}

/// The steps from an army to the wanted wares: what is not wanted is sold, what is in hand is placed, what is missing is bought.
fn steps(army: &Army, wanted: &[&'static Ware]) -> Vec<ShopStep> {
    let mut missing: Vec<&'static Ware> = wanted.to_vec();
    let mut steps = Vec::new();
    let mut squares: Vec<(engine::board::Space, Class)> = Vec::new();
    for (space, owned) in army.placed() {
        let fits = army.fits(owned.ware.class, space);
        let at = missing.iter().position(|ware| *ware == owned.ware);
        if !is_for_sale(&owned) {
            squares.push((space, owned.ware.class));
        } else if let Some(at) = at.filter(|_| fits) {
            missing.swap_remove(at);
            squares.push((space, owned.ware.class));
        } else {
            let at = Spot::Board(space);
            steps.push(ShopStep::Sell { at });
        }
    }
    // From the last on, so that the places of the others stay.
    for (index, owned) in army.hand().iter().enumerate().rev() {
        let at = Spot::Hand(index as u8);
        let free = free_square(army.seat(), owned.ware.class, &squares);
        match free {
            Some(space) if !is_for_sale(owned) => {
                squares.push((space, owned.ware.class));
                let to = Spot::Board(space);
                steps.push(ShopStep::Arrange { from: at, to });
            }
            _ if owned.value().is_some() => steps.push(ShopStep::Sell { at }),
            _ => {}
        }
    }
    // Colour-bound pieces first: they are the hardest to place.
    missing.sort_by_key(|ware| (!ware.colour_bound, std::cmp::Reverse(ware.cost)));
    steps.extend(missing.into_iter().map(|ware| ShopStep::Buy { piece: ware.id.to_owned(), at: None }));
    steps
}

/// A square of a class where nothing stands that stays.
fn free_square(seat: Seat, class: Class, taken: &[(engine::board::Space, Class)]) -> Option<engine::board::Space> {
    let mut squares = class.squares(seat);
    squares.find(|square| taken.iter().all(|(space, _)| space != square))
}
