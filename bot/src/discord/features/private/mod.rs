//! Private messages of one person: Target cards, placement, Volatile choices, and the way to the shop and the auction.
//! All replies here are private.

pub mod words;

use engine::action::Action;
use engine::board::{Seat, Space};
use engine::titans::PlacementQuestion;

use crate::discord::answer::Answer;
use crate::discord::custom_id::{Choices, ClashIntent, ComponentContext, Intent};
use crate::discord::error::Error;
use crate::discord::features::clash::words as clash_words;
use crate::discord::features::moves::act;
use crate::discord::features::{clash, draw as offer, moves as turn};
use crate::discord::menu::Item;
use crate::discord::messages::board::raise_buttons;
use crate::discord::messages::people::display_names;
use crate::discord::messages::target;
use crate::discord::request::{Outcome, Request, refuse};
use crate::discord::wording::{ask, refusal, sentence};
use crate::host::{GameId, Member, PendingDecision, Played, Private, VolatileDecision};

/// The own Targets in the game here.
pub async fn target(request: &Request, game: Option<String>) -> Outcome {
    let game = request.resolve_game(game).await?;
    show_target(request, game).await
}

/// The own Targets.
pub async fn show_target(request: &Request, game: GameId) -> Outcome {
    request.hold().await;
    let private = request.host().views.private(game, request.person()).await?;
    request.say(target::card(&request.host().views, &private, request.person()).await?).await;
    Ok(())
}

/// Shows the pending decision of the person in the game here.
pub async fn decision(request: &Request, game: Option<String>) -> Outcome {
    let game = request.resolve_game(game).await?;
    let private = request.host().views.private(game, request.person()).await?;
    let of = ComponentContext { game, version: private.version };
    match private.decision {
        // Moves have a command of their own.
        PendingDecision::Turn => Err(refuse(refusal::PLACED)),
        _ => open(request, of).await,
    }
}

/// The *Move* button: shows the pending decision of the person.
pub async fn next(request: &Request, of: ComponentContext) -> Outcome {
    request.hold().await;
    match request.host().views.private(of.game, request.person()).await?.decision {
        PendingDecision::Placement(_)
        | PendingDecision::Volatile(_)
        | PendingDecision::Shop(_)
        | PendingDecision::Bid(_)
        | PendingDecision::Raise(_) => open(request, of).await,
        PendingDecision::Turn | PendingDecision::Nothing => turn::pieces(request, of, 0).await,
    }
}

/// Shows the private decision that a person who has taken a seat has to make. The message in the channel asks for turns.
pub async fn asked_off_the_board(request: &Request, of: ComponentContext) -> Outcome {
    match request.host().views.private(of.game, request.person()).await?.decision {
        PendingDecision::Turn | PendingDecision::Nothing => Ok(()),
        _ => open(request, of).await,
    }
}

/// Shows the Target card unless the person has a decision to make or a team mate asks to resign together.
pub async fn open_or_targets(request: &Request, of: ComponentContext) -> Outcome {
    let private = request.host().views.private(of.game, request.person()).await?;
    let has_targets = private.view.own.as_ref().is_some_and(|own| !own.targets.is_empty());
    let asked_to_resign = request.host().games.resign_asked(of.game, request.person()).await?;
    match private.decision {
        PendingDecision::Nothing if has_targets && !asked_to_resign => show_target(request, of.game).await,
        _ => open(request, of).await,
    }
}

/// Shows the decision that the person has to make now: a placement, Volatile pieces, a turn.
pub async fn open(request: &Request, of: ComponentContext) -> Outcome {
    request.hold().await;
    let private = request.host().views.private(of.game, request.person()).await?;
    let of = ComponentContext { game: of.game, version: private.version };
    let has_targets = private.view.own.as_ref().is_some_and(|own| !own.targets.is_empty());
    let asked_to_resign = request.host().games.resign_asked(of.game, request.person()).await?;
    match &private.decision {
        PendingDecision::Placement(question) => match question.places().as_slice() {
            // In a game with usual places, only Instant Reinforcements can be chosen.
            [(offset, mirrored)] => instant(request, of, *offset, *mirrored, Choices::new(), 0).await,
            _ => {
                ask_place(request, of, question, 0).await;
                Ok(())
            }
        },
        PendingDecision::Volatile(decisions) => match decisions.first() {
            Some(first) => {
                ask_volatile(request, of, &private, first, &Choices::new(), 0).await;
                Ok(())
            }
            None => {
                request.say(sentence(&refusal::nothing_to_do(&waiting_for(&private)))).await;
                Ok(())
            }
        },
        PendingDecision::Shop(_) => {
            let intent = ClashIntent::Shop { page: 0 };
            clash::shop::press(request, of, intent, None).await
        }
        PendingDecision::Bid(_) => clash::auction::show(request, of.game).await,
        PendingDecision::Raise(to) => {
            let answer = Answer::text(clash_words::raise(to));
            request.say(answer.buttons(raise_buttons(of, *to))).await;
            Ok(())
        }
        PendingDecision::Turn | PendingDecision::Nothing if asked_to_resign => {
            offer::sure_resign(request, of.game).await
        }
        PendingDecision::Turn if !has_targets => turn::pieces(request, of, 0).await,
        PendingDecision::Nothing => {
            request.say(sentence(&refusal::nothing_to_do(&waiting_for(&private)))).await;
            Ok(())
        }
        PendingDecision::Turn => {
            let card = target::card(&request.host().views, &private, request.person()).await?;
            request.say(card).await;
            Ok(())
        }
    }
}

