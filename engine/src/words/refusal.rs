//! Texts of refusals: the fault and, where useful, a remedy.

use super::names::PlayerNames;
use super::phrases::with_article;
use super::shop;
use crate::board::Space;
use crate::english::{capitalised, either, list};
use crate::illegal::{
    AuctionFault, ChoiceFault, DrawFault, Hindrance, Illegal, Limit, MoveFault, PhaseFault, PieceOn, PlacementFault,
    ReadFault, VolatileFault, Why,
};
use crate::piece::When;

/// A refusal as a sentence without the rule's number. Players of Clash of the Armies are called White and Black.
pub fn refusal(illegal: &Illegal) -> String {
    match illegal.why() {
        Why::Phase(fault) => phase(fault),
        Why::Move(fault) => act(fault),
        Why::Choice(fault) => choice(fault),
        Why::Reading(fault) => reading(fault),
        Why::Placement(fault) => placement(fault),
        Why::Volatile(fault) => volatile(*fault),
        Why::Draw(fault) => draw(*fault).into(),
        Why::Shop(fault) => shop::refusal(fault, &PlayerNames::colours()),
        Why::Auction(fault) => auction(*fault),
    }
}

impl Illegal {
    /// The refusal as a sentence without the rule's number.
    pub fn sentence(&self) -> String {
        refusal(self)
    }
}

impl std::fmt::Display for Illegal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({})", self.sentence(), self.rule())
    }
}

impl std::error::Error for Illegal {}

