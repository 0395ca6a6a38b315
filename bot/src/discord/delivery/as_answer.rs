//! A notice posted as the answer to the interaction that caused it. Discord does not count these requests, and the answer comes
//! with one request less. The outbox stays behind it: what could not be answered like this is posted as usual.

use super::compose::{DeliveryAction, compose};
use super::{Outcome, settle};
use crate::discord::answer::Answer;
use crate::discord::app::Shared;
use crate::discord::responder::{Responder, Shown};
use crate::host::{Failure, Notice};

/// Posts a notice that a change has claimed. `said` is for the one who acted, where a private answer stands already.
pub async fn as_answer(app: &Shared, responder: &Responder, notice: Notice, said: Answer) {
    let answer = match compose(app, &notice).await {
        Ok(DeliveryAction::Post(answer)) => *answer,
        // Whoever takes it from the outbox finds the same, and notes it.
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

/// Leaves a notice to the outbox.
async fn hand_over(app: &Shared, responder: &Responder, notice: Notice, said: Answer) {
    // Unnoted, it comes again when its lease ends.
    let _ = app.host.release(notice).await;
    responder.say(said).await;
}
