//! Whole armies in the shop (C-6): presets, repeated armies and selling everything. Each becomes steps applied together
//! by [`ClashAction::Together`], so that one undo reverts them all.

use std::sync::OnceLock;

use serde::Deserialize;

use super::army::Army;
use super::order::read_order;
use super::series::Match;
use super::shop::Shop;
use super::wares::{Class, Ware};
use crate::action::{ClashAction, Illegal, Order, ShopStep, Spot};
use crate::board::{Seat, Space};
use crate::illegal::ShopFault;

/// Preset army.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Preset {
    /// Short key: `classic`.
    pub id: String,
    /// Name: "Classic".
    pub name: String,
    /// Short description, shown after a colon.
    pub summary: String,
    /// Order line that buys the army for White.
    pub line: String,
}

#[derive(Deserialize)]
struct File {
    preset: Vec<Preset>,
}

/// All preset armies. Each is legal and affordable with the gold of the first round.
pub fn presets() -> &'static [Preset] {
    static READ: OnceLock<Vec<Preset>> = OnceLock::new();
    // Tests check that the file is valid.
    READ.get_or_init(|| {
        let read = toml::from_str::<File>(include_str!("presets.toml"));
        read.map_or_else(|_| Vec::new(), |file| file.preset)
    })
}

/// Template of an army: pieces on squares from White's point of view, for either side to buy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template(Vec<(&'static Ware, Space)>);

impl Template {
    /// Template of a preset.
    ///
    /// # Errors
    /// [`Illegal`] if its line is invalid. Tests rule this out.
    pub fn of(preset: &Preset) -> Result<Self, Illegal> {
        let steps = read_order(Order::Buy, &preset.line, &Army::new(Seat(0)))?;
        let pieces = steps.into_iter().filter_map(|step| match step {
            ShopStep::Buy { piece, at: Some(space) } => Some((super::ware(&piece)?, space)),
            _ => None,
        });
        Ok(Self(pieces.collect()))
    }

    /// Template of a confirmed army. The Leader comes first, then pieces by falling cost.
    pub fn repeating(army: &Army) -> Self {
        let mut pieces: Vec<_> =
            army.placed().map(|(space, owned)| (owned.ware, seen_from_white(army.seat(), space))).collect();
        pieces.sort_by_key(|(ware, space)| {
            let dearest = std::cmp::Reverse(ware.cost);
            (ware.class != Class::Leader, dearest, *space)
        });
        Self(pieces)
    }

    /// Number of pieces.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether there are no pieces.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Converts a square between White's and a Player's point of view; works in both directions.
const fn seen_from_white(seat: Seat, space: Space) -> Space {
    match seat.0 {
        0 => space,
        _ => Space::new(space.file(), 7 - space.rank()),
    }
}

/// Plan of steps, each tested in a copy of the shop.
struct Plan {
    shop: Shop,
    steps: Vec<ShopStep>,
}

impl Plan {
    fn of(shop: &Shop) -> Self {
        Self { shop: shop.clone(), steps: Vec::new() }
    }

    /// Adds a step if the shop accepts it.
    fn add(&mut self, step: ShopStep) {
        if self.shop.together(std::slice::from_ref(&step)).is_ok() {
            self.steps.push(step);
        }
    }

    fn done(self) -> Result<ClashAction, Illegal> {
        if self.steps.is_empty() {
            Err(Illegal::new("C-6", ShopFault::NoChange))
        } else {
            Ok(ClashAction::Together { steps: self.steps })
        }
    }

