//! Messages about pauses and about games that nobody continues.

use engine::view::{SeatState, SeatView};
use serenity::all::ButtonStyle;

use super::people::{display_names, is_computer, who};
use crate::discord::answer::Answer;
use crate::discord::custom_id::{ComponentContext, Intent};
use crate::discord::features::pause::words;
use crate::host::{Member, Scene};

fn context(scene: &Scene) -> ComponentContext {
    ComponentContext { game: scene.game, version: scene.version }
}

/// People who are still in the game, without computers.
pub fn players(scene: &Scene) -> Vec<Member> {
    people(scene, |_| true)
}

/// People who have not answered a request to pause.
pub fn unanswered(scene: &Scene) -> Vec<Member> {
    people(scene, |seat| !scene.clock.asked.contains(&seat.seat))
}

/// People in seats that are in the game and not free.
fn people(scene: &Scene, is_meant: impl Fn(&SeatView) -> bool) -> Vec<Member> {
    let is_free = |seat: &SeatView| scene.table.vacant.iter().any(|vacant| vacant.seat == seat.seat);
    let plays = |seat: &&SeatView| seat.state == SeatState::Playing && !is_free(seat) && is_meant(seat);
    let seats = scene.view.seats.iter().filter(plays);
    let members = seats.filter_map(|seat| scene.seats.get(seat.seat.index())).flatten();
    members.filter(|member| !is_computer(member)).cloned().collect()
}

/// Request for a pause; `who`: the people who have not answered.
pub fn asked(scene: &Scene, who: &str) -> Answer {
    let names = display_names(&scene.seats);
    let asked = &scene.clock.asked;
    let agreed: Vec<String> = asked.iter().map(|seat| names.name(*seat)).collect();
    let people = asked.iter().filter_map(|seat| scene.seats.get(seat.index())).flatten().count();
    let of = context(scene);
    Answer::text(words::asked(&agreed, people, who)).buttons(vec![
        of.button("Agree to Pause", ButtonStyle::Success, Intent::AgreePause),
        of.button("Decline", ButtonStyle::Secondary, Intent::NoPause),
    ])
}

/// The game is paused.
pub fn paused(scene: &Scene) -> Answer {
    let text = words::paused(&who(&scene.to_act, &[]), scene.clock.left);
    let resume = context(scene).button("Resume", ButtonStyle::Primary, Intent::Resume);
    Answer::text(text).buttons(vec![resume])
}

/// Nothing has happened for long; `who`: the Players.
pub fn still_playing_question(scene: &Scene, who: &str) -> Answer {
    let still = context(scene).button("Still Playing", ButtonStyle::Primary, Intent::StillPlaying);
    Answer::text(words::still_playing(who)).buttons(vec![still])
}
