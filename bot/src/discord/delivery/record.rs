//! Records the result of a notice in the outbox.

use std::time::Duration;

use backon::{ExponentialBuilder, Retryable};

use crate::discord::api_error::{self, Refused};
use crate::discord::app::Shared;
use crate::host::{ChannelId, Error, Failure, MessageId, Notice, Recipient};

/// Time during which a notice is returned to the outbox, well below the duration of a lease.
const RELEASING: Duration = Duration::from_secs(20);

/// Result of an attempt to post.
pub enum Outcome {
    Posted(ChannelId, MessageId, Option<String>),
    Superseded,
    Failed(Failure),
}

impl Outcome {
    /// Classifies an error of posting. After a timeout or a server error, the message may have been posted.
    pub fn of(error: &serenity::Error) -> Self {
        let failure = match api_error::refused(error) {
            Refused::DirectMessagesClosed => Failure::Closed,
            Refused::Gone => Failure::Never,
            Refused::Malformed => Failure::Message,
            Refused::NoAccess => Failure::NoAccess,
            Refused::Archived => Failure::Archived,
            Refused::Trouble => Failure::Discord { unsure: api_error::unsure(error) },
        };
        Outcome::Failed(failure)
    }
}

/// Records the result for a notice. The notice stays leased until the database has stored the result, so it is not
/// posted again meanwhile.
pub async fn settle(app: &Shared, notice: &Notice, outcome: Outcome) {
    let note = || async {
        match outcome {
            Outcome::Posted(channel, message, ref afterwards) => {
                let afterwards = afterwards.as_deref();
                let older = app.host.outbox.posted(notice, channel, message, afterwards).await?;
                app.buttons.take_off(notice.game, older);
            }
            Outcome::Superseded => app.host.outbox.superseded(notice).await?,
            Outcome::Failed(failure) => {
                let given_up = app.host.outbox.failed(notice, failure).await?;
                if let (Recipient::Channel(channel), Failure::NoAccess) = (notice.to, failure)
                    && !app.closed.contains(channel)
                {
                    // An interaction showed that the bot may post again, before this failure was recorded.
                    app.host.outbox.may_post_again(channel).await?;
                }
                // Closed direct messages are expected: the channel is used instead.
                if given_up && failure != Failure::Closed {
                    tracing::error!(notice = %notice.id, game = %notice.game, kind = ?notice.kind, ?failure, "a notice is given up");
                }
            }
        }
        Ok::<(), Error>(())
    };
    // Ends when the result is stored or the program stops.
    let _ = note.retry(patience()).await;
}

/// Returns a notice to the outbox, which posts it at once. If that fails for too long, the notice is posted when its
/// lease ends; a release after that could end the lease of another attempt.
pub async fn release(app: &Shared, notice: Notice) {
    let id = notice.id;
    drop(notice);
    let release = || app.host.outbox.release(id);
    let _ = tokio::time::timeout(RELEASING, release.retry(patience())).await;
}

/// Growing pauses between attempts to record something.
fn patience() -> ExponentialBuilder {
    ExponentialBuilder::default()
        .with_min_delay(Duration::from_millis(200))
        .with_max_delay(Duration::from_secs(30))
        .with_jitter()
        .without_max_times()
}
