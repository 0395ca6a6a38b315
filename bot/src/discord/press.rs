//! Handlers for buttons, menus and forms. The `custom_id` and the chosen value contain all data of a press.

use serenity::all::{ActionRowComponent, ComponentInteraction, ComponentInteractionDataKind, ModalInteraction};

use super::app::Shared;
use super::custom_id::{Choices, ClashIntent, ComponentContext, CustomId, Intent, UnknownId};
use super::error::Error;
use super::flow::{
    self, Outcome, act, admin, chain, clash, computer, conditional, gallery, history, invitation, learn, lists, lobby,
    log, look, offer, opening, privacy, remarks, replay, reports, rules, secret, seed, standstill, start, stats, table,
    turn,
};
use super::responder::Responder;
use super::wording::refusal;
use engine::board::Space;

/// Values chosen in a menu, separated by commas. `None` for a button.
pub fn chosen(press: &ComponentInteraction) -> Option<String> {
    match &press.data.kind {
        ComponentInteractionDataKind::StringSelect { values } => (!values.is_empty()).then(|| values.join(",")),
        ComponentInteractionDataKind::UserSelect { values } => values.first().map(ToString::to_string),
        _ => None,
    }
}

/// Text typed in a form. Every form of the bot has one input.
pub fn typed(form: &ModalInteraction) -> Option<String> {
    let mut inputs = form.data.components.iter().flat_map(|row| &row.components);
    inputs.find_map(|input| match input {
        ActionRowComponent::InputText(input) => input.value.clone(),
        _ => None,
    })
}

/// Handles a press.
pub async fn handle(
    app: Shared,
    responder: Responder,
    id: Result<CustomId, UnknownId>,
    value: Option<String>,
) -> Outcome {
    let value = value.as_deref();
    match id {
        Ok(CustomId::Game(of, intent)) => Box::pin(route(&app, &responder, of, intent, value)).await,
        Ok(CustomId::Page(action)) => Box::pin(rules::press(&app, &responder, action, value)).await,
        Ok(CustomId::Stats(action)) => Box::pin(stats::press(&app, &responder, action)).await,
        Ok(CustomId::Privacy(action)) => Box::pin(privacy::press(&app, &responder, action)).await,
        Ok(CustomId::Learn(study)) => Box::pin(learn::press(&app, &responder, study, value)).await,
        Ok(CustomId::Play(step)) => Box::pin(start::press(&app, &responder, step, value)).await,
        Ok(CustomId::Opening(id)) => Box::pin(opening::in_thread(&app, &responder, id)).await,
        Ok(CustomId::Draft(id, action)) => Box::pin(admin::press(&app, &responder, id, action, value)).await,
        Ok(CustomId::Gallery(page)) => Box::pin(gallery::list(&app, &responder, page, value)).await,
        Ok(CustomId::Army(army)) => Box::pin(gallery::press(&app, &responder, army, value)).await,
        Ok(CustomId::Remark(remark)) => Box::pin(remarks::press(&app, &responder, remark, value)).await,
        Ok(CustomId::Remarks(action)) => Box::pin(remarks::list(&app, &responder, action)).await,
        Ok(CustomId::Reports(action)) => Box::pin(reports::press(&app, &responder, action)).await,
        Ok(CustomId::Log(page)) => Box::pin(log::show(&app, &responder, page)).await,
        Ok(CustomId::List(of, page)) => Box::pin(lists::show(&app, &responder, of, page)).await,
        Err(UnknownId) => Err(Error::Refused(refusal::UNKNOWN.to_owned())),
    }
}

