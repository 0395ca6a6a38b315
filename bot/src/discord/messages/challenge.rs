//! Message of a challenge to Clash of the Armies.

use serenity::all::{ButtonStyle, CreateButton, UserId};

use super::people::is_computer;
use super::seed::{fixed_buttons, word_button};
use crate::discord::answer::Answer;
use crate::discord::custom_id::{ClashIntent, ComponentContext};
use crate::discord::features::clash::words;
use crate::discord::wording::{clean, seed};
use crate::host::{Challenge, Colours};

/// Message of a challenge, the same in every place. `mention` notifies the challenged person.
pub fn message(challenge: &Challenge, mention: bool) -> Answer {
    let challenged = challenge.challenged.as_ref();
    let mention = challenged.filter(|member| mention && !is_computer(member));
    let options = &challenge.options;
    let colours = match options.colours {
        Colours::Drawn => "Random colours".to_owned(),
        Colours::Challenger => format!("**{}** has White", clean(&challenge.challenger.name)),
        Colours::Challenged => match challenged {
            Some(challenged) => format!("**{}** has White", clean(&challenged.name)),
            None => format!("**{}** has Black", clean(&challenge.challenger.name)),
        },
    };
    let time = words::clock(options.time);
    let en_passant = if options.en_passant { "with en passant" } else { "no en passant" };
    let closed = challenge.closed.as_ref().map(|stopped| {
        let role = match stopped.by.person {
            by if challenged.is_some_and(|challenged| challenged.person == by) => words::Closer::Challenged,
            by if by == challenge.challenger.person => words::Closer::Challenger,
            _ => words::Closer::Other,
        };
        words::closed(&stopped.by.name, role, stopped.reason.as_deref())
    });
    let sheet = words::Sheet {
        challenger: challenge.challenger.name.clone(),
        challenged: challenged.map(|challenged| match mention {
            Some(_) => format!("<@{}>", challenged.person),
            None => format!("**{}**", clean(&challenged.name)),
        }),
        settings: vec![colours, time, en_passant.to_owned()],
        status: closed.or_else(|| challenge.seed.as_ref().and_then(seed::awaited)),
    };
    let answer = Answer::text(words::challenge(&sheet));
    if challenge.closed.is_some() {
        return answer;
    }
    let answer = match &challenge.seed {
        Some(sealed) => answer.also(&seed::lines(sealed)),
        None => answer,
    };
    let answer = match mention {
        Some(member) => answer.mention([UserId::new(member.person.0)]),
        None => answer,
    };
    answer.buttons(buttons(challenge))
}

/// To accept, to decline, to take back.
pub fn buttons(challenge: &Challenge) -> Vec<CreateButton> {
    let of = ComponentContext { game: challenge.game, version: challenge.version };
    if challenge.seed.as_ref().is_some_and(|seed| seed.fixed) {
        return fixed_buttons(of);
    }
    vec![
        of.button("Accept", ButtonStyle::Success, ClashIntent::Accept),
        of.button(
            match challenge.challenged {
                Some(_) => "Decline",
                None => "Withdraw",
            },
            ButtonStyle::Secondary,
            ClashIntent::Decline,
        ),
        word_button(of),
    ]
}
