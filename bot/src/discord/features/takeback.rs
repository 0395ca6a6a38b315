//! Takebacks: `/match takeback`, the buttons of its question, and all its sentences but refusals and confirmations
//! (`wording::refusal::table`, `wording::done`). The rules of a takeback are in `host/table/takeback.rs`.

use engine::board::Seat;
use serenity::all::ButtonStyle;

use crate::discord::answer::Answer;
use crate::discord::app::{Context, Error};
use crate::discord::commands::complete;
use crate::discord::commands::run::run;
use crate::discord::custom_id::{ComponentContext, TableIntent};
use crate::discord::features::moves::words::plain;
use crate::discord::request::{Outcome, Request};
use crate::discord::wording::{DisplayNames, list};
use crate::host::{Takeback, TakenBack};

game_command! {
    /// Ask the others to let you take back your last turn
    #[poise::command(slash_command)]
    pub async fn takeback() => |request, game| ask(&request, game)
}

/// Asks the other players for a takeback.
async fn ask(request: &Request, game: Option<String>) -> Outcome {
    let game = request.resolve_game(game).await?;
    let done = request.host().tables.ask_takeback(&request.public_actor(), game).await?;
    request.say_done(done).await;
    Ok(())
}

/// Agrees or declines.
pub async fn answer(request: &Request, of: ComponentContext, yes: bool) -> Outcome {
    let done = request.host().tables.answer_takeback(&request.public_actor(), of.game, Some(of.version), yes).await?;
    request.say_done(done).await;
    Ok(())
}

/// Message that asks the other players.
pub fn question(asked: &Takeback, names: &DisplayNames, waiting: &str, of: ComponentContext) -> Answer {
    Answer::text(asked_text(asked, names, waiting)).buttons(vec![
        of.button("Agree", ButtonStyle::Success, TableIntent::Takeback),
        of.button("Decline", ButtonStyle::Secondary, TableIntent::NoTakeback),
    ])
}

/// Question to the other players. `waiting`: the people who must answer, ready to print.
pub fn asked_text(asked: &Takeback, names: &DisplayNames, waiting: &str) -> String {
    let who = names.name(asked.seat);
    let (own, others): (Vec<_>, Vec<_>) = asked.turns.iter().partition(|(seat, _)| *seat == asked.seat);
    let quoted = |turns: Vec<&(Seat, String)>| {
        let turns: Vec<String> = turns.into_iter().map(|(_, text)| format!("`{}`", plain(text))).collect();
        list(&turns)
    };
    let followed = if others.is_empty() { String::new() } else { format!(", and with it {}", quoted(others)) };
    let own = quoted(own);
    let asks = if names.several(&[asked.seat]) { "ask" } else { "asks" };
    format!("**{who}** {asks} to take back {own}{followed}. {waiting}: do you agree?")
}

/// A takeback was declined or withdrawn.
pub fn off_text(asked: &Takeback, names: &DisplayNames) -> String {
    match asked.declined {
        Some((by, _)) if by != asked.seat => {
            let declines = if names.several(&[by]) { "decline" } else { "declines" };
            format!("**{}** {declines} the takeback. The game goes on.", names.name(by))
        }
        _ => {
            let asks = if names.several(&[asked.seat]) { "ask" } else { "asks" };
            format!("**{}** no longer {asks} for a takeback.", names.name(asked.seat))
        }
    }
}

/// Turns were taken back.
pub fn taken_back_text(seat: Seat, back: &TakenBack, names: &DisplayNames) -> String {
    let turns: Vec<String> = back.turns.iter().map(|text| format!("`{}`", plain(text))).collect();
    let who = names.name(seat);
    let takes = if names.several(&[seat]) { "take" } else { "takes" };
    match turns.as_slice() {
        [first, rest @ ..] if !rest.is_empty() => format!(
            "**{who}** {takes} back {first}; {} {} taken back as well.",
            list(rest),
            if rest.len() == 1 { "is" } else { "are" }
        ),
        turns => format!("**{who}** {takes} back {}.", list(turns)),
    }
}

/// Line of the history, without markup.
pub fn history_line(seat: Seat, turns: &[String], names: &DisplayNames) -> String {
    let turns: Vec<String> = turns.iter().map(|text| plain(text)).collect();
    let takes = if names.several(&[seat]) { "take" } else { "takes" };
    format!("{} {takes} back {}.", names.name(seat), list(&turns))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::Version;

    #[test]
    fn a_takeback_names_what_goes_back() {
        let names = DisplayNames::new([vec!["Ann".to_owned()], vec!["Bob".to_owned()]]);
        let mut asked = Takeback {
            seat: Seat(0),
            asked: Version(4),
            turns: vec![(Seat(0), "e4".into()), (Seat(1), "e5".into())],
            waiting: Vec::new(),
            declined: None,
        };
        assert_eq!(
            asked_text(&asked, &names, "<@2>"),
            "**Ann** asks to take back `e4`, and with it `e5`. <@2>: do you agree?"
        );
        asked.declined = Some((Seat(1), Version(5)));
        assert_eq!(off_text(&asked, &names), "**Bob** declines the takeback. The game goes on.");
        let back =
            |turns: &[&str]| TakenBack { to: Version(3), turns: turns.iter().map(|turn| (*turn).to_owned()).collect() };
        assert_eq!(
            taken_back_text(Seat(0), &back(&["e4", "e5"]), &names),
            "**Ann** takes back `e4`; `e5` is taken back as well."
        );
        assert_eq!(taken_back_text(Seat(0), &back(&["e4"]), &names), "**Ann** takes back `e4`.");
    }

    /// Verbs agree with one person or two in a seat, with one turn or several, in every sentence about a takeback.
    #[test]
    fn verbs_agree_with_people_and_turns() {
        let names = DisplayNames::new([vec!["Ann".to_owned()], vec!["Bob".to_owned(), "Cid".to_owned()]]);
        let back =
            |turns: &[&str]| TakenBack { to: Version(3), turns: turns.iter().map(|turn| (*turn).to_owned()).collect() };
        let taken = |seat, turns: &[&str]| taken_back_text(Seat(seat), &back(turns), &names);
        assert_eq!(taken(0, &["e4", "e5", "d4"]), "**Ann** takes back `e4`; `e5` and `d4` are taken back as well.");
        assert_eq!(taken(1, &["e5", "d4"]), "**Bob and Cid** take back `e5`; `d4` is taken back as well.");
        let line = |seat| history_line(Seat(seat), &["e4".to_owned(), "e5".to_owned()], &names);
        assert_eq!([0, 1].map(line), ["Ann takes back e4 and e5.", "Bob and Cid take back e4 and e5."]);
        let off = |seat, declined: Option<u8>| {
            let declined = declined.map(|by| (Seat(by), Version(5)));
            let asked = Version(4);
            off_text(&Takeback { seat: Seat(seat), asked, turns: Vec::new(), waiting: Vec::new(), declined }, &names)
        };
        assert_eq!(off(0, Some(1)), "**Bob and Cid** decline the takeback. The game goes on.");
        assert_eq!(off(1, Some(0)), "**Ann** declines the takeback. The game goes on.");
        for declined in [None, Some(1)] {
            assert_eq!(off(1, declined), "**Bob and Cid** no longer ask for a takeback.");
        }
        for declined in [None, Some(0)] {
            assert_eq!(off(0, declined), "**Ann** no longer asks for a takeback.");
        }
    }
}
