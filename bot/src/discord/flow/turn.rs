//! Taking a turn: typed in one line, or chosen step by step in private. Both end in the same action.

use engine::action::Act;
use engine::board::Space;
use serenity::all::ButtonStyle;

use super::{Outcome, chain, find, fresh, look, openly, person, refuse, say_done, secret};
use crate::discord::answer::Answer;
use crate::discord::app::Shared;
use crate::discord::custom_id::{Choices, ComponentContext, Intent};
use crate::discord::desk::Desk;
use crate::discord::error::Error;
use crate::discord::menu::Item;
use crate::discord::wording::{ask, count, refusal, sentence, turn as words};
use crate::host::{self, Acts, Ask, Board, Duty, ListedAct, Played, Question, Refusal};

/// A turn in one line.
pub async fn typed(app: &Shared, desk: &Desk, game: Option<String>, text: &str) -> Outcome {
    // The answer to a turn is the new board, unless it takes too long.
    let _later = desk.hold_later();
    let game = find(app, desk, game.as_deref()).await?;
    match app.host.act_text(&openly(desk), game, text, false).await {
        Ok(played) => answer(app, desk, played, 0).await,
        Err(host::Error::Refused(why @ (Refusal::Illegal(_) | Refusal::NoSuchMove))) => {
            // The sentence, and a way to what is legal.
            let mut refused = Answer::text(sentence(&refusal::in_words(&why)));
            if let Ok(acts) = app.host.acts(game, person(desk)).await
                && !acts.acts.is_empty()
            {
                let of = ComponentContext {
                    game,
                    version: acts.version,
                };
                refused = refused.buttons(vec![of.button(
                    "Choose a Move",
                    ButtonStyle::Primary,
                    Intent::Move,
                )]);
            }
            desk.say(refused).await;
            Ok(())
        }
        Err(error) => Err(error.into()),
    }
}

/// The pieces that can act, to choose from.
pub async fn pieces(app: &Shared, desk: &Desk, of: ComponentContext, page: u16) -> Outcome {
    desk.hold().await;
    let acts = acts(app, desk, of).await?;
    let groups = groups(&acts);
    let items: Vec<Item> = groups
        .iter()
        .enumerate()
        .map(|(index, group)| Item {
            label: group.name(),
            value: index.to_string(),
            detail: count(group.acts.len(), "possibility", "possibilities"),
        })
        .collect();
    let rows = of.menu(ask::PIECE, &items, page, |page| Intent::Piece { page });
    desk.say(Answer::text(ask::piece(items.len())).rows(rows))
        .await;
    Ok(())
}

