//! Clash of the Armies: challenges here, the shop and the auction below.

pub mod auction;
pub mod shop;

use opponent::Level;
use serenity::all::{ButtonStyle, User, UserId};

use super::computer::is_computer;
use super::place::{Defaults, Where, here};
use super::{Outcome, opening, refuse, say_done, who};
use crate::discord::answer::Answer;
use crate::discord::app::Shared;
use crate::discord::custom_id::{ClashIntent, ComponentContext};
use crate::discord::responder::Responder;
use crate::discord::wording::{clash as words, clean, refusal};
use crate::host::{
    Challenge, ClashOptions, Colours, ComputerPlayer, GameId, Member, Opening, OptionRefusal, PersonId, Refusal,
};

/// Desired opponent.
#[derive(Debug)]
pub enum Rival {
    /// A person.
    Person(Box<User>),
    /// A computer player.
    Computer(Level),
    /// The first person who accepts.
    Anyone,
}

/// Challenges somebody.
pub async fn challenge(
    app: &Shared,
    responder: &Responder,
    opponent: Rival,
    mut options: ClashOptions,
    defaults: Defaults,
    spot: Where,
) -> Outcome {
    responder.hold().await;
    let member = match opponent {
        Rival::Person(user) if user.bot => return Err(refuse(refusal::BOT)),
        Rival::Person(user) => Some(Member { person: PersonId(user.id.get()), name: user.display_name().to_owned() }),
        Rival::Computer(level) => Some(ComputerPlayer { level, number: 0 }.member()),
        Rival::Anyone => None,
    };
    if member.as_ref().is_some_and(|member| member.person == super::person(responder)) {
        // Before a thread is opened for nothing; the host refuses it too.
        return Err(Refusal::from(OptionRefusal::OwnOpponent).into());
    }
    let place = here(responder)?;
    let settings = app.host.settings_of(place.guild).await?;
    options.time = defaults.time(&settings)?;
    options.theme = defaults.theme.unwrap_or(settings.theme);
    let who = who(responder);
    app.host.may_challenge(&who, &place, &options).await?;
    let opening = Opening::Clash { opponent: member, options };
    opening::open(app, responder, opening, spot).await
}

/// Accepts a challenge.
pub async fn accept(app: &Shared, responder: &Responder, game: GameId) -> Outcome {
    responder.hold().await;
    let done = app.host.accept(&who(responder), game).await?;
    say_done(app, responder, done).await;
    Ok(())
}

/// Declines a challenge, or takes an own one back.
pub async fn decline(app: &Shared, responder: &Responder, game: GameId) -> Outcome {
    responder.hold().await;
    let done = app.host.decline(&who(responder), game).await?;
    say_done(app, responder, done).await;
    Ok(())
}

/// A challenge's message: the same wherever it is shown. `mention` notifies the one who is challenged.
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
    let en_passant = match options.en_passant {
        true => "with en passant",
        false => "no en passant",
    };
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
        closed,
    };
    let answer = Answer::text(words::challenge(&sheet));
    if challenge.closed.is_some() {
        return answer;
    }
    let answer = match mention {
        Some(member) => answer.mention([UserId::new(member.person.0)]),
        None => answer,
    };
    answer.buttons(challenge_buttons(challenge))
}

/// To accept, to decline, to take back.
pub fn challenge_buttons(challenge: &Challenge) -> Vec<serenity::all::CreateButton> {
    let of = ComponentContext { game: challenge.game, version: challenge.version };
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
    ]
}

/// Does what a press asks for. `value` is what was chosen in a menu or typed in a form.
pub async fn press(
    app: &Shared,
    responder: &Responder,
    of: ComponentContext,
    intent: ClashIntent,
    value: Option<&str>,
) -> Outcome {
    match intent {
        ClashIntent::Accept => accept(app, responder, of.game).await,
        ClashIntent::Decline => decline(app, responder, of.game).await,
        ClashIntent::Bid => match value {
            Some(typed) => auction::bid(app, responder, of.game, Some(of.version), typed).await,
            None => auction::form(app, responder, of.game).await,
        },
        ClashIntent::Raise => auction::raise(app, responder, of.game, Some(of.version), true).await,
        ClashIntent::Stop => auction::raise(app, responder, of.game, Some(of.version), false).await,
        other => shop::press(app, responder, of, other, value).await,
    }
}
