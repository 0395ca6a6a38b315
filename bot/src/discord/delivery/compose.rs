//! Composes messages for notices when they are posted, from public information. A direct message may also use what
//! its recipient can see.

use std::sync::Arc;

use render::Picture;
use serenity::all::ButtonStyle;

use super::action::DeliveryAction;
use super::reach::{Around, askable, reachable};
use super::{clash, closed, table};
use crate::discord::answer::Answer;
use crate::discord::app::Shared;
use crate::discord::custom_id::{ComponentContext, Intent};
use crate::discord::features::challenge::words as invitation_words;
use crate::discord::features::clash::words as clash_words;
use crate::discord::features::moves::words;
use crate::discord::features::opponent::words as computer_words;
use crate::discord::features::pause::words as standstill_words;
use crate::discord::features::private::words as target_words;
use crate::discord::features::seats::words as table_words;
use crate::discord::features::takeback;
use crate::discord::messages::board::{analyse_button, buttons, next_decision, seat_buttons, stopped};
use crate::discord::messages::people::{display_names, is_computer, mentioning, who};
use crate::discord::messages::{challenge, invitation, lobby, odds, standstill, target};
use crate::discord::wording::{cards, clean, delivery as delivery_words, seed};
use crate::host::{
    Announce, Board, Card, Error, InternalError, Member, Notice, NoticeKind, PendingDecision, PersonId, Recipient,
    Refusal, Scene, Standing,
};
use engine::view::{Phase, SeatState};