/// The other people who have a decision to make, as far as this seat may see that.
fn waiting_for(private: &Private) -> Vec<Member> {
    let others = private.view.to_act.iter().filter(|seat| **seat != private.seat);
    others.filter_map(|seat| private.seats.get(usize::from(seat.0))).flatten().cloned().collect()
}

/// Where the own Territory goes.
async fn ask_place(request: &Request, of: ComponentContext, question: &PlacementQuestion, page: u16) {
    let items: Vec<Item> = question
        .places()
        .into_iter()
        .enumerate()
        .map(|(index, (offset, mirrored))| {
            let item = Item::new(words::place(question, offset, mirrored), format!("{offset}.{}", u8::from(mirrored)));
            match index {
                0 => Item { detail: ask::USUAL_PLACE.to_owned(), ..item },
                _ => item,
            }
        })
        .collect();
    let rows = of.menu(ask::PLACE, &items, page, |page| Intent::PlaceAt { page });
    request.say(Answer::text(ask::WHERE_TO_PLACE).rows(rows)).await;
}

/// A page of placements, or one of them.
pub async fn place_at(request: &Request, of: ComponentContext, page: u16, chosen: Option<&str>) -> Outcome {
    request.hold().await;
    let question = placement(request, of).await?;
    let Some(value) = chosen else {
        ask_place(request, of, &question, page).await;
        return Ok(());
    };
    let read = |text: &str| {
        let (offset, mirrored) = text.split_once('.')?;
        Some((offset.parse::<u8>().ok()?, mirrored == "1"))
    };
    let (offset, mirrored) = read(value).ok_or(Error::Stale)?;
    instant(request, of, offset, mirrored, Choices::new(), 0).await
}

/// The next Instant Reinforcement, or the placement itself when all are decided (T-18).
pub async fn instant(
    request: &Request,
    of: ComponentContext,
    offset: u8,
    mirrored: bool,
    mut choices: Choices,
    page: u16,
) -> Outcome {
    request.hold().await;
    let question = placement(request, of).await?;
    let waiting: Vec<(&str, &str)> = question
        .instants
        .iter()
        .flat_map(|(key, name, number)| std::iter::repeat_n((key.as_str(), name.as_str()), usize::from(*number)))
        .collect();
    let (name, spaces) = loop {
        let placed: Vec<(String, Space)> = waiting
            .iter()
            .zip(&choices)
            .filter_map(|((key, _), space)| space.map(|space| ((*key).to_owned(), space)))
            .collect();
        let Some((key, name)) = waiting.get(choices.len()) else {
            let action = Action::Place { offset, mirrored, instant: placed };
            return act(request, of, action).await;
        };
        let spaces =
            request.host().views.instant_spaces(of.game, request.person(), (offset, mirrored), &placed, key).await?;
        if !spaces.is_empty() {
            break (name, spaces);
        }
        // A piece without a free Space stays in reserve without a question.
        choices.push(None);
    };
    let mut items = vec![Item::new("Keep it in reserve", act::NOTHING)];
    items.extend(spaces.iter().map(|space| Item::new(space.to_string(), space.to_string())));
    let left = waiting.len() - choices.len();
    let rows =
        of.menu(ask::SPACE, &items, page, |page| Intent::Instant { offset, mirrored, choices: choices.clone(), page });
    request.say(Answer::text(ask::instant(name, left)).rows(rows)).await;
    Ok(())
}

async fn placement(request: &Request, of: ComponentContext) -> Result<PlacementQuestion, Error> {
    request.ensure_current(of).await?;
    let private = request.host().views.private(of.game, request.person()).await?;
    match private.decision {
        PendingDecision::Placement(question) => Ok(question),
        _ => Err(refuse(refusal::nothing_to_do(&waiting_for(&private)))),
    }
}

