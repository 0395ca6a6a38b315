//! Selection of pieces: the set with the highest total value for the gold, by a knapsack over each class.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use engine::clash::{Class, Gold, MOST_OF_A_KIND, Owned, WARES, Ware};

use crate::random::{Random, mix};

/// Smallest price unit, in hundredths of gold.
const UNIT: i64 = 25;
/// Useful maximum of gold, in units.
const MOST: usize = 400;

/// Piece values as one buyer judges them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Taste {
    /// Maximum error in the value of a piece, as a share of it.
    pub error: f64,
    pub seed: u64,
}

impl Taste {
    /// Value of a piece in gold, with the buyer's error.
    fn worth(&self, ware: &Ware) -> f64 {
        let name = ware.id.bytes().fold(self.seed, |sum, byte| mix(sum ^ u64::from(byte)));
        let off = 1.0 + self.error * (2.0 * Random::new(name).unit() - 1.0);
        fitted(ware) * off
    }
}

/// Value of a piece, fitted to rounds between random armies by `lab suite wares`; else its price.
fn fitted(ware: &Ware) -> f64 {
    static READ: OnceLock<BTreeMap<String, f64>> = OnceLock::new();
    let values = READ.get_or_init(|| toml::from_str(include_str!("../../values/clash.toml")).unwrap_or_default());
    let price = || ware.cost.map_or(0.0, |cost| cost.hundredths() as f64 / 100.0);
    values.get(ware.id).copied().unwrap_or_else(price)
}

/// Best wares for this gold beside the pieces that are kept; `None` if not even a Leader is affordable.
pub(super) fn plan(taste: &Taste, kept: &[Owned], gold: Gold) -> Option<Vec<&'static Ware>> {
    let room = |class: Class| {
        let taken = kept.iter().filter(|owned| owned.ware.class == class).count();
        class.limit().saturating_sub(taken)
    };
    let kept_of = |ware: &Ware| kept.iter().filter(|owned| owned.ware == ware).count();
    // The Leader comes first: no army is valid without it.
    let mut purse = units(gold).min(MOST);
    let mut bought: Vec<&'static Ware> = Vec::new();
    if room(Class::Leader) > 0 {
        let leaders = WARES.iter().filter(|ware| ware.class == Class::Leader);
        let leader = leaders.max_by(|a, b| taste.worth(a).total_cmp(&taste.worth(b)))?;
        purse = purse.checked_sub(units(leader.cost?))?;
        bought.push(leader);
    }
    // By gold spent: the highest value, and the wares bought for it.
    let mut best: Vec<(f64, Vec<&'static Ware>)> = vec![(0.0, Vec::new()); purse + 1];
    for class in Class::ALL.into_iter().filter(|class| *class != Class::Leader) {
        let wares: Vec<&'static Ware> =
            WARES.iter().filter(|ware| ware.class == class && ware.cost.is_some()).collect();
        let limit = |ware: &Ware| match class {
            Class::Light => MOST_OF_A_KIND.saturating_sub(kept_of(ware)),
            _ => room(class),
        };
        let mut sets = vec![(0, 0.0, Vec::new())];
        for ware in wares {
            let (cost, worth) = (ware.cost.map_or(0, units), taste.worth(ware));
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
