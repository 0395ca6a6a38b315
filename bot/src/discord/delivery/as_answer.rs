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
        let mut said = Answer::text(sentence(&words::done(&done.confirmed)));
        if let Some(notice) = done.claimed {
            return as_answer(self, notice, said).await;
        }
        if let Some(problem) = self.cannot_post() {
            said = said.also(&problem);
        }
        self.say(said).await;
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
