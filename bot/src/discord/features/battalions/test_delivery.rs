//! Messages about the progress and the end of tests of armies. While the token of the command lasts, its private response is
//! edited. After that, the person who started the test gets the result as a direct message: the outbox is about games,
//! and a message in a channel would show a private army to everyone there. Tests nobody has been told about are stored,
//! so a restart loses none.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;

use serenity::all::{CreateMessage, Http, Nonce, UserId};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::discord::answer::Answer;
use crate::discord::answers::Token;
use crate::discord::api_error::{self, Refused};
use crate::discord::app::Shared;
use crate::discord::delivery::direct;
use crate::discord::error::Error;
use crate::discord::features::battalions::test_words as words;
use crate::discord::features::battalions::testing::message;
use crate::host::{PersonId, Trial, TrialId};

/// Time between two edits of a message that shows progress.
const EVERY: Duration = Duration::from_secs(10);
/// Delay before a direct message is tried again. It doubles with each attempt, up to the maximum.
const RETRY: Duration = Duration::from_secs(10);
const LONGEST_RETRY: Duration = Duration::from_secs(3600);

/// Direct messages that failed: number of attempts, and time of the next one.
pub type Failed = HashMap<TrialId, (u32, Instant)>;

/// Delivers until the program stops.
pub async fn run(app: Shared, http: Arc<Http>, shutdown: CancellationToken) {
    let mut failed = Failed::new();
    loop {
        let told = once(&app, &http, &mut failed).await;
        if let Err(Error::Host(error)) = &told {
            tracing::debug!(%error, "ended tests of armies could not be looked up");
        }
        let is_idle = told.is_ok() && failed.is_empty() && app.tests.all().is_empty();
        tokio::select! {
            () = shutdown.cancelled() => return,
            () = app.host.trials.ended() => {}
            () = app.tests.followed() => {}
            () = tokio::time::sleep(EVERY), if !is_idle => {}
        }
    }
}

/// Delivers what is due now.
pub async fn once(app: &Shared, http: &Arc<Http>, failed: &mut Failed) -> Result<(), Error> {
    let reached = follow(app).await;
    tell(app, http, &reached, failed).await
}

/// Edits the messages that follow a test. Returns those that show how a test has ended, with their readers.
async fn follow(app: &Shared) -> BTreeSet<(TrialId, PersonId)> {
    let mut reached = BTreeSet::new();
    for (id, person, follower) in app.tests.all() {
        let Ok(trial) = app.host.trials.state_of(id).await else { continue };
        let is_over = trial.as_ref().is_none_or(|trial| trial.stage.is_over());
        let answer = match &trial {
            None => Ok(Answer::text(words::CANCELLED)),
            Some(_) if !is_over && !follower.token.lasts() => Ok(Answer::text(words::LATER)),
            Some(trial) => message(&app.host, trial, person).await,
        };
        let Ok(answer) = answer else { continue };
        let text = answer.content().to_owned();
        if text == follower.text {
            continue;
        }
        let edited = edit(app, &follower.token, answer).await;
        if is_over || !follower.token.lasts() {
            app.tests.forget(id, person);
        } else {
            app.tests.shows(id, person, text);
        }
        if is_over && edited {
            reached.insert((id, person));
        }
    }
    reached
}

async fn edit(app: &Shared, token: &Token, answer: Answer) -> bool {
    let files = answer.files().to_vec();
    let edited = app.answers.edit_later(token, &answer.edit(), &files).await;
    if let Err(error) = &edited {
        tracing::debug!(error = %api_error::brief(error), "the progress of a test could not be shown");
    }
    edited.is_ok()
}

