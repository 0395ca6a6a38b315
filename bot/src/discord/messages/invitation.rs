//! Message of a game with invited people.

use serenity::all::{ButtonStyle, CreateButton};

use super::odds;
use super::people::{mentioning, who};
use super::seed::{fixed_buttons, word_button};
use crate::discord::answer::Answer;
use crate::discord::custom_id::{ClashIntent, ComponentContext, Intent};
use crate::discord::features::challenge::words;
use crate::discord::wording::seed;
use crate::host::{Invitation, Lobby, LobbySeat, Member, Missing, SeatOrder};

/// Invitation message. It mentions the people in `pinged`.
pub fn message(lobby: &Lobby, why: Invitation, settings: Vec<String>, pinged: &[Member]) -> Answer {
    let row = |seat: &LobbySeat| words::Row {
        members: seat.members.clone(),
        battalion: seat.battalion.as_ref().map(|one| one.name.clone()),
        agreed: !seat.members.iter().any(|one| lobby.invited.contains(one)),
    };
    let name = |member: &Member| who(std::slice::from_ref(member), pinged);
    let sheet = words::Sheet {
        why,
        mode: lobby.options.mode.name().to_owned(),
        by: lobby.creator.clone(),
        settings,
        rows: lobby.seats.iter().map(row).collect(),
        fixed: lobby.options.order == SeatOrder::Fixed,
        asked: lobby.invited.iter().map(name).collect(),
        missing: lobby.missing.clone(),
        awaited: lobby.seed.as_ref().and_then(seed::awaited),
        closed: lobby.closed.clone(),
    };
    let answer = Answer::text(words::sheet(&sheet));
    if lobby.closed.is_some() {
        return answer;
    }
    mentioning(answer, pinged).buttons(buttons(lobby))
}

/// Buttons of an invitation. Choosing a Battalion appears if one is open, starting if nothing is missing.
pub fn buttons(lobby: &Lobby) -> Vec<CreateButton> {
    let of = ComponentContext { game: lobby.game, version: lobby.version };
    if lobby.seed.as_ref().is_some_and(|seed| seed.fixed) {
        return fixed_buttons(of);
    }
    let choose = |what: &Missing| matches!(what, Missing::Battalion(_) | Missing::OtherBattalion(_));
    let mut buttons = Vec::new();
    if !lobby.invited.is_empty() {
        buttons.push(of.button("Accept", ButtonStyle::Success, ClashIntent::Accept));
    }
    buttons.push(of.button("Decline", ButtonStyle::Secondary, ClashIntent::Decline));
    if lobby.missing.iter().any(choose) {
        let join = Intent::Join { page: 0 };
        buttons.push(of.button("Choose Battalion", ButtonStyle::Primary, join));
    }
    if lobby.missing.is_empty() {
        buttons.push(of.button("Start", ButtonStyle::Success, Intent::Start));
    }
    buttons.push(word_button(of));
    buttons.extend(odds::button(of, lobby));
    buttons
}
