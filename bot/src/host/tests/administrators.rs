//! Concurrent changes by two administrators of one server.

use super::sharing::{HOME, add_to, bring_to, file, manager_of};
use super::*;

async fn draft_of(host: &Host, text: &str) -> DraftId {
    match add_to(host, HOME, text).await {
        Looked::Draft(draft) => draft.id,
        other => panic!("{other:?}"),
    }
}

/// Waits, so that the next change has a later timestamp.
async fn a_moment() {
    tokio::time::sleep(std::time::Duration::from_millis(3)).await;
}

async fn accept(host: &Host, draft: DraftId) -> Result<Vec<BattalionChange>, Error> {
    host.battalions.accept_battalion(&manager_of(HOME), HOME, draft).await
}

#[tokio::test]
async fn of_two_that_are_accepted_at_once_only_one_gets_the_name() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let one = draft_of(&host, &file("knights", "Knights")).await;
    let other = draft_of(&host, &file("riders", "KNIGHTS")).await;
    let (one, other) = tokio::join!(accept(&host, one), accept(&host, other));
    assert_eq!([&one, &other].iter().filter(|done| done.is_ok()).count(), 1, "{one:?} {other:?}");
}

#[tokio::test]
async fn the_limit_holds_when_two_are_accepted_at_once() {
    let folder = Folder::new();
    let host = host(&folder).await;
    host.settings
        .change_guild_settings(&manager_of(HOME), HOME, |settings| {
            settings.limits.battalions = 1;
            Ok(())
        })
        .await
        .unwrap();
    let one = draft_of(&host, &file("knights", "Knights")).await;
    let other = draft_of(&host, &file("riders", "Riders")).await;
    let (one, other) = tokio::join!(accept(&host, one), accept(&host, other));
    let refused = [one, other].into_iter().find(Result::is_err);
    let full = BattalionRefusal::TooMany { used: 1, most: 1 };
    assert_eq!(refusal(refused.unwrap()), full.into());
}

/// Each file was compared with the previous version. Accepting the second file would silently undo the changes of the
/// first.
#[tokio::test]
async fn a_file_that_was_checked_before_another_was_accepted_is_looked_at_again() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let text = file("knights", "Knights");
    bring_to(&host, HOME, &text).await;
    a_moment().await;
    let one = draft_of(&host, &format!("{text}# one\n")).await;
    let other = draft_of(&host, &format!("{text}# other\n")).await;
    a_moment().await;
    accept(&host, one).await.unwrap();
    assert_eq!(refusal(accept(&host, other).await), BattalionRefusal::Overtaken(2).into());
    // A new draft is compared with that version.
    let again = draft_of(&host, &format!("{text}# other\n")).await;
    a_moment().await;
    accept(&host, again).await.unwrap();
    // Other Battalions and files of the same pack do not interfere.
    let riders = draft_of(&host, &file("riders", "Riders")).await;
    a_moment().await;
    bring_to(&host, HOME, &format!("{text}# third\n")).await;
    accept(&host, riders).await.unwrap();
}
