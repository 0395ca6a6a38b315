//! Guided choice of a move: the person's acts grouped by piece, and the further choices that an act requires.

use engine::action::Act;
use engine::board::Space;
use serenity::all::{ButtonStyle, CreateActionRow};

use crate::discord::answer::Answer;
use crate::discord::custom_id::{Choices, ComponentContext, Intent};
use crate::discord::error::Error;
use crate::discord::features::moves::words;
use crate::discord::menu::Item;
use crate::discord::request::{Outcome, Request, refuse};
use crate::discord::wording::{ask, refusal};
use crate::host::{Acts, Ask, ListedAct, Played, Question};

/// Menu value of a declined choice.
pub const NOTHING: &str = "none";

/// Legal acts of the person. Fails if the position has changed since the component was posted.
pub async fn acts(request: &Request, of: ComponentContext) -> Result<Acts, Error> {
    request.ensure_current(of).await?;
    let acts = request.host().games.acts(of.game, request.person()).await?;
    if acts.acts.is_empty() {
        request.host().games.check_mover(of.game, request.person()).await?;
        return Err(refuse(refusal::NO_MOVES));
    }
    Ok(acts)
}

/// Legal acts of one piece, or of one kind of piece in reserve.
pub struct Group<'a> {
    /// Name of the piece.
    pub piece: &'a str,
    /// Space of the piece; `None` in reserve.
    pub from: Option<Space>,
    /// Legal acts of the piece.
    pub acts: Vec<&'a ListedAct>,
}

impl Group<'_> {
    /// Name with Space, such as "Knight g1".
    pub fn name(&self) -> String {
        match self.from {
            Some(space) => format!("{} {space}", self.piece),
            None => format!("{} from reserve", self.piece),
        }
    }
}

/// Groups acts by piece, in the order of the acts. The order is fixed for each version of a game.
pub fn groups(acts: &Acts) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for act in &acts.acts {
        match groups.iter_mut().find(|group| group.piece == act.piece && group.from == act.from) {
            Some(group) => group.acts.push(act),
            None => groups.push(Group { piece: &act.piece, from: act.from, acts: vec![act] }),
        }
    }
    groups
}

/// Group with this number in the guided choice.
pub fn group(acts: &Acts, piece: u16) -> Result<Group<'_>, Error> {
    let group = groups(acts).into_iter().nth(usize::from(piece));
    group.ok_or(Error::Stale)
}

/// Plays an act with the choices made so far, or asks for the next choice.
pub async fn act_now(
    request: &Request,
    of: ComponentContext,
    act: u16,
    choices: Choices,
    confirmed: bool,
    page: u16,
) -> Outcome {
    request.hold().await;
    let played =
        request.host().games.act_index(&request.public_actor(), of.game, of.version, act, choices, confirmed).await?;
    answer(request, played, page).await
}

/// Reports the result of a turn, or asks for the choices it needs.
pub async fn answer(request: &Request, played: Played, page: u16) -> Outcome {
    match played {
        Played::Done(done) => {
            request.say_done(done).await;
            Ok(())
        }
        Played::Ask(asked) => {
            request.say(question(*asked, page)).await;
            Ok(())
        }
    }
}

/// Question about a turn, with a page of the menu of its further choices, or with a button that confirms the turn.
fn question(asked: Ask, page: u16) -> Answer {
    let of = ComponentContext { game: asked.game, version: asked.version };
    let (act, choices) = (asked.index, asked.turn.then.clone());
    match asked.question {
        Question::Choice { kind, whose, options, optional } => {
            let mut items: Vec<Item> =
                options.iter().map(|space| Item::new(space.to_string(), space.to_string())).collect();
            if optional {
                items.insert(0, Item::new("None", NOTHING));
            }
            let mut rows =
                of.menu(ask::SPACE, &items, page, |page| Intent::Then { act, choices: choices.clone(), page });
            rows.push(back(of));
            let text = format!("`{}`: {}", words::plain(&asked.text), ask::choice(&kind, &whose));
            Answer::text(text).rows(rows)
        }
        Question::Confirm(warnings) => {
            let buttons = vec![
                of.button("Play It Anyway", ButtonStyle::Danger, Intent::Confirm { act, choices }),
                of.button("Choose Another Move", ButtonStyle::Secondary, Intent::Move),
            ];
            Answer::text(ask::sure(&words::plain(&asked.text), &warnings)).buttons(buttons)
        }
    }
}

