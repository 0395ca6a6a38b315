//! The auction of the Amazon: sealed bids in private, raises in turns (C-10 … C-12).

use engine::action::ClashAction;
use engine::clash::Gold;
use serenity::all::{ButtonStyle, CreateActionRow, CreateInputText, CreateModal, InputTextStyle};

use crate::discord::answer::Answer;
use crate::discord::app::Shared;
use crate::discord::custom_id::{ClashIntent, ComponentContext, Intent};
use crate::discord::error::Error;
use crate::discord::flow::{Outcome, find_game, openly, person, refuse, resolve_game, say_done, who};
use crate::discord::responder::Responder;
use crate::discord::wording::{cards, clash as words, clip, refusal, sentence};
use crate::host::{self, BidDecision, Card, GameId, PendingDecision, Private, Version};

/// Characters of an amount.
const AMOUNT: u16 = 12;

async fn decision(app: &Shared, responder: &Responder, game: GameId) -> Result<(Version, BidDecision), Error> {
    duty_of(&app.host.private(game, person(responder)).await?)
}

fn duty_of(private: &Private) -> Result<(Version, BidDecision), Error> {
    match &private.decision {
        PendingDecision::Bid(decision) => Ok((private.version, decision.clone())),
        _ => Err(refuse(words::NO_BID)),
    }
}

/// Opens the form for a bid, with the bid made so far. A form must be the first answer to a press.
pub async fn form(app: &Shared, responder: &Responder, game: GameId) -> Outcome {
    let (version, decision) = decision(app, responder, game).await?;
    let of = ComponentContext { game, version };
    let label = words::bid_label(&decision.limit);
    let mut input = CreateInputText::new(InputTextStyle::Short, label, "gold")
        .placeholder("11.5")
        .min_length(1)
        .max_length(AMOUNT)
        .required(true);
    if let Some(sealed) = &decision.sealed {
        input = input.value(sealed.gold.to_string());
    }
    let form = CreateModal::new(of.id(Intent::Clash(ClashIntent::Bid)), words::BID_TITLE)
        .components(vec![CreateActionRow::InputText(input)]);
    responder.form(form).await;
    Ok(())
}

/// A bid typed in a command, in the game that is meant.
pub async fn bid_here(app: &Shared, responder: &Responder, game: Option<String>, gold: Option<&str>) -> Outcome {
    match gold {
        Some(typed) => {
            let game = resolve_game(app, responder, game).await?;
            bid(app, responder, game, None, typed).await
        }
        None => {
            let game = find_game(app, responder, game.as_deref()).await?;
            form(app, responder, game).await
        }
    }
}

/// Seals a bid, and repeats in private what is recorded.
pub async fn bid(app: &Shared, responder: &Responder, game: GameId, expected: Option<Version>, typed: &str) -> Outcome {
    responder.hold().await;
    let read = |typed: &str| {
        typed.parse::<Gold>().map_err(|_| {
            let typed = clip(typed.trim(), usize::from(AMOUNT));
            refuse(words::no_amount(&typed))
        })
    };
    let done = match read(typed) {
        Ok(gold) => {
            app.host.clash(&who(responder), game, expected, ClashAction::Bid { gold }).await.map_err(Error::from)
        }
        Err(error) => Err(error),
    };
    if let Err(why) = &done
        && !matches!(why, Error::Host(host::Error::Internal(_)))
        && let Ok((version, decision)) = decision(app, responder, game).await
    {
        // The sentence, what holds meanwhile, and a way to bid again.
        let mut answer = Answer::text(sentence(&refusal::error(why)));
        if let Some(sealed) = &decision.sealed {
            answer = answer.also(&words::bid_kept(&sealed.gold, &decision.limit));
        }
        responder.say(answer.buttons(vec![button(ComponentContext { game, version }, &decision)])).await;
        return Ok(());
    }
    done?;
    match decision(app, responder, game).await {
        Ok(_) => show(app, responder, game).await,
        // This was the second bid, so the next step is public.
        Err(_) => {
            responder.say(words::BIDS_IN).await;
            Ok(())
        }
    }
}

/// Shows the current question of the auction, or the recorded bid, to one person.
pub async fn show(app: &Shared, responder: &Responder, game: GameId) -> Outcome {
    responder.hold().await;
    let private = app.host.private(game, person(responder)).await?;
    let (version, decision) = duty_of(&private)?;
    let mut answer = Answer::text(match &decision.sealed {
        None => words::bid_wanted(&decision.limit),
        Some(sealed) => words::bid_kept(&sealed.gold, &decision.limit),
    });
    if let Some(card) = cards::bid(&private) {
        let theme = app.host.own_theme(game, person(responder)).await?;
        let picture = app.host.card(Card::Bid(card), theme).await?;
        answer = answer.picture_named(&picture, "bid.png");
    }
    responder.say(answer.buttons(vec![button(ComponentContext { game, version }, &decision)])).await;
    Ok(())
}

fn button(of: ComponentContext, decision: &BidDecision) -> serenity::all::CreateButton {
    let label = if decision.sealed.is_some() { "Change Bid" } else { "Bid" };
    of.button(label, ButtonStyle::Primary, ClashIntent::Bid)
}

/// Raises or stops in the game that is meant.
pub async fn raise_here(app: &Shared, responder: &Responder, game: Option<String>, up: bool) -> Outcome {
    let game = resolve_game(app, responder, game).await?;
    raise(app, responder, game, None, up).await
}

/// Raises or stops.
pub async fn raise(app: &Shared, responder: &Responder, game: GameId, expected: Option<Version>, up: bool) -> Outcome {
    responder.hold().await;
    let action = if up { ClashAction::Raise } else { ClashAction::Stop };
    let done = app.host.clash(&openly(responder), game, expected, action).await?;
    say_done(app, responder, done).await;
    Ok(())
}