/// Serialized as the sentence, for files that people read.
impl serde::Serialize for Illegal {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

fn phase(fault: &PhaseFault) -> String {
    match fault {
        PhaseFault::NoSeat => "There is no such seat in this game.",
        PhaseFault::GameOver => "This game is over.",
        PhaseFault::MatchOver => "This match is over.",
        PhaseFault::Defeated => "A defeated Player takes no more actions.",
        PhaseFault::OfTitans => "That belongs to Titan's Battalion, not to this game.",
        PhaseFault::OfClash => "That belongs to Clash of the Armies, not to this game.",
        PhaseFault::NotBegun => "Play has not begun yet.",
        PhaseFault::Placing => "Play has not begun yet: armies are still being placed.",
        PhaseFault::ChoosingVolatile => "Play has not begun yet: Volatile pieces are still being chosen.",
        PhaseFault::NotYourTurn => "It is not your turn.",
        PhaseFault::NoRound => "No round is being played now.",
        PhaseFault::Broken(why) => return format!("The match cannot begin: {why}"),
    }
    .into()
}

/// Piece with its Space: "Rook on e8".
fn on(piece: &PieceOn) -> String {
    let PieceOn { name, space } = piece;
    let name = if name.is_empty() { "piece" } else { name };
    format!("{name} on {space}")
}

fn act(fault: &MoveFault) -> String {
    match fault {
        MoveFault::LeavesCheck { titan, by } => {
            let by = by.as_ref().map_or_else(String::new, |by| format!(" from the {}", on(by)));
            format!("That would leave your {titan} in Check{by}.")
        }
        MoveFault::Snared { by, titan } => {
            format!("The {} attacks your {titan}, which can now only capture it or stay where it is.", on(by))
        }
        MoveFault::CastlesOutOfCheck { titan, by } => {
            format!("Your {titan} may not castle out of Check; the {} attacks it.", on(by))
        }
        MoveFault::CastlesThroughCheck { titan, by } => {
            format!("Your {titan} may not castle through Check; the {} attacks its way.", on(by))
        }
        MoveFault::Doubled(piece) => {
            format!("Your {} is already on that file, and only one of its kind may stand there.", on(piece))
        }
        MoveFault::DropMates => {
            "That piece can't be placed to give checkmate; place it elsewhere, or place another one.".into()
        }
        MoveFault::TakesOwnTitan(titan) => {
            format!("That would remove your own {} as well.", on(titan))
        }
        MoveFault::MustCapture(prey) => format!("You must capture where you can: the {} can be captured.", on(prey)),
        MoveFault::GivesCheck(titan) => {
            format!("Your Battalion may not give Check: that would attack the {}.", on(titan))
        }
        MoveFault::NoSafeReturn { titan } => format!(
            "Wherever the captured piece is placed again, your {titan} would be in Check at the end of the turn."
        ),
        MoveFault::NotImmobilised(piece) => {
            format!("Only an immobilised piece other than a Titan can remove itself; the {} cannot.", on(piece))
        }
        MoveFault::ShieldUsed => "Your shield has already been raised.".into(),
        MoveFault::NoPass => "Your army may not pass; play a turn.".to_owned(),
        MoveFault::NoShield(piece) => format!("Your {piece} has no shield."),
        MoveFault::NotOwnPiece(space) => format!("No piece of yours stands on {space}."),
        MoveFault::NotInReserve => "You have no such piece in reserve.".into(),
        MoveFault::GateClosed(piece) => {
            format!("Your {piece} can be placed once the first Player of its Battalion has had a turn.")
        }
        MoveFault::CannotPlace { piece, can } if can.is_empty() => {
            format!("{} cannot be placed anywhere now.", capitalised(&with_article(&piece.name)))
        }
        MoveFault::CannotPlace { piece, can } => format!(
            "{} cannot be placed on {}; it can be placed on {}.",
            capitalised(&with_article(&piece.name)),
            piece.space,
            some_of(can)
        ),
        MoveFault::OffBoard(space) => format!("{space} is not on the board."),
        MoveFault::NoPiece(space) => format!("There is no piece on {space}."),
        MoveFault::NotYours(piece) => format!("The {} is not yours.", on(piece)),
        MoveFault::Imprisoned(piece) => {
            format!("Your {} is imprisoned until a Supporter of yours moves next to it.", on(piece))
        }
        MoveFault::Held { piece, by } => format!("The {} holds your {} in place.", on(by), on(piece)),
        MoveFault::OwnPiece { piece, other } => {
            format!("Your {} cannot go to {}: your own {} stands there.", on(piece), other.space, other.name)
        }
        MoveFault::CannotTradePlaces { piece, titan } => {
            format!("Your {} can trade places with your {} only from further forward.", on(piece), on(titan))
        }
        MoveFault::StandsThere { piece, can } if can.is_empty() => {
            format!("Your {} stands there already, and it cannot move now.", on(piece))
        }
        MoveFault::StandsThere { piece, can } => {
            format!("Your {} stands there already; it can go to {}.", on(piece), some_of(can))
        }
        MoveFault::Affected(to) => {
            format!("{to} is an Affected Space: a diagonal movement may end there only from an adjacent Space.")
        }
        MoveFault::CannotGo { piece, to, because: Some(because), .. } => hindered(piece, *to, because),
        MoveFault::CannotGo { piece, can, .. } if can.is_empty() => format!("Your {} cannot move now.", on(piece)),
        MoveFault::CannotGo { piece, to, can, .. } => {
            format!("Your {} cannot go to {to}; it can go to {}.", on(piece), some_of(can))
        }
        MoveFault::NoneCanGo { piece, can, .. } if can.is_empty() => format!("No {piece} of yours can move now."),
        MoveFault::NoneCanGo { piece, to, can } if can.len() > 3 => {
            format!("No {piece} of yours can go to {to} now.")
        }
        MoveFault::NoneCanGo { piece, to, can } => {
            let ways = can.iter().map(|(from, spaces)| format!("the one on {from} can go to {}", some_of(spaces)));
            format!("No {piece} of yours can go to {to}; {}.", ways.collect::<Vec<_>>().join(", "))
        }
        MoveFault::NoSuchPiece(name) => format!("You have no {name}."),
        MoveFault::NoSuchLetter { letters, known } => {
            let known: Vec<String> = known.iter().map(|(symbol, name)| format!("{symbol} ({name})")).collect();
            format!("{letters} stands for no piece of your army; its letters are {}.", list(&known))
        }
        MoveFault::NeverCastles => "No piece of yours can castle.".into(),
        MoveFault::HasMoved(king) => format!("Your {} has moved, so it can no longer castle.", on(king)),
        MoveFault::CannotCastle { king, partner } => format!(
            "Your {} cannot castle on that side now; that needs {} that has not moved, with no piece between them.",
            on(king),
            with_article(partner)
        ),
        MoveFault::NoPromotion(piece) => {
            format!("Your {} does not promote on {}; write the move without \"=\".", piece.name, piece.space)
        }
        MoveFault::Invulnerable(piece) => format!("The {} is Invulnerable now.", on(piece)),
        MoveFault::Refuses { piece, victim } => {
            format!("Your {piece} cannot capture the {}.", on(victim))
        }
        MoveFault::Shoots { piece, from, to } => {
            format!("Your {piece} captures by shooting: write {from}*{to}.")
        }
        MoveFault::Jumps(piece) => {
            format!("Your {piece} captures by jumping over: name the squares where it lands.")
        }
        MoveFault::CannotBecome { piece, wanted, options, ultimate } => {
            let options = either(options);
            let wanted = with_article(wanted);
            let piece = capitalised(&with_article(piece));
            if *ultimate {
                format!("{piece} can become {wanted} only in the Ultimate Round; now choose {options}.")
            } else {
                format!("{piece} cannot become {wanted}; choose {options}.")
            }
        }
        MoveFault::NeedsPromotion { from, to, example } => {
            format!("Say what it becomes, for example {from}{to}={example}.")
        }
    }
}

/// Why a movement of the piece does not lead to `to` now.
fn hindered(piece: &PieceOn, to: Space, because: &Hindrance) -> String {
    let piece = on(piece);
    match because {
        Hindrance::OnlyCaptures => {
            format!("Your {piece} can go to {to} only to capture, and there is nothing to capture.")
        }
        Hindrance::OnlyMoves(other) => {
            let other = with_article(&other.name);
            format!("Your {piece} cannot go to {to}: {other} stands there, and that move does not capture.")
        }
        Hindrance::FirstMove => format!("Your {piece} can go to {to} only on its first move."),
        Hindrance::Condition(when) => format!("Your {piece} can go to {to} only while {}.", condition(*when)),
        Hindrance::Zone { limit: Limit::Within, zone } => format!("Your {piece} may not leave {zone}."),
        Hindrance::Zone { limit: Limit::Avoids, zone } => format!("Your {piece} may not enter {zone}."),
        Hindrance::Zone { limit: Limit::To, zone } => {
            format!("Your {piece} cannot go to {to}: that move has to end in {zone}.")
        }
        Hindrance::Zone { limit: Limit::From, zone } => {
            format!("Your {piece} cannot go to {to}: that move has to begin in {zone}.")
        }
        Hindrance::Mount => format!("Your {piece} needs a piece to jump over on its way to {to}."),
        Hindrance::NothingToBecome => {
            format!("Your {piece} would have to promote on {to}, and you have all the pieces it could become.")
        }
        Hindrance::InTheWay(other) => format!("Your {piece} cannot go to {to}: the {} is in the way.", on(other)),
    }
}

const fn condition(when: When) -> &'static str {
    match when {
        When::Always => "its way is free",
        When::OnBattlefield => "it is on the Battlefield",
        When::InOwnTerritory => "it is in your Territory",
        When::InOwnRearTwo => "it is in the two rearmost rows of your Territory",
        When::SupportLead => "your Support Level is higher than everybody else's",
    }
}