/// Button back to the menu of pieces.
pub fn back(of: ComponentContext) -> CreateActionRow {
    CreateActionRow::Buttons(vec![of.button("Other Piece", ButtonStyle::Secondary, Intent::Move)])
}

/// Button back to the menu of the piece's acts.
pub fn targets_row(of: ComponentContext, piece: u16) -> CreateActionRow {
    CreateActionRow::Buttons(vec![
        of.button("Start Over", ButtonStyle::Secondary, Intent::To { piece, page: 0 }),
        of.button("Other Piece", ButtonStyle::Secondary, Intent::Move),
    ])
}

/// Parses the choice from a menu of an act's required choices.
pub fn read_choice(value: &str) -> Result<Option<Space>, Error> {
    match value {
        NOTHING => Ok(None),
        space => space.parse().map(Some).map_err(|_| Error::Stale),
    }
}

/// Parses the menu value of an act.
pub fn read_act(value: &str) -> Option<u16> {
    value.strip_prefix('#')?.parse().ok()
}

/// Inverse of [`read_act`].
pub fn act_value(index: u16) -> String {
    format!("#{index}")
}

/// Returns true for a chain of jumps.
pub fn is_chain(act: &ListedAct) -> bool {
    matches!(act.act, Act::Chain { .. })
}

#[cfg(test)]
mod tests {
    use engine::action::Turn;
    use engine::board::Seat;
    use engine::titans::ChoiceKind;
    use serde_json::to_value;

    use super::*;
    use crate::discord::custom_id::CustomId;
    use crate::host::{GameId, Version};

    /// A warning that follows further choices keeps them: the button plays the turn with all of them (T-17).
    #[test]
    fn a_confirmed_turn_keeps_its_further_choices() {
        let then = vec![Some("c3".parse().unwrap()), None];
        let turn = Turn { act: Act::Pass { at: "a1".parse().unwrap() }, then: then.clone() };
        let (game, version) = (GameId(4), Version(7));
        let text = "Bxd2".to_owned();
        let asked = Ask { game, version, turn, index: 12, text, question: Question::Confirm(Vec::new()) };
        let sent = to_value(question(asked, 0).message()).unwrap();
        let id = sent["components"][0]["components"][0]["custom_id"].as_str().unwrap();
        let of = ComponentContext { game, version };
        assert_eq!(CustomId::decode(id), Ok(CustomId::Game(of, Intent::Confirm { act: 12, choices: then })));
    }

    /// Further choices on each page of a menu keep those made before, the act and the page.
    #[test]
    fn every_page_of_a_further_choice_keeps_the_choices_before_it() {
        let then = vec![Some("c3".parse().unwrap()), None];
        let options: Vec<Space> = (0..8).flat_map(|x| (0..8).map(move |y| Space::new(x, y))).collect();
        let (game, version) = (GameId(4), Version(7));
        let of = ComponentContext { game, version };
        for page in 0..3 {
            let asked = Ask {
                game,
                version,
                turn: Turn { act: Act::Pass { at: "a1".parse().unwrap() }, then: then.clone() },
                index: 12,
                text: "Bxd2".to_owned(),
                question: Question::Choice {
                    kind: ChoiceKind::Bring("Pawn".to_owned(), Seat(0)),
                    whose: Vec::new(),
                    options: options.clone(),
                    optional: false,
                },
            };
            let sent = to_value(question(asked, page).message()).unwrap();
            let leads = |row: usize, column: usize| {
                let id = sent["components"][row]["components"][column]["custom_id"].as_str().unwrap();
                CustomId::decode(id.trim_end_matches('!')).unwrap()
            };
            let on = |page| CustomId::Game(of, Intent::Then { act: 12, choices: then.clone(), page });
            assert_eq!(leads(0, 0), on(page), "the menu");
            assert_eq!((leads(1, 0), leads(1, 1)), (on(page.saturating_sub(1)), on((page + 1).min(2))), "{page}");
            let first = &options[usize::from(page) * 25];
            assert_eq!(sent["components"][0]["components"][0]["options"][0]["value"], first.to_string());
        }
    }
}
