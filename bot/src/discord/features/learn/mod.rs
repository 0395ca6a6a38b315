//! Private lessons: a list, and for each step a picture, a task and menus.

pub mod words;

use engine::action::Act;
use engine::board::{Seat, Space};
use engine::notation::Spelled;
use serenity::all::{
    ButtonStyle, CreateActionRow, CreateButton, CreateInputText, CreateModal, CreateSelectMenu, CreateSelectMenuKind,
    InputTextStyle,
};

use crate::discord::answer::{Answer, OPTIONS};
use crate::discord::custom_id::{CustomId, Start, Study, StudyStep};
use crate::discord::error::Error;
use crate::discord::features::clash::words as clash;
use crate::discord::menu::{self, Item};
use crate::discord::request::{Outcome, Request, refuse};
use crate::discord::wording::{cards, sentence};
use crate::host::Card;
use crate::host::lessons::{Learning, Lesson, Sight, Tried, lesson, lessons};

/// Maximum number of characters in a typed answer.
const TYPED: u16 = 60;

/// Shows the list of lessons, or a lesson.
pub async fn begin(request: &Request, wanted: Option<&str>) -> Outcome {
    request.hold().await;
    match wanted.map(str::trim).filter(|text| !text.is_empty()) {
        None => all(request).await,
        Some(text) => {
            let text = text.to_lowercase();
            let mut known = lessons().iter();
            let found = known.find(|one| one.id == text || one.title.to_lowercase() == text);
            show(request, found.ok_or_else(gone)?, None, None).await
        }
    }
}

/// Handles a press in the lessons. `value` is the chosen or typed text.
pub async fn press(request: &Request, study: Study, value: Option<&str>) -> Outcome {
    match (study, value) {
        (Study::Step(id, number, StudyStep::Type), None) => form(request, find(&id)?, number).await,
        (study, value) => {
            request.hold().await;
            pressed(request, study, value).await
        }
    }
}

async fn pressed(request: &Request, study: Study, value: Option<&str>) -> Outcome {
    let (id, number, step) = match (study, value) {
        (Study::All, None) => return all(request).await,
        (Study::All, Some(id)) => return show(request, find(id)?, None, None).await,
        (Study::Open(id), _) => return show(request, find(&id)?, None, None).await,
        (Study::Again(id), _) => {
            let lesson = find(&id)?;
            request.host().lessons.restart_lesson(request.person(), lesson).await?;
            return show(request, lesson, None, None).await;
        }
        (Study::Step(id, number, step), _) => (id, number, step),
    };
    let lesson = find(&id)?;
    let wanted = lesson.steps.get(usize::from(number)).ok_or_else(gone)?;
    match (step, value) {
        (StudyStep::Hint, _) => {
            let now = request.host().lessons.learning(request.person(), lesson).await?.solved;
            // An older message may belong to another step.
            let hint = (now == usize::from(number)).then(|| words::hint(&wanted.hint));
            show(request, lesson, hint.as_deref(), None).await
        }
        (StudyStep::Choose, Some(chosen)) => match chosen.parse::<Space>() {
            Ok(space) => show(request, lesson, None, Some(space)).await,
            Err(_) => attempt(request, lesson, number, chosen).await,
        },
        (_, Some(text)) => attempt(request, lesson, number, text).await,
        (_, None) => show(request, lesson, None, None).await,
    }
}

fn gone() -> Error {
    refuse(words::GONE)
}

fn find(id: &str) -> Result<&'static Lesson, Error> {
    lesson(id).ok_or_else(gone)
}

fn id(study: Study) -> String {
    CustomId::Learn(study).encode().unwrap_or_else(|| "-".to_owned())
}

fn button(label: &str, style: ButtonStyle, study: Study) -> CreateButton {
    CreateButton::new(id(study)).label(label).style(style)
}

