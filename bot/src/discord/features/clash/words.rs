//! Messages of Clash of the Armies: challenges, the shop, the auction, rounds.

use engine::board::{Seat, Space};
use engine::clash::{Gold, ranges};
use engine::fact::ResignCost;
use engine::view::{AuctionEnd, AuctionView, Badge, BidView, ClashView, Phase, ShopView, View};
use engine::words::{self, PlayerNames, points, round_name};

use crate::discord::wording::{DisplayNames, at_time, clean, sentence, times};
use crate::host::{Published, ShopOffer, TimeControl};

/// Content of a challenge's message.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// Name of the challenger.
    pub challenger: String,
    /// The challenged person: a mention, or a clean name. `None` for anyone.
    pub challenged: Option<String>,
    /// "Colours are drawn", one line.
    pub settings: Vec<String>,
    /// Sentence in place of the question: the end without a match, or the words that are awaited.
    pub status: Option<String>,
}

/// Message of a challenge.
pub fn challenge(sheet: &Sheet) -> String {
    let (who, settings) = (clean(&sheet.challenger), sheet.settings.join(" · "));
    let (head, question) = match &sheet.challenged {
        Some(challenged) => (format!("challenges {challenged} to"), format!("{challenged}: accept or decline?")),
        None => ("is looking for an opponent in".to_owned(), "Press *Accept* to play.".to_owned()),
    };
    let end = sheet.status.as_ref().unwrap_or(&question);
    format!("**{who}** {head} **Chess: The Clash of the Armies**.\n{settings}\n{end}")
}

/// Time control, and the consequence of running out of time (C-7, C-10, C-12).
pub fn clock(control: TimeControl) -> String {
    if control == TimeControl::Unlimited {
        return format!("no time limit; {}", times::SILENCE);
    }
    format!(
        "{}, the same for an army or a bid; whoever runs out of time loses the round with the whole army, and a bid that is missing counts as 0",
        times::control(control)
    )
}

/// Sentence about a challenge that ended without a match.
pub fn closed(by: &str, role: Closer, reason: Option<&str>) -> String {
    let by = clean(by);
    let reason = reason.map(|reason| format!(" Reason: {}", sentence(reason))).unwrap_or_default();
    match role {
        Closer::Challenged => format!("**{by}** has declined."),
        Closer::Challenger => format!("**{by}** has withdrawn the challenge.{reason}"),
        Closer::Other => format!("**{by}** has closed the challenge.{reason}"),
    }
}

/// Person who ended a challenge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Closer {
    /// The challenged person.
    Challenged,
    /// The challenger.
    Challenger,
    /// A moderator.
    Other,
}

/// Direct message to a challenged person.
pub fn challenged(challenger: &str, place: &str) -> String {
    format!("**{}** challenges you to Chess: The Clash of the Armies in {place}.", clean(challenger))
}

/// Colour of a seat: "White".
pub const fn colour(seat: Seat) -> &'static str {
    if seat.0 == 0 { "White" } else { "Black" }
}

/// Gold in hundredths: "11.5".
pub fn gold(hundredths: i64) -> String {
    Gold::from_hundredths(hundredths).to_string()
}

/// "**Ann** (White) 1 – ½ **Bob** (Black)".
pub fn score(clash: &ClashView, names: &DisplayNames) -> String {
    let [white, black] = clash.half_points.map(points);
    format!("**{}** (White) {white} – {black} **{}** (Black)", names.name(Seat(0)), names.name(Seat(1)))
}