/// "a3, b4 or c5"; of many only the first.
fn some_of(spaces: &[Space]) -> String {
    const FEW: usize = 6;
    let named = if spaces.len() > FEW + 1 { FEW } else { spaces.len() };
    let mut names: Vec<String> = spaces.iter().take(named).map(Space::to_string).collect();
    if spaces.len() > named {
        names.push(format!("{} more", spaces.len() - named));
    }
    either(&names)
}

fn choice(fault: &ChoiceFault) -> String {
    match fault {
        ChoiceFault::TooMany => "That move needs no extra choice.".into(),
        ChoiceFault::OneMore => "This turn needs another choice.".into(),
        ChoiceFault::SayReturn(piece) => {
            format!("Say where the captured {piece} returns, for example \", {piece} a6\".")
        }
        ChoiceFault::SayVolatile => {
            "Say which piece becomes Volatile, for example \", Volatile e2\", or \", none\".".into()
        }
        ChoiceFault::SayBring(piece) => {
            format!("Say where the {piece} appears, for example \", {piece} a6\", or \", none\".")
        }
        ChoiceFault::CannotAppear(PieceOn { name, space }) => {
            format!("The {name} cannot appear on {space}: choose one of the Spaces offered.")
        }
        ChoiceFault::Occupied(PieceOn { name, space }) => {
            format!("The {name} must return to a Space without a blocking piece; {space} has one.")
        }
        ChoiceFault::ReturnInCheck(piece) => {
            format!("With the {} the turn is not legal: your Titan would be in Check.", on(piece))
        }
        ChoiceFault::NotVolatile(space) => {
            format!("The piece on {space} cannot become Volatile now.")
        }
    }
}