/// Where the chosen piece can go, with a picture.
pub async fn targets(
    app: &Shared,
    desk: &Desk,
    of: ComponentContext,
    piece: u16,
    page: u16,
) -> Outcome {
    desk.hold().await;
    let acts = acts(app, desk, of).await?;
    let groups = groups(&acts);
    let group = groups.get(usize::from(piece)).ok_or_else(stale)?;
    // Chains are gathered by their first landing, so that a piece with a hundred of them still makes a short menu.
    let chains: Vec<&ListedAct> = group
        .acts
        .iter()
        .copied()
        .filter(|act| is_chain(act))
        .collect();
    let mut items = chain::items(&chains, &[]);
    for item in items
        .iter_mut()
        .filter(|item| read_act(&item.value).is_none())
    {
        item.value.insert(0, JUMP);
    }
    for act in group.acts.iter().filter(|act| !is_chain(act)) {
        let same: Vec<&&ListedAct> = group
            .acts
            .iter()
            .filter(|other| other.to == act.to && !is_chain(other))
            .collect();
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
    let mut rows = of.menu(ask::TARGET, &items, page, |page| Intent::To { piece, page });
    rows.push(back(of));
    let picture = match group.from {
        Some(_) => {
            app.host
                .moves_picture(of.game, person(desk), group.from)
                .await?
        }
        None => app.host.board_picture(of.game, person(desk)).await?,
    };
    let answer = Answer::text(ask::target(&group.name()))
        .picture(&picture)
        .rows(rows);
    desk.say(look::readable(app, desk, of.game, answer).await?)
        .await;
    Ok(())
}

/// A destination was chosen: an act, or several that lead there.
pub async fn target(
    app: &Shared,
    desk: &Desk,
    of: ComponentContext,
    piece: u16,
    value: &str,
) -> Outcome {
    match read_act(value) {
        Some(act) => act_now(app, desk, of, act, Vec::new(), false, 0).await,
        None => match value.strip_prefix(JUMP) {
            Some(to) => chain::chosen(app, desk, of, piece, Choices::new(), to).await,
            None => {
                let to = value.parse::<Space>().map_err(|_| stale())?;
                which(app, desk, of, piece, to, 0).await
            }
        },
    }
}

/// Several acts lead to a Space: which one.
pub async fn which(
    app: &Shared,
    desk: &Desk,
    of: ComponentContext,
    piece: u16,
    to: Space,
    page: u16,
) -> Outcome {
    desk.hold().await;
    let acts = acts(app, desk, of).await?;
    let groups = groups(&acts);
    let group = groups.get(usize::from(piece)).ok_or_else(stale)?;
    let items: Vec<Item> = group
        .acts
        .iter()
        .filter(|act| act.to == to && !is_chain(act))
        .map(|act| Item::new(words::plain(&act.text), act_value(act.index)))
        .collect();
    let mut rows = of.menu(ask::WHICH, &items, page, |page| Intent::Which {
        piece,
        to,
        page,
    });
    rows.push(back(of));
    desk.say(Answer::text(ask::which(&to.to_string())).rows(rows))
        .await;
    Ok(())
}

/// Takes an act with the choices made so far, or asks for the next.
pub async fn act_now(
    app: &Shared,
    desk: &Desk,
    of: ComponentContext,
    act: u16,
    choices: Choices,
    confirmed: bool,
    page: u16,
) -> Outcome {
    desk.hold().await;
    let played = app
        .host
        .act_index(&openly(desk), of.game, of.version, act, choices, confirmed)
        .await?;
    answer(app, desk, played, page).await
}

/// What was chosen in a menu of an act's obligations.
pub fn read_choice(value: &str) -> Result<Option<Space>, Error> {
    match value {
        NOTHING => Ok(None),
        space => space.parse().map(Some).map_err(|_| stale()),
    }
}

/// What stands for an act in a menu.
pub fn read_act(value: &str) -> Option<u16> {
    value.strip_prefix('#')?.parse().ok()
}

pub fn act_value(index: u16) -> String {
    format!("#{index}")
}

/// Before the Space of a first landing, which other moves may reach as well.
const JUMP: char = '>';

fn is_chain(act: &ListedAct) -> bool {
    matches!(act.act, Act::Chain { .. })
}

/// The value of a choice that is declined.
pub const NOTHING: &str = "none";

async fn answer(app: &Shared, desk: &Desk, played: Played, page: u16) -> Outcome {
    match played {
        Played::Done(done) => {
            say_done(app, desk, done).await;
            Ok(())
        }
        Played::Ask(question) => ask_on(desk, *question, page).await,
    }
}

async fn ask_on(desk: &Desk, asked: Ask, page: u16) -> Outcome {
    let of = ComponentContext {
        game: asked.game,
        version: asked.version,
    };
    let (act, choices) = (asked.index, asked.turn.then.clone());
    match asked.question {
        Question::Choice {
            kind,
            whose,
            options,
            optional,
        } => {
            let mut items: Vec<Item> = options
                .iter()
                .map(|space| Item::new(space.to_string(), space.to_string()))
                .collect();
            if optional {
                items.insert(0, Item::new("None", NOTHING));
            }
            let mut rows = of.menu(ask::SPACE, &items, page, |page| Intent::Then {
                act,
                choices: choices.clone(),
                page,
            });
            rows.push(back(of));
            let text = format!(
                "`{}`: {}",
                words::plain(&asked.text),
                ask::choice(&kind, &whose)
            );
            desk.say(Answer::text(text).rows(rows)).await;
        }
        Question::Confirm(warnings) => {
            let buttons = vec![
                of.button(
                    "Play It",
                    ButtonStyle::Danger,
                    Intent::Confirm { act, choices },
                ),
                of.button("Choose Another", ButtonStyle::Secondary, Intent::Move),
            ];
            desk.say(
                Answer::text(ask::sure(&words::plain(&asked.text), &warnings)).buttons(buttons),
            )
            .await;
        }
    }
    Ok(())
}

fn back(of: ComponentContext) -> serenity::all::CreateActionRow {
    serenity::all::CreateActionRow::Buttons(vec![of.button(
        "Other Piece",
        ButtonStyle::Secondary,
        Intent::Move,
    )])
}

/// Back to everything that the piece can do.
pub fn targets_row(of: ComponentContext, piece: u16) -> serenity::all::CreateActionRow {
    serenity::all::CreateActionRow::Buttons(vec![
        of.button(
            "Begin Anew",
            ButtonStyle::Secondary,
            Intent::To { piece, page: 0 },
        ),
        of.button("Other Piece", ButtonStyle::Secondary, Intent::Move),
    ])
}

/// Name, Space and acts of the piece with this number in the guided choice.
pub fn group_of(acts: &Acts, piece: u16) -> Option<(String, Option<Space>, Vec<&ListedAct>)> {
    let group = groups(acts).into_iter().nth(usize::from(piece))?;
    Some((group.name(), group.from, group.acts))
}

/// The person's acts, if they are still those of the press.
pub async fn acts(app: &Shared, desk: &Desk, of: ComponentContext) -> Result<Acts, Error> {
    fresh(app, of).await?;
    let acts = app.host.acts(of.game, person(desk)).await?;
    if acts.acts.is_empty() {
        let private = app.host.private(of.game, person(desk)).await?;
        let sentence = match private.duty {
            Duty::Nothing => match app.host.board(of.game).await? {
                Board::Game(scene) if scene.over => refusal::OVER.to_owned(),
                Board::Game(scene) if !scene.to_act.is_empty() => {
                    refusal::not_your_turn(&scene.to_act)
                }
                _ => refusal::NO_MOVES.to_owned(),
            },
            Duty::Turn => refusal::NO_MOVES.to_owned(),
            Duty::Placement(_)
            | Duty::Volatile(_)
            | Duty::Shop(_)
            | Duty::Bid(_)
            | Duty::Raise(_) => refusal::OTHER_BUTTON.to_owned(),
        };
        return Err(refuse(sentence));
    }
    Ok(acts)
}

pub fn stale() -> Error {
    Error::Stale
}

/// The acts of one piece, or of one kind of piece in reserve.
struct Group<'a> {
    piece: &'a str,
    from: Option<Space>,
    acts: Vec<&'a ListedAct>,
}

