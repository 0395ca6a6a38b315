//! Reading what people type in the shop: `Queen d1, Rook a1, Pawn a2-h2`.
//!
//! Items stand between commas. Squares are written one by one or as a range along a rank; a piece by its name, its id or its
//! beginning; `hand 2` is the second piece in hand. Each kind of line makes steps that [`ClashAction::Together`] takes as one.
//!
//! [`ClashAction::Together`]: crate::action::ClashAction::Together

use super::army::Army;
use super::catalogue::{WARES, Ware, ware};
use crate::action::{Illegal, ShopStep, Spot};
use crate::board::Space;
use crate::illegal::{ItemFault, ShopFault};

/// More steps than any army needs.
const MOST: usize = 64;
/// Characters of an item that a refusal repeats.
const REPEATED: usize = 40;

/// What a line is to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// `Queen d1, 2 Pawns, Pawn c2-f2`.
    Buy,
    /// `a1, b2-d2, hand 1, Rook`.
    Sell,
    /// `a1 h1, b1-c1, d1 hand, hand 1 g1`.
    Arrange,
}

/// Reads a line of items for this army.
///
/// # Errors
/// [`Illegal`]: which item is not understood, and how it is written.
pub fn read_order(order: Order, text: &str, army: &Army) -> Result<Vec<ShopStep>, Illegal> {
    let mut steps = Vec::new();
    let items = text.split([',', ';', '\n']).map(str::trim);
    for item in items.filter(|item| !item.is_empty()) {
        match order {
            Order::Buy => buy(item, &mut steps)?,
            Order::Sell => sell(item, army, &mut steps)?,
            Order::Arrange => steps.push(arrange(item)?),
        }
        if steps.len() > MOST {
            return Err(Illegal::new("C-4", ShopFault::TooMuch));
        }
    }
    if steps.is_empty() {
        return Err(Illegal::new("C-6", ShopFault::EmptyLine(order)));
    }
    Ok(steps)
}

/// The same line in as few characters as it can be written with: `Q d1,R a1 h1,P a2-h2`. Squares of one kind stand together.
///
/// # Errors
/// [`Illegal`]: which item is not understood.
pub fn shorter(order: Order, text: &str, army: &Army) -> Result<String, Illegal> {
    let steps = read_order(order, text, army)?;
    let mut items: Vec<String> = Vec::new();
    let mut of_kind: Vec<(String, Vec<Space>, usize)> = Vec::new();
    let mut sold: Vec<Space> = Vec::new();
    let spot = |spot: &Spot| spot.to_string();
    for step in &steps {
        match step {
            ShopStep::Buy { piece, at } => {
                let known = of_kind.iter().position(|(kind, ..)| kind == piece);
                let index = known.unwrap_or_else(|| {
                    of_kind.push((piece.clone(), Vec::new(), 0));
                    of_kind.len() - 1
                });
                match at {
                    Some(space) => of_kind[index].1.push(*space),
                    None => of_kind[index].2 += 1,
                }
            }
            ShopStep::Sell { at: Spot::Board(space) } => sold.push(*space),
            ShopStep::Sell { at } => items.push(spot(at)),
            ShopStep::Arrange { from, to } => items.push(format!("{} {}", spot(from), spot(to))),
        }
    }
    for (piece, spaces, unplaced) in of_kind {
        let name = ware(&piece).map_or(piece.as_str(), |ware| short_name(ware));
        if !spaces.is_empty() {
            items.push(format!("{name} {}", ranges(spaces)));
        }
        match unplaced {
            0 => {}
            1 => items.push(name.to_owned()),
            many => items.push(format!("{many} {name}")),
        }
    }
    if !sold.is_empty() {
        items.push(ranges(sold));
    }
    Ok(items.join(","))
}