    /// Sells surplus pieces. Within a kind, pieces on unwanted squares go first.
    fn sell_surplus(&mut self, wanted: &[(&'static Ware, Space)]) {
        loop {
            let army = self.shop.army();
            let surplus = |ware: &Ware| {
                let want = wanted.iter().filter(|(want, _)| *want == ware).count();
                army.count(ware) > want
            };
            let stays = |ware: &Ware, space: Space| wanted.iter().any(|(want, at)| *want == ware && *at == space);
            let hand = (0..).zip(army.hand());
            let hand = hand.map(|(index, owned)| (Spot::Hand(index), *owned, false));
            let placed = army.placed().map(|(space, owned)| {
                let stays = stays(owned.ware, space);
                (Spot::Board(space), owned, stays)
            });
            let spare = hand.chain(placed).filter(|(_, owned, _)| owned.value().is_some() && surplus(owned.ware));
            // The piece with the highest selling price goes first. A promoted piece sells for little, so it is kept.
            let spare = spare.min_by_key(|(_, owned, stays)| (*stays, std::cmp::Reverse(owned.value())));
            let Some((at, ..)) = spare else { return };
            self.add(ShopStep::Sell { at });
        }
    }

    /// Moves an owned piece to a wanted square. A piece already on a square wanted for its kind stays there.
    fn arrange(&mut self, ware: &'static Ware, space: Space, wanted: &[(&'static Ware, Space)]) {
        let army = self.shop.army();
        if army.at(space).is_some_and(|owned| owned.ware == ware) {
            return;
        }
        let at_home = |at: Space| wanted.contains(&(ware, at));
        let hand = army.hand().iter().position(|owned| owned.ware == ware);
        let hand = hand.and_then(|index| u8::try_from(index).ok()).map(Spot::Hand);
        let placed =
            army.placed().find(|(at, owned)| owned.ware == ware && !at_home(*at)).map(|(at, _)| Spot::Board(at));
        if let Some(from) = hand.or(placed) {
            self.add(ShopStep::Arrange { from, to: space.into() });
        }
    }

