//! Handlers for buttons, menus and forms. The `custom_id` and the chosen value contain all data of a press.

use serenity::all::{ActionRowComponent, ComponentInteractionDataKind, ModalInteractionData};

use super::custom_id::{Choices, ClashIntent, ComponentContext, CustomId, Intent, UnknownId};
use super::error::Error;
use super::request::{Outcome, Request};
use super::wording::refusal;
use crate::discord::features::battalions::testing;
use crate::discord::features::gallery::{remarks, reports};
use crate::discord::features::history::replay;
use crate::discord::features::lobby::{odds, opening, seed};
use crate::discord::features::moves::{act, chain};
use crate::discord::features::{
    battalions as admin, board as look, challenge as invitation, clash, draw as offer, gallery, games as lists,
    history, learn, lobby, log, moves as turn, opponent as computer, pause as standstill, premove as conditional,
    privacy, private as secret, rules, seats as table, start, stats,
};
use engine::board::Space;

/// Values chosen in a menu, separated by commas. `None` for a button.
pub fn chosen(press: &ComponentInteractionDataKind) -> Option<String> {
    match press {
        ComponentInteractionDataKind::StringSelect { values } => (!values.is_empty()).then(|| values.join(",")),
        ComponentInteractionDataKind::UserSelect { values } => values.first().map(ToString::to_string),
        _ => None,
    }
}

/// Text typed in a form. Every form of the bot has one input.
pub fn typed(form: &ModalInteractionData) -> Option<String> {
    let mut inputs = form.components.iter().flat_map(|row| &row.components);
    inputs.find_map(|input| match input {
        ActionRowComponent::InputText(input) => input.value.clone(),
        _ => None,
    })
}

/// Handles a press.
pub async fn handle(request: Request, id: Result<CustomId, UnknownId>, value: Option<String>) -> Outcome {
    let value = value.as_deref();
    match id {
        Ok(CustomId::Game(of, intent)) => Box::pin(route(&request, of, intent, value)).await,
        Ok(CustomId::Page(action)) => Box::pin(rules::press(&request, action, value)).await,
        Ok(CustomId::Stats(action)) => Box::pin(stats::press(&request, action)).await,
        Ok(CustomId::Privacy(action)) => Box::pin(privacy::press(&request, action)).await,
        Ok(CustomId::Learn(study)) => Box::pin(learn::press(&request, study, value)).await,
        Ok(CustomId::Play(step)) => Box::pin(start::press(&request, step, value)).await,
        Ok(CustomId::Opening(id)) => Box::pin(opening::in_thread(&request, id)).await,
        Ok(CustomId::Draft(id, action)) => Box::pin(admin::press(&request, id, action, value)).await,
        Ok(CustomId::Test(id)) => Box::pin(testing::cancel(&request, id)).await,
        Ok(CustomId::Gallery(page)) => Box::pin(gallery::list(&request, page, value)).await,
        Ok(CustomId::Army(army)) => Box::pin(gallery::press(&request, army, value)).await,
        Ok(CustomId::Remark(remark)) => Box::pin(remarks::press(&request, remark, value)).await,
        Ok(CustomId::Remarks(action)) => Box::pin(remarks::list(&request, action)).await,
        Ok(CustomId::Reports(action)) => Box::pin(reports::press(&request, action)).await,
        Ok(CustomId::Log(page)) => Box::pin(log::show(&request, page)).await,
        Ok(CustomId::List(of, page)) => Box::pin(lists::show(&request, of, page)).await,
        Err(UnknownId) => Err(Error::Refused(refusal::UNKNOWN.to_owned())),
    }
}

