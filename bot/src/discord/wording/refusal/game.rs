//! Games that cannot be found, have not begun or are over; whose turn it is; what there is nothing to show of.

use super::in_words;
use crate::discord::wording::{people_names, player};
use crate::host::{
    ChallengeRefusal, ComputerRefusal, LobbyRefusal, Missing, NoGame, NotStarted, NotYourTurn,
    NothingToShow, Over, Player, RematchRefusal, Stale,
};

pub fn no_game(why: NoGame) -> String {
    match why {
        NoGame::Numbered => "There is no such game.",
        NoGame::InChannel => {
            "There is no game in this channel; /titans new or /clash new opens one."
        }
    }
    .into()
}

/// There is one already.
pub const GAME_HERE: &str =
    "There is a game in this channel already; a thread can hold another one.";

/// Set aside.
pub const UNREADABLE: &str = "This game cannot be opened by the bot as it is now; a moderator can close it with `/match end`.";

/// No seat in it.
pub const NOT_IN_GAME: &str = "You have no seat in this game.";

/// The shop and the auction belong to the other game.
pub const ONLY_CLASH: &str =
    "There is no shop and no auction here: that belongs to Clash of the Armies.";

/// The move is not among the legal ones.
pub const NO_SUCH_MOVE: &str = "That is not a legal move now.";

pub fn not_started(why: NotStarted) -> String {
    match why {
        NotStarted::Game => "The game has not begun yet.",
        NotStarted::Play => super::NOTHING_PLAYED,
        NotStarted::FirstTurn => "There is nothing to replay yet; nobody has taken a turn.",
    }
    .into()
}

pub fn over(why: Over) -> String {
    match why {
        Over::Game => "This game is over.",
        Over::Lobby => "This lobby was closed; no game began.",
        Over::Challenge => "This challenge is over; /clash new makes another.",
    }
    .into()
}

fn players(players: &[Player]) -> String {
    players.iter().map(player).collect::<Vec<_>>().join(", ")
}

pub fn not_your_turn(why: &NotYourTurn) -> String {
    match why {
        NotYourTurn::Move(next) => {
            format!("It is not your turn: {} is to move.", players(next))
        }
        NotYourTurn::TeamMate(mate) => format!(
            "Team mates alternate turns (T-1): this one is {}'s.",
            mate.name
        ),
        NotYourTurn::Buying(buyers) => format!(
            "No round is played yet: {} is buying an army.",
            players(buyers)
        ),
        NotYourTurn::Auction => "No round is played yet: the Amazon is being auctioned.".into(),
        NotYourTurn::NothingToBuy => "You have nothing to buy now.".into(),
        NotYourTurn::NoTurn => "No turn is to be taken now, so there are no moves to show.".into(),
    }
}

pub fn stale(why: Stale) -> String {
    match why {
        Stale::Position => super::STALE,
        Stale::NoOffer => "No draw is offered in this position.",
        Stale::NoTakeback => "No takeback is asked for in this position any more.",
        Stale::NoSeatOffer => "This seat is no longer offered.",
        Stale::SeatHeld => "Somebody holds this seat already.",
        Stale::Offered => "A draw has been offered meanwhile: agree to it or decline it.",
    }
    .into()
}

pub fn lobby(why: &LobbyRefusal) -> String {
    match why {
        LobbyRefusal::Begun => "The game has begun already; the seats are taken.".into(),
        LobbyRefusal::IsChallenge => "This is a challenge to one person, who can accept or decline it; there are no seats to take.".into(),
        LobbyRefusal::Joined => "You have joined already.".into(),
        LobbyRefusal::MateNotHere => "That person has not joined this game.".into(),
        LobbyRefusal::SeatShared => "That seat is shared by two already (T-1).".into(),
        LobbyRefusal::Full => {
            "All seats are taken; you can share one with a team mate (T-1).".into()
        }
        LobbyRefusal::NotInvited => {
            "This game is for the people who were asked; /titans new opens one of your own.".into()
        }
        LobbyRefusal::Kicked => "You were removed from this lobby; join or open another game.".into(),
        LobbyRefusal::KickSelf => "You cannot remove yourself; use `/match leave`.".into(),
        LobbyRefusal::NotSeated => "That person is not in this lobby.".into(),
        LobbyRefusal::Missing(what) => missing(what),
        LobbyRefusal::NoBattalion => "Not everybody has chosen a Battalion yet.".into(),
        LobbyRefusal::UnknownBattalion => {
            "There is no such Battalion here; choose one of the list.".into()
        }
        LobbyRefusal::DisabledBattalion => {
            "That Battalion may not be picked on this server; choose another.".into()
        }
        LobbyRefusal::TwoVersions(name) => format!(
            "Two versions of {name} cannot meet in one game; choose the same, or another Battalion."
        ),
        LobbyRefusal::BattlefieldGone => "The Battlefield is no longer there.".into(),
        LobbyRefusal::Setup(why) => why.to_string(),
    }
}

/// What is missing before a lobby can start.
pub fn missing(what: &Missing) -> String {
    let have = |of: &Player| if of.people.len() > 1 { "have" } else { "has" };
    match what {
        Missing::Players(1) => "1 more Player is needed.".into(),
        Missing::Players(more) => format!("{more} more Players are needed."),
        Missing::Answers(people) => {
            format!("Waiting for an answer from {}.", people_names(people))
        }
        Missing::Battalion(of) => {
            format!("{} {} still to choose a Battalion.", player(of), have(of))
        }
        Missing::OtherBattalion(of) => {
            let names = player(of);
            format!(
                "The Battalion of {names} can no longer be picked here; {names} {} to choose again.",
                have(of)
            )
        }
        Missing::Setup(why) => in_words(why),
    }
}

pub const fn rematch(why: RematchRefusal) -> &'static str {
    match why {
        RematchRefusal::NotOver => {
            "The game is not over yet; a rematch can be asked for when it is."
        }
        RematchRefusal::Asked => {
            "You have asked for a rematch already; the others have yet to agree."
        }
    }
}

pub fn challenge(why: ChallengeRefusal) -> String {
    match why {
        ChallengeRefusal::IsLobby => "This is not a challenge.",
        ChallengeRefusal::Begun => "The match has begun already.",
    }
    .into()
}

pub const fn computer(why: ComputerRefusal) -> &'static str {
    match why {
        ComputerRefusal::OnlyCreator => {
            "Whoever opened this lobby adds and removes computers; ask them, or open a game of your own with /titans new."
        }
        ComputerRefusal::NoRoomForPeople => {
            "One seat is kept for a person; take it by pressing Join."
        }
        ComputerRefusal::NotAtTable => {
            "Only those at the table give a free seat to a computer; take the seat yourself with /match take-seat."
        }
        ComputerRefusal::NoneHere => "No computer has a seat in this lobby.",
        ComputerRefusal::HintAgainstPeople => {
            "Hints are given where you play against computers alone; open such a game with /titans new."
        }
        ComputerRefusal::AnalyseOnlyDuels => {
            "Only duels of Titan's Battalion are analysed; /match replay shows any game."
        }
        ComputerRefusal::AnalyseWhenOver => "A game is analysed once it is over.",
    }
}

pub fn nothing(why: &NothingToShow) -> String {
    match why {
        NothingToShow::BoardThen => "There was no board at that moment.".into(),
        NothingToShow::Round => "No round is over yet.".into(),
        NothingToShow::NoPiece(space) => format!("There is no piece on {space}."),
        NothingToShow::NotTheirs { space, mover } => format!(
            "The piece on {space} is not of {}, who is to move; only theirs can be shown.",
            player(mover)
        ),
    }
}