/// Request for the next decision; `None` while turns are played.
pub fn prompt(view: &View, names: &DisplayNames, who: &str, until: &str) -> Option<String> {
    let clash = view.clash.as_ref()?;
    Some(match &view.phase {
        Phase::Shop => {
            let seat = view.to_act.first().copied().unwrap_or(Seat(0));
            let have = clash.gold.get(seat.index()).copied().flatten().unwrap_or_default();
            let sees = if seat == Seat(1) { "White's army is set up. " } else { "" };
            format!(
                "{}: {sees}{who} ({}), buy your army and set it up with {} gold.{until}",
                round_name(clash.round),
                colour(seat),
                gold(have)
            )
        }
        Phase::Auction { standing: None } => {
            let sealed = clash.auction.as_ref().map(|auction| sealed(auction, names));
            format!(
                "The Amazon is up for auction before the Ultimate Round. {who}, bid in secret: the higher bidder gets the Amazon, the other gets draw odds. Press *Bid* here or in your direct message, or use `/clash bid`. You can change your bid until both are in.{until}{}",
                sealed.unwrap_or_default()
            )
        }
        Phase::Auction { standing: Some(at) } => format!(
            "The bid stands at {}. {who}, raise to {} or stop.{until}",
            gold(*at),
            gold(at + engine::clash::STEP.hundredths()),
        ),
        Phase::Placement | Phase::VolatileChoice { .. } | Phase::Play | Phase::Ended { .. } => return None,
    })
}

/// Returns true if the prompt already says that White's army is ready.
pub fn is_ready(view: &View) -> bool {
    view.phase == Phase::Shop && view.to_act.contains(&Seat(1))
}

/// Returns true if one Player has bid and the other has not. The prompt already says who has.
pub fn is_sealing(view: &View) -> bool {
    let auction = view.clash.as_ref().and_then(|clash| clash.auction.as_ref());
    view.phase == Phase::Auction { standing: None }
        && auction.is_some_and(|auction| auction.bids.iter().any(|bid| bid.hash.is_some()))
}

/// Sealed bids of an auction that the end of the match cut short; `None` for a completed auction.
pub fn cut_short(view: &View) -> Option<String> {
    let auction = view.clash.as_ref()?.auction.as_ref()?;
    let line = |bid: &BidView| {
        let (text, hash) = (bid.text.as_ref()?, bid.hash.as_ref()?);
        Some(format!("`{text}`\n→ `{hash}`"))
    };
    let lines: Vec<String> = auction.bids.iter().filter_map(line).collect();
    let head = match lines.len() {
        _ if auction.outcome.is_some() => return None,
        0 => return None,
        1 => "One bid was sealed; the SHA-256 of this line is the hash published before:",
        _ => "The bids were sealed; the SHA-256 of each line is the hash published before:",
    };
    Some(format!("{head}\n{}", lines.join("\n")))
}

/// One line per sealed bid with its current hash. A replaced bid (C-10) looks like a first one.
fn sealed(auction: &AuctionView, names: &DisplayNames) -> String {
    let sealed = Seat::all(2).zip(&auction.bids).filter_map(|(seat, bid)| {
        let hash = bid.hash.as_ref()?;
        Some(format!("\n**{}** ({}) has sealed a bid: SHA-256 `{hash}`", names.name(seat), colour(seat)))
    });
    sealed.collect()
}

/// Both bids after the reveal, with the sealed text and the time of publication of each hash, so that anyone can verify
/// them (T-32).
pub fn revealed(auction: &AuctionView, published: [Published; 2]) -> String {
    let mut lines = vec!["The bids were sealed. The SHA-256 of each line is its hash:".to_owned()];
    for (bid, published) in auction.bids.iter().zip(published) {
        if let (Some(text), Some(hash)) = (&bid.text, &bid.hash) {
            let when = match published {
                Published::Before(at) => format!("published {}", at_time(at / 1000)),
                Published::Late => "published now that both bids are in".to_owned(),
            };
            lines.push(format!("`{text}`\n→ `{hash}`, {when}"));
        }
    }
    lines.join("\n")
}