fn list_menu(placeholder: &str, study: Study, items: &[Item]) -> Option<CreateActionRow> {
    let options: Vec<_> = items.iter().take(OPTIONS).map(menu::option).collect();
    let kind = CreateSelectMenuKind::String { options };
    let menu = CreateSelectMenu::new(id(study), kind).placeholder(placeholder);
    (!items.is_empty()).then_some(CreateActionRow::SelectMenu(menu))
}

/// Shows the list of lessons with the person's progress. A button opens the first unfinished lesson.
async fn all(request: &Request) -> Outcome {
    let progress = request.host().lessons.lessons_of(request.person()).await?;
    let list: Vec<_> = lessons().iter().zip(progress).collect();
    let items: Vec<Item> = list
        .iter()
        .map(|(lesson, progress)| Item {
            label: lesson.title.clone(),
            value: lesson.id.clone(),
            detail: words::state(lesson, *progress),
        })
        .collect();
    let next = list.iter().find(|(_, progress)| !progress.finished);
    let next = next.map(|(lesson, progress)| {
        let label = match progress.solved {
            0 => format!("Begin: {}", lesson.title),
            _ => format!("Go On: {}", lesson.title),
        };
        button(&label, ButtonStyle::Primary, Study::Open(lesson.id.clone()))
    });
    let answer = Answer::text(words::list(&list))
        .rows(list_menu(words::WHICH, Study::All, &items).into_iter().collect())
        .buttons(next.into_iter().collect());
    request.say(answer).await;
    Ok(())
}

/// Tries an answer and shows the result.
async fn attempt(request: &Request, lesson: &'static Lesson, number: u16, text: &str) -> Outcome {
    let number = usize::from(number);
    let tried = request.host().lessons.try_lesson(request.person(), lesson, number, text).await?;
    let wrong = lesson.steps.get(number).map_or("", |step| &step.wrong);
    let said = match &tried {
        Tried::Solved => words::RIGHT.to_owned(),
        Tried::NotWanted => sentence(wrong),
        Tried::Refused(why) => words::refused(why),
        Tried::Stale => words::STALE.to_owned(),
    };
    show(request, lesson, Some(&said), None).await
}

/// Shows a lesson at the person's step, with the moves of the selected piece.
async fn show(request: &Request, lesson: &'static Lesson, said: Option<&str>, selected: Option<Space>) -> Outcome {
    let learning = request.host().lessons.learning(request.person(), lesson).await?;
    let over = learning.solved >= lesson.steps.len();
    let text = words::step(lesson, learning.solved, said);
    let rows = if over { Vec::new() } else { choices(&learning, selected).into_iter().collect() };
    let answer = Answer::text(text);
    let answer = pictured(request, answer, learning.sight.clone(), selected).await?;
    let answer = answer.rows(rows).buttons(buttons(&learning, selected));
    request.say(answer).await;
    Ok(())
}

async fn pictured(request: &Request, answer: Answer, sight: Sight, selected: Option<Space>) -> Result<Answer, Error> {
    let settings = request.host().settings.person_settings(request.person()).await;
    let theme = settings.ok().and_then(|settings| settings.theme);
    let theme = theme.unwrap_or_default().into();
    let (picture, name) = match sight {
        Sight::Board(view, moves) => {
            let drawn = request.host().lessons.lesson_picture(*view, moves, selected, theme);
            (drawn.await?, "lesson.png")
        }
        Sight::Shop(view, shop) => {
            let card = cards::shop_of(&view, &shop, Seat(0), request.name.clone());
            (request.host().views.card(Card::Shop(card), theme).await?, "shop.png")
        }
    };
    Ok(answer.picture_named(&picture, name))
}

