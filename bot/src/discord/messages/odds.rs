//! Odds in the messages of a lobby and of its game.

use engine::board::Seat;
use serenity::all::{ButtonStyle, CreateButton};

use super::people::is_computer;
use crate::discord::custom_id::{ComponentContext, Intent};
use crate::discord::wording::{clean, odds as words, people_names};
use crate::host::{GivenOdds, Lobby, Member, Scene};

/// Sentence about odds that are given in a lobby, or could be.
pub(super) fn sentence(lobby: &Lobby) -> Option<String> {
    let members = |seat: Seat| lobby.seats.get(seat.index()).map_or(&[][..], |seat| seat.members.as_slice());
    let computer = |members: &[Member]| members.iter().any(is_computer);
    let name = |members: &[Member]| clean(&people_names(members));
    if let Some(GivenOdds { seat, odds }) = lobby.odds {
        let given = words::given(&name(members(seat)), odds, lobby.options.time);
        let rated = !lobby.seats.iter().any(|seat| computer(&seat.members));
        return Some(if rated { format!("{given} {}", words::UNRATED) } else { given });
    }
    let giver = members(lobby.possible_odds.as_ref()?.seat);
    Some(if computer(giver) {
        words::suggested_for(&name(giver), &clean(&lobby.creator.name))
    } else {
        words::suggested(&name(giver))
    })
}

/// Button that opens the choice of odds, in a lobby with odds or with a stronger army.
pub(super) fn button(of: ComponentContext, lobby: &Lobby) -> Option<CreateButton> {
    let shown = lobby.odds.is_some() || lobby.possible_odds.is_some();
    shown.then(|| of.button(words::CHOOSE, ButtonStyle::Secondary, Intent::Odds))
}

/// Sentence about the odds of a game.
pub fn in_game(scene: &Scene) -> Option<String> {
    let GivenOdds { seat, odds } = scene.odds?;
    let members = scene.seats.get(seat.index())?;
    Some(words::given(&clean(&people_names(members)), odds, scene.options.time()))
}