/// Result of a round, the score, and the losses.
pub fn round_over(view: &View, names: &DisplayNames) -> Option<String> {
    let clash = view.clash.as_ref()?;
    let line = clash.rounds.last()?;
    let end = sentence(&words::round_end(&line.end, &names.with_armies(view)));
    let mut lines = vec![format!("**{end}**"), score(clash, names)];
    if let Phase::Ended { winners, .. } = &view.phase {
        lines.push(match winners.as_slice() {
            [] => "**The match is drawn.**".to_owned(),
            winners => {
                let wins = if names.several(winners) { "win" } else { "wins" };
                format!("**{} {wins} the match!**", names.names(winners))
            }
        });
    }
    Some(lines.join("\n"))
}

/// Text above the picture of the shop.
pub fn shop(shop: &ShopView, said: Option<&str>) -> String {
    let mut lines = Vec::new();
    lines.extend(said.map(sentence));
    lines.push(format!("Your army, for your eyes only: {} gold left.", gold(shop.gold)));
    if !shop.hand.is_empty() {
        let names: Vec<&str> = shop.hand.iter().map(|piece| piece.look.name.as_str()).collect();
        lines.push(format!("In your hand, without a square: {}.", counted(&names)));
    }
    lines.extend(rival(shop));
    match shop.problems.as_slice() {
        [] => lines.push("It can be confirmed: press *Ready*.".to_owned()),
        problems => lines.extend(problems.iter().map(|problem| sentence(&problem.sentence()))),
    }
    lines.join("\n")
}

/// Pieces that Black kept from the last round, shown to White, who buys first.
fn rival(shop: &ShopView) -> Option<String> {
    let mut kinds: Vec<(&str, Vec<Space>)> = Vec::new();
    for piece in &shop.rival {
        match kinds.iter_mut().find(|(name, _)| *name == piece.look.name) {
            Some((_, spaces)) => spaces.push(piece.space),
            None => kinds.push((&piece.look.name, vec![piece.space])),
        }
    }
    let placed = kinds.into_iter().map(|(name, spaces)| format!("{name} {}", ranges(spaces)));
    let hand: Vec<&str> = shop.rival_hand.iter().map(|look| look.name.as_str()).collect();
    let kept: Vec<String> = placed.chain(kinds_of(&hand)).collect();
    (!kept.is_empty()).then(|| format!("Black has kept: {}.", crate::discord::wording::list(&kept)))
}

/// Names of pieces with their numbers: "King and 2 Knights".
pub fn counted(names: &[&str]) -> String {
    crate::discord::wording::list(&kinds_of(names))
}

/// Names of pieces, each once with its number.
fn kinds_of(names: &[&str]) -> Vec<String> {
    let mut kinds: Vec<(&str, usize)> = Vec::new();
    for name in names {
        match kinds.iter_mut().find(|(kind, _)| kind == name) {
            Some((_, number)) => *number += 1,
            None => kinds.push((name, 1)),
        }
    }
    let one = |(name, number): &(&str, usize)| match number {
        1 => (*name).to_owned(),
        many => format!("{many} {name}s"),
    };
    kinds.iter().map(one).collect()
}

/// Question before confirming an army while the gold left could still improve it; `None` if it could not.
pub fn gold_left(shop: &ShopView) -> Option<String> {
    let left = gold(shop.gold);
    let could = match (&shop.affordable, &shop.upgrade) {
        (Some(piece), _) => {
            format!(
                "You have {left} gold left, enough for {}, and a free square for it.",
                words::with_article(&piece.name)
            )
        }
        // Gold may be kept for the next round on purpose.
        (None, Some((from, to))) if shop.last_round => {
            let (from, to) = (words::with_article(&from.name), words::with_article(&to.name));
            format!("You have {left} gold left: you could sell {from} and buy {to} in its place.")
        }
        _ => return None,
    };
    let kept = if shop.last_round {
        "this is the last round, so unspent gold is lost"
    } else {
        "unspent gold is kept for the next round"
    };
    Some(format!("{could} Confirm your army anyway? It cannot be changed afterwards; {kept}."))
}

