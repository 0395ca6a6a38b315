//! The pending decision of a game and the buttons under its newest position.

use engine::board::Seat;
use engine::clash::{Gold, STEP, ULTIMATE};
use engine::view::{Phase, View};
use serenity::all::{ButtonStyle, CreateButton};

use super::people::{display_names, is_computer, who};
use crate::discord::custom_id::{ClashIntent, ComponentContext, ComputerIntent, Intent, TableIntent};
use crate::discord::features::moves::words;
use crate::discord::features::opponent::words as computer;
use crate::discord::features::seats::words as table_words;
use crate::discord::wording::{clean, sentence};
use crate::host::{Member, Scene, VacantSeat};

/// The pending decision with its deadline. Mentions the people in `pinged` and names the others. `away` lists people
/// on holiday with the end of their holiday.
pub fn next_decision(scene: &Scene, pinged: &[Member], away: &[(Member, i64)]) -> words::Next {
    let names = display_names(&scene.seats);
    let banks = Seat::all(scene.seats.len()).zip(&scene.clock.banks);
    words::Next {
        who: who(&scene.to_act, pinged),
        deadline: scene.deadline,
        control: scene.options.time(),
        standing: scene.clock.standing,
        left: scene.clock.left,
        banks: banks.map(|(seat, bank)| (names.name(seat), *bank)).collect(),
        away: away.iter().map(|(member, until)| (clean(&member.name), *until)).collect(),
        stopped: scene.stopped.is_some(),
        told: scene.round_over || scene.table.taken_back.is_some(),
        instead: instead(scene).or_else(|| thinking(scene)),
    }
}

/// Sentence for a decision of a free seat.
fn instead(scene: &Scene) -> Option<String> {
    let vacant = scene.table.vacant.iter();
    let waited_for = vacant.filter(|free| scene.view.to_act.contains(&free.seat));
    let waited_for: Vec<&VacantSeat> = waited_for.collect();
    (!waited_for.is_empty() && scene.to_act.is_empty()).then(|| table_words::waits_for_seat(&waited_for))
}

/// Sentence for a decision that only computer players make.
pub fn thinking(scene: &Scene) -> Option<String> {
    let open = scene.view.to_act.iter();
    let seats = open.filter_map(|seat| scene.seats.get(seat.index()));
    let computers: Vec<Member> = seats.flatten().filter(|one| is_computer(one)).cloned().collect();
    let alone = scene.to_act.is_empty() && !scene.over && !computers.is_empty();
    alone.then(
        || if scene.unattended { computer::FINISHING.to_owned() } else { computer::to_move(&who(&computers, &[])) },
    )
}

/// Sentence on a game that a moderator ended.
pub fn stopped(scene: &Scene) -> Option<String> {
    let stopped = scene.stopped.as_ref()?;
    let reason = stopped.reason.as_deref().map(|reason| format!(" Reason: {}", sentence(reason))).unwrap_or_default();
    Some(format!(
        "**{}** ended this game.{reason}{}",
        clean(&stopped.by.name),
        words::unsealed(&scene.view, &display_names(&scene.seats))
    ))
}