/// The beginning of a name that [`named`] knows a ware by: three letters at least.
fn short_name(ware: &'static Ware) -> &'static str {
    let letters = ware.name.char_indices().map(|(at, _)| at).skip(3);
    let mut beginnings = letters.filter_map(|end| ware.name.get(..end));
    let known = |name: &&str| !name.ends_with(' ') && named(&name.to_lowercase()) == Some(ware);
    beginnings.find(known).unwrap_or(ware.name)
}

/// Squares with neighbours along a rank written as ranges: `a2-d2 g2`.
pub fn ranges(mut spaces: Vec<Space>) -> String {
    spaces.sort_by_key(|space| (space.rank(), space.file()));
    spaces.dedup();
    let mut runs: Vec<(Space, Space)> = Vec::new();
    for space in spaces {
        match runs.last_mut() {
            Some((_, last)) if last.rank() == space.rank() && last.file() + 1 == space.file() => {
                *last = space;
            }
            _ => runs.push((space, space)),
        }
    }
    let run = |(first, last): &(Space, Space)| match first == last {
        true => first.to_string(),
        false => format!("{first}-{last}"),
    };
    runs.iter().map(run).collect::<Vec<_>>().join(" ")
}

fn unread(order: Order, item: &str, fault: ItemFault) -> Illegal {
    let mut shown: String = item.chars().filter(|c| !c.is_control()).take(REPEATED).collect();
    if item.chars().count() > REPEATED {
        shown.push('…');
    }
    let item = shown;
    Illegal::new("C-6", ShopFault::Item { order, item, fault })
}

/// `Queen d1`, `d1 Queen`, `2 Pawns`, `Pawn a2-h2`, `Knight b1 g1`.
fn buy(item: &str, steps: &mut Vec<ShopStep>) -> Result<(), Illegal> {
    let (mut squares, mut words, mut count) = (Vec::new(), Vec::new(), None);
    for word in words_of(item) {
        let number = word.trim_end_matches(['x', '×']);
        if let Some(found) = read_squares(&word) {
            squares.extend(found);
        } else if let Ok(number) = number.parse::<usize>() {
            count = Some(number);
        } else {
            words.push(word);
        }
    }
    let name = words.join(" ");
    let found = named(&name).ok_or_else(|| {
        let fault = match words.is_empty() {
            true => ItemFault::WhichPiece,
            false => ItemFault::NotForSale,
        };
        unread(Order::Buy, item, fault)
    })?;
    let piece = || found.id.to_owned();
    match (squares.len(), count.unwrap_or(squares.len().max(1))) {
        (_, 0) => return Err(unread(Order::Buy, item, ItemFault::HowMany)),
        (_, n) if n > MOST => {
            return Err(unread(Order::Buy, item, ItemFault::TooMany));
        }
        (0, n) => steps.extend((0..n).map(|_| ShopStep::Buy { piece: piece(), at: None })),
        (n, wanted) if n == wanted => {
            steps.extend(squares.into_iter().map(|space| ShopStep::Buy { piece: piece(), at: Some(space) }))
        }
        _ => {
            return Err(unread(Order::Buy, item, ItemFault::SquaresDiffer));
        }
    }
    Ok(())
}

/// `a1`, `Rook a1`, `a2-h2`, `hand 1`, `Rook`.
fn sell(item: &str, army: &Army, steps: &mut Vec<ShopStep>) -> Result<(), Illegal> {
    if let Some(spot) = read_hand(item) {
        steps.push(ShopStep::Sell { at: spot });
        return Ok(());
    }
    let words = words_of(item);
    let squares: Vec<Space> = words.iter().filter_map(|word| read_squares(word)).flatten().collect();
    if !squares.is_empty() {
        steps.extend(squares.into_iter().map(|space| ShopStep::Sell { at: space.into() }));
        return Ok(());
    }
    let Some(wanted) = named(&words.join(" ")) else {
        return Err(unread(Order::Sell, item, ItemFault::Neither));
    };
    let in_hand = (0..).zip(army.hand()).filter(|(_, owned)| owned.ware == wanted);
    let placed = army.placed().filter(|(_, owned)| owned.ware == wanted);
    let spots: Vec<Spot> =
        in_hand.map(|(index, _)| Spot::Hand(index)).chain(placed.map(|(space, _)| space.into())).collect();
    match spots.as_slice() {
        [] => Err(unread(Order::Sell, item, ItemFault::NotOwned)),
        [at] => {
            steps.push(ShopStep::Sell { at: *at });
            Ok(())
        }
        _ => Err(unread(Order::Sell, item, ItemFault::Several)),
    }
}

/// `a1 h1`, `Rook a1-h1`, `a1>h1`, `d1 hand`, `hand 1 g1`.
fn arrange(item: &str) -> Result<ShopStep, Illegal> {
    let bad = || unread(Order::Arrange, item, ItemFault::TwoSquares);
    let words = words_of(&item.replace(['-', '>', '–', '→'], " "));
    let mut spots = Vec::new();
    let mut rest = words.as_slice();
    while let [word, others @ ..] = rest {
        rest = others;
        if word == "hand" {
            let number = others.first().and_then(|next| next.parse::<u8>().ok());
            if number.is_some() {
                rest = others.get(1..).unwrap_or_default();
            }
            // Going to the hand needs no number.
            let index = match (number, spots.is_empty()) {
                (Some(number), _) => number.checked_sub(1).ok_or_else(bad)?,
                (None, false) => 0,
                (None, true) => return Err(bad()),
            };
            spots.push(Spot::Hand(index));
        } else if let Ok(space) = word.parse::<Space>() {
            spots.push(space.into());
        }
    }
    match spots.as_slice() {
        [from, to] => Ok(ShopStep::Arrange { from: *from, to: *to }),
        _ => Err(bad()),
    }
}

fn read_hand(item: &str) -> Option<Spot> {
    let words = words_of(item);
    match words.as_slice() {
        [hand] if hand == "hand" => Some(Spot::Hand(0)),
        [hand, number] if hand == "hand" => {
            let index = number.parse::<u8>().ok()?.checked_sub(1)?;
            Some(Spot::Hand(index))
        }
        _ => None,
    }
}

/// Lower-case words, without "on", "at", "to" and the sign `@`.
fn words_of(item: &str) -> Vec<String> {
    item.replace('@', " ")
        .split_whitespace()
        .map(str::to_lowercase)
        .filter(|word| !matches!(word.as_str(), "on" | "at" | "to" | "a" | "the"))
        .collect()
}

/// `d1`, or a range along a rank: `a2-h2`.
fn read_squares(word: &str) -> Option<Vec<Space>> {
    match word.split_once(['-', '–']) {
        None => word.parse::<Space>().ok().map(|space| vec![space]),
        Some((from, to)) => {
            let (from, to) = (from.parse::<Space>().ok()?, to.parse::<Space>().ok()?);
            if from.rank() != to.rank() {
                return None;
            }
            let (first, last) = (from.file().min(to.file()), from.file().max(to.file()));
            Some((first..=last).map(|file| Space::new(file, from.rank())).collect())
        }
    }
}

/// A ware by its name, in the plural too, or by a beginning of three letters or more that fits one alone.
fn named(name: &str) -> Option<&'static Ware> {
    let exact = ware(name).or_else(|| ware(name.strip_suffix('s')?));
    exact.or_else(|| {
        let mut fitting = WARES.iter().filter(|ware| name.len() >= 3 && ware.name.to_lowercase().starts_with(name));
        fitting.next().filter(|_| fitting.next().is_none())
    })
}

