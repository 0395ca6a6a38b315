//! Posts a notice as the response to the interaction that caused it. Responses do not count towards the global rate
//! limit, and the player needs no separate response. If this fails, the outbox posts the notice as usual.

use super::action::DeliveryAction;
use super::compose::compose;
use super::record::{Outcome, settle};
use crate::discord::answer::Answer;
use crate::discord::app::Shared;
use crate::discord::responder::{Responder, Shown};
use crate::host::{Failure, Notice};

/// Posts a notice that a change has claimed. `said` is the text for the actor if a private response already exists.
pub async fn as_answer(app: &Shared, responder: &Responder, notice: Notice, said: Answer) {
    let answer = match compose(app, &notice).await {
        Ok(DeliveryAction::Post(answer)) => *answer,
        // The outbox composes the notice again and records the result.
        Ok(DeliveryAction::Edit(..) | DeliveryAction::EditText(..) | DeliveryAction::Supersede) | Err(_) => {
            return hand_over(app, responder, notice, said).await;
        }
    };
    let afterwards = answer.when_over();
    match responder.show_result(answer, said.clone()).await {
        Shown::Posted(channel, message) => {
            app.buttons.can_change(message, responder.token());
            settle(app, &notice, Outcome::Posted(channel, message, afterwards)).await;
        }
        Shown::NotPosted => hand_over(app, responder, notice, said).await,
        Shown::Unsure => {
            let failure = Failure::Discord { unsure: true };
            settle(app, &notice, Outcome::Failed(failure)).await;
        }
    }
}

/// Returns a notice to the outbox.
async fn hand_over(app: &Shared, responder: &Responder, notice: Notice, said: Answer) {
    // If the release fails, the notice is posted when its lease ends.
    let _ = app.host.release(notice).await;
    responder.say(said).await;
}