/// Tells people about ended tests who have not been `reached`.
async fn tell(
    app: &Shared,
    http: &Arc<Http>,
    reached: &BTreeSet<(TrialId, PersonId)>,
    failed: &mut Failed,
) -> Result<(), Error> {
    for trial in app.host.trials.untold().await? {
        if reached.contains(&(trial.id, trial.person)) {
            app.host.trials.told(trial.id).await?;
            continue;
        }
        // The test ended after the messages were edited; the next round shows that.
        if app.tests.contains(trial.id, trial.person) {
            continue;
        }
        let attempts = match failed.get(&trial.id) {
            Some((_, next)) if Instant::now() < *next => continue,
            Some((attempts, _)) => *attempts,
            None => 0,
        };
        let answer = message(&app.host, &trial, trial.person).await?;
        match send(app, http, &trial, answer).await {
            Err(error) if api_error::refused(&error) == Refused::Trouble => {
                tracing::debug!(error = %api_error::brief(&error), "the end of a test could not be told and is tried again");
                let pause = RETRY.saturating_mul(1 << attempts.min(16)).min(LONGEST_RETRY);
                failed.insert(trial.id, (attempts + 1, Instant::now() + pause));
            }
            sent => {
                if let Err(error) = sent {
                    // The person takes no direct messages; the command shows the result.
                    tracing::info!(trial = %trial.id, error = %api_error::brief(&error), "the end of a test could not be told");
                }
                failed.remove(&trial.id);
                app.host.trials.told(trial.id).await?;
            }
        }
    }
    Ok(())
}

