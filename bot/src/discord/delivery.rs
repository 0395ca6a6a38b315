//! Says what the host has to say: takes notices from its outbox, in order for each channel and person, posts them, and tells the
//! host what became of them. What could not be posted stays in the outbox and comes again.

mod clash;
#[cfg(test)]
mod secrecy;

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serenity::all::{
    ButtonStyle, ChannelId as DiscordChannel, CreateMessage, EditMessage, Http, Message,
    MessageId as DiscordMessage, Nonce, UserId,
};

use super::answer::Answer;
use super::app::Shared;
use super::fault::{self, Refused};
use super::flow::{clash as clash_flow, lobby, look, secret, turn};
use super::id::Intent;
use super::menu::Of;
use super::wording::{
    clash as clash_words, lobby as lobby_words, target as target_words, turn as words,
};
use crate::host::{
    Announce, Board, ChannelId, Duty, Error, Member, MessageId, Notice, NoticeKind, PersonId, Ping,
    Posted, Recipient, Scene, Trouble,
};
use crate::shutdown::Shutdown;
use engine::view::{Phase, SeatState};

/// How long to wait after the outbox itself failed.
const PAUSE: Duration = Duration::from_secs(2);

/// What waits, for each recipient; there while somebody works on it.
type Queues = Arc<Mutex<BTreeMap<(u8, u64), VecDeque<Notice>>>>;

/// Delivers until it is time to stop.
pub async fn run(app: Shared, http: Arc<Http>, shutdown: Shutdown) {
    let queues = Queues::default();
    loop {
        let notices = tokio::select! {
            () = shutdown.wait() => return,
            notices = app.host.next_notices() => notices,
        };
        match notices {
            Ok(notices) => {
                for notice in notices {
                    enqueue(&app, &http, &queues, notice);
                }
            }
            Err(_) => tokio::select! {
                () = shutdown.wait() => return,
                () = tokio::time::sleep(PAUSE) => {}
            },
        }
        super::client::forget_routes(&http).await;
    }
}

/// One after the other for a recipient, side by side for different ones.
fn enqueue(app: &Shared, http: &Arc<Http>, queues: &Queues, notice: Notice) {
    let key = match notice.to {
        Recipient::Channel(channel) => (0, channel.0),
        Recipient::Person(person) => (1, person.0),
    };
    let mut waiting = lock(queues);
    if let Some(queue) = waiting.get_mut(&key) {
        queue.push_back(notice);
        return;
    }
    waiting.insert(key, VecDeque::from([notice]));
    drop(waiting);
    let (app, http, queues) = (app.clone(), http.clone(), queues.clone());
    tokio::spawn(async move {
        loop {
            let next = {
                let mut waiting = lock(&queues);
                match waiting.get_mut(&key).and_then(VecDeque::pop_front) {
                    Some(next) => next,
                    None => {
                        waiting.remove(&key);
                        return;
                    }
                }
            };
            let (shared, wire) = (app.clone(), http.clone());
            if app
                .work
                .run(async move { deliver(&shared, &wire, next).await })
                .await
                .is_none()
            {
                let _ = app.host.undelivered(next.id, Trouble::Later).await;
            }
        }
    });
}

fn lock(queues: &Queues) -> std::sync::MutexGuard<'_, BTreeMap<(u8, u64), VecDeque<Notice>>> {
    queues
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// What becomes of a notice.
enum Way {
    /// A message of its own.
    Post(Box<Answer>),
    /// In the place of an earlier message.
    Edit(Box<Answer>, Posted),
    /// Nothing is left to say.
    Skip,
}

