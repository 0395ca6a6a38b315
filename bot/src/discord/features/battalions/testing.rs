//! Tests of armies by games of the computer player: starting, watching and cancelling them. Like everything about a
//! server's Battalions, a test is shown to the person alone.

use serenity::all::{ButtonStyle, CreateButton};

use crate::discord::answer::Answer;
use crate::discord::custom_id::CustomId;
use crate::discord::error::Error;
use crate::discord::features::battalions::test_words as words;
use crate::discord::request::{Outcome, Request};
use crate::host::{Card, Host, PersonId, Trial, TrialId, TrialStage};

/// Starts a test, or shows the one of this army. While games are played, the response follows their progress.
pub async fn start(request: &Request, battalion: &str) -> Outcome {
    request.hold().await;
    let (who, guild) = request.on_server()?;
    let trial = request.host().trials.test(&who, guild, battalion).await?;
    let answer = message(request.host(), &trial, who.person).await?;
    if !trial.stage.is_over() {
        let text = answer.content().to_owned();
        request.app.tests.follow(trial.id, who.person, request.token(), text);
    }
    request.say(answer).await;
    Ok(())
}

/// Cancels a test.
pub async fn cancel(request: &Request, id: TrialId) -> Outcome {
    request.hold().await;
    let (who, guild) = request.on_server()?;
    let name = request.host().trials.cancel(&who, guild, id).await?;
    request.app.tests.forget(id, who.person);
    request.say(words::cancelled(&name)).await;
    Ok(())
}

/// State of a test as a message for a person.
pub async fn message(host: &Host, trial: &Trial, person: PersonId) -> Result<Answer, Error> {
    Ok(match &trial.stage {
        TrialStage::Playing(progress) => {
            let cancel = CreateButton::new(CustomId::Test(trial.id).to_string());
            let cancel = cancel.label("Cancel Test").style(ButtonStyle::Danger);
            Answer::text(words::playing(trial, *progress)).buttons(vec![cancel])
        }
        TrialStage::Finished(report) => {
            let theme = host.settings.person_settings(person).await?.theme.unwrap_or_default();
            let picture = host.views.card(Card::Scores(words::card(trial, report)), theme.into()).await?;
            Answer::text(words::finished(trial, report)).picture_named(&picture, "scores.png")
        }
        TrialStage::Archived => Answer::text(words::archived(&trial.name)),
        TrialStage::Replaced => Answer::text(words::replaced(&trial.name)),
        TrialStage::Failed => Answer::text(words::failed(&trial.name)),
    })
}
