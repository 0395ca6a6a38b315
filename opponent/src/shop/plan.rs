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

#[cfg(test)]
mod tests {
    use engine::clash::ware;

    use super::*;

    /// Sets of pieces that are kept.
    const KEPT: &[&[&str]] = &[
        &[],
        &["king"],
        &["shielderer", "amazon"],
        &["knight"],
        &["elephant"],
        &["elephant", "elephant"],
        &["elephant", "rabbit"],
        &["king", "elephant", "elephant", "rabbit"],
        &["king", "elephant", "elephant", "rabbit", "rabbit"],
        &["king", "rabbit", "rabbit", "rabbit"],
        &["waffle", "knight", "bishop"],
        &["king", "rook", "queen"],
        &["rook", "hawk", "rook"],
        &["king", "pawn", "pawn", "pawn", "pawn", "pawn", "pawn", "pawn", "omnipawn"],
        &["pawn", "pawn", "omnipawn"],
    ];

    fn count(wares: &[&Ware], is_it: impl Fn(&Ware) -> bool) -> usize {
        wares.iter().filter(|ware| is_it(ware)).count()
    }

    /// Checks whether another piece fits into an army (C-4).
    fn has_room(army: &[&Ware], more: &Ware) -> bool {
        let twins = count(army, |ware| ware == more);
        count(army, |ware| ware.class == more.class) < more.class.limit()
            && (more.class != Class::Light || twins < MOST_OF_A_KIND)
    }

    /// Pieces that are bought are within all limits and within the gold. No piece could be added or exchanged for a
    /// better one.
    #[test]
    fn what_is_bought_fits_beside_the_pieces_that_are_kept() {
        let cost = |ware: &Ware| ware.cost.unwrap();
        for ids in KEPT {
            let kept: Vec<Owned> = ids.iter().map(|id| Owned::new(ware(id).unwrap())).collect();
            let has_leader = kept.iter().any(|owned| owned.ware.class == Class::Leader);
            for gold in [0, 300, 475, 500, 900, 1_325, 2_150, 3_275, 4_000, 6_350, 9_000].map(Gold::from_hundredths) {
                for (error, seed) in [(0.0, 0), (0.3, 1), (0.3, 2)] {
                    let taste = Taste { error, seed };
                    let case = format!("{ids:?}, {gold}, {seed}");
                    let Some(bought) = plan(&taste, &kept, gold) else {
                        assert!(!has_leader && gold < Gold::whole(5), "nothing is bought: {case}");
                        continue;
                    };
                    let spent: Gold = bought.iter().map(|ware| cost(ware)).sum();
                    assert!(spent <= gold, "{spent}: {case}");
                    let mut army: Vec<&Ware> = kept.iter().map(|owned| owned.ware).collect();
                    for ware in &bought {
                        assert!(has_room(&army, ware), "{} in {army:?}: {case}", ware.id);
                        army.push(ware);
                    }
                    assert_eq!(count(&army, |ware| ware.class == Class::Leader), 1, "{case}");
                    let buyable = || WARES.iter().filter(|ware| ware.cost.is_some());
                    let added = buyable().find(|ware| cost(ware) <= gold - spent && has_room(&army, ware));
                    assert_eq!(added, None, "{case}");
                    for index in kept.len()..army.len() {
                        let old = army[index];
                        let mut rest = army.clone();
                        rest.remove(index);
                        let leads = |ware: &Ware| ware.class == Class::Leader;
                        let fits = |ware: &&Ware| {
                            cost(ware) <= gold - spent + cost(old) && has_room(&rest, ware) && leads(ware) == leads(old)
                        };
                        let better = buyable().filter(fits).find(|ware| taste.worth(ware) > taste.worth(old) + 1e-9);
                        assert_eq!(better, None, "instead of {}: {case}", old.id);
                    }
                }
            }
        }
    }

    #[test]
    fn without_a_leader_and_the_gold_for_one_nothing_is_planned() {
        let taste = Taste { error: 0.0, seed: 0 };
        let bought = |gold: i64, kept: &[Owned]| plan(&taste, kept, Gold::from_hundredths(gold)).map(|all| all.len());
        let king = [Owned::new(ware("king").unwrap())];
        assert_eq!([bought(499, &[]), bought(500, &[]), bought(600, &[])], [None, Some(1), Some(2)]);
        assert_eq!([bought(0, &king), bought(99, &king), bought(100, &king)], [Some(0), Some(0), Some(1)]);
    }
}
