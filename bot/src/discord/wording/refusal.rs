//! Texts of refusals. Refusals of the host are data with a text below; refusals of the interface are constants here.

mod battalion;
mod game;
mod server;
mod table;

use crate::discord::error::Error;
use crate::discord::features::pause::words as standstill;
use crate::discord::wording::{odds, people_names, player, seed};
use crate::host::{self, Cause, ChannelId, InternalError, LobbyRefusal, Member, Missing, Player, Refusal};

pub use battalion::same_file;
pub use game::{LOBBY_CLOSED, NOTHING_PLAYED, STALE, not_pgn};

/// Refusal as one sentence without rule numbers. It may contain text from people, which is escaped where it is shown.
pub fn error(error: &Error) -> String {
    match error {
        Error::Host(host::Error::Refused(why)) => in_words(why),
        Error::Host(host::Error::Internal(fault)) => broken(fault),
        Error::Refused(sentence) => sentence.clone(),
        Error::Stale => STALE.to_owned(),
    }
}

/// Refusal by the host.
pub fn in_words(why: &Refusal) -> String {
    match why {
        Refusal::NoGame(why) => game::no_game(*why),
        Refusal::GameHere => game::GAME_HERE.into(),
        Refusal::Unreadable => game::UNREADABLE.into(),
        Refusal::NotStarted(why) => game::not_started(*why),
        Refusal::Over(why) => game::over(*why),
        Refusal::NotInGame => game::NOT_IN_GAME.into(),
        Refusal::NotYourTurn(why) => game::not_your_turn(why),
        Refusal::Stale(why) => game::stale(*why),
        Refusal::Illegal(why) => why.sentence(),
        Refusal::NoSuchMove => game::NO_SUCH_MOVE.into(),
        Refusal::Lobby(why) => lobby(why),
        Refusal::Challenge(why) => game::challenge(*why),
        Refusal::Pgn(why) => game::not_pgn(why),
        Refusal::Conditional(why) => game::conditional(why),
        Refusal::Rematch(why) => game::rematch(*why).into(),
        Refusal::Table(why) => table::table(why),
        Refusal::Permission(why) => server::denied(why),
        Refusal::Options(why) => server::options(why),
        Refusal::Settings(why) => server::settings(why),
        Refusal::Battalion(why) => battalion::battalion(why.clone()),
        Refusal::File(why) => battalion::file(why),
        Refusal::Battlefield(why) => battalion::battlefield(why),
        Refusal::Trial(why) => crate::discord::features::battalions::test_words::refusal(why),
        Refusal::Unknown(why) => battalion::unknown(why),
        Refusal::Computer(why) => game::computer(*why).into(),
        Refusal::Nothing(why) => game::nothing(why),
        Refusal::Standing(why) => crate::discord::features::privacy::words::refusal(why),
        Refusal::OnlyClash => game::ONLY_CLASH.into(),
        Refusal::StandsStill(standing) => standstill::standing(*standing, None),
        Refusal::Clock(why) => standstill::clock(why),
        Refusal::Holiday(why) => standstill::no_holiday(*why),
    }
}

