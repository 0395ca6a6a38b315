//! Parser of lines typed in the shop: `Queen d1, Rook a1, Pawn a2-h2`.
//!
//! Commas separate items and can be omitted before a new piece. Squares are written singly or as a range along a rank.
//! A piece is written as its name, its id, its symbol or the beginning of its name; `hand 2` is the second piece in
//! hand. The steps of a line are applied together by [`ClashAction::Together`].
//!
//! [`ClashAction::Together`]: crate::action::ClashAction::Together

use super::army::Army;
use super::catalogue::definition;
use super::wares::{WARES, Ware, ware};
use crate::action::{Illegal, Order, ShopStep, Spot};
use crate::battalion::suggest;
use crate::board::Space;
use crate::illegal::{ItemFault, ShopFault};

/// Maximum number of steps, more than any army needs.
const MOST: usize = 64;
/// Maximum length in characters of an item quoted in a refusal.
const REPEATED: usize = 40;

/// Parses a line of items for this army.
///
/// # Errors
/// [`Illegal`] with the item that is not understood and the correct form.
pub fn read_order(order: Order, text: &str, army: &Army) -> Result<Vec<ShopStep>, Illegal> {
    let mut steps = Vec::new();
    let items = text.split([',', ';', '\n']).map(str::trim);
    for item in items.filter(|item| !item.is_empty()) {
        let taken = match order {
            Order::Buy => split(item).into_iter().try_for_each(|item| buy(&item, &mut steps)),
            Order::Sell => sell(item, army, &mut steps),
            Order::Arrange => arrange(item, army).map(|step| steps.push(step)),
        };
        taken.map_err(|Unread { item, fault }| {
            Illegal::new("C-6", ShopFault::Item { order, seat: army.seat(), item, fault })
        })?;
        if steps.len() > MOST {
            return Err(Illegal::new("C-4", ShopFault::TooMuch));
        }
    }
    if steps.is_empty() {
        return Err(Illegal::new("C-6", ShopFault::EmptyLine { order, seat: army.seat() }));
    }
    Ok(steps)
}

/// Shortens a line as far as possible: `Q d1,R a1 h1,P a2-h2`. Squares of one kind are grouped.
///
/// # Errors
/// [`Illegal`] with the item that is not understood.
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

/// Shortest prefix of a name, three letters or more, by which [`named`] finds the ware.
fn short_name(ware: &'static Ware) -> &'static str {
    let letters = ware.name.char_indices().map(|(at, _)| at).skip(3);
    let mut beginnings = letters.filter_map(|end| ware.name.get(..end));
    let known = |name: &&str| !name.ends_with(' ') && named(&name.to_lowercase()) == Some(ware);
    beginnings.find(known).unwrap_or(ware.name)
}

/// Squares as text, with neighbours along a rank joined to ranges: `a2-d2 g2`.
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
    let run =
        |(first, last): &(Space, Space)| if first == last { first.to_string() } else { format!("{first}-{last}") };
    runs.iter().map(run).collect::<Vec<_>>().join(" ")
}

/// Item that is not understood, shortened, with the reason.
struct Unread {
    item: String,
    fault: ItemFault,
}

fn unread(item: &str, fault: ItemFault) -> Unread {
    let mut shown: String = item.chars().filter(|c| !c.is_control()).take(REPEATED).collect();
    if item.chars().count() > REPEATED {
        shown.push('…');
    }
    Unread { item: shown, fault }
}

/// Splits `Queen d1 Rook a1 2 Pawns` before each new piece: at a word after squares, or at a number or another name
/// after a complete name.
fn split(text: &str) -> Vec<String> {
    let is_square = |word: &str| read_squares(&word.to_lowercase()).is_some();
    let is_number = |word: &str| word.trim_end_matches(['x', '×']).parse::<usize>().is_ok();
    let mut items: Vec<String> = Vec::new();
    let (mut names, mut squares, mut squares_first) = (String::new(), false, false);
    for word in text.replace('@', " ").split_whitespace() {
        let square = is_square(word);
        let longer = format!("{names} {word}");
        let begins = match (square, names.is_empty()) {
            (true, _) => squares_first && !names.is_empty(),
            (false, true) => squares && !squares_first,
            (false, false) => {
                squares && !squares_first
                    || is_number(word)
                    || !is_filler(word) && named(&names).is_some() && named(&longer.to_lowercase()).is_none()
            }
        };
        if begins || items.is_empty() {
            items.push(String::new());
            (names, squares, squares_first) = (String::new(), false, square);
        }
        squares |= square;
        if !square && !is_number(word) && !is_filler(word) {
            names = format!("{names} {}", word.to_lowercase()).trim().to_owned();
        }
        if let Some(item) = items.last_mut() {
            item.push_str(if item.is_empty() { "" } else { " " });
            item.push_str(word);
        }
    }
    items
}

/// Parses `Queen d1`, `d1 Queen`, `2 Pawns`, `Pawn a2-h2`, `Knight b1 g1`.
fn buy(item: &str, steps: &mut Vec<ShopStep>) -> Result<(), Unread> {
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
        let fault = if words.is_empty() { ItemFault::WhichPiece } else { ItemFault::NotForSale(nearest(&name)) };
        unread(item, fault)
    })?;
    let piece = || found.id.to_owned();
    match (squares.len(), count.unwrap_or(squares.len().max(1))) {
        (_, 0) => return Err(unread(item, ItemFault::HowMany)),
        (_, n) if n > MOST => {
            return Err(unread(item, ItemFault::TooMany));
        }
        (0, n) => steps.extend((0..n).map(|_| ShopStep::Buy { piece: piece(), at: None })),
        (n, wanted) if n == wanted => {
            steps.extend(squares.into_iter().map(|space| ShopStep::Buy { piece: piece(), at: Some(space) }))
        }
        _ => {
            return Err(unread(item, ItemFault::SquaresDiffer));
        }
    }
    Ok(())
}

