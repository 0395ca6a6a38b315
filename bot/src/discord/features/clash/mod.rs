//! Clash of the Armies: challenges here, the shop and the auction below.

pub mod commands;
pub mod words;

pub mod auction;
pub mod shop;

use opponent::Level;
use serenity::all::User;

use crate::discord::custom_id::{ClashIntent, ComponentContext};
use crate::discord::features::lobby::opening;
use crate::discord::features::lobby::place::{Defaults, Where, here};
use crate::discord::request::{Outcome, Request, refuse};
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
    request: &Request,
    opponent: Rival,
    mut options: ClashOptions,
    defaults: Defaults,
    spot: Where,
) -> Outcome {
    request.hold().await;
    let member = match opponent {
        Rival::Person(user) if user.bot => return Err(refuse(refusal::BOT)),
        Rival::Person(user) => Some(Member { person: PersonId(user.id.get()), name: user.display_name().to_owned() }),
        Rival::Computer(level) => Some(ComputerPlayer { level, number: 0 }.member()),
        Rival::Anyone => None,
    };
    if member.as_ref().is_some_and(|member| member.person == request.person()) {
        // Before a thread is opened for nothing; the host refuses it too.
        return Err(Refusal::from(OptionRefusal::OwnOpponent).into());
    }
    let place = here(request)?;
    let settings = request.host().settings.settings_of(place.guild).await?;
    options.time = defaults.time(&settings)?;
    options.theme = defaults.theme.unwrap_or(settings.theme);
    let who = request.who();
    request.host().lobbies.may_challenge(&who, &place, &options).await?;
    let opening = Opening::Clash { opponent: member, options };
    opening::open(request, opening, spot).await
}

/// Accepts a challenge.
pub async fn accept(request: &Request, game: GameId, word: Option<String>) -> Outcome {
    request.hold().await;
    let done = request.host().lobbies.accept_with(&request.who(), game, word).await?;
    request.say_done(done).await;
    Ok(())
}

/// Declines a challenge, or withdraws the person's own.
pub async fn decline(request: &Request, game: GameId) -> Outcome {
    request.hold().await;
    let done = request.host().lobbies.decline(&request.who(), game).await?;
    request.say_done(done).await;
    Ok(())
}

/// Handles a press. `value` is the choice in a menu or the text of a form.
pub async fn press(request: &Request, of: ComponentContext, intent: ClashIntent, value: Option<&str>) -> Outcome {
    match intent {
        ClashIntent::Accept => accept(request, of.game, None).await,
        ClashIntent::Decline => decline(request, of.game).await,
        ClashIntent::Bid => match value {
            Some(typed) => auction::bid(request, of.game, Some(of.version), typed).await,
            None => auction::form(request, of.game).await,
        },
        ClashIntent::Raise => auction::raise(request, of.game, Some(of.version), true).await,
        ClashIntent::Stop => auction::raise(request, of.game, Some(of.version), false).await,
        other => shop::press(request, of, other, value).await,
    }
}
