//! Taking a turn: typed in one line, or chosen step by step in private. Both end in the same action.

pub mod act;
pub mod chain;
pub mod commands;
pub mod words;

use engine::board::Space;
use serenity::all::{ButtonStyle, CreateActionRow};

use crate::discord::answer::Answer;
use crate::discord::custom_id::{Choices, ComponentContext, Intent};
use crate::discord::error::Error;
use crate::discord::features::moves::act::{
    Group, act_now, act_value, acts, answer, back, group, groups, is_chain, read_act,
};
use crate::discord::menu::Item;
use crate::discord::request::{Outcome, Request};
use crate::discord::wording::{ask, count, refusal, sentence};
use crate::host::{self, Acts, GameId, ListedAct, Refusal};

/// A turn in one line.
pub async fn typed(request: &Request, game: Option<String>, text: &str) -> Outcome {
    // The answer to a turn is the new board, unless it takes too long.
    let _later = request.hold_later();
    let game = request.find_game(game.as_deref()).await?;
    match request.host().games.act_text(&request.public_actor(), game, text, false).await {
        Ok(played) => answer(request, played, 0).await,
        Err(host::Error::Refused(why @ (Refusal::Illegal(_) | Refusal::NoSuchMove))) => {
            // The sentence, and a way to what is legal.
            let mut refused = Answer::text(sentence(&refusal::in_words(&why)));
            if let Ok(acts) = request.host().games.acts(game, request.person()).await
                && !acts.acts.is_empty()
            {
                let of = ComponentContext { game, version: acts.version };
                refused = refused.buttons(vec![of.button("Choose a Move", ButtonStyle::Primary, Intent::Move)]);
            }
            request.say(refused).await;
            Ok(())
        }
        Err(error) => Err(error.into()),
    }
}

/// The pieces that can act, to choose from.
pub async fn pieces(request: &Request, of: ComponentContext, page: u16) -> Outcome {
    request.hold().await;
    let acts = acts(request, of).await?;
    let groups = groups(&acts);
    let items: Vec<Item> = groups
        .iter()
        .enumerate()
        .map(|(index, group)| Item {
            label: group.name(),
            value: index.to_string(),
            detail: count(group.acts.len(), "move", "moves"),
        })
        .collect();
    let rows = of.menu(ask::PIECE, &items, page, |page| Intent::Piece { page });
    request.say(Answer::text(ask::piece(items.len())).rows(rows)).await;
    Ok(())
}

/// Where the chosen piece can go, with a picture.
pub async fn targets(request: &Request, of: ComponentContext, piece: u16, page: u16) -> Outcome {
    request.hold().await;
    let acts = acts(request, of).await?;
    let group = group(&acts, piece)?;
    let mut rows = target_rows(of, &group, piece, page);
    rows.push(back(of));
    let picture = match group.from {
        Some(_) => request.host().views.moves_picture(of.game, request.person(), group.from).await?,
        None => request.host().views.board_picture(of.game, request.person()).await?,
    };
    let answer = Answer::text(ask::target(&group.name())).picture(&picture).rows(rows);
    request.say(request.with_text_board(of.game, group.from, answer).await?).await;
    Ok(())
}

/// Menu of what a piece can do, to play it.
fn target_rows(of: ComponentContext, group: &Group<'_>, piece: u16, page: u16) -> Vec<CreateActionRow> {
    // Chains are gathered by their first landing, so that a piece with a hundred of them still makes a short menu.
    let mut items = chain::items(&group.acts, &[]);
    for item in items.iter_mut().filter(|item| read_act(&item.value).is_none()) {
        item.value.insert(0, JUMP);
    }
    for act in group.acts.iter().filter(|act| !is_chain(act)) {
        let same: Vec<&&ListedAct> = group.acts.iter().filter(|other| other.to == act.to && !is_chain(other)).collect();
        let item = match same.as_slice() {
            [_] => Item::new(words::plain(&act.text), act_value(act.index)),
            several if several[0].index == act.index => Item {
                label: format!("{} …", act.to),
                value: act.to.to_string(),
                detail: format!("{} ways", several.len()),
            },
            _ => continue,
        };
        items.push(item);
    }
    of.menu(ask::TARGET, &items, page, |page| Intent::To { piece, page })
}

/// Menu to play a move of the piece on this Space; empty unless the person may move it now.
pub async fn rows_of_piece(request: &Request, game: GameId, space: Space) -> Vec<CreateActionRow> {
    let acts = request.host().games.acts(game, request.person()).await;
    acts.map_or_else(|_| Vec::new(), |acts| rows_of(&acts, space))
}