async fn route(
    app: &Shared,
    responder: &Responder,
    of: ComponentContext,
    intent: Intent,
    value: Option<&str>,
) -> Outcome {
    // A form must be the first response to a press, so the press is not acknowledged before.
    if !matches!((&intent, value), (Intent::Clash(ClashIntent::Bid) | Intent::Word, None)) {
        responder.hold().await;
    }
    flow::ensure_can_view(app, responder, of.game).await?;
    match intent {
        Intent::Move => secret::next(app, responder, of).await,
        Intent::Piece { page } => match value.map(str::parse) {
            Some(Ok(piece)) => turn::targets(app, responder, of, piece, 0).await,
            _ => turn::pieces(app, responder, of, page).await,
        },
        Intent::To { piece, page } => match value {
            Some(value) => turn::target(app, responder, of, piece, value).await,
            None => turn::targets(app, responder, of, piece, page).await,
        },
        Intent::Which { piece, to, page } => match value.and_then(act::read_act) {
            Some(act) => act::act_now(app, responder, of, act, Choices::new(), false, 0).await,
            None => turn::which(app, responder, of, piece, to, page).await,
        },
        Intent::Then { act, mut choices, page } => match value {
            Some(value) => {
                choices.push(act::read_choice(value)?);
                act::act_now(app, responder, of, act, choices, false, 0).await
            }
            None => act::act_now(app, responder, of, act, choices, false, page).await,
        },
        Intent::Confirm { act, choices } => act::act_now(app, responder, of, act, choices, true, 0).await,
        Intent::Look { page } => match value.and_then(|value| value.parse::<Space>().ok()) {
            Some(space) => look::piece_moves(app, responder, of.game, space).await,
            None => look::look_menu(app, responder, of.game, page).await,
        },
        Intent::Draw => offer::draw(app, responder, of.game, Some(of.version)).await,
        Intent::NoDraw => offer::no_draw(app, responder, of).await,
        Intent::Resign => offer::sure_resign(app, responder, of.game).await,
        Intent::ResignNow => offer::resign(app, responder, of).await,
        Intent::Never => {
            responder.say(refusal::NEVER_MIND).await;
            Ok(())
        }
        Intent::Join { page } => match value {
            Some(value) => lobby::join(app, responder, Some(of), Some(value.to_owned()), None, None).await,
            None => lobby::pick(app, responder, of.game, page).await,
        },
        Intent::Word => match value {
            Some(word) => seed::add(app, responder, Some(of.game), word).await,
            None => seed::form(responder, of).await,
        },
        Intent::Leave => lobby::leave(app, responder, Some(of)).await,
        Intent::OwnPlaces { on } => lobby::own_places(app, responder, of, on > 0).await,
        Intent::Start => lobby::start(app, responder, Some(of), None).await,
        Intent::StartWith { players } => lobby::start(app, responder, Some(of), Some(usize::from(players))).await,
        Intent::Board => look::show(app, responder, of.game, None).await,
        Intent::Place | Intent::Volatile => secret::open(app, responder, of).await,
        Intent::Private => secret::open_or_targets(app, responder, of).await,
        Intent::PlaceAt { page } => secret::place_at(app, responder, of, page, value).await,
        Intent::Instant { offset, mirrored, mut choices, page } => {
            let page = if value.is_some() { 0 } else { page };
            if let Some(value) = value {
                choices.push(act::read_choice(value)?);
            }
            secret::instant(app, responder, of, offset, mirrored, choices, page).await
        }
        Intent::Choose { of: whose, mut choices, page } => {
            let page = if value.is_some() { 0 } else { page };
            if let Some(value) = value {
                choices.push(act::read_choice(value)?);
            }
            secret::choose(app, responder, of, whose, choices, page).await
        }
        Intent::AgreePause => standstill::pause(app, responder, of.game, true).await,
        Intent::NoPause => standstill::no_pause(app, responder, of.game).await,
        Intent::Resume => standstill::resume(app, responder, of.game).await,
        Intent::StillPlaying => standstill::still_playing(app, responder, of.game).await,
        Intent::Target => secret::show_target(app, responder, of.game).await,
        Intent::Chain { piece, path, page } => match value {
            Some(value) => chain::chosen(app, responder, of, piece, path, value).await,
            None => chain::next(app, responder, of, piece, path, page).await,
        },
        Intent::Computer(intent) => computer::press(app, responder, of, intent, value).await,
        Intent::Step { at, .. } => history::step(app, responder, of.game, Some(at)).await,
        Intent::Rematch => invitation::rematch(app, responder, of.game).await,
        Intent::Lines { .. } => conditional::press(app, responder, of, false, value).await,
        Intent::DropLines => conditional::press(app, responder, of, true, None).await,
        Intent::Replay => replay::show(app, responder, of.game, false).await,
        Intent::Clash(ClashIntent::Accept) => lobby::accept(app, responder, of.game, None).await,
        Intent::Clash(intent) => clash::press(app, responder, of, intent, value).await,
        Intent::Table(intent) => table::press(app, responder, of, intent).await,
    }
}