fn reading(fault: &ReadFault) -> String {
    match fault {
        ReadFault::TooLong => "That is too long for a move; write for example e2e4.".into(),
        ReadFault::Empty => "Write a move, for example e2e4.".into(),
        ReadFault::NoSpace(typed) => {
            format!("\"{typed}\" does not name a Space; write for example \", Deputy a6\".")
        }
        ReadFault::NoMove(typed) => format!(
            "\"{typed}\" is not a move; write the Space a piece leaves and the one it goes to, for example e2e4."
        ),
        ReadFault::Meant { typed, text } => format!("\"{typed}\" is not a move; do you mean {text}?"),
        ReadFault::Ambiguous { typed, options } => {
            format!("{typed} can mean {}; write it in full.", options.join(" or "))
        }
    }
}

fn placement(fault: &PlacementFault) -> String {
    match fault {
        PlacementFault::NotYourTurn => "Armies are placed in seat order; it is not your turn yet.".into(),
        PlacementFault::Done => "All armies have already been placed.".into(),
        PlacementFault::Offset { first, last } => {
            format!("The offset must be between {first} and {last}.")
        }
        PlacementFault::Mirror(army) => format!("The Territory of {army} cannot be mirrored."),
        PlacementFault::NotInstant => "Only Instant Reinforcements may be placed now.".into(),
        PlacementFault::TooMany => "You do not have that many of them in reserve.".into(),
        PlacementFault::Twice(space) => format!("Two pieces cannot both go to {space}."),
        PlacementFault::NotBackRank(space) => {
            format!("{space} is not an empty Space of your Back Rank.")
        }
        PlacementFault::Setup(why) => why.to_string(),
    }
}

fn volatile(fault: VolatileFault) -> String {
    match fault {
        VolatileFault::NotNow => "There are no Volatile pieces to choose at the moment.".into(),
        VolatileFault::NotYours => "You do not choose Volatile pieces for that Player.".into(),
        VolatileFault::Count(1) => "Choose exactly 1 piece.".into(),
        VolatileFault::Count(count) => format!("Choose exactly {count} different pieces."),
        VolatileFault::Unfit(space) => format!(
            "{space} does not hold a piece of that Player that can become Volatile (no Titan, no Immutable piece, no Whip)."
        ),
    }
}

const fn draw(fault: DrawFault) -> &'static str {
    match fault {
        DrawFault::NotBegun => "A draw can be offered once play has begun.",
        DrawFault::NoRound => "A draw can be offered while a round is played.",
        DrawFault::Ultimate => "No draw can be agreed in the Ultimate Round.",
        DrawFault::Offered { others: 1 } => "You have already offered a draw; the other Player must answer.",
        DrawFault::Offered { .. } => "You have already offered or agreed; the others must answer.",
        DrawFault::NotOffered => "No draw has been offered in this position.",
    }
}

fn auction(fault: AuctionFault) -> String {
    match fault {
        AuctionFault::NotNow => "The Amazon is auctioned only before the Ultimate Round.".into(),
        AuctionFault::BidsIn => "Both bids are in and can no longer be changed.".into(),
        AuctionFault::Negative => "The bid must be at least 0.".into(),
        AuctionFault::NotMultiple => {
            format!("The bid must be a multiple of {}.", crate::clash::STEP)
        }
        AuctionFault::Limit(limit) => {
            format!("You may bid at most {limit}: your gold, less the price of a Leader if you have none.")
        }
        AuctionFault::MustRaise(to) => {
            format!("The bids are equal, and White must raise first, to {to}.")
        }
        AuctionFault::Over => "The auction is over.".into(),
        AuctionFault::OthersTurn => "It is the other Player's turn to raise or stop.".into(),
        AuctionFault::NotEqual => "A bid is raised only when both bids are in and equal.".into(),
    }
}
