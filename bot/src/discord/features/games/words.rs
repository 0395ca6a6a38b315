//! Messages that list games.

use engine::words::title;

use crate::discord::wording::{clean, in_time, list, times};
use crate::host::{ListedGame, Listing, Lobby, Member, MessageId, Place, Standing};

/// Reply if no game of the server needs players.
pub const NO_SEEKS: &str = "No games here need players right now. Open one with /titans new, or challenge somebody with /titans challenge or /clash challenge.";

/// Link to the channel of a game, or to a message in it.
fn link(place: Place, message: Option<MessageId>) -> String {
    let channel = format!("<#{}>", place.channel);
    match (place.guild, message) {
        (Some(guild), Some(message)) => {
            format!("{channel} ([board](https://discord.com/channels/{guild}/{}/{message}))", place.channel)
        }
        _ => channel,
    }
}

fn names(people: &[Member]) -> String {
    let names: Vec<String> = people.iter().map(|one| format!("**{}**", clean(&one.name))).collect();
    list(&names)
}

/// Games of a person; `here` limits the wording to one server.
pub fn mine(games: &[ListedGame], here: bool) -> String {
    match (games, here) {
        ([], true) => "You have no game on this server; /games find shows those that want players.".into(),
        ([], false) => "You have no game.".into(),
        (games, _) => games.iter().map(game).collect::<Vec<_>>().join("\n"),
    }
}

/// Characters of a game in the list.
pub fn length(of: &ListedGame) -> usize {
    game(of).chars().count()
}

fn game(game: &ListedGame) -> String {
    let what = match game.what {
        Listing::Playing(played) => title(played),
        Listing::Lobby(mode) => format!("Titan's Battalion: {}", mode.name()),
        Listing::Challenge => "Chess: The Clash of the Armies".to_owned(),
    };
    let with = match game.others.as_slice() {
        [] => String::new(),
        others => format!(" with {}", names(others)),
    };
    let whose = match (game.waiting, game.what, game.to_act.as_slice()) {
        _ if game.standing == Some(Standing::Adjourned) => "adjourned; resume it with `/match resume`".to_owned(),
        _ if game.standing == Some(Standing::Paused) => "paused".to_owned(),
        (true, Listing::Playing(_), _) => "**your turn**".to_owned(),
        (true, ..) => "**waiting for your answer**".to_owned(),
        (false, Listing::Playing(_), []) => "waiting for the others".to_owned(),
        (false, Listing::Playing(_), next) => format!("{} to act", names(next)),
        (false, ..) => "not begun".to_owned(),
    };
    let time = game.deadline.map(|at| format!(", due {}", in_time(at)));
    let (time, link) = (time.unwrap_or_default(), link(game.place, game.message));
    format!("• {what}{with}: {whose}{time}, in {link}")
}

/// Line about a game that needs players.
pub fn seek(number: usize, lobby: &Lobby, message: Option<MessageId>) -> String {
    let options = &lobby.options;
    let time = times::control(options.time);
    let people: Vec<Member> = lobby.seats.iter().flat_map(|seat| seat.members.clone()).collect();
    let there = match people.as_slice() {
        [] => format!("opened by **{}**", clean(&lobby.creator.name)),
        people => format!("with {}", names(people)),
    };
    format!(
        "{number}. Titan's Battalion: {}, {there}; {} of {} seats taken, {time}, in {}",
        options.mode.name(),
        lobby.seats.len(),
        options.seats,
        link(lobby.place, message)
    )
}