fn lobby(why: &LobbyRefusal) -> String {
    match why {
        LobbyRefusal::Begun => "The game has already begun; the seats are taken.".into(),
        LobbyRefusal::IsChallenge => {
            "This is a challenge, with no seats to take; answer it with the buttons on its message.".into()
        }
        LobbyRefusal::Joined => "You have already joined.".into(),
        LobbyRefusal::SeatShared => "Two people already share that seat.".into(),
        LobbyRefusal::Full => "All seats are taken; you can share one with a team mate.".into(),
        LobbyRefusal::Proposed => {
            "The Battalions of this game are settled: accept it, or decline and propose others.".into()
        }
        LobbyRefusal::FreeSeats { taken, seats } => format!(
            "Only {taken} of {seats} seats {} taken; wait for more Players, or say that you start with {taken}.",
            if *taken == 1 { "is" } else { "are" }
        ),
        LobbyRefusal::NotInvited => {
            "This game is for the people who were asked; /titans new opens one of your own.".into()
        }
        LobbyRefusal::Kicked => "You were removed from this lobby; join or open another game.".into(),
        LobbyRefusal::KickInvited => {
            "Nobody can be removed from a challenge; withdraw it with `/lobby leave`, or close it with `/match end`."
                .into()
        }
        LobbyRefusal::KickSelf => "You cannot remove yourself; use `/lobby leave`.".into(),
        LobbyRefusal::NotSeated => "That person is not in this lobby.".into(),
        LobbyRefusal::Missing(what) => missing(what),
        LobbyRefusal::NoBattalion => "Not everybody has chosen a Battalion yet.".into(),
        LobbyRefusal::NothingToPick => {
            "No army can be picked on this server: ask those who manage it to allow one with /battalion-admin enable."
                .into()
        }
        LobbyRefusal::DisabledBattalion => "That Battalion cannot be picked on this server; choose another.".into(),
        LobbyRefusal::TwoVersions(name) => {
            format!("Two versions of {name} cannot meet in one game; choose the same, or another Battalion.")
        }
        LobbyRefusal::BattlefieldGone => "That Battlefield no longer exists; open a new game.".into(),
        LobbyRefusal::Setup(why) => why.to_string(),
        LobbyRefusal::Word(why) => seed::refused(*why),
        LobbyRefusal::Odds(why) => odds::refused(why),
        LobbyRefusal::SeatsFixed(awaited) => seed::seats_fixed(awaited),
    }
}

/// Unmet requirement for starting a lobby.
pub fn missing(what: &Missing) -> String {
    let have = |of: &Player| if of.people.len() > 1 { "have" } else { "has" };
    match what {
        Missing::Players(1) => "1 more Player is needed.".into(),
        Missing::Players(more) => format!("{more} more Players are needed."),
        Missing::Answers(people) => {
            format!("Waiting for an answer from {}.", people_names(people))
        }
        Missing::Battalion(of) => {
            format!("{} still {} to choose a Battalion.", player(of), have(of))
        }
        Missing::OtherBattalion(of) => {
            let names = player(of);
            format!("The Battalion of {names} can no longer be picked here; {names} {} to choose again.", have(of))
        }
        Missing::Setup(why) => in_words(why),
    }
}

/// Apology for a fault, with the number of the log entry.
fn broken(fault: &InternalError) -> String {
    let sorry = match fault.cause() {
        Cause::Disk | Cause::ReadOnly | Cause::Locked | Cause::Damaged | Cause::Unreachable if fault.reading() => {
            "The bot cannot read its games at the moment; please try again later."
        }
        Cause::Full => {
            "The disk that the bot stores its games on is full, so nothing was changed; please try again later."
        }
        Cause::Disk | Cause::ReadOnly | Cause::Locked | Cause::Damaged | Cause::Gone => {
            "The bot cannot store anything at the moment, so nothing was changed; please try again later."
        }
        // If the connection is lost during a commit, it is unknown whether the change was stored.
        Cause::Unreachable => {
            "The bot cannot reach its database at the moment; look whether your change was made before you try again."
        }
        Cause::Other => APOLOGY,
    };
    format!("{sorry} (Fault {})", fault.number())
}

/// Press on an unknown component.
pub const UNKNOWN: &str = "This button no longer works. Use /match board to see the game.";
/// Command of another version of the bot.
pub const OUT_OF_DATE: &str = "That command is out of date. Restart Discord to see the commands as they are now.";
/// Command with options other than declared.
pub const NOT_UNDERSTOOD: &str = "I could not read that command. Reload Discord and try again.";
/// Fault of the program.
pub const APOLOGY: &str = "Sorry, something went wrong here. Nothing was lost; please try again.";
/// Server command in a direct message.
pub const SERVER_ONLY: &str = "This only works in a server channel.";
/// Nothing to choose.
pub const NO_MOVES: &str = "You have no move to make at the moment.";
/// Placement after play has begun.
pub const PLACED: &str = "All armies are in place, and it is your turn: use /move.";
/// Public reply in a channel where the person may not write.
pub const CANNOT_WRITE: &str = "You cannot write in this channel, so I cannot post it here for you.";
/// Cancelled question.
pub const NEVER_MIND: &str = "Nothing has changed.";