/// Composes the message for a notice. After an error the outbox retries the notice.
pub async fn compose(app: &Shared, notice: &Notice) -> Result<DeliveryAction, Error> {
    match notice.kind {
        NoticeKind::Lost => return Ok(DeliveryAction::post(Answer::text(delivery_words::LOST))),
        NoticeKind::Unreadable if app.host.games.is_closed(notice.game).await? => {
            return Ok(DeliveryAction::post(Answer::text(delivery_words::CLOSED)));
        }
        NoticeKind::Unreadable => {
            return Ok(DeliveryAction::post(Answer::text(delivery_words::UNREADABLE)));
        }
        _ => {}
    }
    app.host.games.caught_up(notice.game, notice.version).await?;
    if let Recipient::Person(person) = notice.to {
        return to_person(app, notice, person).await;
    }
    match notice.kind {
        NoticeKind::Lobby => return lobby_notice(app, notice).await,
        NoticeKind::DmRefused => return closed::compose(app, notice).await,
        _ => {}
    }
    let scene = app.host.views.scene(notice.game, notice.version).await?;
    let names = display_names(&scene.seats);
    let board = matches!(notice.kind, NoticeKind::Turn | NoticeKind::Progress) && scene.view.clash.is_none();
    let picture = async {
        if board { app.host.views.turn_picture(notice.game, notice.version).await.map(Some) } else { Ok(None) }
    };
    let settings = async {
        let style = app.host.settings.announce_in(scene.place.guild).await?;
        let away = app.host.settings.on_holiday(&scene).await?;
        let pinged = reachable(app, Around::of(&scene, style), &scene.to_act).await;
        Ok::<_, Error>((style, away, pinged))
    };
    // Drawing takes longest, so the settings are read meanwhile.
    let (picture, (style, away, mut pinged)) = tokio::try_join!(picture, settings)?;
    // A board that is late mentions nobody: its people may have acted since.
    pinged.retain(|_| scene.is_current);
    // People on holiday are not mentioned.
    pinged.retain(|member| away.iter().all(|(other, _)| other != member));
    let next = next_decision(&scene, &pinged, &away);
    let over = next.over();
    let of = ComponentContext { game: scene.game, version: scene.version };
    let answer = match notice.kind {
        NoticeKind::Turn | NoticeKind::Progress if scene.view.clash.is_some() => {
            let answer = Answer::text(told(&scene, words::turn(&scene.view, &names, &next)))
                .afterwards(&told(&scene, words::turn(&scene.view, &names, &over)));
            clash::turn(app, &scene, answer, &pinged).await?
        }
        NoticeKind::Round => clash::round(app, &scene).await?.ok_or_else(|| misdirected(notice.kind))?,
        NoticeKind::Sealed => {
            let next = next_decision(&scene, &[], &away);
            return sealed(app, notice, &scene, &next).await;
        }
        NoticeKind::Turn | NoticeKind::Progress => turn(app, &scene, [&next, &over], style, pinged, picture).await?,
        NoticeKind::SeatTaken => {
            // Only the new holder is called: nothing has changed for the others.
            let taken = scene.table.taken.as_ref().and_then(|(seat, _)| scene.seats.get(seat.index()));
            pinged.retain(|member| taken.is_some_and(|people| people.contains(member)));
            let next = next_decision(&scene, &pinged, &away);
            table::seat_taken(app, &scene, &pinged, &next).await?
        }
        NoticeKind::TakebackAsked
        | NoticeKind::TakebackOff
        | NoticeKind::HandOver
        | NoticeKind::HandOverOff
        | NoticeKind::SeatFree
        | NoticeKind::AbsenceVote
        | NoticeKind::TimeAgain => {
            // The text describes the current state, not the version of the notice.
            let is_overtaken = match notice.kind {
                NoticeKind::SeatFree => app.host.outbox.is_repeated_later(notice).await?,
                NoticeKind::TimeAgain => !scene.is_current,
                _ => false,
            };
            if is_overtaken {
                return Ok(DeliveryAction::Supersede);
            }
            let now = match notice.kind {
                // A turn that is played meanwhile must not name the next Player.
                NoticeKind::TimeAgain => Box::new(scene.clone()),
                _ => match app.host.views.board(notice.game).await? {
                    Board::Game(now) => now,
                    Board::Lobby(_) | Board::Challenge(_) => return Err(misdirected(notice.kind)),
                },
            };
            match table::compose(app, notice, &now, style).await? {
                Some(answer) if !now.over => answer,
                _ => return Ok(DeliveryAction::Supersede),
            }
        }
        NoticeKind::Moved => {
            let place = format!("<#{}>", scene.place.channel);
            Answer::text(table_words::moved(&place))
        }
        NoticeKind::DrawOffer => draw_offer(app, &scene, style).await?,
        NoticeKind::DrawDeclined => {
            let history = app.host.views.history(notice.game).await?;
            let told = history.iter().find(|told| told.version == notice.version);
            let who = told.and_then(|told| Some((told.seat, told.facts.first()?)));
            Answer::text(words::no_draw(&names, who)).buttons(buttons(&scene))
        }
        NoticeKind::WeakerComputer => Answer::text(computer_words::WEAKER),
        NoticeKind::Stopped => {
            let picture = app.host.views.turn_picture(notice.game, notice.version).await?;
            Answer::text(stopped(&scene).unwrap_or_default()).picture(&picture).buttons(buttons(&scene))
        }
        NoticeKind::Reminder if scene.version == scene.newest && !scene.over => {
            // There are no direct reminders of a placement or of Volatile pieces.
            let next = match scene.view.phase {
                Phase::Placement | Phase::VolatileChoice { .. } => {
                    pinged = askable(app, Around::of(&scene, style), &scene.to_act).await;
                    pinged.retain(|member| away.iter().all(|(other, _)| other != member));
                    next_decision(&scene, &pinged, &away)
                }
                _ => next,
            };
            let over = next.over();
            let answer = Answer::text(words::reminder(&next)).afterwards(&words::reminder(&over));
            mentioning(answer, &pinged)
        }
        NoticeKind::ClosedDm => {
            let button = of.button("Show Privately", ButtonStyle::Primary, Intent::Private);
            Answer::text(target_words::CLOSED).buttons(vec![button])
        }
        NoticeKind::PauseAsked => {
            // A turn does not answer the question.
            let now = match app.host.views.board(notice.game).await? {
                Board::Game(now) if !now.clock.asked.is_empty() => now,
                _ => return Ok(DeliveryAction::Supersede),
            };
            // The message says who has not answered yet, so of several pending notices only the last is needed.
            if !notice.unsure && app.host.outbox.is_repeated_later(notice).await? {
                return Ok(DeliveryAction::Supersede);
            }
            let asked = standstill::unanswered(&now);
            let asked_pinged = askable(app, Around::of(&now, style), &asked).await;
            let answer = standstill::asked(&now, &who(&asked, &asked_pinged));
            mentioning(answer, &asked_pinged)
        }
        NoticeKind::NoPause => Answer::text(standstill_words::NO_PAUSE),
        NoticeKind::Paused if scene.clock.standing == Some(Standing::Paused) => standstill::paused(&scene),
        NoticeKind::Adjourned if scene.clock.standing == Some(Standing::Adjourned) => {
            Answer::text(standstill_words::ADJOURNED)
        }
        NoticeKind::StillPlaying if scene.version == scene.newest && !scene.over => {
            let players = standstill::players(&scene);
            let pinged = askable(app, Around::of(&scene, style), &players).await;
            let answer = standstill::still_playing_question(&scene, &who(&players, &pinged));
            mentioning(answer, &pinged)
        }
        NoticeKind::Playing => Answer::text(standstill_words::PLAYING),
        NoticeKind::Restored => Answer::text(delivery_words::RESTORED),
        NoticeKind::Reminder | NoticeKind::Paused | NoticeKind::StillPlaying | NoticeKind::Adjourned => {
            return Ok(DeliveryAction::Supersede);
        }
        other => return Err(misdirected(other)),
    };
    let ends = matches!(notice.kind, NoticeKind::Turn | NoticeKind::Progress | NoticeKind::Round | NoticeKind::Stopped);
    let answer = if ends && !scene.proof.is_empty() { answer.also(&seed::proof(&scene.proof)) } else { answer };
    let answer = answer.announced(style);
    if notice.kind == NoticeKind::Progress {
        return progress(app, notice, answer).await;
    }
    Ok(DeliveryAction::post(answer))
}

