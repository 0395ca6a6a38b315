//! Presses of Clash of the Armies: challenges, the shop, the auction. In a `custom_id` they begin with `C` and a letter.

use engine::action::Spot;
use engine::board::Space;

use super::{base36, number};

/// What a press of Clash asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClashIntent {
    /// Accepts a challenge.
    Accept,
    /// Declines a challenge, or takes an own one back.
    Decline,
    /// Shows the own shop, with a page of the own pieces.
    Shop { page: u16 },
    /// As a menu, the choice of a piece to buy; pressed, the shop again.
    Wares,
    /// As a menu, the choice of where the ware with this number goes.
    Squares { ware: u16 },
    /// A page of the own pieces; as a menu, the choice of one.
    Own { page: u16 },
    /// What can be done with an own piece; as a menu, the choice of where it goes.
    Piece { spot: Spot },
    /// Sells an own piece.
    Sell { spot: Spot },
    /// Takes an own piece off its square.
    Hand { spot: Spot },
    /// Takes the last step back.
    Undo,
    /// Completes the army as the bot suggests.
    Suggest,
    /// Confirms the army.
    Ready,
    /// Opens the form for a bid; as a form, the bid.
    Bid,
    /// Raises the bid.
    Raise,
    /// Stops raising.
    Stop,
}

pub(super) fn text(intent: &ClashIntent) -> String {
    let n = |page: u16| base36(u64::from(page));
    match intent {
        ClashIntent::Accept => "a".into(),
        ClashIntent::Decline => "d".into(),
        ClashIntent::Shop { page } => format!("s{}", n(*page)),
        ClashIntent::Wares => "w".into(),
        ClashIntent::Squares { ware } => format!("q{}", n(*ware)),
        ClashIntent::Own { page } => format!("o{}", n(*page)),
        ClashIntent::Piece { spot } => format!("p{}", spot_text(*spot)),
        ClashIntent::Sell { spot } => format!("e{}", spot_text(*spot)),
        ClashIntent::Hand { spot } => format!("h{}", spot_text(*spot)),
        ClashIntent::Undo => "u".into(),
        ClashIntent::Suggest => "g".into(),
        ClashIntent::Ready => "r".into(),
        ClashIntent::Bid => "b".into(),
        ClashIntent::Raise => "i".into(),
        ClashIntent::Stop => "t".into(),
    }
}

pub(super) fn read(text: &str) -> Option<ClashIntent> {
    let (letter, rest) = text.split_at_checked(1)?;
    let page = || number(rest).and_then(|n| u16::try_from(n).ok());
    let spot = || read_spot(rest);
    Some(match (letter, rest.is_empty()) {
        ("a", true) => ClashIntent::Accept,
        ("d", true) => ClashIntent::Decline,
        ("s", false) => ClashIntent::Shop { page: page()? },
        ("w", true) => ClashIntent::Wares,
        ("q", false) => ClashIntent::Squares { ware: page()? },
        ("o", false) => ClashIntent::Own { page: page()? },
        ("p", false) => ClashIntent::Piece { spot: spot()? },
        ("e", false) => ClashIntent::Sell { spot: spot()? },
        ("h", false) => ClashIntent::Hand { spot: spot()? },
        ("u", true) => ClashIntent::Undo,
        ("g", true) => ClashIntent::Suggest,
        ("r", true) => ClashIntent::Ready,
        ("b", true) => ClashIntent::Bid,
        ("i", true) => ClashIntent::Raise,
        ("t", true) => ClashIntent::Stop,
        _ => return None,
    })
}

/// `d1` for a square, `_3` for the hand: what [`read_spot`] reads.
pub fn spot_text(spot: Spot) -> String {
    match spot {
        Spot::Board(space) => space.to_string(),
        Spot::Hand(index) => format!("_{}", base36(u64::from(index))),
    }
}

/// The inverse of [`spot_text`]; nothing else is read.
pub fn read_spot(text: &str) -> Option<Spot> {
    let spot = match text.strip_prefix('_') {
        Some(index) => Spot::Hand(u8::try_from(number(index)?).ok()?),
        None => Spot::Board(text.parse::<Space>().ok()?),
    };
    (spot_text(spot) == text).then_some(spot)
}

#[cfg(test)]
mod tests {
    use super::super::{Intent, Tag};
    use super::*;
    use crate::store::{GameId, Version};

    #[test]
    fn every_press_reads_back() {
        let spots = [
            Spot::Board(Space::new(0, 0)),
            Spot::Board(Space::new(7, 6)),
            Spot::Hand(0),
            Spot::Hand(255),
        ];
        let mut all = vec![
            ClashIntent::Accept,
            ClashIntent::Decline,
            ClashIntent::Shop { page: 0 },
            ClashIntent::Wares,
            ClashIntent::Squares { ware: 20 },
            ClashIntent::Own { page: 65_535 },
            ClashIntent::Undo,
            ClashIntent::Suggest,
            ClashIntent::Ready,
            ClashIntent::Bid,
            ClashIntent::Raise,
            ClashIntent::Stop,
        ];
        for spot in spots {
            all.extend([
                ClashIntent::Piece { spot },
                ClashIntent::Sell { spot },
                ClashIntent::Hand { spot },
            ]);
        }
        for intent in all {
            let tag = Tag {
                game: GameId(i64::MAX),
                version: Version(i64::MAX),
                intent: Intent::Clash(intent),
            };
            let text = tag.encode().unwrap();
            assert_eq!(Tag::decode(&text), Some(tag), "{text}");
        }
    }

    #[test]
    fn what_is_no_press_is_refused() {
        for text in [
            "1.1.C",
            "1.1.Cz",
            "1.1.Ca1",
            "1.1.Cs",
            "1.1.Cp",
            "1.1.Cpzz",
            "1.1.Cp_",
            "1.1.Cp_zz",
            "1.1.CpA1",
            "1.1.Cp01",
            "1.1.Cb1",
            "1.1.Cs00",
        ] {
            assert_eq!(Tag::decode(text), None, "{text}");
        }
    }
}