async fn deliver(app: &Shared, http: &Arc<Http>, notice: Notice) {
    let way = match compose(app, &notice).await {
        Ok(way) => way,
        Err(Error::Refused(why)) => {
            tracing::debug!(notice = %notice.id, kind = ?why.kind, "a notice has become pointless");
            Way::Skip
        }
        Err(Error::Fault(_)) => {
            let _ = app.host.undelivered(notice.id, Trouble::Later).await;
            return;
        }
    };
    let said = match way {
        Way::Skip => Ok(None),
        Way::Edit(answer, earlier) => match edit(http, (*answer).clone(), &earlier).await {
            Ok(()) => Ok(Some((earlier.channel, earlier.message))),
            // Somebody has deleted it: it is posted anew.
            Err(error) if fault::code(&error) == Some(10008) => {
                post(http, &notice, *answer).await.map(Some)
            }
            Err(error) => Err(error),
        },
        Way::Post(answer) => post(http, &notice, *answer).await.map(Some),
    };
    match said {
        Ok(posted) => match app.host.delivered(notice.id, posted).await {
            Ok(older) => {
                // What is said beside the board leaves the board's buttons where they are.
                let beside = matches!(notice.kind, NoticeKind::ClosedDm | NoticeKind::Reminder);
                for message in older.into_iter().filter(|_| !beside) {
                    strip(app, http, &notice, message).await;
                }
            }
            Err(error) => {
                tracing::warn!(notice = %notice.id, %error, "a delivery could not be noted")
            }
        },
        Err(error) => {
            let trouble = match fault::refused(&error) {
                Refused::DirectMessagesClosed | Refused::Gone | Refused::Malformed => {
                    Trouble::Never
                }
                // Permissions come back, threads are opened again: it stays in the outbox meanwhile.
                Refused::NoAccess | Refused::Archived | Refused::Trouble => Trouble::Later,
            };
            tracing::warn!(notice = %notice.id, kind = ?notice.kind, error = %fault::brief(&error), ?trouble, "a notice could not be delivered");
            let _ = app.host.undelivered(notice.id, trouble).await;
        }
    }
}

/// Posts a message. The nonce keeps a repeated attempt from becoming a second message.
async fn post(
    http: &Arc<Http>,
    notice: &Notice,
    answer: Answer,
) -> serenity::Result<(ChannelId, MessageId)> {
    let message: CreateMessage = answer
        .message()
        .nonce(Nonce::String(format!("n{}", notice.id)))
        .enforce_nonce(true);
    let posted: Message = match notice.to {
        Recipient::Channel(channel) => {
            DiscordChannel::new(channel.0)
                .send_message(http, message)
                .await?
        }
        Recipient::Person(person) => {
            let channel = UserId::new(person.0).create_dm_channel(http).await?;
            channel.id.send_message(http, message).await?
        }
    };
    Ok((
        ChannelId(posted.channel_id.get()),
        MessageId(posted.id.get()),
    ))
}

async fn edit(http: &Arc<Http>, answer: Answer, earlier: &Posted) -> serenity::Result<()> {
    change(http, answer.edit_whole_message(), earlier).await
}

async fn change(http: &Arc<Http>, edit: EditMessage, earlier: &Posted) -> serenity::Result<()> {
    use serenity::builder::Builder as _;
    let place = (
        DiscordChannel::new(earlier.channel.0),
        DiscordMessage::new(earlier.message.0),
        None,
    );
    edit.execute(&**http, place).await.map(drop)
}

/// Takes the buttons off an older message; its picture and text stay. A lobby's says that the game has begun.
async fn strip(app: &Shared, http: &Arc<Http>, notice: &Notice, message: Posted) {
    if message.kind == NoticeKind::ClosedDm {
        // It opens what is private as long as the game lasts.
        let _ = app.host.buttons_gone(message.message).await;
        return;
    }
    let edit = match (message.kind, app.host.board(notice.game).await) {
        (NoticeKind::Lobby, Ok(Board::Game(scene))) => begun(&scene).edit_whole_message(),
        _ => EditMessage::new().components(Vec::new()),
    };
    match change(http, edit, &message).await {
        Ok(()) => {}
        Err(error) if fault::refused(&error) != Refused::Trouble => {
            tracing::debug!(error = %fault::brief(&error), "buttons stay on an old message");
        }
        Err(error) => {
            tracing::warn!(error = %fault::brief(&error), "buttons could not be taken off an old message");
            return;
        }
    }
    if let Err(error) = app.host.buttons_gone(message.message).await {
        tracing::warn!(%error, "that buttons are gone could not be noted");
    }
}

