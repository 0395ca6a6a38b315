//! Fits of values: which Battalions get them, when the values are used, and when they are deleted.

use ::opponent::Knowledge;
use balance::army::{Army, ArmyFile};
use balance::fit::{Fit, Settings};
use balance::rivals::Match;
use balance::selfplay::SelfPlay;
use balance::sequential;
use balance::stats::Pentanomial;

use super::sharing::{AWAY, HOME, bring_to, file, manager_of};
use super::*;
use crate::store::FitState;

/// Few and weak games. The test accepts anything that does not lose every game.
const EASY: Settings =
    Settings { games: 3, nodes: 20, test_nodes: 20, test: sequential::Test { none: 0, gain: 300, pairs: 50 } };
const SMALL: FitSettings = FitSettings { games: EASY, most: Duration::from_secs(600) };
/// No score is good enough.
const STRICT: FitSettings =
    FitSettings { games: Settings { test: sequential::Test { none: 999, gain: 1000, pairs: 1 }, ..EASY }, ..SMALL };

pub(super) async fn publish(host: &Host, guild: GuildId, text: &str) {
    bring_to(host, guild, text).await;
    let id = text.split("id = \"").nth(1).unwrap().split('"').next().unwrap();
    host.battalions.publish_battalion(&manager_of(guild), guild, id, None).await.unwrap();
}

/// Result of the newest fit of this file.
async fn result(host: &Host, text: &str) -> Option<FitState> {
    let sha256 = engine::seed::sha256(text);
    host.store.fit_of_file(&sha256, balance::fit::FORMAT.into()).await.unwrap().map(|(state, _)| state)
}

/// Returns `true` if computer players have other values than derived ones for a duel of this file's army against itself.
fn is_used(host: &Host, text: &str) -> bool {
    are_used(host, [text, text])
}

/// Returns `true` if computer players have other values than derived ones for a duel of these armies.
fn are_used(host: &Host, texts: [&str; 2]) -> bool {
    let armies = texts.map(|text| Arc::new(engine::battalion::read(text, &engine::ability::specs()).unwrap()));
    let setup = engine::titans::Setup::new(GameMode::Duel, armies.to_vec(), [0; 32]).unwrap();
    let game = engine::titans::Game::new(setup).unwrap();
    let rules = game.seen(Seat(0)).rules;
    let (known, derived) = (host.fits.opponents.knowledge.of(&rules), Knowledge::new(&rules));
    let mut types = (0..rules.types.len()).map(engine::play::TypeId::new);
    types.any(|ty| known.1.value(ty) != derived.value(ty))
}

#[tokio::test]
async fn every_published_version_is_fitted_once_and_accepted_values_are_used() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let text = file("knights", "Knights");
    bring_to(&host, HOME, &text).await;
    assert!(!host.fits.fit_next(SMALL).await.unwrap(), "not published");
    host.battalions.publish_battalion(&manager_of(HOME), HOME, "knights", None).await.unwrap();
    assert!(!is_used(&host, &text));
    assert!(host.fits.fit_next(SMALL).await.unwrap());
    assert_eq!(result(&host, &text).await, Some(FitState::Accepted));
    assert!(is_used(&host, &text), "also where derived values were known before");
    assert!(!host.fits.fit_next(SMALL).await.unwrap(), "only once");
    let newer = i64::from(balance::fit::FORMAT) + 1;
    assert!(host.store.next_unfitted(newer).await.unwrap().is_some(), "another procedure fits it again");
    assert!(host.store.accepted_fits(newer, 9).await.unwrap().is_empty());
    let sha256 = engine::seed::sha256(&text);
    assert_eq!(host.store.fit_of_file(&sha256, newer).await.unwrap(), None, "values of an older one are not reused");

    // Another version is another army, and so is one of the same id elsewhere.
    let second = format!("{text}# 2\n");
    publish(&host, HOME, &second).await;
    assert!(!is_used(&host, &second));
    assert!(host.fits.fit_next(STRICT).await.unwrap());
    assert_eq!(result(&host, &second).await, Some(FitState::Refused));
    assert!(!is_used(&host, &second) && is_used(&host, &text));
    host.close().await;

    // The fit of a replaced version is deleted; its values stay in memory until the restart.
    let host = super::host(&folder).await;
    assert!(!is_used(&host, &text) && !is_used(&host, &second));
    assert_eq!(result(&host, &text).await, None);
    host.close().await;
}