#[cfg(test)]
mod tests {
    use super::super::army::Owned;
    use super::*;
    use crate::board::Seat;

    fn army() -> Army {
        let owned = |name| Owned::new(ware(name).unwrap());
        let at = |name: &str| name.parse::<Space>().unwrap();
        Army::placing(Seat(0), [(at("a1"), owned("rook")), (at("b1"), owned("knight")), (at("g1"), owned("knight"))])
    }

    fn read(order: Order, text: &str) -> String {
        match read_order(order, text, &army()) {
            Ok(steps) => {
                let step = |step: &ShopStep| match step {
                    ShopStep::Buy { piece, at } => {
                        format!("{piece}{}", at.map_or_else(String::new, |at| format!("@{at}")))
                    }
                    ShopStep::Sell { at } => format!("{at}"),
                    ShopStep::Arrange { from, to } => format!("{from}>{to}"),
                };
                steps.iter().map(step).collect::<Vec<_>>().join(" ")
            }
            Err(why) => format!("! {}", why.sentence()),
        }
    }

    #[test]
    fn lines_are_read_in_many_spellings() {
        use Order::{Arrange, Buy, Sell};
        for (order, text, want) in [
            (Buy, "Queen d1, Rook a1, Pawn a2-c2", "queen@d1 rook@a1 pawn@a2 pawn@b2 pawn@c2"),
            (Buy, "d1 queen; 2 pawns", "queen@d1 pawn pawn"),
            (Buy, "War Machine at h1,  KNIGHT b1 g1 ,", "war-machine@h1 knight@b1 knight@g1"),
            (Buy, "omni, 3x Pawn c2-a2", "omnipawn pawn@a2 pawn@b2 pawn@c2"),
            (Sell, "a1, Knight b1, rook, hand 2", "a1 b1 a1 hand 2"),
            (Sell, "a2-c2", "a2 b2 c2"),
            (Arrange, "a1 h1, Knight b1-c1, g1 hand, hand 1 f1", "a1>h1 b1>c1 g1>hand 1 hand 1>f1"),
        ] {
            assert_eq!(read(order, text), want, "{text}");
        }
    }