async fn compose(app: &Shared, notice: &Notice) -> Result<Way, Error> {
    if let Recipient::Person(person) = notice.to {
        return to_person(app, notice, person).await;
    }
    if notice.kind == NoticeKind::Lobby {
        return lobby_notice(app, notice).await;
    }
    let scene = app.host.scene(notice.game, notice.version).await?;
    let cast = look::cast(&scene.seats);
    let style = app.host.announce_in(scene.place.guild).await?;
    let pinged = reachable(app, style, &scene.to_act).await;
    let next = look::next(&scene, &pinged);
    let of = Of {
        game: scene.game,
        version: scene.version,
    };
    let answer = match notice.kind {
        NoticeKind::Turn if scene.view.clash.is_some() => {
            let text = words::turn(&scene.view, &cast, &next);
            clash::turn(app, &scene, text, &pinged).await?
        }
        NoticeKind::Round => match clash::round(app, &scene).await? {
            Some(answer) => answer,
            None => return Ok(Way::Skip),
        },
        NoticeKind::Sealed => match clash::sealed(&scene, &next) {
            Some(answer) => answer,
            None => return Ok(Way::Skip),
        },
        NoticeKind::Turn => {
            let picture = app.host.turn_picture(notice.game, notice.version).await?;
            let mut answer = Answer::text(words::turn(&scene.view, &cast, &next)).picture(&picture);
            if scene.view.turns == 0
                && scene.view.last.is_none()
                && let Some(sealed) = words::begun(&scene.view)
            {
                answer = answer.also(&sealed);
            }
            // Rounds and matches of Clash have cards of their own.
            let ended = matches!(scene.view.phase, Phase::Ended { .. });
            if ended && scene.view.clash.is_none() {
                let card = app.host.summary_picture(notice.game, notice.version);
                if let Ok(card) = card.await {
                    answer = answer.picture_named(&card, "summary.png");
                }
            }
            mentioning(answer, &pinged).buttons(look::buttons(&scene))
        }
        NoticeKind::DrawOffer => {
            let asked: Vec<Member> = scene
                .view
                .seats
                .iter()
                .filter(|seat| {
                    seat.state == SeatState::Playing && !scene.view.draw_offer.contains(&seat.seat)
                })
                .filter_map(|seat| scene.seats.get(seat.seat.index()))
                .flatten()
                .cloned()
                .collect();
            let asked = reachable(app, style, &asked).await;
            let mut answer = Answer::text(words::draw_offered(&scene.view, &cast));
            if !asked.is_empty() {
                answer = answer.also(&format!("{}: agree or decline?", look::who(&asked, &asked)));
            }
            mentioning(answer, &asked).buttons(look::buttons(&scene))
        }
        NoticeKind::DrawDeclined => {
            let history = app.host.history(notice.game).await?;
            let told = history.iter().find(|told| told.version == notice.version);
            let name = told.map(|told| cast.name(told.seat));
            let who = name
                .as_deref()
                .zip(told.and_then(|told| told.facts.first()));
            Answer::text(words::no_draw(who)).buttons(look::buttons(&scene))
        }
        NoticeKind::Stopped => {
            let picture = app.host.turn_picture(notice.game, notice.version).await?;
            Answer::text(look::stopped(&scene).unwrap_or_default()).picture(&picture)
        }
        NoticeKind::Reminder if scene.version == scene.newest && !scene.over => {
            mentioning(Answer::text(words::reminder(&next)), &pinged)
        }
        NoticeKind::ClosedDm => {
            let button = of.button("Show Privately", ButtonStyle::Primary, Intent::Private);
            Answer::text(target_words::CLOSED).buttons(vec![button])
        }
        _ => return Ok(Way::Skip),
    };
    let answer = match style {
        Announce::Silent => answer.silent(),
        Announce::Mention | Announce::Name => answer,
    };
    Ok(Way::Post(Box::new(answer)))
}

/// Those of them who want to be mentioned in the channel, where the server lets people be mentioned.
async fn reachable(app: &Shared, style: Announce, people: &[Member]) -> Vec<Member> {
    let mut wanting = Vec::new();
    if style == Announce::Name {
        return wanting;
    }
    for member in people {
        let settings = app
            .host
            .person_settings(member.person)
            .await
            .unwrap_or_default();
        if settings.ping == Ping::Channel {
            wanting.push(member.clone());
        }
    }
    wanting
}

