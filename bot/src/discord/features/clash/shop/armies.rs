//! Whole armies in the shop: some to start from, the one of last time, and selling everything.

use engine::clash::presets;
use serenity::all::CreateActionRow;

use crate::discord::answer::Answer;
use crate::discord::custom_id::{ClashIntent, ComponentContext, Intent};
use crate::discord::features::clash::shop::view::{after, back, opened};
use crate::discord::features::clash::words;
use crate::discord::menu::Item;
use crate::discord::request::{Outcome, Request};
use crate::host::{ArmyChoice, GameId};

/// The value of the army of last time.
pub const LAST_TIME: &str = "last-time";

/// Army with the id or name that a person chose or typed.
pub fn read(text: &str) -> ArmyChoice {
    let wanted = text.trim().to_lowercase();
    let named = |name: &str| name.to_lowercase() == wanted;
    let preset = presets().iter().find(|one| named(&one.id) || named(&one.name));
    match preset {
        Some(preset) => ArmyChoice::Preset(preset.id.clone()),
        None if named(LAST_TIME) || named(words::LAST_TIME) => ArmyChoice::LastTime,
        None => ArmyChoice::Preset(wanted),
    }
}

/// The armies to choose from.
pub async fn show(request: &Request, game: GameId) -> Outcome {
    let (now, _) = opened(request, game).await?;
    let last = request.host().clash.last_army(game, request.person()).await?;
    let last = last.map(|army| Item {
        label: words::LAST_TIME.to_owned(),
        value: LAST_TIME.to_owned(),
        detail: words::pieces(army.len()),
    });
    let armies = presets().iter().map(|preset| Item {
        label: preset.name.clone(),
        value: preset.id.clone(),
        detail: preset.summary.clone(),
    });
    let items: Vec<Item> = last.into_iter().chain(armies).collect();
    let mut rows = now.menu(words::ARMY, &items, 0, |_| Intent::Clash(ClashIntent::Armies));
    rows.push(CreateActionRow::Buttons(vec![back(now)]));
    request.say(Answer::text(words::ARMIES).rows(rows)).await;
    Ok(())
}

/// Makes the unfinished army the one that was chosen.
pub async fn choose(request: &Request, of: ComponentContext, id: &str) -> Outcome {
    let done = request.host().clash.fit_out(&request.who(), of.game, Some(of.version), &read(id)).await;
    after(request, of.game, done).await
}

/// Sells everything.
pub async fn sell_all(request: &Request, of: ComponentContext) -> Outcome {
    let nothing = ArmyChoice::Nothing;
    let done = request.host().clash.fit_out(&request.who(), of.game, Some(of.version), &nothing).await;
    after(request, of.game, done).await
}