/// Sends a direct message. The nonce lets Discord reject a recent duplicate.
async fn send(app: &Shared, http: &Arc<Http>, trial: &Trial, answer: Answer) -> serenity::Result<()> {
    let channel = direct(app, http, UserId::new(trial.person.0)).await?;
    let nonce = Nonce::String(format!("t{}", trial.id));
    let message: CreateMessage = answer.message().nonce(nonce).enforce_nonce(true);
    app.limits.housekeeping().await;
    let sent = channel.send_message(http, message).await;
    app.limits.note(&sent);
    sent.map(drop)
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use serenity::all::ApplicationId;

    use super::*;
    use crate::discord::tests::stand_in::{StandIn, channel};
    use crate::host::tests::sharing::{HOME, bring_to, file, manager_of};
    use crate::host::tests::{Folder, host};
    use crate::host::{Host, TrialStage};

    const EDIT: &str = "PATCH webhooks/1/token/messages/@original";
    const OPEN: &str = "POST users/@me/channels";
    const POST: &str = "POST channels/77/messages";

    async fn started() -> (Folder, Host, StandIn, Shared) {
        let folder = Folder::new();
        let host = host(&folder).await;
        let stand_in = StandIn::start().await;
        let app = stand_in.app(host.clone());
        (folder, host, stand_in, app)
    }

    /// A test that has ended because its army was archived.
    async fn ended(host: &Host) -> TrialId {
        bring_to(host, HOME, &file("knights", "Knights")).await;
        let who = manager_of(HOME);
        let id = host.trials.test(&who, HOME, "knights").await.unwrap().id;
        host.battalions.archive_battalion(&who, HOME, "knights").await.unwrap();
        host.trials.play(id).await;
        id
    }

    async fn untold(host: &Host) -> usize {
        host.trials.untold().await.unwrap().len()
    }

    fn token(age: u64) -> Token {
        Token::new(ApplicationId::new(1), "token".to_owned(), Instant::now() - Duration::from_secs(60 * age))
    }

    async fn round(app: &Shared, stand_in: &StandIn, failed: &mut Failed) -> Vec<String> {
        once(app, &stand_in.http, failed).await.unwrap();
        stand_in.take().into_iter().map(|sent| sent.call).collect()
    }

    #[tokio::test]
    async fn the_response_shows_the_end_up_to_the_last_edit_that_its_token_allows() {
        for age in [0, 14] {
            let (_folder, host, stand_in, app) = started().await;
            let id = ended(&host).await;
            let person = manager_of(HOME).person;
            let end = message(&host, &host.trials.state_of(id).await.unwrap().unwrap(), person).await.unwrap();
            app.tests.follow(id, person, token(age), String::new());
            once(&app, &stand_in.http, &mut Failed::new()).await.unwrap();
            let sent = stand_in.take();
            assert_eq!(sent.iter().map(|sent| sent.call.as_str()).collect::<Vec<_>>(), [EDIT], "{age} minutes");
            assert_eq!(sent[0].body["content"], end.content(), "{age} minutes");
            assert_eq!(untold(&host).await, 0);
            assert_eq!(round(&app, &stand_in, &mut Failed::new()).await, [""; 0]);
        }
    }

    #[tokio::test]
    async fn without_a_response_the_end_is_told_by_a_direct_message_once() {
        let (_folder, host, stand_in, app) = started().await;
        let id = ended(&host).await;
        let mut direct = channel(77, 9, 1, None);
        direct["recipients"] = json!([{"id": "1", "username": "ann", "discriminator": "0", "avatar": null}]);
        stand_in.set(OPEN, 200, direct);
        // The edit fails: the response is gone.
        stand_in.set(EDIT, 404, json!({"code": 10015, "message": "Unknown Webhook"}));
        app.tests.follow(id, manager_of(HOME).person, token(0), String::new());
        stand_in.set(POST, 500, json!({}));
        let mut failed = Failed::new();
        let calls = round(&app, &stand_in, &mut failed).await;
        assert_eq!(calls.first().map(String::as_str), Some(EDIT));
        assert!(calls.iter().any(|call| call == OPEN) && calls.iter().any(|call| call == POST), "{calls:?}");
        assert_eq!((untold(&host).await, failed.len()), (1, 1));
        // Not before the pause is over.
        assert_eq!(round(&app, &stand_in, &mut failed).await, [""; 0]);
        // People who take no direct messages find the result with the command.
        failed.clear();
        stand_in.set(POST, 403, json!({"code": 50007, "message": "Cannot send messages to this user"}));
        assert_eq!(round(&app, &stand_in, &mut failed).await, [POST]);
        assert_eq!(untold(&host).await, 0);
    }

    #[tokio::test]
    async fn a_test_that_outlives_the_token_says_so() {
        let (_folder, host, stand_in, app) = started().await;
        let who = manager_of(HOME);
        let trial = host.trials.test(&who, HOME, "medieval").await.unwrap();
        assert!(matches!(trial.stage, TrialStage::Playing(_)));
        app.tests.follow(trial.id, who.person, token(13), String::new());
        assert_eq!(round(&app, &stand_in, &mut Failed::new()).await, [EDIT]);
        assert!(app.tests.contains(trial.id, who.person));
        app.tests.follow(trial.id, who.person, token(14), String::new());
        follow(&app).await;
        let sent = stand_in.take();
        assert_eq!(sent[0].body["content"], words::LATER);
        assert!(!app.tests.contains(trial.id, who.person));
        // Cancelled by somebody else.
        app.tests.follow(trial.id, who.person, token(0), String::new());
        host.trials.cancel(&manager_of(HOME), HOME, trial.id).await.unwrap();
        follow(&app).await;
        assert_eq!(stand_in.take()[0].body["content"], words::CANCELLED);
        assert!(!app.tests.contains(trial.id, who.person));
    }

    /// While a response still follows a test, its next edit shows the end, and no direct message is sent.
    #[tokio::test]
    async fn an_end_that_a_response_will_show_is_not_told_otherwise() {
        let (_folder, host, stand_in, app) = started().await;
        let id = ended(&host).await;
        app.tests.follow(id, manager_of(HOME).person, token(0), String::new());
        tell(&app, &stand_in.http, &BTreeSet::new(), &mut Failed::new()).await.unwrap();
        assert!(stand_in.take().is_empty());
        assert_eq!(untold(&host).await, 1);
        assert_eq!(round(&app, &stand_in, &mut Failed::new()).await, [EDIT]);
        assert_eq!(untold(&host).await, 0);
    }

    #[tokio::test]
    async fn pauses_between_attempts_double() {
        let (_folder, host, stand_in, app) = started().await;
        let id = ended(&host).await;
        stand_in.set(OPEN, 500, json!({}));
        let mut failed = Failed::new();
        for attempts in 1..=4 {
            let began = Instant::now();
            round(&app, &stand_in, &mut failed).await;
            let (made, next) = failed.get_mut(&id).unwrap();
            assert_eq!(*made, attempts);
            assert!(*next - began >= RETRY * (1 << (attempts - 1)), "{attempts}");
            *next = began;
        }
    }
}
