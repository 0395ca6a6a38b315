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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::features::battalions::test_words::tests::report;
    use crate::host::tests::{Folder, host};
    use crate::host::{PersonSettings, ThemeName};

    /// Pictures for one person are in the colours that the person has chosen.
    #[tokio::test]
    async fn a_finished_test_is_drawn_in_the_persons_colours() {
        let folder = Folder::new();
        let host = host(&folder).await;
        let change = |settings: &mut PersonSettings| settings.theme = Some(ThemeName::Light);
        host.settings.change_person_settings(PersonId(2), change).await.unwrap();
        let stage = TrialStage::Finished(Box::new(report()));
        let trial = Trial { id: TrialId(1), person: PersonId(1), name: "Knights".to_owned(), version: Some(1), stage };
        let mut pictures = Vec::new();
        for (person, theme) in [(1, ThemeName::default()), (2, ThemeName::Light)] {
            let answer = message(&host, &trial, PersonId(person)).await.unwrap();
            let TrialStage::Finished(report) = &trial.stage else { unreachable!() };
            let card = host.views.card(Card::Scores(words::card(&trial, report)), theme.into()).await.unwrap();
            assert!(answer.files()[0].data == *card.png, "{person}");
            pictures.push(answer.files()[0].data.clone());
        }
        assert!(pictures[0] != pictures[1]);
    }
}