/// Computer players use accepted values at once, also in games that they already play against another army.
#[tokio::test]
async fn accepted_values_are_used_against_other_armies() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let text = file("knights", "Knights");
    let makpong = engine::battalion::builtin().iter().find(|army| army.id == "makpong").unwrap();
    publish(&host, HOME, &text).await;
    let duels = [[text.as_str(), makpong.text], [makpong.text, text.as_str()]];
    let before = duels.map(|duel| are_used(&host, duel));
    assert!(host.fits.fit_next(SMALL).await.unwrap());
    assert_eq!((before, duels.map(|duel| are_used(&host, duel))), ([false; 2], [true; 2]));
    host.close().await;
}

#[tokio::test]
async fn accepted_values_are_loaded_at_the_start_and_shared_by_equal_files() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let text = file("knights", "Knights");
    publish(&host, HOME, &text).await;
    assert!(host.fits.fit_next(SMALL).await.unwrap());
    host.close().await;
    let host = super::host(&folder).await;
    assert!(is_used(&host, &text));
    // No time is left for games, and none is needed.
    publish(&host, AWAY, &text).await;
    let no_time = FitSettings { most: Duration::ZERO, ..SMALL };
    assert!(host.fits.fit_next(no_time).await.unwrap());
    assert!(!host.fits.fit_next(no_time).await.unwrap());
    assert_eq!(result(&host, &text).await, Some(FitState::Accepted));
    host.store.delete_server(HOME).await.unwrap();
    assert_eq!(result(&host, &text).await, Some(FitState::Accepted), "the other server keeps its own");
    host.store.delete_server(AWAY).await.unwrap();
    assert_eq!(result(&host, &text).await, None);
    host.close().await;
}

#[tokio::test]
async fn an_army_that_takes_too_long_or_plays_no_duels_keeps_derived_values() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let slow = file("slow", "Slow");
    publish(&host, HOME, &slow).await;
    assert!(host.fits.fit_next(FitSettings { most: Duration::ZERO, ..SMALL }).await.unwrap());
    assert_eq!(result(&host, &slow).await, Some(FitState::Impossible));
    let party = file("party", "Party").replacen("\nsummary = ", "\nduel = false\nsummary = ", 1);
    publish(&host, HOME, &party).await;
    assert!(host.fits.fit_next(SMALL).await.unwrap());
    assert_eq!(result(&host, &party).await, Some(FitState::Impossible));
    assert!(!host.fits.fit_next(SMALL).await.unwrap());
    assert!(!is_used(&host, &slow));
    host.close().await;
}

/// A server with many Battalions does not delay others.
#[tokio::test]
async fn servers_take_turns() {
    let folder = Folder::new();
    let host = host(&folder).await;
    for (id, name) in [("knights", "Knights"), ("dukes", "Dukes"), ("hermits", "Hermits")] {
        publish(&host, HOME, &file(id, name)).await;
    }
    publish(&host, AWAY, &file("others", "Others")).await;
    let no_time = FitSettings { most: Duration::ZERO, ..SMALL };
    let mut order = Vec::new();
    while let Some(next) = host.store.next_unfitted(balance::fit::FORMAT.into()).await.unwrap() {
        order.push(next.guild);
        assert!(host.fits.fit_next(no_time).await.unwrap());
    }
    assert_eq!(order, [HOME, AWAY, HOME, HOME]);
    host.close().await;
}

/// After the deletion of a server, a fit that ends stores nothing.
#[tokio::test]
async fn a_fit_of_a_deleted_version_is_not_stored() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let text = file("knights", "Knights");
    publish(&host, HOME, &text).await;
    let of = host.store.next_unfitted(balance::fit::FORMAT.into()).await.unwrap().unwrap();
    host.store.delete_server(HOME).await.unwrap();
    let (format, sha256) = (balance::fit::FORMAT.into(), engine::seed::sha256(&text));
    let late = crate::store::FitRow { of, format, sha256, state: FitState::Refused, content: None, fitted_at: 1 };
    host.store.put_fit(late).await.unwrap();
    assert_eq!(result(&host, &text).await, None);
    host.close().await;
}