/// Menu of the pieces, of the moves of one piece, or of the shop.
fn choices(learning: &Learning, selected: Option<Space>) -> Option<CreateActionRow> {
    let number = u16::try_from(learning.solved).unwrap_or(u16::MAX);
    let study = |step| Study::Step(learning.lesson.id.clone(), number, step);
    match (&learning.sight, selected) {
        (Sight::Board(_, moves), None) => list_menu(words::PIECE, study(StudyStep::Choose), &pieces(moves)),
        (Sight::Board(_, moves), Some(space)) => {
            let of_piece = moves.iter().filter(|spelled| spelled.act.origin() == space);
            let items: Vec<Item> = of_piece
                .map(|spelled| Item {
                    label: spelled.text.clone(),
                    value: spelled.text.clone(),
                    detail: spelled.long.clone(),
                })
                .collect();
            list_menu(words::MOVE, study(StudyStep::To), &items)
        }
        (Sight::Shop(_, shop), _) => {
            let wares = shop.wares.iter().filter(|ware| ware.affordable && !ware.free.is_empty());
            let buy = wares.map(|ware| Item {
                label: format!("{} for {}", ware.look.name, clash::gold(ware.cost.unwrap_or_default())),
                value: format!("buy {}", ware.look.name),
                detail: ware.class.name().to_owned(),
            });
            let ready = Item::new(words::READY, "ready");
            let items: Vec<Item> = buy.chain(std::iter::once(ready)).collect();
            list_menu(words::SHOP, study(StudyStep::Choose), &items)
        }
    }
}

/// Menu options of the pieces that can move.
fn pieces(moves: &[Spelled]) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    for spelled in moves.iter().filter(|one| !matches!(one.act, Act::Place { .. })) {
        let at = spelled.act.origin().to_string();
        if items.iter().all(|item| item.value != at) {
            items.push(Item::new(format!("{} {at}", spelled.piece), at));
        }
    }
    items
}

fn buttons(learning: &Learning, selected: Option<Space>) -> Vec<CreateButton> {
    let lesson = learning.lesson;
    let number = u16::try_from(learning.solved).unwrap_or(u16::MAX);
    let step = |step| Study::Step(lesson.id.clone(), number, step);
    let open = |lesson: &Lesson| Study::Open(lesson.id.clone());
    let mut buttons = Vec::new();
    if learning.solved < lesson.steps.len() {
        let label = match learning.sight {
            Sight::Board(..) => "Type a Move",
            Sight::Shop(..) => "Type an Order",
        };
        buttons.push(button(label, ButtonStyle::Primary, step(StudyStep::Type)));
        buttons.push(button("Hint", ButtonStyle::Secondary, step(StudyStep::Hint)));
        if selected.is_some() {
            buttons.push(button("Another Piece", ButtonStyle::Secondary, open(lesson)));
        }
    } else {
        let at = lessons().iter().position(|one| one.id == lesson.id);
        let next = at.and_then(|index| lessons().get(index + 1));
        if let Some(next) = next {
            let label = format!("Next: {}", next.title);
            buttons.push(button(&label, ButtonStyle::Success, open(next)));
        } else {
            let play = CustomId::Play(Start::Game).encode().unwrap_or_else(|| "-".to_owned());
            buttons.push(CreateButton::new(play).label("Play").style(ButtonStyle::Success));
        }
    }
    if learning.solved > 0 {
        let again = Study::Again(lesson.id.clone());
        buttons.push(button("Start Over", ButtonStyle::Secondary, again));
    }
    buttons.push(button("All Lessons", ButtonStyle::Secondary, Study::All));
    buttons
}

/// Opens the form for typing an answer. It must be the first response to a press.
async fn form(request: &Request, lesson: &'static Lesson, number: u16) -> Outcome {
    let learning = request.host().lessons.learning(request.person(), lesson).await?;
    let (title, label) = match learning.sight {
        Sight::Board(..) => words::TYPE_MOVE,
        Sight::Shop(..) => words::TYPE_ORDER,
    };
    let input =
        CreateInputText::new(InputTextStyle::Short, label, "text").min_length(1).max_length(TYPED).required(true);
    let step = Study::Step(lesson.id.clone(), number, StudyStep::Type);
    let form = CreateModal::new(id(step), title).components(vec![CreateActionRow::InputText(input)]);
    request.form(form).await;
    Ok(())
}
