//! Autocompletion. Failures yield an empty list, because Discord shows no errors here.

use std::sync::Arc;

use engine::board::Battlefield;
use engine::clash::{Order, presets};
use serenity::all::{AutocompleteChoice, CreateAutocompleteResponse};

use crate::discord::answer::{OPTION_TEXT, OPTIONS};
use crate::discord::app::Context;
use crate::discord::features::battalions::battlefield_words as battlefields;
use crate::discord::features::board as look;
use crate::discord::features::clash::shop::armies as shop;
use crate::discord::features::clash::words;
use crate::discord::features::pause::words as standstill;
use crate::discord::features::premove::words as conditional;
use crate::discord::features::rules::words as rules;
use crate::discord::request::Request;
use crate::discord::wording::{clip, times};
use crate::host::lessons::lessons;
use crate::host::rulebook::{Completes, Found, Played, heading, search, topics};
use crate::host::{Board, Completion, GameId, GuildId, Listed, PersonId};

fn answer(choices: impl IntoIterator<Item = (String, String)>) -> CreateAutocompleteResponse {
    // A truncated value would not match anything, so values that are too long are left out.
    let choices = choices.into_iter().filter(|(_, value)| value.chars().count() <= OPTION_TEXT).take(OPTIONS);
    CreateAutocompleteResponse::new()
        .set_choices(choices.map(|(name, value)| AutocompleteChoice::new(clip(&name, OPTION_TEXT), value)).collect())
}

fn answer_with(found: Vec<Completion>) -> CreateAutocompleteResponse {
    answer(found.into_iter().map(|one| (one.label, one.value)))
}

/// Returns true if a thing is found by the typed text: by a part of its name or of its id, in any case.
fn fits(typed: &str, name: &str, id: &str) -> bool {
    let typed = typed.trim().to_lowercase();
    [name, id].iter().any(|text| text.to_lowercase().contains(&typed))
}

/// Battalions that the person can pick, by id or name.
pub async fn battalion(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some(request) = super::run::request(ctx) else {
        return answer([]);
    };
    let guild = ctx.guild_id().map(|id| GuildId(id.get()));
    let all = request.host().rosters.battalions_for(&request.who(), guild).await;
    answer(
        all.unwrap_or_default()
            .into_iter()
            .filter(|b| fits(typed, &b.name, &b.id))
            .map(|b| (format!("{}: {}", b.name, b.summary), b.id)),
    )
}

/// Battalions that can be looked up: first those of the game in this channel, then those the person can pick.
pub async fn book_battalion(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    match super::run::request(ctx) {
        Some(request) => answer(battalions_to_read(&request, typed).await),
        None => answer([]),
    }
}

/// Labels and ids for [`book_battalion`].
async fn battalions_to_read(request: &Request, typed: &str) -> Vec<(String, String)> {
    let played = played_here(request).await.into_iter();
    let mut found: Vec<(String, String)> = played
        .map(|one| {
            let version = one.version.map(|version| format!(", version {version}"));
            let label = format!("{} (this game{})", one.definition.name, version.unwrap_or_default());
            (label, one.definition.id.clone())
        })
        .collect();
    let all = request.host().rosters.battalions_for(&request.who(), request.guild).await;
    for one in all.unwrap_or_default() {
        if !found.iter().any(|(_, id)| *id == one.id) {
            found.push((format!("{}: {}", one.name, one.summary), one.id));
        }
    }
    found.retain(|(label, id)| fits(typed, label.split(": ").next().unwrap_or_default(), id));
    found
}

/// Battalions of the game in this channel.
async fn played_here(request: &Request) -> Vec<Played> {
    match crate::discord::features::rules::game_here(request).await {
        Some(game) => request.host().rulebook.played_in(game).await.unwrap_or_default(),
        None => Vec::new(),
    }
}

/// Every piece that can be looked up, with its Battalion. Pieces of the game in this channel come first, then pieces
/// whose names begin with the typed text.
pub async fn any_piece(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    match super::run::request(ctx) {
        Some(request) => answer(pieces_to_read(&request, typed).await),
        None => answer([]),
    }
}