/// Parses `a1`, `Rook a1`, `a2-h2`, `hand 1`, `Rook`.
fn sell(item: &str, army: &Army, steps: &mut Vec<ShopStep>) -> Result<(), Unread> {
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
    steps.push(ShopStep::Sell { at: only(item, &words.join(" "), army)? });
    Ok(())
}

/// Spot of the only own piece with this name.
fn only(item: &str, name: &str, army: &Army) -> Result<Spot, Unread> {
    let wanted = named(name).ok_or_else(|| unread(item, ItemFault::Neither(nearest(name))))?;
    let in_hand = (0..).zip(army.hand()).filter(|(_, owned)| owned.ware == wanted);
    let placed = army.placed().filter(|(_, owned)| owned.ware == wanted);
    let spots: Vec<Spot> =
        in_hand.map(|(index, _)| Spot::Hand(index)).chain(placed.map(|(space, _)| space.into())).collect();
    match spots.as_slice() {
        [] => Err(unread(item, ItemFault::NotOwned)),
        [at] => Ok(*at),
        _ => Err(unread(item, ItemFault::Several)),
    }
}

/// Parses `a1 h1`, `Rook a1-h1`, `a1>h1`, `d1 hand`, `hand 1 g1`, or `Bishop f1` for the only Bishop.
fn arrange(item: &str, army: &Army) -> Result<ShopStep, Unread> {
    let bad = || unread(item, ItemFault::TwoSquares);
    let words = words_of(&item.replace(['-', '>', '–', '→'], " "));
    let (mut spots, mut names) = (Vec::new(), Vec::new());
    let mut rest = words.as_slice();
    while let [word, others @ ..] = rest {
        rest = others;
        if word == "hand" {
            let number = others.first().and_then(|next| next.parse::<u8>().ok());
            if number.is_some() {
                rest = others.get(1..).unwrap_or_default();
            }
            // A number is not needed to move a piece to the hand.
            let index = match (number, spots.is_empty()) {
                (Some(number), _) => number.checked_sub(1).ok_or_else(bad)?,
                (None, false) => 0,
                (None, true) if !names.is_empty() => 0,
                (None, true) => return Err(bad()),
            };
            spots.push(Spot::Hand(index));
        } else if let Ok(space) = word.parse::<Space>() {
            spots.push(space.into());
        } else {
            names.push(word.as_str());
        }
    }
    match spots.as_slice() {
        [from, to] => Ok(ShopStep::Arrange { from: *from, to: *to }),
        [to] if !names.is_empty() => Ok(ShopStep::Arrange { from: only(item, &names.join(" "), army)?, to: *to }),
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

/// Words in lower case, without "on", "at", "to" and `@`.
fn words_of(item: &str) -> Vec<String> {
    item.replace('@', " ").split_whitespace().map(str::to_lowercase).filter(|word| !is_filler(word)).collect()
}

fn is_filler(word: &str) -> bool {
    matches!(word.to_lowercase().as_str(), "on" | "at" | "to" | "a" | "an" | "the" | "and")
}

/// Parses `d1`, or a range along a rank: `a2-h2`.
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

/// Finds a ware by name, plural, symbol, or a unique prefix of three letters or more.
fn named(name: &str) -> Option<&'static Ware> {
    let exact = ware(name).or_else(|| ware(name.strip_suffix('s')?)).or_else(|| by_symbol(name));
    exact.or_else(|| {
        let mut fitting = WARES.iter().filter(|ware| name.len() >= 3 && ware.name.to_lowercase().starts_with(name));
        fitting.next().filter(|_| fitting.next().is_none())
    })
}

/// Finds a ware by symbol, ignoring case: `q`.
fn by_symbol(name: &str) -> Option<&'static Ware> {
    let file = definition(true, true).ok()?;
    let piece = file.pieces.iter().find(|piece| piece.symbol.to_string().eq_ignore_ascii_case(name))?;
    ware(&piece.id)
}

/// Ware whose name is nearest to the typed text.
fn nearest(name: &str) -> Option<&'static Ware> {
    let typed = name.trim().to_lowercase();
    let names: Vec<String> = WARES.iter().map(|ware| ware.name.to_lowercase()).collect();
    let found = suggest::nearest(&typed, names.iter().map(String::as_str))?;
    ware(&found)
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
            (Arrange, "rook h1, Rook to hand", "a1>h1 a1>hand 1"),
            (Buy, "q d1, m h1", "queen@d1 war-machine@h1"),
            (Buy, "Queen d1 Rook a1 Pawn a2-b2 2 Omnipawns", "queen@d1 rook@a1 pawn@a2 pawn@b2 omnipawn omnipawn"),
            (Buy, "d1 queen a1 h1 war machine and king", "queen@d1 war-machine@a1 war-machine@h1 king"),
            (Buy, "queen war machine king", "queen war-machine king"),
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
        // The longest possible army can be followed by one more item within a choice of 100 characters.
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
            (Buy, "Queen d1, Quene a1", "\"Quene a1\": there is no such piece in the shop; did you mean Queen?"),
            (Buy, "Queen d1 xyzzy a1", "\"xyzzy a1\": there is no such piece in the shop; there are"),
            (Sell, "kinght", "did you mean Knight?"),
            (Arrange, "knight c1", "more than one"),
            (Buy, "", "Write for example"),
            (Buy, "d1", "which piece?"),
            (Buy, "3 Pawn a2", "as many squares"),
            (Buy, "99999 Pawns", "more than an army"),
            (Buy, "0 Pawns", "how many?"),
            (Buy, "u", "no such piece"),
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