    /// Moves owned pieces to their wanted squares. Repeats, because a piece may have to wait for a square to become
    /// free.
    fn arrange_all(&mut self, wanted: &[(&'static Ware, Space)]) {
        loop {
            let before = self.steps.len();
            for (ware, space) in wanted {
                self.arrange(ware, *space, wanted);
            }
            if self.steps.len() == before {
                return;
            }
        }
    }

    /// Buys a missing piece if there is enough gold.
    fn buy(&mut self, ware: &'static Ware, space: Space) {
        if self.shop.army().at(space).is_none() {
            self.add(ShopStep::Buy { piece: ware.id.to_owned(), at: Some(space) });
        }
    }
}

impl Match {
    /// Action that turns a Player's unfinished army into the template, as far as the gold allows. Wanted pieces are
    /// kept, others sold. An Amazon stays and takes the place of any other Jewel (C-9, C-11).
    ///
    /// # Errors
    /// [`Illegal`] if the Player cannot buy now, or the army already matches.
    pub fn fit_out(&self, seat: Seat, template: &Template) -> Result<ClashAction, Illegal> {
        let mut plan = Plan::of(self.own_shop(seat)?);
        let amazon = plan.shop.army().count(super::amazon()) > 0;
        let wanted: Vec<(&'static Ware, Space)> = template
            .0
            .iter()
            .filter(|(ware, _)| ware.cost.is_some() && !(amazon && ware.class == Class::Jewel))
            .map(|(ware, space)| (*ware, seen_from_white(seat, *space)))
            .collect();
        plan.sell_surplus(&wanted);
        if amazon {
            let jewel = Class::Jewel.squares(seat).map(|space| (super::amazon(), space));
            for (ware, space) in jewel {
                plan.arrange(ware, space, &[]);
            }
        }
        plan.arrange_all(&wanted);
        for (ware, space) in &wanted {
            plan.buy(ware, *space);
        }
        plan.done()
    }

    /// Action that sells a Player's whole unfinished army except the Amazon (C-9).
    ///
    /// # Errors
    /// [`Illegal`] if the Player cannot buy now, or there is nothing to sell.
    pub fn sell_all(&self, seat: Seat) -> Result<ClashAction, Illegal> {
        let mut plan = Plan::of(self.own_shop(seat)?);
        plan.sell_surplus(&[]);
        plan.done()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Setup, ware};
    use super::*;
    use crate::action::Action;
    use crate::clash::Gold;

    fn new() -> Match {
        let setup = Setup { en_passant: false, seed: [0; 32] };
        Match::new(setup).unwrap()
    }

    fn does(game: &mut Match, seat: u8, action: ClashAction) {
        game.apply(Seat(seat), &Action::Clash(action)).unwrap();
    }

    fn buys(game: &mut Match, seat: u8, line: &str) {
        let action = game.read_order(Seat(seat), Order::Buy, line).unwrap();
        does(game, seat, action);
    }

    #[test]
    fn every_preset_is_a_legal_army_for_either_side() {
        assert!(presets().len() >= 4);
        for preset in presets() {
            let template = Template::of(preset).unwrap();
            assert!(template.len() > 8, "{}", preset.id);
            let mut game = new();
            for seat in [Seat(0), Seat(1)] {
                let action = game.fit_out(seat, &template).unwrap();
                does(&mut game, seat.0, action);
                assert_eq!(game.army(seat).faults(), [], "{}", preset.id);
                assert_eq!(game.army(seat).placed().count(), template.len());
                assert_eq!(Template::repeating(game.army(seat)).len(), template.len());
                let again = game.fit_out(seat, &template).unwrap_err();
                assert!(again.sentence().contains("already"), "{}", again.sentence());
                does(&mut game, seat.0, ClashAction::Ready);
            }
        }
    }

    #[test]
    fn an_army_is_repeated_by_the_other_side_on_its_own_ranks() {
        let mut game = new();
        buys(&mut game, 0, "Shielderer e1, Queen d1, Knight b1 g1, Pawn a2 h2");
        let template = Template::repeating(game.army(Seat(0)));
        does(&mut game, 0, ClashAction::Ready);
        // Wanted pieces are kept, misplaced ones moved, and the rest sold.
        buys(&mut game, 1, "Knight c8, Rook a8, Pawn a7");
        let action = game.fit_out(Seat(1), &template).unwrap();
        does(&mut game, 1, action);
        let army = game.army(Seat(1));
        let at = |name: &str| army.at(name.parse().unwrap()).map(|owned| owned.ware.id);
        assert_eq!(
            ["e8", "d8", "b8", "g8", "a7", "h7", "a8", "c8"].map(at),
            [Some("shielderer"), Some("queen"), Some("knight"), Some("knight"), Some("pawn"), Some("pawn"), None, None]
        );
        assert_eq!(game.gold(Seat(1)), game.gold(Seat(0)));
        // One undo reverts all steps.
        does(&mut game, 1, ClashAction::UndoShop);
        assert_eq!(game.army(Seat(1)).count(ware("rook").unwrap()), 1);
    }

    #[test]
    fn a_piece_that_makes_room_for_another_does_so_first() {
        let mut game = new();
        buys(&mut game, 0, "King e1, Hawk a1, Rook h1");
        let template = Template::repeating(game.army(Seat(0)));
        let sold = game.sell_all(Seat(0)).unwrap();
        does(&mut game, 0, sold);
        buys(&mut game, 0, "Rook a1");
        let action = game.fit_out(Seat(0), &template).unwrap();
        does(&mut game, 0, action);
        let army = game.army(Seat(0));
        let at = |name: &str| army.at(name.parse().unwrap()).map(|owned| owned.ware.id);
        let all = [Some("king"), Some("hawk"), Some("rook")];
        assert_eq!(["e1", "a1", "h1"].map(at), all);
        // Two pieces on each other's squares trade places.
        let sold = game.sell_all(Seat(0)).unwrap();
        does(&mut game, 0, sold);
        buys(&mut game, 0, "Rook a1, Hawk h1");
        let action = game.fit_out(Seat(0), &template).unwrap();
        does(&mut game, 0, action);
        let army = game.army(Seat(0));
        let at = |name: &str| army.at(name.parse().unwrap()).map(|owned| owned.ware.id);
        assert_eq!(["e1", "a1", "h1"].map(at), all);
    }

    #[test]
    fn what_was_lost_is_what_is_not_kept() {
        let owned = |name: &str| super::super::Owned::new(ware(name).unwrap());
        let army = |pieces: Vec<super::super::Owned>| Army::of(Seat(0), pieces);
        let began = ["king", "queen", "pawn", "pawn", "pawn"].map(owned).to_vec();
        let promoted = super::super::Owned { was: ware("pawn"), ..owned("rook") };
        let kept = army(vec![owned("king"), owned("pawn"), promoted]);
        let lost = army(began).without(&kept);
        let lost: Vec<&str> = lost.iter().map(|ware| ware.id).collect();
        assert_eq!(lost, ["queen", "pawn"]);
    }

    #[test]
    fn with_less_gold_what_stands_first_is_bought() {
        let mut game = new();
        let template = Template::of(&presets()[0]).unwrap();
        // Surplus pieces worth 30 gold are sold first.
        buys(&mut game, 0, "Phoenix d1, Hawk a1 h1, Rabbit b1");
        let action = game.fit_out(Seat(0), &template).unwrap();
        does(&mut game, 0, action);
        assert_eq!(game.army(Seat(0)).faults(), []);
        let action = game.sell_all(Seat(0)).unwrap();
        does(&mut game, 0, action);
        assert_eq!(game.gold(Seat(0)), Gold::whole(40));
        assert_eq!(game.army(Seat(0)).pieces().count(), 0);
        let nothing = game.sell_all(Seat(0)).unwrap_err();
        assert!(nothing.sentence().contains("already"));
        assert!(game.fit_out(Seat(1), &template).is_err(), "White is buying");
    }
}