/// Labels and keys for [`any_piece`].
async fn pieces_to_read(request: &Request, typed: &str) -> Vec<(String, String)> {
    let wanted = typed.trim().to_lowercase();
    let found = request.host().rulebook.pieces(&request.who(), request.guild).await;
    let known = found.unwrap_or_default();
    let mut found: Vec<Found> = Vec::new();
    for one in played_here(request).await {
        let piece = |piece| Found { definition: Arc::clone(&one.definition), piece };
        found.extend((0..one.definition.pieces.len()).map(piece));
    }
    let of_game: Vec<String> = found.iter().map(Found::key).collect();
    found.extend(known.into_iter().filter(|one| !of_game.contains(&one.key())));
    let matching = found.into_iter().filter_map(|piece| Some((piece.completes(&wanted)?, piece)));
    let mut found: Vec<_> = matching.collect();
    found.sort_by_key(|(how, _)| !how.begins);
    let label = |(how, piece): (Completes, Found)| match how.alias {
        Some(alias) => (format!("{alias}: {}", piece.name()), piece.key()),
        None => (piece.name(), piece.key()),
    };
    found.into_iter().map(label).collect()
}

/// Topics of the rules. With typed text: matching titles and rules, best match first.
pub async fn topic(_: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let wanted = typed.trim().to_lowercase();
    let titles = topics().iter().map(|topic| {
        let title = heading(topic);
        (title.clone(), title)
    });
    let titles = titles.filter(|(title, _)| title.to_lowercase().contains(&wanted));
    let rules = search(typed).into_iter().filter_map(|place| {
        let rule = topics().get(place.topic)?.rules.get(place.rule?)?;
        Some((rules::choice(rule, OPTION_TEXT), rule.number.to_owned()))
    });
    answer(titles.chain(rules))
}

/// Every Battalion of the server, for the people who manage the bot there. Others get an empty list.
pub async fn any_battalion(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    administered(ctx, typed, |_| true).await
}

/// The server's own Battalions, for the people who manage the bot there.
pub async fn own_battalion(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    administered(ctx, typed, |listed| listed.own.is_some()).await
}

async fn administered(ctx: Context<'_>, typed: &str, wanted: impl Fn(&Listed) -> bool) -> CreateAutocompleteResponse {
    let (Some(request), Some(guild)) = (super::run::request(ctx), ctx.guild_id()) else {
        return answer([]);
    };
    let guild = GuildId(guild.get());
    let all = request.host().battalions.all_battalions(&request.who(), guild).await;
    answer(
        all.unwrap_or_default()
            .into_iter()
            .filter(|listed| wanted(listed))
            .map(|listed| (format!("{} ({})", listed.name, listed.id), listed.id))
            .filter(|(label, id)| fits(typed, label, id)),
    )
}

/// Battlefields that can be chosen here in addition to the default ones.
pub async fn battlefield(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    fields(ctx, typed, true).await
}

/// The server's own Battlefields.
pub async fn own_battlefield(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    fields(ctx, typed, false).await
}

async fn fields(ctx: Context<'_>, typed: &str, all: bool) -> CreateAutocompleteResponse {
    let host = &ctx.data().host;
    let guild = ctx.guild_id().map(|guild| GuildId(guild.get()));
    let settings = host.settings.settings_of(guild).await.unwrap_or_default();
    let fields: Vec<&Battlefield> =
        if all { host.battlefields.available(&settings).collect() } else { settings.battlefields.iter().collect() };
    let fitting = fields.into_iter().filter(|field| fits(typed, &field.name, &field.id));
    answer(fitting.map(|field| {
        let label = format!("{}: {}", field.name, battlefields::size(field));
        (label, field.id.clone())
    }))
}

/// Time controls.
pub async fn time(_: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let found = times::completions(typed);
    answer(found.into_iter().map(|text| (text.clone(), text)))
}

/// Holidays.
pub async fn holiday(_: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let typed = typed.trim().to_lowercase();
    let usual = standstill::USUAL.iter().filter(|one| one.contains(&typed));
    answer(usual.map(|text| ((*text).to_owned(), (*text).to_owned())))
}

/// Limits for the time per turn.
pub async fn bound(_: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let found = times::bounds(typed);
    answer(found.into_iter().map(|text| (text.clone(), text)))
}

