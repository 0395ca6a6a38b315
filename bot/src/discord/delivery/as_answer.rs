//! Posts a notice as the response to the interaction that caused it. Responses do not count towards the global rate
//! limit, and the player needs no separate response. If this fails, the outbox posts the notice as usual.

use super::action::DeliveryAction;
use super::compose::compose;
use super::record::{Outcome, release, settle};
use crate::discord::answer::Answer;
use crate::discord::request::{Request, Shown};
use crate::discord::wording::{done as words, sentence};
use crate::host::{Done, Failure, Notice};

impl Request {
    /// Reports the result of an action: publicly if the action claimed a notice, else privately, with any missing
    /// permissions of the bot.
    pub async fn say_done(&self, done: Done) {
        self.say_done_and(done, |said| said).await;
    }

    /// Like [`Self::say_done`]; `more` adds to a private response.
    pub async fn say_done_and(&self, done: Done, more: impl FnOnce(Answer) -> Answer) {
        let mut said = Answer::text(sentence(&words::done(&done.confirmed)));
        if let Some(notice) = done.claimed {
            return as_answer(self, notice, said).await;
        }
        if let Some(problem) = self.cannot_post() {
            said = said.also(&problem);
        }
        self.say(more(said)).await;
    }
}

/// Posts a notice that a change has claimed. `said` is the text for the actor if a private response already exists.
async fn as_answer(request: &Request, notice: Notice, said: Answer) {
    let answer = match Box::pin(compose(&request.app, &notice)).await {
        Ok(DeliveryAction::Post(answer)) => *answer,
        // The outbox composes the notice again and records the result.
        Ok(DeliveryAction::Edit(..) | DeliveryAction::EditText(..) | DeliveryAction::Supersede) | Err(_) => {
            return hand_over(request, notice, said).await;
        }
    };
    let afterwards = answer.when_over();
    match request.show_result(answer, said.clone()).await {
        Shown::Posted(channel, message) => {
            request.app.buttons.can_change(message, request.token());
            settle(&request.app, &notice, Outcome::Posted(channel, message, afterwards)).await;
        }
        Shown::NotPosted => hand_over(request, notice, said).await,
        Shown::Unsure => {
            let failure = Failure::Discord { unsure: true };
            settle(&request.app, &notice, Outcome::Failed(failure)).await;
        }
    }
}

/// Returns a notice to the outbox.
async fn hand_over(request: &Request, notice: Notice, said: Answer) {
    tokio::join!(release(&request.app, notice), request.say(said));
}

#[cfg(test)]
mod tests {
    use engine::titans::GameMode;
    use serde_json::json;
    use serenity::all::Permissions;

    use crate::discord::delivery::deliver;
    use crate::discord::tests::stand_in::{From, StandIn, message};
    use crate::host::Played;
    use crate::host::tests::{CHANNEL, Folder, PLACE, dealing, game, some};

    const INITIAL: &str = "POST interactions/token/callback";
    const POST: &str = "POST channels/500/messages";

    /// A turn is posted once. If Discord rejects the response, the outbox posts it at once. If the result is unknown, the
    /// outbox searches for the message later.
    #[tokio::test]
    async fn a_turn_is_posted_once_for_every_result_of_its_response() {
        const UNKNOWN: &[(u16, i64)] = &[(500, 0), (400, 40060)];
        for (replies, there, at_once, posts) in [
            (&[][..], false, None, 0),
            (&[(404, 10062)][..], false, Some(true), 1),
            (UNKNOWN, true, Some(false), 0),
            (UNKNOWN, false, Some(false), 1),
        ] {
            let folder = Folder::new();
            let host = dealing(&folder, [0; 32]).await;
            let stand_in = StandIn::start().await;
            let app = stand_in.app(host.clone());
            let game = game(&host, GameMode::Duel, &["medieval"; 2]).await;
            while host.next_notice_at().await.is_some() {
                for notice in some(&host).await {
                    deliver(&app, &stand_in.http, notice).await;
                }
            }
            let guild = PLACE.guild.map(|guild| guild.0);
            let by = From { person: 1, name: "Ann", guild, channel: CHANNEL.0, kind: 0, may: Permissions::all() };
            let request = stand_in.command(&app, by);
            let played = host.games.act_text(&request.public_actor(), game, "e4", false).await.unwrap();
            let Played::Done(done) = played else { panic!("{played:?}") };
            stand_in
                .next(INITIAL, replies.iter().map(|(status, code)| (*status, json!({"code": code, "message": "No."}))));
            stand_in.take();
            request.say_done(done).await;
            let responses = stand_in.take();
            assert!(responses.iter().all(|one| one.call == INITIAL), "{responses:?}");
            let text = responses[0].body["data"]["content"].as_str().unwrap().to_owned();

            let due = host.next_notice_at().await;
            assert_eq!(due.map(|at| at <= host.now()), at_once, "{replies:?}");
            host.set_time(due.unwrap_or(host.now()));
            let mut earlier = message(70, CHANNEL.0, &text, 0);
            earlier["attachments"] =
                json!([{"id": "1", "filename": "board.png", "size": 1, "url": "", "proxy_url": ""}]);
            let found = if there { json!([earlier]) } else { json!([]) };
            stand_in.set("GET channels/500/messages", 200, found);
            for notice in some(&host).await {
                assert_eq!(notice.unsure, at_once == Some(false), "{replies:?}");
                deliver(&app, &stand_in.http, notice).await;
            }
            let sent = stand_in.take();
            assert_eq!(sent.iter().filter(|one| one.call == POST).count(), posts, "{replies:?}, {there}: {sent:?}");
            assert_eq!(host.next_notice_at().await, None, "{replies:?}");
        }
    }
}