/// Message of a turn of Titan's Battalion, while `next` is due and after it.
async fn turn(
    app: &Shared,
    scene: &Scene,
    [next, over]: [&words::Next; 2],
    style: Announce,
    mut pinged: Vec<Member>,
    picture: Option<Arc<Picture>>,
) -> Result<Answer, Error> {
    let names = display_names(&scene.seats);
    let (concerned, lines) = concerned(app, scene, style).await?;
    let said = |next: &words::Next| format!("{}{lines}", told(scene, words::turn(&scene.view, &names, next)));
    let mut answer = Answer::text(said(next)).afterwards(&said(over));
    if let Some(picture) = &picture {
        answer = answer.picture(picture);
    }
    let more: Vec<Member> = concerned.into_iter().filter(|member| !pinged.contains(member)).collect();
    pinged.extend(more);
    if scene.view.turns == 0 && scene.view.last.is_none() {
        let lines = [words::begun(&scene.view), odds::in_game(scene)];
        answer = lines.iter().flatten().fold(answer, |answer, line| answer.also(line));
    }
    if let Some(card) = cards::summary(scene)
        && let Ok(card) = app.host.views.card(Card::Summary(card), scene.options.theme().into()).await
    {
        answer = answer.picture_named(&card, "summary.png");
    }
    let answer = mentioning(answer, &pinged).buttons(buttons(scene));
    Ok(answer.buttons(analyse_button(scene).into_iter().collect()).buttons(seat_buttons(scene)))
}