/// Text above the menu of armies to start from.
pub const ARMIES: &str = "Choose an army to start from. Pieces of yours that it needs are kept, the others are sold; you can undo it and change everything.";
/// Placeholder of the menu of armies.
pub const ARMY: &str = "Choose an army";
/// Placeholder of the menu of rulebook pages about pieces.
pub const CARD: &str = "See how a piece moves";
/// Label of the army confirmed last.
pub const LAST_TIME: &str = "As last time";

/// Description of the army confirmed last.
pub fn pieces(number: usize) -> String {
    format!("the army that you confirmed last: {}", crate::discord::wording::count(number, "piece", "pieces"))
}

/// Next step of an auction, or its result (C-11, C-12).
pub fn auction_note(auction: &AuctionView) -> String {
    let step = engine::clash::STEP.hundredths();
    match (auction.outcome, auction.decided) {
        (Some((winner, paid)), decided) => {
            let (winner, loser) = (colour(winner), colour(Seat(1 - winner.0.min(1))));
            let why = match decided {
                Some(AuctionEnd::Stopped) => format!("{loser} stopped raising."),
                Some(AuctionEnd::LimitReached) => {
                    format!("{loser} cannot afford to raise to {}.", gold(paid + step))
                }
                Some(AuctionEnd::HigherBid) | None => {
                    return format!("{winner} pays {}, the higher bid.", gold(paid));
                }
            };
            format!("{why} {winner} pays {}, the last bid.", gold(paid))
        }
        (None, _) => {
            let Some((standing, seat)) = auction.standing.zip(auction.to_raise) else {
                return String::new();
            };
            format!("{} raises to {} or stops.", colour(seat), gold(standing + step))
        }
    }
}

/// Completion of a shop command: label and typed text.
pub fn offer(offer: &ShopOffer) -> (String, String) {
    match offer {
        ShopOffer::Buy { piece, at, cost } => (format!("{piece} {at} ({cost} gold)"), format!("{piece} {at}")),
        ShopOffer::BuySeveral { piece, squares, cost } => {
            (format!("{piece} {squares} ({cost} gold)"), format!("{piece} {squares}"))
        }
        ShopOffer::Sell { piece, at } => (format!("{piece} {at}"), at.to_string()),
        ShopOffer::Arrange { piece, from, to } => (format!("{piece} {from} to {to}"), format!("{from} {to}")),
    }
}

/// Question for the square of a ware.
pub fn where_to(name: &str, cost: i64, left: i64) -> String {
    format!("{name} for {} of your {} gold: where?", gold(cost), gold(left))
}

/// Reply in place of that question if each square of the ware is taken.
pub fn no_square(name: &str) -> String {
    format!("No square for {} is free: sell or move a piece of yours first.", words::with_article(name))
}

/// Text above the actions on an own piece. The Amazon cannot be sold (C-9).
pub fn own_piece(name: &str, spot: &str, is_sold: bool) -> String {
    let actions = if is_sold { "sell it or move it" } else { "move it (it cannot be sold)" };
    format!("{name} {spot}: {actions}; a piece already on the new square trades places with it.")
}

/// Notice after a press on an outdated shop.
pub const CHANGED: &str = "Your army has changed since then; here it is now.";
/// Placeholder of the menu of wares.
pub const BUY: &str = "Buy a piece";
/// Placeholder of the menu of squares.
pub const SQUARE: &str = "Choose a square";
/// Placeholder of the menu of squares that takes several.
pub const SQUARES: &str = "Choose one or more squares";
/// Placeholder of the menu of own pieces.
pub const OWN: &str = "Sell or move a piece of yours";
/// Title of the bid form.
pub const BID_TITLE: &str = "Your bid for the Amazon";

/// Label of the bid form's input.
pub fn bid_label(limit: &Gold) -> String {
    format!("A multiple of 0.5, at most {limit}")
}

/// Confirmation of a sealed bid, for its owner.
pub fn bid_kept(amount: &Gold, limit: &Gold) -> String {
    format!(
        "Your bid is sealed: **{amount}** gold (the most you can bid is {limit}). Nobody sees it until both bids are in; until then you can change it."
    )
}