/// Typed text instead of a game from the list.
pub const CHOOSE_GAME: &str = "Choose the game from the list that appears as you type.";
/// Game of other people.
pub const NOT_YOURS: &str = "You are not in that game; choose one from the list that appears as you type.";
/// Button of a game of other people that needs no players, or not any more.
pub const BUTTON_OF_OTHERS: &str =
    "You are not in that game, and it needs no more players; /games find shows those that do.";
/// Version without a Battalion.
pub const VERSION_OF_WHAT: &str =
    "A version belongs to one Battalion: choose it too, or leave the version out to export all.";
/// Bot as an opponent.
pub const BOT: &str = "A bot cannot be challenged; choose a person, or play against the computer with `/play`.";
/// Battalion for a computer without a computer.
pub const NO_COMPUTER: &str =
    "`opponent-battalion` is for a computer: choose how strong it is as `computer`, or leave the Battalion out.";
/// Bot as a holder of a seat.
pub const BOT_SEAT: &str = "A bot cannot have a seat; choose a person.";
/// No game to move.
pub const NO_GAME_TO_MOVE: &str = "You have no game on this server that could be moved here.";
/// Several games to move.
pub const NAME_GAME_TO_MOVE: &str = "You have several games on this server; choose the one to move as `game`.";
/// Missing Space of a piece.
pub const NO_SPACE: &str = "Write the Space of the piece, for example e2.";

/// No decision for this person; `others` have one.
pub fn nothing_to_do(others: &[Member]) -> String {
    if others.is_empty() {
        return "There is nothing for you to do at the moment.".to_owned();
    }
    let names: Vec<String> = others.iter().map(|member| member.name.clone()).collect();
    format!("There is nothing for you to do now; waiting for {}.", super::list(&names))
}

/// The person's game is in another channel.
pub fn elsewhere(channel: ChannelId) -> String {
    format!("There is no game here. Your game is in <#{channel}>.")
}

/// Permissions that the bot lacks in the channel of a new game.
pub fn cannot_open(missing: &[&str]) -> String {
    format!("I cannot post in this channel: please give me {} there, or choose another channel.", named(missing))
}

/// Permissions that the bot lacks in the channel of a game.
pub fn cannot_post(missing: &[&str]) -> String {
    format!(
        "The board can't be posted: I need {} in this channel. The game goes on; /match board shows it meanwhile.",
        named(missing)
    )
}

/// Permissions by their names in Discord's settings.
fn named(permissions: &[&str]) -> String {
    let quoted = permissions.iter().map(|name| format!("\"{name}\""));
    super::list(&quoted.collect::<Vec<_>>())
}

/// Occupied channel, with a button that opens a thread.
pub const GAME_HERE_THREAD: &str = "There is a game in this channel already. Yours can have a thread of its own.";
/// Occupied thread.
pub const GAME_IN_THREAD: &str = "There is a game in this thread already; open yours in another channel.";

/// Occupied channel in which no thread can be opened.
pub fn game_here(missing: &str) -> String {
    format!(
        "There is a game in this channel already. Give me {} so that yours can have a thread, or open it in another channel.",
        named(&[missing])
    )
}

/// Failed opening of a thread.
pub fn no_thread(missing: Option<&str>) -> String {
    match missing {
        Some(name) => format!(
            "I cannot open a thread here: please give me {}, or choose \"Here\" for the option \"location\".",
            named(&[name])
        ),
        None => "I could not open a thread here. Choose \"Here\" for the option \"location\".".to_owned(),
    }
}

/// Useless thread of a game that was not opened.
pub fn thread_left(why: &str, thread: &str) -> String {
    format!("{why} The thread {thread} was opened for nothing and could not be deleted: please delete it.")
}

/// Thread inside a thread.
pub const IN_THREAD: &str = "This is already a thread: choose \"Here\" for the option \"location\".";

/// Request in a direct message without naming one of several games.
pub const SEVERAL_GAMES: &str =
    "You are playing more than one game: use the command in the channel of the game, or its `game` option.";

#[cfg(test)]
mod tests;