/// Message of a draw offer. It asks the other Players unless a turn has overtaken the offer.
async fn draw_offer(app: &Shared, scene: &Scene, style: Announce) -> Result<Answer, Error> {
    let asked: Vec<Member> = scene
        .view
        .seats
        .iter()
        .filter(|seat| seat.state == SeatState::Playing && !scene.view.draw_offer.contains(&seat.seat))
        .filter(|seat| scene.table.vacant.iter().all(|vacant| vacant.seat != seat.seat))
        .filter_map(|seat| scene.seats.get(seat.seat.index()))
        .flatten()
        .filter(|member| !is_computer(member))
        .cloned()
        .collect();
    let stands = match app.host.views.board(scene.game).await? {
        Board::Game(now) => !now.over && !now.view.draw_offer.is_empty(),
        Board::Lobby(_) | Board::Challenge(_) => false,
    };
    let asked = if stands { asked } else { Vec::new() };
    let pinged = askable(app, Around::of(scene, style), &asked).await;
    let mut answer = Answer::text(words::draw_offered(&scene.view, &display_names(&scene.seats)));
    if !asked.is_empty() {
        answer = answer.also(&format!("{}: agree or decline?", who(&asked, &pinged)));
    }
    Ok(mentioning(answer, &pinged).buttons(buttons(scene)))
}

/// Progress of sealed choices: edits the message that asks for them while it is the newest one.
async fn progress(app: &Shared, notice: &Notice, answer: Answer) -> Result<DeliveryAction, Error> {
    if app.host.outbox.is_repeated_later(notice).await? {
        return Ok(DeliveryAction::Supersede);
    }
    Ok(match app.host.outbox.turn_message(notice.game).await? {
        Some(asking) if asking.version < notice.version => DeliveryAction::Edit(Box::new(answer), asking),
        _ => DeliveryAction::Supersede,
    })
}

/// Text about a position: turns taken back to reach it, or turns of computer players merged into the message.
fn told(scene: &Scene, turn: String) -> String {
    let names = display_names(&scene.seats);
    let before = match &scene.table.taken_back {
        Some((seat, back)) => Some(takeback::taken_back_text(*seat, back, &names)),
        None => computer_words::told_before(&scene.told_before, &scene.view, &names),
    };
    match before {
        Some(before) => format!("{before}\n{turn}"),
        None => turn,
    }
}

/// People to mention because turns of computer players affect them, and one line for each seat. Nobody is mentioned by
/// a late board, on holiday, or in a seat that they have left.
async fn concerned(app: &Shared, scene: &Scene, style: Announce) -> Result<(Vec<Member>, String), Error> {
    let (mut concerned, mut lines) = (Vec::new(), String::new());
    let names = display_names(&scene.seats);
    if scene.seats.len() <= 2 {
        return Ok((concerned, lines));
    }
    let last = scene.view.last.as_ref().and_then(|last| scene.seats.get(last.seat?.index()));
    let by_computer = last.is_some_and(|people| people.iter().any(is_computer));
    let is_free = |seat| scene.table.vacant.iter().any(|vacant| vacant.seat == seat);
    let seats = scene.view.seats.iter().zip(&scene.seats).filter(|(seat, _)| !is_free(seat.seat));
    for (seat, people) in seats {
        let people: Vec<Member> = people.iter().filter(|member| !is_computer(member)).cloned().collect();
        let told = computer_words::concerning(&scene.view, &names, &scene.told_before, by_computer, seat.seat);
        let Some(told) = told.filter(|_| !people.is_empty()) else { continue };
        let away = app.host.settings.among_on_holiday(&people, scene.place.guild).await?;
        let mut pinged = reachable(app, Around::of(scene, style), &people).await;
        let is_late = !(scene.is_current || scene.over);
        pinged.retain(|member| !is_late && away.iter().all(|(other, _)| other != member));
        lines += &format!("\n{}, {told}.", who(&people, &pinged));
        concerned.extend(pinged);
    }
    Ok((concerned, lines))
}

/// Error: this kind of notice has no message for this position or recipient.
fn misdirected(kind: NoticeKind) -> Error {
    InternalError::plain("posting a notice", &format!("there is nothing to say for {kind:?}")).into()
}