async fn route(request: &Request, of: ComponentContext, intent: Intent, value: Option<&str>) -> Outcome {
    // A form must be the first response to a press, so the press is not acknowledged before.
    if !matches!((&intent, value), (Intent::Clash(ClashIntent::Bid) | Intent::Word, None)) {
        request.hold().await;
    }
    request.ensure_can_view(of.game).await?;
    match intent {
        Intent::Move => secret::next(request, of).await,
        Intent::Piece { page } => match value.map(str::parse) {
            Some(Ok(piece)) => turn::targets(request, of, piece, 0).await,
            _ => turn::pieces(request, of, page).await,
        },
        Intent::To { piece, page } => match value {
            Some(value) => turn::target(request, of, piece, value).await,
            None => turn::targets(request, of, piece, page).await,
        },
        Intent::Which { piece, to, page } => match value.and_then(act::read_act) {
            Some(act) => act::act_now(request, of, act, Choices::new(), false, 0).await,
            None => turn::which(request, of, piece, to, page).await,
        },
        Intent::Then { act, mut choices, page } => match value {
            Some(value) => {
                choices.push(act::read_choice(value)?);
                act::act_now(request, of, act, choices, false, 0).await
            }
            None => act::act_now(request, of, act, choices, false, page).await,
        },
        Intent::Confirm { act, choices } => act::act_now(request, of, act, choices, true, 0).await,
        Intent::Look { page } => match value.and_then(|value| value.parse::<Space>().ok()) {
            Some(space) => look::piece_moves(request, of.game, space).await,
            None => look::look_menu(request, of.game, page).await,
        },
        Intent::Draw => offer::draw(request, of.game, Some(of.version)).await,
        Intent::AcceptDraw => offer::accept_draw(request, of).await,
        Intent::NoDraw => offer::no_draw(request, of).await,
        Intent::Resign => offer::sure_resign(request, of.game).await,
        Intent::ResignNow => offer::resign(request, of).await,
        Intent::Never => {
            request.say(refusal::NEVER_MIND).await;
            Ok(())
        }
        Intent::Join { page } => match value {
            Some(value) => lobby::join(request, Some(of), Some(value.to_owned()), None, None).await,
            None => lobby::pick(request, of.game, page).await,
        },
        Intent::Word => match value {
            Some(word) => seed::add(request, Some(of.game), word).await,
            None => seed::form(request, of).await,
        },
        Intent::Leave => lobby::leave(request, Some(of)).await,
        Intent::OwnPlaces { on } => lobby::own_places(request, of, on > 0).await,
        Intent::Odds => odds::choose(request, of).await,
        Intent::GiveOdds { number } => odds::press(request, of, number).await,
        Intent::Start => lobby::start(request, Some(of), None).await,
        Intent::StartWith { players } => lobby::start(request, Some(of), Some(usize::from(players))).await,
        Intent::Board => look::show(request, of.game, None).await,
        Intent::Place | Intent::Volatile => secret::open(request, of).await,
        Intent::Private => secret::open_or_targets(request, of).await,
        Intent::PlaceAt { page } => secret::place_at(request, of, page, value).await,
        Intent::Instant { offset, mirrored, mut choices, page } => {
            let page = if value.is_some() { 0 } else { page };
            if let Some(value) = value {
                choices.push(act::read_choice(value)?);
            }
            secret::instant(request, of, offset, mirrored, choices, page).await
        }
        Intent::Choose { of: whose, mut choices, page } => {
            let page = if value.is_some() { 0 } else { page };
            if let Some(value) = value {
                choices.push(act::read_choice(value)?);
            }
            secret::choose(request, of, whose, choices, page).await
        }
        Intent::AgreePause => standstill::pause(request, of.game, true).await,
        Intent::NoPause => standstill::no_pause(request, of.game).await,
        Intent::Resume => standstill::resume(request, of.game).await,
        Intent::StillPlaying => standstill::still_playing(request, of.game).await,
        Intent::Target => secret::show_target(request, of.game).await,
        Intent::Chain { piece, path, page } => match value {
            Some(value) => chain::chosen(request, of, piece, path, value).await,
            None => chain::next(request, of, piece, path, page).await,
        },
        Intent::Computer(intent) => computer::press(request, of, intent, value).await,
        Intent::Step { at, .. } => history::step(request, of.game, Some(at)).await,
        Intent::Rematch => invitation::rematch(request, of.game).await,
        Intent::Lines { page } => conditional::press(request, of, page, value).await,
        Intent::DropLines => conditional::delete(request, of, None).await,
        Intent::Replay => replay::show(request, of.game, false).await,
        Intent::Clash(ClashIntent::Accept) => lobby::accept(request, of.game, None).await,
        Intent::Clash(intent) => clash::press(request, of, intent, value).await,
        Intent::Table(intent) => table::press(request, of, intent).await,
    }
}

#[cfg(test)]
mod tests {
    use serenity::all::UserId;

    use super::*;

    /// In a menu for several values all of them count, in their order.
    #[test]
    fn everything_that_is_chosen_counts() {
        let menu = |values: &[&str]| ComponentInteractionDataKind::StringSelect {
            values: values.iter().map(|&value| value.to_owned()).collect(),
        };
        for (values, expected) in [(&[][..], None), (&["a"], Some("a")), (&["b", "a", "c"], Some("b,a,c"))] {
            assert_eq!(chosen(&menu(values)).as_deref(), expected);
        }
        let people = ComponentInteractionDataKind::UserSelect { values: vec![UserId::new(7)] };
        assert_eq!(chosen(&people).as_deref(), Some("7"));
        assert_eq!(chosen(&ComponentInteractionDataKind::Button), None);
    }
}