/// Points of the first pairs of games by which the values of this army are tested, as a fit plays them.
fn tested(text: &str, pairs: u32) -> Vec<[f64; 2]> {
    let definition = Arc::new(engine::battalion::read(text, &engine::ability::specs()).unwrap());
    let file = ArmyFile { id: definition.id.clone(), name: definition.name.clone(), text: text.to_owned() };
    let fit = Fit::new(Army { file, definition }, EASY).unwrap();
    let mut games = Vec::new();
    for number in 0..EASY.games {
        let mut playing = SelfPlay::new(number);
        while !fit.play(&mut playing) {}
        games.push(playing.played());
    }
    let mut descent = fit.descent(games);
    while !descent.advance() {}
    let rivals = fit.rivals(fit.values(&descent));
    let play = |number: u32| {
        let mut pair = Match::new(number.into());
        loop {
            if let Some(points) = rivals.play(&mut pair) {
                break points;
            }
        }
    };
    (0..pairs).map(play).collect()
}

/// Verdict after these pairs.
fn verdict<'a>(test: sequential::Test, pairs: impl IntoIterator<Item = &'a [f64; 2]>) -> Option<bool> {
    let mut sum = Pentanomial::default();
    pairs.into_iter().find_map(|points| {
        sum.add(*points);
        test.verdict(&sum)
    })
}

/// Each pair of games has another opening: a pair that is played again and again would have another verdict here.
#[tokio::test]
async fn values_are_tested_by_different_games() {
    const PAIRS: u32 = 12;
    let folder = Folder::new();
    let host = host(&folder).await;
    let text = file("knights", "Knights");
    let pairs = tested(&text, PAIRS);
    let scores = (0..1000).step_by(20);
    let mut tests = scores.clone().flat_map(|none| {
        scores.clone().filter(move |gain| *gain > none).map(move |gain| sequential::Test { none, gain, pairs: PAIRS })
    });
    let same = |test: &sequential::Test| verdict(*test, std::iter::repeat_n(&pairs[0], pairs.len()));
    let test = tests.find(|test| same(test) != verdict(*test, &pairs)).expect("pairs that differ");
    publish(&host, HOME, &text).await;
    let settings = FitSettings { games: Settings { test, ..EASY }, ..SMALL };
    assert!(host.fits.fit_next(settings).await.unwrap());
    let expected = if verdict(test, &pairs).unwrap() { FitState::Accepted } else { FitState::Refused };
    assert_eq!(result(&host, &text).await, Some(expected), "{pairs:?} by {test:?}");
    host.close().await;
}

/// The test of the values never ends here, until the time is used up. The values themselves need no games.
#[tokio::test]
async fn values_whose_test_is_cut_short_are_not_used() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let text = file("knights", "Knights");
    publish(&host, HOME, &text).await;
    let test = sequential::Test { none: 500, gain: 500, pairs: u32::MAX };
    let games = Settings { games: 0, test, ..EASY };
    assert!(host.fits.fit_next(FitSettings { games, most: Duration::from_secs(1) }).await.unwrap());
    assert_eq!(result(&host, &text).await, Some(FitState::Impossible));
    assert!(!host.fits.fit_next(SMALL).await.unwrap(), "only once");
    host.close().await;
}

/// A file that only another version of the program can read gets no values, once, and delays no other.
#[tokio::test]
async fn a_file_that_cannot_be_read_delays_no_other() {
    let folder = Folder::new();
    let before = host(&folder).await;
    publish(&before, HOME, &file("knights", "Knights")).await;
    publish(&before, AWAY, &file("others", "Others")).await;
    before.close().await;
    let spoil = "UPDATE battalions SET file = 'format = 99' WHERE id = 'knights' AND $1 > 0";
    damage(&folder, spoil, GameId(1)).await;
    let host = super::host(&folder).await;
    let no_time = FitSettings { most: Duration::ZERO, ..SMALL };
    for waits in [true, true, false] {
        assert_eq!(host.fits.fit_next(no_time).await.unwrap(), waits);
    }
    host.close().await;
}