/// Menu of the acts of the piece on a Space. Of several pieces on it, each has a button that opens its menu.
fn rows_of(acts: &Acts, space: Space) -> Vec<CreateActionRow> {
    let of = ComponentContext { game: acts.game, version: acts.version };
    let groups = groups(acts);
    let here: Vec<_> = (0..).zip(&groups).filter(|(_, group)| group.from == Some(space)).collect();
    match here.as_slice() {
        [] => Vec::new(),
        [(piece, group)] => target_rows(of, group, *piece, 0),
        several => {
            let open = |piece| Intent::To { piece, page: 0 };
            let button =
                |(piece, group): &(u16, &Group<'_>)| of.button(&group.name(), ButtonStyle::Primary, open(*piece));
            vec![CreateActionRow::Buttons(several.iter().map(button).collect())]
        }
    }
}

/// A destination was chosen: an act, or several that lead there.
pub async fn target(request: &Request, of: ComponentContext, piece: u16, value: &str) -> Outcome {
    match read_act(value) {
        Some(act) => act_now(request, of, act, Vec::new(), false, 0).await,
        None => match value.strip_prefix(JUMP) {
            Some(to) => chain::chosen(request, of, piece, Choices::new(), to).await,
            None => {
                let to = value.parse::<Space>().map_err(|_| Error::Stale)?;
                which(request, of, piece, to, 0).await
            }
        },
    }
}

/// Several acts lead to a Space: which one.
pub async fn which(request: &Request, of: ComponentContext, piece: u16, to: Space, page: u16) -> Outcome {
    request.hold().await;
    let acts = acts(request, of).await?;
    let group = group(&acts, piece)?;
    let items: Vec<Item> = group
        .acts
        .iter()
        .filter(|act| act.to == to && !is_chain(act))
        .map(|act| Item::new(words::plain(&act.text), act_value(act.index)))
        .collect();
    let mut rows = of.menu(ask::WHICH, &items, page, |page| Intent::Which { piece, to, page });
    rows.push(back(of));
    request.say(Answer::text(ask::which(&to.to_string())).rows(rows)).await;
    Ok(())
}

/// Before the Space of a first landing, which other moves may reach as well.
const JUMP: char = '>';

#[cfg(test)]
mod tests {
    use engine::action::Act;
    use engine::board::Seat;

    use super::*;
    use crate::host::Version;

    fn space(name: &str) -> Space {
        name.parse().unwrap()
    }

    /// Act of a piece on a3, a chain if it has landings.
    fn listed(index: u16, text: &str, to: &str, landings: &[&str]) -> ListedAct {
        let (from, to) = (space("a3"), space(to));
        let act = match landings {
            [] => Act::Move { from, to, captures: Vec::new(), promote: None },
            _ => Act::Chain { from, to, captures: Vec::new(), off: false, promote: None },
        };
        let landings = landings.iter().map(|name| space(name)).collect();
        ListedAct { index, act, text: text.to_owned(), piece: "Rabbit".to_owned(), from: Some(from), to, landings }
    }

    #[test]
    fn chains_are_gathered_by_their_landings_and_other_moves_by_their_destinations() {
        let acts = [
            listed(0, "a3-b3", "b3", &[]),
            listed(1, "a3-a5", "a5", &[]),
            listed(2, "a3xa5", "a5", &["a5"]),
            listed(3, "a3xa5xc5", "c5", &["a5", "c5"]),
            listed(4, "a3-a4=Q", "a4", &[]),
            listed(5, "a3-a4=R", "a4", &[]),
            listed(6, "a3-c3", "c3", &["c3"]),
        ];
        let group = Group { piece: "Rabbit", from: Some(space("a3")), acts: acts.iter().collect() };
        let of = ComponentContext { game: GameId(1), version: Version(1) };
        let rows = serde_json::to_value(target_rows(of, &group, 0, 0)).unwrap();
        let options = rows[0]["components"][0]["options"].as_array().unwrap();
        let options: Vec<_> = options.iter().map(|one| (one["label"].as_str(), one["value"].as_str())).collect();
        let expected = [("jump to a5 …", ">a5"), ("a3-c3", "#6"), ("a3-b3", "#0"), ("a3-a5", "#1"), ("a4 …", "a4")];
        assert_eq!(options, expected.map(|(label, value)| (Some(label), Some(value))));
    }

    /// Pieces that share a Space have a button each; a piece alone has its menu at once.
    #[test]
    fn every_piece_of_a_space_can_be_moved() {
        let mut acts = vec![listed(0, "a3-b3", "b3", &[]), listed(1, "a3-a5", "a5", &[])];
        let rows = |acts: &[ListedAct], at: &str| {
            let acts = Acts { game: GameId(1), version: Version(1), seat: Seat(0), acts: acts.to_vec() };
            serde_json::to_value(rows_of(&acts, space(at))).unwrap()
        };
        assert_eq!(rows(&acts, "a3")[0]["components"][0]["options"].as_array().unwrap().len(), 2);
        assert_eq!(rows(&acts, "b3"), serde_json::json!([]));
        acts.push(ListedAct { piece: "Pawn".to_owned(), ..listed(2, "a3-a4", "a4", &[]) });
        let both = rows(&acts, "a3");
        let buttons = both[0]["components"].as_array().unwrap();
        let labels: Vec<_> = buttons.iter().map(|one| one["label"].as_str().unwrap()).collect();
        assert_eq!((both.as_array().unwrap().len(), labels), (1, vec!["Rabbit a3", "Pawn a3"]));
    }
}
