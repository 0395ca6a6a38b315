//! Message of a lobby.

use engine::titans::{GameMode, PlacementStyle};
use serenity::all::{ButtonStyle, CreateButton};

use super::invitation;
use super::people::display_names;
use super::seed::{fixed_buttons, word_button};
use crate::discord::answer::Answer;
use crate::discord::custom_id::{ComponentContext, ComputerIntent, Intent};
use crate::discord::features::lobby::words;
use crate::discord::features::moves::words as turn;
use crate::discord::wording::{cards, clean, safe, seed};
use crate::host::{Lobby, LobbySeat, Member, Scene, Views};

/// The lobby's message with a picture of its seats. It mentions the people in `pinged`.
pub async fn with_card(views: &Views, lobby: &Lobby, pinged: &[Member]) -> Answer {
    let answer = message(lobby, pinged);
    if lobby.closed.is_some() {
        return answer;
    }
    // The text is complete, so the message is posted even without the picture.
    match views.lobby_picture(lobby, cards::lobby(lobby)).await {
        Ok(card) => answer.picture_named(&card, "lobby.png"),
        Err(_) => answer,
    }
}

/// The lobby's message without its picture.
pub fn message(lobby: &Lobby, pinged: &[Member]) -> Answer {
    let settings = settings(lobby);
    let answer = match lobby.options.invitation {
        Some(why) => invitation::message(lobby, why, settings, pinged),
        None => open_message(lobby, settings),
    };
    let answer = match strengths(lobby).filter(|_| lobby.closed.is_none()) {
        Some(line) => answer.also(&line),
        None => answer,
    };
    match lobby.seed.as_ref().filter(|_| lobby.closed.is_none()) {
        Some(sealed) => answer.also(&seed::lines(sealed)),
        None => answer,
    }
}

/// Settings chosen by the creator.
fn settings(lobby: &Lobby) -> Vec<String> {
    let options = &lobby.options;
    let mut settings = Vec::new();
    settings.push(words::clock(options.time, options.seats));
    settings.push(words::order(options.order, options.seats).to_owned());
    if let Some(id) = &options.battlefield {
        let name = lobby.battlefield.as_ref().unwrap_or(id);
        settings.push(format!("Battlefield {}", safe(name, 60)));
    }
    if options.placement != PlacementStyle::Usual {
        settings.push(words::placement(options.placement).to_owned());
    }
    settings
}

/// Sentence about the strength of the armies, for duels such as those that were measured.
fn strengths(lobby: &Lobby) -> Option<String> {
    let options = &lobby.options;
    let usual = options.mode == GameMode::Duel
        && options.placement == PlacementStyle::Usual
        && options.battlefield.is_none()
        && options.seats == 2;
    let [one, other] = lobby.seats.as_slice() else { return None };
    let [one, other] = [one, other].map(|seat| seat.battalion.as_ref().filter(|army| usual && !army.own));
    words::strengths(one?, other?)
}

fn open_message(lobby: &Lobby, settings: Vec<String>) -> Answer {
    let options = &lobby.options;
    let row = |seat: &LobbySeat| words::Row {
        names: seat.members.iter().map(|member| member.name.clone()).collect(),
        battalion: seat.battalion.as_ref().map_or_else(|| "no Battalion yet".to_owned(), |b| b.name.clone()),
    };
    let sheet = words::Sheet {
        title: format!("Titan's Battalion: {}", options.mode.name()),
        settings,
        rows: lobby.seats.iter().map(row).collect(),
        seats: usize::from(options.seats),
        missing: lobby.missing.clone(),
        host: clean(&lobby.creator.name),
        awaited: lobby.seed.as_ref().and_then(seed::awaited),
        closed: lobby.closed.clone(),
    };
    let answer = Answer::text(words::sheet(&sheet));
    if lobby.closed.is_some() {
        return answer;
    }
    let of = ComponentContext { game: lobby.game, version: lobby.version };
    if lobby.seed.as_ref().is_some_and(|seed| seed.fixed) {
        return answer.buttons(fixed_buttons(of));
    }
    let answer = answer.buttons(vec![
        of.button("Join", ButtonStyle::Primary, Intent::Join { page: 0 }),
        of.button("Add a Computer", ButtonStyle::Secondary, ComputerIntent::Add),
        of.button("Leave", ButtonStyle::Secondary, Intent::Leave),
        of.button("Start", ButtonStyle::Success, Intent::Start).disabled(!lobby.missing.is_empty()),
        placement_button(of, options.placement),
    ]);
    answer.buttons(vec![word_button(of)])
}

/// Button that switches between chosen and default placement.
fn placement_button(of: ComponentContext, now: PlacementStyle) -> CreateButton {
    let (label, chosen) = match now {
        PlacementStyle::Chosen => ("Usual Places", false),
        PlacementStyle::Usual | PlacementStyle::Shuffled => ("Own Places", true),
    };
    of.button(label, ButtonStyle::Secondary, Intent::OwnPlaces { on: u8::from(chosen) })
}

/// Text that replaces a lobby's message once its game has begun.
pub fn begun(scene: &Scene) -> Answer {
    let table = turn::players(&scene.view, &display_names(&scene.seats));
    let answer = Answer::text(words::begun(&engine::words::title(scene.view.played), &table));
    match &scene.seed {
        Some(sealed) => answer.also(&seed::lines(sealed)),
        None => answer,
    }
}