impl Group<'_> {
    fn name(&self) -> String {
        match self.from {
            Some(space) => format!("{} {space}", self.piece),
            None => format!("{} from reserve", self.piece),
        }
    }
}

/// Grouped by piece, in the order of the acts, which is the same for a version whenever it is asked for.
fn groups(acts: &Acts) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for act in &acts.acts {
        match groups
            .iter_mut()
            .find(|group| group.piece == act.piece && group.from == act.from)
        {
            Some(group) => group.acts.push(act),
            None => groups.push(Group {
                piece: &act.piece,
                from: act.from,
                acts: vec![act],
            }),
        }
    }
    groups
}

/// The *Move* button: whatever is asked of the person now.
pub async fn open(app: &Shared, desk: &Desk, of: ComponentContext) -> Outcome {
    desk.hold().await;
    match app.host.private(of.game, person(desk)).await?.duty {
        Duty::Placement(_) | Duty::Volatile(_) | Duty::Shop(_) | Duty::Bid(_) | Duty::Raise(_) => {
            secret::open(app, desk, of).await
        }
        Duty::Turn | Duty::Nothing => pieces(app, desk, of, 0).await,
    }
}

/// Whether the person is the one to act now.
pub fn is_next(private: &crate::host::Private) -> bool {
    matches!(private.duty, Duty::Turn | Duty::Shop(_) | Duty::Raise(_))
}