/// Bid in gold that the author of the game recommends.
const SENSIBLE_BID: u8 = 14;

/// Request for a bid.
pub fn bid_wanted(limit: &Gold) -> String {
    format!(
        "The Amazon is up for auction; the author of the game thinks about {SENSIBLE_BID} gold sensible. Bid any multiple of 0.5 gold from 0 to {limit}; nobody sees your bid until both are in, and until then you can change it. The higher bidder pays and gets the Amazon; the other gets draw odds."
    )
}

/// Reply to the second of the two bids.
pub const BIDS_IN: &str = "Your bid is sealed. Both are in, and the channel now shows them.";

/// Reply to a bid that is not an amount.
pub fn no_amount(typed: &str) -> String {
    format!("\"{typed}\" is not an amount of gold: write a number such as 11.5.")
}

/// Reply to a bid outside an auction.
pub const NO_BID: &str =
    "There is nothing to bid on now: the Amazon is auctioned before the Ultimate Round, between its two Players.";

/// Request to raise or stop.
pub fn raise(to: &Gold) -> String {
    format!("Raise the bid to {to}, or stop and let your opponent have the Amazon.")
}

/// Direct message that invites to bid.
pub fn invitation(place: &str) -> String {
    format!(
        "The Amazon is up for auction before the Ultimate Round in {place}. Your bid stays secret until both are in."
    )
}

/// Invulnerable pieces and their remaining turns (C-21, C-23, C-24); `None` without any.
pub fn invulnerable(view: &View) -> Option<String> {
    view.clash.as_ref()?;
    let turns = |badge: &Badge| match badge {
        // The carrier of a shield is listed through the piece under it.
        Badge::Invulnerable(turns) | Badge::Shield(turns) => Some(*turns),
        _ => None,
    };
    let lines: Vec<String> = view
        .pieces
        .iter()
        .filter_map(|piece| {
            let turns = piece.badges.iter().filter_map(turns).max()?;
            let owner = colour(piece.seat);
            let until = match turns {
                0 | 1 => format!("the start of {owner}'s next turn"),
                n => format!("the start of {owner}'s turn {n} from now"),
            };
            Some(format!("{} {} until {until}", piece.look.name, piece.space))
        })
        .collect();
    (!lines.is_empty()).then(|| format!("Invulnerable: {}.", crate::discord::wording::list(&lines)))
}

/// Confirmation question before resigning a round.
pub fn resign(cost: &ResignCost) -> String {
    let cost = words::resign_cost(cost, &PlayerNames::colours());
    format!("Resign? {cost}")
}

#[cfg(test)]
mod tests {
    use engine::action::{Action, ClashAction};
    use engine::clash::{Match, Setup};
    use engine::view::Viewer;

    use super::*;

    #[test]
    fn who_is_invulnerable_is_told_with_the_time() {
        let setup = Setup { en_passant: false, seed: [0; 32] };
        let mut game = Match::new(setup).unwrap();
        for seat in [Seat(0), Seat(1)] {
            for piece in ["shielderer", "rogue", "rook"] {
                let buy = ClashAction::Buy { piece: piece.into(), at: None };
                game.apply(seat, &buy.into()).unwrap();
            }
            game.apply(seat, &ClashAction::Ready.into()).unwrap();
        }
        assert_eq!(invulnerable(&game.view(Viewer::Public)), None);
        for (seat, text) in [(Seat(0), "d1d3"), (Seat(1), "shield")] {
            let turn = engine::notation::read_turn(&game, seat, text).unwrap();
            game.apply(seat, &Action::Turn(turn)).unwrap();
        }
        let said = invulnerable(&game.view(Viewer::Public)).unwrap();
        assert!(!said.contains("Rogue d3"), "its owner's turn has begun: {said}");
        assert!(said.contains("Shielderer e8 until the start of Black's turn 3 from now"), "{said}");
    }
}
