//! Refusals about games: missing, not started or over; turns of others; nothing to show.

use engine::illegal::Why;

use crate::discord::wording::{list, player};
use crate::host::{
    ChallengeRefusal, ComputerRefusal, ConditionalRefusal, NoGame, NotPgn, NotStarted, NotYourTurn, NothingToShow,
    Over, Player, RematchRefusal, Stale,
};

pub fn no_game(why: NoGame) -> String {
    match why {
        NoGame::Numbered => "There is no such game.",
        NoGame::InChannel => "There is no game in this channel; /titans new or /clash new opens one.",
    }
    .into()
}

/// Press on an outdated board.
pub const STALE: &str = "The game has moved on; use the buttons on the newest board.";

/// Nobody has taken a turn.
pub const NOTHING_PLAYED: &str = "Nothing has been played yet.";

/// A lobby that was closed before a game started.
pub const LOBBY_CLOSED: &str = "This game was closed before it began.";

/// Occupied channel.
pub const GAME_HERE: &str = "There is already a game in this channel; open another one in a thread.";

/// Game that this version of the program cannot open.
pub const UNREADABLE: &str = "The bot cannot open this game at the moment; a moderator can close it with `/match end`.";

/// Person without a seat in the game.
pub const NOT_IN_GAME: &str = "You are not playing in this game; `/games list` shows yours.";

/// Shop or auction in a game without them.
pub const ONLY_CLASH: &str = "This game has no shop and no auction; only Clash of the Armies has them.";

/// Illegal move.
pub const NO_SUCH_MOVE: &str = "That is not a legal move now.";

pub fn not_started(why: NotStarted) -> String {
    match why {
        NotStarted::Game => "The game has not begun yet; see the buttons on its message.",
        NotStarted::Play => NOTHING_PLAYED,
        NotStarted::FirstTurn => "There is nothing to replay yet; nobody has taken a turn.",
    }
    .into()
}

pub fn over(why: Over) -> String {
    match why {
        Over::Game => "This game is over.",
        Over::Lobby => LOBBY_CLOSED,
        Over::Challenge => "This challenge is over; /clash new makes another.",
    }
    .into()
}

fn players(players: &[Player]) -> String {
    list(&players.iter().map(player).collect::<Vec<_>>())
}

pub fn not_your_turn(why: &NotYourTurn) -> String {
    match why {
        NotYourTurn::Move(next) => {
            format!("It is not your turn: {} to move.", players(next))
        }
        NotYourTurn::TeamMate(mate) => {
            format!("This turn is {}'s: team mates take turns.", mate.name)
        }
        NotYourTurn::Buying(buyers) => {
            let several = buyers.iter().map(|one| one.people.len()).sum::<usize>() > 1;
            let are = if several { "are" } else { "is" };
            let who = players(buyers);
            format!("No round is being played yet: {who} {are} buying an army.")
        }
        NotYourTurn::Auction => "No round is being played yet: the Amazon is being auctioned.".into(),
        NotYourTurn::NothingToBuy => "You have nothing to buy now.".into(),
        NotYourTurn::NoTurn => "Nobody is to move at the moment, so there are no moves to show.".into(),
    }
}

pub fn stale(why: Stale) -> String {
    match why {
        Stale::Position => STALE,
        Stale::NoOffer => "No draw has been offered in this position.",
        Stale::NoTakeback => "No takeback is pending.",
        Stale::NoSeatOffer => "This seat is no longer offered.",
        Stale::Opening => "This button was used already or is too old; type the command again.",
        Stale::SeatHeld => "Somebody holds this seat already.",
        Stale::Offered => "A draw has been offered in the meantime: agree to it or decline it.",
    }
    .into()
}

pub fn not_pgn(why: &NotPgn) -> String {
    let why = match why {
        NotPgn::Players => "this game has more than two Players".to_owned(),
        NotPgn::Board { width: 8, height: 8 } => "the Players do not sit where White and Black do".to_owned(),
        NotPgn::Board { width, height } => format!("this board has {width}×{height} squares"),
        NotPgn::Piece { piece, space } => {
            format!("the {piece} on {space} does not move like a piece of chess")
        }
        NotPgn::Position => "play did not begin with a position of chess".to_owned(),
        NotPgn::Turn { number, text } => {
            let number = engine::words::turn_number(u32::try_from(*number).unwrap_or(u32::MAX), 2);
            format!("{number} {text} is no move of chess")
        }
    };
    format!("PGN is for orthodox chess, and {why}; export the game as JSON instead.")
}