/// Progress of sealed bids: edits the auction's message without a notification. The message shows neither that a bid
/// was replaced nor when (C-10).
async fn sealed(app: &Shared, notice: &Notice, scene: &Scene, next: &words::Next) -> Result<DeliveryAction, Error> {
    if app.host.outbox.is_repeated_later(notice).await? {
        return Ok(DeliveryAction::Supersede);
    }
    let names = display_names(&scene.seats);
    let answer = Answer::text(words::turn(&scene.view, &names, next)).afterwards(&words::turn(
        &scene.view,
        &names,
        &next.over(),
    ));
    let answer = Box::new(clash::turn(app, scene, answer, &[]).await?);
    Ok(match app.host.outbox.turn_message(notice.game).await? {
        Some(earlier) => DeliveryAction::EditText(answer, earlier),
        None => DeliveryAction::Post(answer),
    })
}

async fn lobby_notice(app: &Shared, notice: &Notice) -> Result<DeliveryAction, Error> {
    // The message shows the lobby's current state, so of several pending notices only the last is needed. The state is
    // read first: if the game begins after that, the last notice is the one of its beginning.
    let board = app.host.views.board(notice.game).await?;
    if app.host.outbox.is_repeated_later(notice).await? {
        return Ok(DeliveryAction::Supersede);
    }
    let posted = app.host.outbox.lobby_message(notice.game).await?;
    let answer = match (board, &posted) {
        (Board::Lobby(lobby), posted) => {
            // Only the first message notifies the invited people.
            let style = app.host.settings.announce_in(lobby.place.guild).await?;
            let pinged = match posted {
                None if lobby.closed.is_none() => {
                    let around = Around { game: lobby.game, guild: lobby.place.guild, style };
                    askable(app, around, &lobby.invited).await
                }
                _ => Vec::new(),
            };
            let message = lobby::with_card(&app.host.views, &lobby, &pinged).await;
            if lobby.options.invitation.is_some() { message.announced(style) } else { message }
        }
        (Board::Challenge(challenge), posted) => {
            // Only the first message notifies the challenged person.
            let style = app.host.settings.announce_in(challenge.place.guild).await?;
            let asked = challenge.challenged.as_slice();
            let around = Around { game: challenge.game, guild: challenge.place.guild, style };
            let wants = askable(app, around, asked).await;
            let open = posted.is_none() && challenge.closed.is_none();
            challenge::message(&challenge, open && !wants.is_empty()).announced(style)
        }
        // The board of the first turn shows who plays, so nothing is posted now; in Clash the first turn has no board.
        (Board::Game(scene), None) if scene.view.clash.is_none() && !notice.unsure => {
            return Ok(DeliveryAction::Supersede);
        }
        // The text describes the game as it began, so that a repeated attempt finds its message by it.
        (Board::Game(_), _) => lobby::begun(&app.host.views.scene(notice.game, notice.version).await?),
    };
    Ok(match posted {
        Some(posted) => DeliveryAction::Edit(Box::new(answer), posted),
        None => DeliveryAction::post(answer),
    })
}