/// Legal moves of the person in the game.
pub async fn turn(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some((request, game)) = resolve_game(ctx).await else {
        return answer([]);
    };
    let person = request.person();
    answer_with(request.host().games.complete(game, person, typed).await)
}

/// Possible next moves of the person's opponent.
pub async fn theirs(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some((request, game)) = resolve_game(ctx).await else {
        return answer([]);
    };
    let person = request.person();
    answer_with(request.host().games.complete_theirs(game, person, typed).await)
}

/// The person's conditional moves in the game.
pub async fn line(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some((request, game)) = resolve_game(ctx).await else {
        return answer([]);
    };
    let person = request.person();
    let lines = request.host().games.conditional_moves(game, person).await;
    let wanted = typed.trim().to_lowercase();
    let said = lines.unwrap_or_default().into_iter();
    let said = said.map(|line| (conditional::line(&line.moves), line.id.to_string()));
    answer(said.filter(|(text, _)| text.to_lowercase().contains(&wanted)))
}

/// Purchases for the person in the game's shop.
pub async fn buy(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    order(ctx, Order::Buy, typed).await
}

/// Sales for the person in the game's shop.
pub async fn sell(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    order(ctx, Order::Sell, typed).await
}

/// Placements of pieces for the person in the game's shop.
pub async fn arrange(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    order(ctx, Order::Arrange, typed).await
}

async fn order(ctx: Context<'_>, order: Order, typed: &str) -> CreateAutocompleteResponse {
    let Some((request, game)) = resolve_game(ctx).await else {
        return answer([]);
    };
    let person = request.person();
    let offers = request.host().clash.shop_offers(game, person, order).await;
    let (before, last) = typed.rsplit_once(',').unwrap_or(("", typed));
    // A long beginning is abbreviated so that the completed value stays within Discord's limit.
    let short = if before.chars().count() > OPTION_TEXT / 2 {
        request.host().clash.shorter_line(game, person, order, before).await
    } else {
        None
    };
    let offers = offers.iter().map(words::offer);
    answer(shop_line(before.trim(), short.as_deref(), last, offers))
}

/// Completes the last item of a line for the shop. The items before it stay as typed if they fit, else they are
/// abbreviated.
fn shop_line<'a>(
    before: &'a str,
    short: Option<&'a str>,
    last: &str,
    offers: impl Iterator<Item = (String, String)>,
) -> impl Iterator<Item = (String, String)> {
    let wanted = last.trim().to_lowercase();
    let added = move |start: &str, text: &str| match start {
        "" => text.to_owned(),
        start => format!("{start}, {text}"),
    };
    offers
        .filter(move |(label, text)| label.to_lowercase().contains(&wanted) || text.to_lowercase().contains(&wanted))
        .map(move |(label, text)| {
            let whole = (added(before, &label), added(before, &text));
            match short {
                Some(short) if whole.0.chars().count() > OPTION_TEXT => {
                    (format!("… {label}"), format!("{short},{text}"))
                }
                _ => whole,
            }
        })
}

pub async fn lesson(_: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let wanted = typed.trim().to_lowercase();
    let all = lessons().iter();
    let all = all.map(|one| (format!("{}: {}", one.title, one.about), one.id.clone()));
    answer(all.filter(|(label, _)| label.to_lowercase().contains(&wanted)))
}

/// Armies that the person can start from.
pub async fn army(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let wanted = typed.trim().to_lowercase();
    let has_last = match resolve_game(ctx).await {
        Some((request, game)) => {
            request.host().clash.last_army(game, request.person()).await.is_ok_and(|army| army.is_some())
        }
        None => false,
    };
    let last = has_last.then(|| (words::LAST_TIME.to_owned(), shop::LAST_TIME.to_owned()));
    let armies = presets().iter().map(|preset| {
        let label = format!("{}: {}", preset.name, preset.summary);
        (label, preset.id.clone())
    });
    answer(last.into_iter().chain(armies).filter(|(label, _)| label.to_lowercase().contains(&wanted)))
}