fn mentioning(answer: Answer, people: &[Member]) -> Answer {
    answer.mention(people.iter().map(|member| UserId::new(member.person.0)))
}

async fn lobby_notice(app: &Shared, notice: &Notice) -> Result<Way, Error> {
    let posted = app.host.lobby_message(notice.game).await?;
    let answer = match (app.host.board(notice.game).await?, posted) {
        (Board::Lobby(lobby), _) => lobby::with_card(app, &lobby).await,
        (Board::Challenge(challenge), posted) => {
            // Whoever is challenged is notified once, by the first message.
            let style = app.host.announce_in(challenge.place.guild).await?;
            let asked = std::slice::from_ref(&challenge.challenged);
            let wants = reachable(app, style, asked).await;
            let open = posted.is_none() && challenge.closed.is_none();
            let message = clash_flow::message(&challenge, open && !wants.is_empty());
            match style {
                Announce::Silent => message.silent(),
                Announce::Mention | Announce::Name => message,
            }
        }
        (Board::Game(scene), Some(_)) => begun(&scene),
        // The first position says it all.
        (Board::Game(_), None) => return Ok(Way::Skip),
    };
    Ok(match posted {
        Some(posted) => Way::Edit(Box::new(answer), posted),
        None => Way::Post(Box::new(answer)),
    })
}

/// What stands in the place of a lobby once its game has begun.
fn begun(scene: &Scene) -> Answer {
    let table = words::players(&scene.view, &look::cast(&scene.seats));
    Answer::text(lobby_words::begun(&scene.view.title, &table))
}

/// Direct messages: copies of what the private answers show.
async fn to_person(app: &Shared, notice: &Notice, person: PersonId) -> Result<Way, Error> {
    let scene = match app.host.board(notice.game).await? {
        Board::Game(scene) if !scene.over => scene,
        Board::Challenge(challenge)
            if challenge.closed.is_none() && notice.kind == NoticeKind::Challenged =>
        {
            let place = format!("<#{}>", challenge.place.channel);
            let text = clash_words::challenged(&challenge.challenger.name, &place);
            let buttons = clash_flow::challenge_buttons(&challenge);
            return Ok(Way::Post(Box::new(Answer::text(text).buttons(buttons))));
        }
        _ => return Ok(Way::Skip),
    };
    let private = app.host.private(notice.game, person).await?;
    let place = format!("<#{}>", scene.place.channel);
    let of = Of {
        game: notice.game,
        version: private.version,
    };
    let answer = match notice.kind {
        NoticeKind::Target => {
            let card = secret::target_card(app, &private, person.0).await?;
            card.also(&place).buttons(vec![of.button(
                "Show My Targets",
                ButtonStyle::Secondary,
                Intent::Target,
            )])
        }
        NoticeKind::Duty if matches!(private.duty, Duty::Bid(_)) => clash::invitation(of, &place),
        NoticeKind::Duty if scene.view.clash.is_some() => return Ok(Way::Skip),
        NoticeKind::Duty => Answer::text(target_words::duty(&place)).buttons(vec![of.button(
            "Choose",
            ButtonStyle::Primary,
            Intent::Private,
        )]),
        NoticeKind::YourTurn | NoticeKind::YourReminder if turn::is_next(&private) => {
            let mut text = words::your_turn(&place);
            if notice.kind == NoticeKind::YourReminder {
                text.push_str(" A third of your time is left.");
            }
            let mut answer = Answer::text(text).buttons(look::buttons(&scene));
            // Before an army stands there is nothing to look at.
            if !scene.view.pieces.is_empty() {
                let picture = app.host.turn_picture(notice.game, scene.version).await?;
                answer = answer.picture(&picture);
                if app.host.person_settings(person).await?.text_board {
                    answer = answer.block(&app.host.text_board(notice.game).await?, "board.txt");
                }
            }
            answer
        }
        _ => return Ok(Way::Skip),
    };
    Ok(Way::Post(Box::new(answer)))
}