async fn act(request: &Request, of: ComponentContext, action: Action) -> Outcome {
    match request.host().games.act(&request.who(), of.game, Some(of.version), action, true).await? {
        Played::Done(done) => request.say_done(done).await,
        // Neither a placement nor a sealed choice obliges to anything more.
        Played::Ask(_) => request.say(refusal::APOLOGY).await,
    }
    Ok(())
}

/// The next Volatile piece of a Player, or the choice itself when there are enough (V-2). Sealed choices of others do not make
/// this one stale: only a choice that is no longer asked for does.
pub async fn choose(request: &Request, of: ComponentContext, whose: Seat, choices: Choices, page: u16) -> Outcome {
    request.hold().await;
    let private = request.host().views.private(of.game, request.person()).await?;
    let PendingDecision::Volatile(decisions) = &private.decision else {
        return Err(refuse(refusal::nothing_to_do(&waiting_for(&private))));
    };
    let Some(index) = decisions.iter().position(|decision| decision.of == whose) else {
        return Err(refuse(refusal::nothing_to_do(&waiting_for(&private))));
    };
    let now = ComponentContext { game: of.game, version: private.version };
    if choices.len() < decisions[index].count {
        ask_volatile(request, now, &private, &decisions[index], &choices, page).await;
        return Ok(());
    }
    let spaces = choices.into_iter().flatten().collect();
    let action = Action::ChooseVolatile { of: whose, spaces };
    let done = match request.host().games.act(&request.who(), of.game, None, action, true).await? {
        Played::Done(done) => done,
        Played::Ask(_) => return Err(refuse(refusal::APOLOGY)),
    };
    // Another Player's pieces may be this person's to choose as well.
    let after = request.host().views.private(of.game, request.person()).await?;
    if let PendingDecision::Volatile(decisions) = &after.decision
        && let Some(next) = decisions.get(index + 1)
    {
        ask_volatile(
            request,
            ComponentContext { game: of.game, version: after.version },
            &after,
            next,
            &Choices::new(),
            0,
        )
        .await;
        return Ok(());
    }
    request.say_done(done).await;
    Ok(())
}

async fn ask_volatile(
    request: &Request,
    of: ComponentContext,
    private: &Private,
    decision: &VolatileDecision,
    choices: &Choices,
    page: u16,
) {
    let names = display_names(&private.seats);
    let items: Vec<Item> = decision
        .options
        .iter()
        .filter(|(space, _)| !choices.contains(&Some(*space)))
        .map(|(space, name)| Item::new(format!("{name} {space}"), space.to_string()))
        .collect();
    let whose = decision.of;
    let rows =
        of.menu(ask::VOLATILE, &items, page, |page| Intent::Choose { of: whose, choices: choices.clone(), page });
    request
        .say(
            Answer::text(ask::choose(&names.name(whose), choices.len() + 1, decision.count, decision.openly))
                .rows(rows),
        )
        .await;
}

#[cfg(test)]
mod tests {
    use engine::titans::{GameMode, PlacementStyle};

    use super::*;
    use crate::host::tests::{Folder, PLACE, host, scene, who, with};
    use crate::host::{Join, LobbyOptions, SeatOrder};

    /// Everybody in a shared seat is named.
    #[tokio::test]
    async fn all_people_of_the_seat_to_act_are_named() {
        let folder = Folder::new();
        let host = host(&folder).await;
        let options = LobbyOptions {
            order: SeatOrder::Fixed,
            placement: PlacementStyle::Chosen,
            start_when_full: false,
            ..LobbyOptions::new(GameMode::Duel, 2)
        };
        let game = host.lobbies.open_lobby(&who(1), PLACE, options, Some("medieval")).await.unwrap().game;
        host.lobbies.join(&who(2), game, with("makpong")).await.unwrap();
        for (mate, first) in [(3, 1), (4, 2)] {
            let share = Join { with: Some(who(first).person), ..Join::default() };
            host.lobbies.join(&who(mate), game, share).await.unwrap();
        }
        host.lobbies.start(&who(1), game, None).await.unwrap();
        let placing = scene(&host, game).await;
        let acts = usize::from(placing.view.to_act[0].0);
        let other = placing.seats[1 - acts][0].person;
        let private = host.views.private(game, other).await.unwrap();
        assert_eq!((waiting_for(&private), placing.seats[acts].len()), (placing.seats[acts].clone(), 2));
    }
}