/// Pieces of the Player to move in the game.
pub async fn piece(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some((request, game)) = resolve_game(ctx).await else {
        return answer([]);
    };
    let Ok(Board::Game(scene)) = request.host().views.board(game).await else {
        return answer([]);
    };
    let wanted = typed.trim().to_lowercase();
    answer(
        look::movers(&scene.view)
            .into_iter()
            .filter(|item| item.label.to_lowercase().contains(&wanted))
            .map(|item| (item.label, item.value)),
    )
}

/// The person's games whose lines have the typed text.
pub async fn game(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let app = ctx.data();
    let games = app.host.views.games_of(PersonId(ctx.author().id.get())).await.unwrap_or_default();
    let wanted = typed.trim().to_lowercase();
    let mut lines = Vec::new();
    for summary in games {
        if lines.len() == OPTIONS {
            break;
        }
        if let Ok(line) = look::game_line(app, summary.game).await
            && line.to_lowercase().contains(&wanted)
        {
            lines.push((line, summary.game.to_string()));
        }
    }
    answer(lines)
}

/// Game named by the options entered so far, else the game in this channel.
async fn resolve_game(ctx: Context<'_>) -> Option<(Request, GameId)> {
    let request = super::run::request(ctx)?;
    let poise::Context::Application(command) = ctx else {
        return None;
    };
    let named = command.args.iter().find_map(|option| match (option.name, &option.value) {
        ("game", serenity::all::ResolvedValue::String(text)) if !text.is_empty() => Some(*text),
        _ => None,
    });
    let game = request.find_game(named).await.ok()?;
    Some((request, game))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use engine::titans::GameMode;
    use serenity::all::Permissions;

    use super::{battalions_to_read, fits, pieces_to_read, shop_line};
    use crate::discord::tests::stand_in::{From, StandIn};
    use crate::host::tests::sharing::{HOME, bring_to, file, manager_of};
    use crate::host::tests::{Folder, PLACE, game, host, who};

    /// Battalions and pieces to read about are offered once each. Those of the game in the channel come first and are named
    /// as such; all others follow.
    #[tokio::test]
    async fn what_can_be_read_about_is_offered_once() {
        for armies in [
            None,
            Some(["medieval", "medieval"]),
            Some(["makpong", "baroque-duel"]),
            Some(["owls", "medieval"]),
            Some(["owls", "owls"]),
        ] {
            let folder = Folder::new();
            let host = host(&folder).await;
            for (id, name) in [("owls", "Owls"), ("pikes", "Pikes")] {
                bring_to(&host, HOME, &file(id, name)).await;
                host.battalions.publish_battalion(&manager_of(HOME), HOME, id, None).await.unwrap();
            }
            if let Some(armies) = armies {
                game(&host, GameMode::Duel, &armies).await;
            }
            let stand_in = StandIn::start().await;
            let app = stand_in.app(host.clone());
            let may = Permissions::SEND_MESSAGES | Permissions::VIEW_CHANNEL;
            let guild = PLACE.guild.map(|guild| guild.0);
            let by = From { person: 1, name: "Ann", guild, channel: PLACE.channel.0, kind: 0, may };
            let request = stand_in.command(&app, by);
            let offered = battalions_to_read(&request, "").await;
            let ids: Vec<&str> = offered.iter().map(|(_, id)| id.as_str()).collect();
            let distinct: BTreeSet<&str> = ids.iter().copied().collect();
            assert_eq!(distinct.len(), ids.len(), "{armies:?}: {ids:?}");
            let all = host.rosters.battalions_for(&who(1), PLACE.guild).await.unwrap();
            assert_eq!(distinct, all.iter().map(|one| one.id.as_str()).collect(), "{armies:?}");
            let played: BTreeSet<&str> = armies.into_iter().flatten().collect();
            for (place, (label, id)) in offered.iter().enumerate() {
                let is_played = played.contains(id.as_str());
                assert_eq!((label.contains("(this game"), place < played.len()), (is_played, is_played), "{offered:?}");
                assert_eq!(label.contains("version 1"), is_played && id == "owls", "{label}");
            }
            // The offer for a part of a name is a part of the whole offer.
            for typed in ["owl", "Medieval", "BAROQUE", "this game", "zebra"] {
                let found = battalions_to_read(&request, typed).await;
                let matching = offered.iter().filter(|(label, id)| fits(typed, label.split(": ").next().unwrap(), id));
                assert_eq!(found, matching.cloned().collect::<Vec<_>>(), "{typed}");
            }
            let pieces = pieces_to_read(&request, "").await;
            let keys: BTreeSet<&str> = pieces.iter().map(|(_, key)| key.as_str()).collect();
            assert_eq!(keys.len(), pieces.len(), "{armies:?}");
            let of_game = |key: &str| played.iter().any(|army| key.starts_with(&format!("{army}/")));
            let first = pieces.iter().take_while(|(_, key)| of_game(key)).count();
            assert_eq!(first, keys.iter().filter(|key| of_game(key)).count(), "{armies:?}");
            for army in ["medieval", "owls", "pikes", "makpong"] {
                assert!(keys.contains(format!("{army}/king").as_str()) || army == "makpong", "{army}: {keys:?}");
            }
        }
    }

    /// Discord rejects a list with a value of more than 100 characters. Such a value is left out for others.
    #[test]
    fn values_that_discord_rejects_are_left_out() {
        let longest = "ü".repeat(super::OPTION_TEXT);
        let values = [format!("{longest}!"), longest.clone()].into_iter().chain((0..30).map(|value| value.to_string()));
        let sent = serde_json::to_value(super::answer(values.map(|value| (value.clone(), value)))).unwrap();
        let choices = sent["choices"].as_array().unwrap();
        assert_eq!(choices.len(), super::OPTIONS);
        assert_eq!(choices[0]["value"], longest);
        assert_eq!(choices[24]["value"], "23");
    }

    #[test]
    fn things_are_found_by_parts_of_their_names_and_ids_in_any_case() {
        for typed in
            ["", " ", "baroque", "BAROQUE", "Baroque Duel", "roque d", "baroque-duel", "e-d", " -duel ", "Duel"]
        {
            assert!(fits(typed, "Baroque Duel", "baroque-duel"), "{typed:?}");
        }
        for typed in ["baroque_duel", "duel baroque", "x"] {
            assert!(!fits(typed, "Baroque Duel", "baroque-duel"), "{typed:?}");
        }
        assert!(fits("ÉMIL", "Émile", "9:a") && fits("9:A", "Émile", "9:a"));
    }

    #[test]
    fn the_last_item_of_a_line_is_completed() {
        let offers = || {
            let all = [("Rook a1 (5 gold)", "Rook a1"), ("Pawn b2 (1 gold)", "Pawn b2")];
            let owned = |(label, text): (&str, &str)| (label.to_owned(), text.to_owned());
            all.into_iter().map(owned)
        };
        let values = |typed: &str| {
            let (before, last) = typed.rsplit_once(',').unwrap_or(("", typed));
            let found = shop_line(before, None, last, offers());
            found.map(|(_, value)| value).collect::<Vec<_>>()
        };
        assert_eq!(values(""), ["Rook a1", "Pawn b2"]);
        assert_eq!(values("Queen d1, pa"), ["Queen d1, Pawn b2"]);
        assert_eq!(values("Queen d1,5 g"), ["Queen d1, Rook a1"]);
        assert!(values("rook,").contains(&"rook, Rook a1".to_owned()));
        let long = "Shielderer e1, War Machine h1, Elephant b1, Elephant c1, Waffle f1, Waffle g1, Omnipawn c2-f2";
        let found: Vec<_> = shop_line(long, Some("Shi e1,War h1"), "pa", offers()).collect();
        assert_eq!(found, [("… Pawn b2 (1 gold)".to_owned(), "Shi e1,War h1,Pawn b2".to_owned())]);
        assert!(values("dragon").is_empty());
        // The label of an item is longer than its value, so it is too long first.
        let room = super::OPTION_TEXT - ", Pawn b2 (1 gold)".len();
        for (length, shortened) in [(room, false), (room + 1, true)] {
            let typed = "x".repeat(length);
            let (label, value) = shop_line(&typed, Some("x"), "pa", offers()).next().unwrap();
            assert!(label.ends_with("Pawn b2 (1 gold)") && label.len() <= super::OPTION_TEXT, "{label}");
            assert_eq!((label.starts_with('…'), value == "x,Pawn b2"), (shortened, shortened), "{length}");
        }
    }
}
