//! Clash of the Armies: challenges here, the shop and the auction below.

pub mod auction;
pub mod shop;

use opponent::Level;
use serenity::all::User;

use super::place::{Defaults, Where, here};
use super::{Outcome, opening, refuse, say_done, who};
use crate::discord::app::Shared;
use crate::discord::custom_id::{ClashIntent, ComponentContext};
use crate::discord::responder::Responder;
use crate::discord::wording::refusal;
use crate::host::{ClashOptions, ComputerPlayer, GameId, Member, Opening, OptionRefusal, PersonId, Refusal};

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
pub async fn accept(app: &Shared, responder: &Responder, game: GameId, word: Option<String>) -> Outcome {
    responder.hold().await;
    let done = app.host.accept_with(&who(responder), game, word).await?;
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

/// Does what a press asks for. `value` is what was chosen in a menu or typed in a form.
pub async fn press(
    app: &Shared,
    responder: &Responder,
    of: ComponentContext,
    intent: ClashIntent,
    value: Option<&str>,
) -> Outcome {
    match intent {
        ClashIntent::Accept => accept(app, responder, of.game, None).await,
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