/// Buttons under the newest position.
pub fn buttons(scene: &Scene) -> Vec<CreateButton> {
    if scene.version != scene.newest {
        return Vec::new();
    }
    let of = ComponentContext { game: scene.game, version: scene.version };
    if scene.over {
        return after_the_end(of);
    }
    if scene.unattended {
        return Vec::new();
    }
    if scene.clock.standing.is_some() {
        return vec![of.button("Resume", ButtonStyle::Primary, Intent::Resume)];
    }
    let view = &scene.view;
    let mut buttons = match view.phase {
        Phase::Placement => {
            vec![of.button("Place My Army", ButtonStyle::Primary, Intent::Place)]
        }
        Phase::VolatileChoice { .. } => {
            vec![of.button("Choose", ButtonStyle::Primary, Intent::Volatile)]
        }
        Phase::Shop => vec![of.button("Open My Shop", ButtonStyle::Primary, ClashIntent::Shop { page: 0 })],
        Phase::Auction { standing: None } => {
            vec![of.button("Bid", ButtonStyle::Primary, ClashIntent::Bid)]
        }
        Phase::Auction { standing: Some(at) } => raise_buttons(of, Gold::from_hundredths(at) + STEP),
        Phase::Play | Phase::Ended { .. } => vec![
            of.button("Move", ButtonStyle::Primary, Intent::Move),
            of.button("Moves of…", ButtonStyle::Secondary, Intent::Look { page: 0 }),
        ],
    };
    if !view.draw_offer.is_empty() {
        buttons.push(of.button("Accept Draw", ButtonStyle::Success, Intent::AcceptDraw));
        buttons.push(of.button("Decline", ButtonStyle::Secondary, Intent::NoDraw));
    } else if view.phase == Phase::Play && !is_ultimate(view) {
        buttons.push(of.button("Draw", ButtonStyle::Secondary, Intent::Draw));
    }
    buttons.push(of.button("Resign", ButtonStyle::Danger, Intent::Resign));
    if view.commitment.is_some() {
        buttons.push(of.button("My Targets", ButtonStyle::Secondary, Intent::Target));
    }
    buttons
}

/// Buttons of a finished game.
fn after_the_end(of: ComponentContext) -> Vec<CreateButton> {
    let (button, at) = (0, u16::MAX);
    let step = Intent::Step { button, at };
    vec![
        of.button("Rematch", ButtonStyle::Primary, Intent::Rematch),
        of.button("Replay", ButtonStyle::Secondary, Intent::Replay),
        of.button("Step Through", ButtonStyle::Secondary, step),
    ]
}

/// Buttons to raise a bid to this amount, and to stop (C-12).
pub fn raise_buttons(of: ComponentContext, to: Gold) -> Vec<CreateButton> {
    vec![
        of.button(&format!("Raise to {to}"), ButtonStyle::Primary, ClashIntent::Raise),
        of.button("Stop", ButtonStyle::Secondary, ClashIntent::Stop),
    ]
}

/// Buttons for taking free seats.
pub fn seat_buttons(scene: &Scene) -> Vec<CreateButton> {
    if scene.over {
        return Vec::new();
    }
    let of = ComponentContext { game: scene.game, version: scene.version };
    let vacant = &scene.table.vacant;
    let button = |free: &VacantSeat| {
        let label = table_words::take_label(free, vacant.len() > 1);
        let intent = TableIntent::Take { seat: free.seat };
        of.button(&label, ButtonStyle::Primary, intent)
    };
    vacant.iter().take(5).map(button).collect()
}

/// Button for the analysis of a finished duel.
pub fn analyse_button(scene: &Scene) -> Option<CreateButton> {
    let played = scene.view.clash.is_none() && scene.view.turns > 0;
    (scene.over && scene.seats.len() == 2 && played).then(|| {
        let of = ComponentContext { game: scene.game, version: scene.version };
        of.button("Analyse", ButtonStyle::Secondary, ComputerIntent::Analyse)
    })
}

/// Buttons for giving free seats to computer players.
pub fn take_over_buttons(scene: &Scene) -> Vec<CreateButton> {
    if scene.over {
        return Vec::new();
    }
    let of = ComponentContext { game: scene.game, version: scene.version };
    let vacant = &scene.table.vacant;
    let button = |free: &VacantSeat| {
        let label = computer::take_over_label(free, vacant.len() > 1);
        let intent = ComputerIntent::Take { seat: free.seat };
        of.button(&label, ButtonStyle::Secondary, intent)
    };
    vacant.iter().take(5).map(button).collect()
}

/// Returns true in the round without draws (C-13).
fn is_ultimate(view: &View) -> bool {
    view.clash.as_ref().is_some_and(|clash| clash.round >= ULTIMATE)
}
