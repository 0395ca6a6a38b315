//! Auction of the Amazon: sealed bids in private, raises in turns (C-10 … C-12).

use engine::action::ClashAction;
use engine::clash::Gold;
use serenity::all::{ButtonStyle, CreateActionRow, CreateInputText, CreateModal, InputTextStyle};

use crate::discord::answer::Answer;
use crate::discord::custom_id::{ClashIntent, ComponentContext, Intent};
use crate::discord::error::Error;
use crate::discord::features::clash::words;
use crate::discord::request::{Outcome, Request, refuse};
use crate::discord::wording::{cards, clip, refusal, sentence};
use crate::host::{self, BidDecision, Card, GameId, PendingDecision, Private, Version};

/// Characters of an amount.
const AMOUNT: u16 = 12;

async fn decision(request: &Request, game: GameId) -> Result<(Version, BidDecision), Error> {
    duty_of(&request.host().views.private(game, request.person()).await?)
}

fn duty_of(private: &Private) -> Result<(Version, BidDecision), Error> {
    match &private.decision {
        PendingDecision::Bid(decision) => Ok((private.version, decision.clone())),
        _ => Err(refuse(words::NO_BID)),
    }
}

/// Opens the form for a bid, with the bid made so far. A form must be the first answer to a press.
pub async fn form(request: &Request, game: GameId) -> Outcome {
    let (version, decision) = decision(request, game).await?;
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
    request.form(form).await;
    Ok(())
}

/// Seals a typed bid, in the named game or the game here.
pub async fn bid_here(request: &Request, game: Option<String>, gold: Option<&str>) -> Outcome {
    match gold {
        Some(typed) => {
            let game = request.resolve_game(game).await?;
            bid(request, game, None, typed).await
        }
        None => {
            let game = request.find_game(game.as_deref()).await?;
            form(request, game).await
        }
    }
}

/// Seals a bid, and repeats in private what is recorded.
pub async fn bid(request: &Request, game: GameId, expected: Option<Version>, typed: &str) -> Outcome {
    request.hold().await;
    let read = |typed: &str| {
        typed.parse::<Gold>().map_err(|_| {
            let typed = clip(typed.trim(), usize::from(AMOUNT));
            refuse(words::no_amount(&typed))
        })
    };
    let done = match read(typed) {
        Ok(gold) => request
            .host()
            .clash
            .act(&request.who(), game, expected, ClashAction::Bid { gold })
            .await
            .map_err(Error::from),
        Err(error) => Err(error),
    };
    if let Err(why) = &done
        && !matches!(why, Error::Host(host::Error::Internal(_)))
        && let Ok((version, decision)) = decision(request, game).await
    {
        // The sentence, what holds meanwhile, and a way to bid again.
        let mut answer = Answer::text(sentence(&refusal::error(why)));
        if let Some(sealed) = &decision.sealed {
            answer = answer.also(&words::bid_kept(&sealed.gold, &decision.limit));
        }
        request.say(answer.buttons(vec![button(ComponentContext { game, version }, &decision)])).await;
        return Ok(());
    }
    done?;
    match decision(request, game).await {
        Ok(_) => show(request, game).await,
        // This was the second bid, so the next step is public.
        Err(_) => {
            request.say(words::BIDS_IN).await;
            Ok(())
        }
    }
}

/// Shows the current question of the auction, or the recorded bid, to one person.
pub async fn show(request: &Request, game: GameId) -> Outcome {
    request.hold().await;
    let private = request.host().views.private(game, request.person()).await?;
    let (version, decision) = duty_of(&private)?;
    let mut answer = Answer::text(match &decision.sealed {
        None => words::bid_wanted(&decision.limit),
        Some(sealed) => words::bid_kept(&sealed.gold, &decision.limit),
    });
    if let Some(card) = cards::bid(&private) {
        let theme = request.host().views.own_theme(game, request.person()).await?;
        let picture = request.host().views.card(Card::Bid(card), theme).await?;
        answer = answer.picture_named(&picture, "bid.png");
    }
    request.say(answer.buttons(vec![button(ComponentContext { game, version }, &decision)])).await;
    Ok(())
}

fn button(of: ComponentContext, decision: &BidDecision) -> serenity::all::CreateButton {
    let label = if decision.sealed.is_some() { "Change Bid" } else { "Bid" };
    of.button(label, ButtonStyle::Primary, ClashIntent::Bid)
}

/// Raises or stops in the game that is meant.
pub async fn raise_here(request: &Request, game: Option<String>, up: bool) -> Outcome {
    let game = request.resolve_game(game).await?;
    raise(request, game, None, up).await
}

/// Raises or stops.
pub async fn raise(request: &Request, game: GameId, expected: Option<Version>, up: bool) -> Outcome {
    request.hold().await;
    let action = if up { ClashAction::Raise } else { ClashAction::Stop };
    let done = request.host().clash.act(&request.public_actor(), game, expected, action).await?;
    request.say_done(done).await;
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::discord::tests::stand_in::{From, StandIn};
    use crate::host::tests::{Folder, PLACE, clash, host, who};

    /// The form of a bid begins with the sealed bid, if there is one.
    #[tokio::test]
    async fn the_form_of_a_bid_begins_with_the_sealed_one() {
        let folder = Folder::new();
        let host = host(&folder).await;
        let stand_in = StandIn::start().await;
        let app = stand_in.app(host.clone());
        let game = clash::begun(&host).await;
        clash::auction(&host, game).await;
        let by = From {
            person: 1,
            name: "Ann",
            guild: PLACE.guild.map(|guild| guild.0),
            channel: PLACE.channel.0,
            kind: 0,
            may: serenity::all::Permissions::all(),
        };
        for sealed in [None, Some(3), Some(1)] {
            if let Some(gold) = sealed {
                let action = ClashAction::Bid { gold: Gold::whole(gold) };
                host.clash.act(&who(1), game, None, action).await.unwrap();
            }
            stand_in.take();
            form(&stand_in.command(&app, by), game).await.unwrap();
            let sent = stand_in.take();
            let input = &sent[0].body["data"]["components"][0]["components"][0];
            let value = input["value"].as_str().unwrap_or_default().to_owned();
            assert_eq!(value, sealed.map_or(String::new(), |gold| Gold::whole(gold).to_string()), "{sent:?}");
            assert_ne!(input["label"], Value::Null);
        }
    }
}