/// Direct messages with the same content as the private responses.
async fn to_person(app: &Shared, notice: &Notice, person: PersonId) -> Result<DeliveryAction, Error> {
    let scene = match app.host.views.board(notice.game).await? {
        Board::Game(scene) if !scene.over => scene,
        Board::Challenge(challenge) if challenge.closed.is_none() && notice.kind == NoticeKind::Challenged => {
            let place = format!("<#{}>", challenge.place.channel);
            let text = clash_words::challenged(&challenge.challenger.name, &place);
            return Ok(DeliveryAction::post(Answer::text(text).buttons(challenge::buttons(&challenge))));
        }
        Board::Lobby(lobby)
            if lobby.closed.is_none()
                && notice.kind == NoticeKind::Challenged
                && lobby.invited.iter().any(|member| member.person == person)
                && let Some(why) = lobby.options.invitation =>
        {
            let (place, mode) = (format!("<#{}>", lobby.place.channel), lobby.options.mode.name());
            let text = invitation_words::asked(why, &lobby.creator.name, mode, &place);
            return Ok(DeliveryAction::post(Answer::text(text).buttons(invitation::buttons(&lobby))));
        }
        _ => return Ok(DeliveryAction::Supersede),
    };
    // The message shows the game's current state, so of several pending notices only the last is needed.
    let repeated = matches!(notice.kind, NoticeKind::YourTurn | NoticeKind::YourReminder);
    if repeated && app.host.outbox.is_repeated_later(notice).await? {
        return Ok(DeliveryAction::Supersede);
    }
    if notice.kind == NoticeKind::Homeless {
        let others = scene.seats.iter().flatten().filter(|member| member.person != person);
        let others: Vec<String> = others.map(|member| clean(&member.name)).collect();
        let server = match scene.place.guild {
            Some(guild) => app.presence.server_name(&app.limits, guild).await,
            None => None,
        };
        let title = engine::words::title(scene.view.played);
        return Ok(DeliveryAction::post(Answer::text(table_words::homeless(&title, &others, server.as_deref()))));
    }
    let private = match app.host.views.private(notice.game, person).await {
        Ok(private) => private,
        // The seat has changed hands since.
        Err(Error::Refused(Refusal::NotInGame)) => return Ok(DeliveryAction::Supersede),
        Err(other) => return Err(other),
    };
    let place = format!("<#{}>", scene.place.channel);
    let of = ComponentContext { game: notice.game, version: private.version };
    let answer = match notice.kind {
        NoticeKind::Target => {
            let card = target::card(&app.host.views, &private, person).await?;
            card.also(&place).buttons(vec![of.button("My Targets", ButtonStyle::Secondary, Intent::Target)])
        }
        NoticeKind::PendingDecision if matches!(private.decision, PendingDecision::Bid(_)) => {
            clash::invitation(of, &place)
        }
        // The choices are made. While there are any, everybody gets the message, whether they have one or not.
        NoticeKind::PendingDecision
            if scene.view.clash.is_some()
                || !matches!(scene.view.phase, Phase::Placement | Phase::VolatileChoice { .. }) =>
        {
            return Ok(DeliveryAction::Supersede);
        }
        NoticeKind::PendingDecision => Answer::text(target_words::decision(&place)).buttons(vec![of.button(
            "Choose",
            ButtonStyle::Primary,
            Intent::Private,
        )]),
        NoticeKind::ResignAsked => {
            if !app.host.games.resign_asked(notice.game, person).await? {
                return Ok(DeliveryAction::Supersede);
            }
            let mates = scene.seats.get(private.seat.index());
            let mate = mates.and_then(|all| all.iter().find(|one| one.person != person));
            let Some(mate) = mate else {
                return Ok(DeliveryAction::Supersede);
            };
            let resign = of.button("Resign", ButtonStyle::Danger, Intent::Resign);
            Answer::text(words::resign_too(&mate.name, &place)).buttons(vec![resign])
        }
        NoticeKind::YourTurn | NoticeKind::YourReminder if target::is_next(&private) => {
            let mut text = words::your_turn(&place);
            if notice.kind == NoticeKind::YourReminder {
                text.push_str(" A third of your time is left.");
            }
            let mut answer = Answer::text(text).buttons(buttons(&scene));
            // Without pieces there is no picture.
            if !scene.view.pieces.is_empty() {
                let picture = app.host.views.board_picture(notice.game, person).await?;
                answer = answer.picture(&picture);
                if app.host.settings.person_settings(person).await?.text_board {
                    answer = answer.text_board(&app.host.views.text_board(notice.game, None).await?);
                }
            }
            answer
        }
        _ => return Ok(DeliveryAction::Supersede),
    };
    Ok(DeliveryAction::post(answer))
}