    #[test]
    fn a_short_line_says_the_same() {
        use Order::{Arrange, Buy, Sell};
        let army = army();
        for (order, text, want) in [
            (
                Buy,
                "Queen d1, War Machine a1, War Machine h1, Pawn a2, Pawn b2, Pawn d2, 2 Omnipawns, King",
                "Que d1,War a1 h1,Paw a2-b2 d2,2 Omn,Kin",
            ),
            (Sell, "a2-c2, hand 2, g1", "hand 2,g1 a2-c2"),
            (Arrange, "Rook a1-h1, b1 hand", "a1 h1,b1 hand 1"),
        ] {
            let short = shorter(order, text, &army).unwrap();
            assert_eq!(short, want);
            let sorted = |text: &str| {
                let steps = read_order(order, text, &army).unwrap();
                let mut steps: Vec<String> = steps.iter().map(|step| format!("{step:?}")).collect();
                steps.sort();
                steps
            };
            assert_eq!(sorted(&short), sorted(text));
        }
        // The longest army there is leaves room for one item more in a choice of 100 characters.
        let all = "Shielderer e1, Phoenix d1, War Machine a1, General h1, Elephant b1, Rabbit c1, Waffle f1, Bishop g1, \
                   Pawn a2, Omnipawn b2, Pawn c2, Omnipawn d2, Pawn e2, Omnipawn f2, Pawn g2";
        let short = shorter(Buy, all, &army).unwrap();
        assert!(short.len() <= 85, "{} {short}", short.len());
        assert!(WARES.iter().all(|ware| named(&short_name(ware).to_lowercase()) == Some(ware)));
    }

    #[test]
    fn what_is_not_understood_is_named() {
        use Order::{Arrange, Buy, Sell};
        for (order, text, part) in [
            (Buy, "Queen d1, Quene a1", "\"Quene a1\": there is no such piece"),
            (Buy, "", "Write for example"),
            (Buy, "d1", "which piece?"),
            (Buy, "3 Pawn a2", "as many squares"),
            (Buy, "99999 Pawns", "more than an army"),
            (Buy, "0 Pawns", "how many?"),
            (Buy, "k", "no such piece"),
            (Sell, "knight", "more than one"),
            (Sell, "queen", "no such piece"),
            (Sell, "zz", "neither"),
            (Arrange, "a1", "name the square"),
            (Arrange, "hand a1 b1 c1", "name the square"),
        ] {
            let said = read(order, text);
            assert!(said.starts_with("! ") && said.contains(part), "{text}: {said}");
        }
        let long = format!("Queen {}", "\u{202e}x".repeat(500));
        assert!(read(Buy, &long).chars().count() < 400);
    }
}