pub fn conditional(why: &ConditionalRefusal) -> String {
    match why {
        ConditionalRefusal::TwoPlayers => "Conditional moves work in games of two Players only.".into(),
        ConditionalRefusal::SharedSeat => {
            "Team mates alternate turns, so a shared seat cannot have conditional moves.".into()
        }
        ConditionalRefusal::NoTurns => "Conditional moves can be entered while a round or game is being played.".into(),
        ConditionalRefusal::YourTurn => "It is your turn: play your move first, then enter conditional moves.".into(),
        // The sentence of the engine addresses the mover, who is not the reader.
        ConditionalRefusal::Theirs(why) => match why.why() {
            Why::Reading(_) => format!("Your opponent's move cannot be read: {}", why.sentence()),
            _ => "Your opponent cannot play that in this position; write a move that is legal for them.".to_owned(),
        },
        ConditionalRefusal::Answer(why) => format!("Your answer would not be legal: {}", why.sentence()),
        ConditionalRefusal::Choice(text) => {
            format!("{text} needs a further choice; write it after a comma, as in /move.")
        }
        ConditionalRefusal::NothingToAnswer(text) => {
            format!("After {text} it would not be your turn, so there is nothing to answer.")
        }
        ConditionalRefusal::Answered(text) => {
            format!("You already answer that with {text}; delete that line first.")
        }
        ConditionalRefusal::NoLine => "There is no such line; /match premove without options lists yours.".into(),
        ConditionalRefusal::TooMany { lines, answers } => {
            format!("That is too much: at most {lines} lines of {answers} answers each; delete one first.")
        }
    }
}

pub const fn rematch(why: RematchRefusal) -> &'static str {
    match why {
        RematchRefusal::NotOver => "The game is not over yet; a rematch can be asked for when it is.",
        RematchRefusal::Asked => "You have asked for a rematch already; the others have yet to agree.",
    }
}

pub fn challenge(why: ChallengeRefusal) -> String {
    match why {
        ChallengeRefusal::IsLobby => "This is not a challenge.",
        ChallengeRefusal::Begun => "The match has already begun.",
    }
    .into()
}

pub const fn computer(why: ComputerRefusal) -> &'static str {
    match why {
        ComputerRefusal::OnlyCreator => {
            "Whoever opened this lobby adds and removes computers; ask them, or open a game of your own with /titans new."
        }
        ComputerRefusal::NoRoomForPeople => "One seat is kept for a person; take it by pressing Join.",
        ComputerRefusal::NotAtTable => {
            "Only those at the table give a free seat to a computer; take the seat yourself with /seat take."
        }
        ComputerRefusal::NoneHere => "No computer has a seat in this lobby.",
        ComputerRefusal::HintAgainstPeople => {
            "Hints are given where you play against computers alone; open such a game with /titans new."
        }
        ComputerRefusal::HintTooEarly => "Hints are about your own moves; ask again when it is your turn.",
        ComputerRefusal::AnalyseOnlyDuels => {
            "Only duels of Titan's Battalion are analysed; /match replay shows any game."
        }
        ComputerRefusal::AnalyseWhenOver => "A game is analysed once it is over.",
    }
}

pub fn nothing(why: &NothingToShow) -> String {
    match why {
        NothingToShow::BoardThen => "There was no board at that moment.".into(),
        NothingToShow::Army => "You have not set up an army before; choose one of the others.".into(),
        NothingToShow::Round => "No round is over yet.".into(),
        NothingToShow::NoPiece(space) => format!("There is no piece on {space}."),
        NothingToShow::NotTheirs { space, mover } => format!(
            "The piece on {space} does not belong to {}, who is to move; only their pieces can be shown.",
            player(mover)
        ),
    }
}
