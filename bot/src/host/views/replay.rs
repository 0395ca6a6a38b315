//! Replay of a game as an animation of the public view after each action. Long games are thinned to a watchable length.

use engine::view::{Phase, View};
use render::{Animation, Options, Size};

use crate::host::GameId;
use crate::host::error::{Error, InternalError, NotStarted, refuse};
use crate::host::model::people;
use crate::host::progress::Progress;
use crate::host::session::course::Course;
use crate::host::views::Views;
use crate::host::views::pictures::side_of_lone_person;

/// Maximum number of frames, which is about four minutes.
const MOST: usize = 200;
/// Number of frames at the end of a game that are never dropped.
const ENDING: usize = 40;
/// Maximum file size in bytes. Discord accepts files up to 10 MiB.
const LARGEST: usize = 9 << 20;

/// Returns true if the view shows a complete position. Before play starts, the board is incomplete.
fn shows(view: &View) -> bool {
    matches!(view.phase, Phase::Play | Phase::Ended { .. })
}

/// Returns true after a capture, a change of a piece, a check or the end of the game.
fn eventful(view: &View) -> bool {
    let last = view.last.as_ref();
    let happened = last.is_some_and(|last| {
        !(last.removed.is_empty() && last.created.is_empty() && last.converted.is_empty() && last.shots.is_empty())
    });
    happened || !view.checks.is_empty() || !matches!(view.phase, Phase::Play)
}

/// Drops frames until at most `most` are left, evenly over the game. Drops quiet turns before eventful ones, and never
/// the first and the last frames.
fn thin(views: Vec<View>, most: usize) -> Vec<View> {
    if views.len() <= most {
        return views;
    }
    let last = views.len().saturating_sub(ENDING.min(most / 2));
    let kept_anyway = |index: usize| index == 0 || index >= last;
    let mut rest: Vec<usize> = (0..views.len()).filter(|index| !kept_anyway(*index)).collect();
    let room = most.saturating_sub(views.len() - rest.len());
    let busy: Vec<usize> = rest.iter().copied().filter(|index| eventful(&views[*index])).collect();
    if busy.len() >= room {
        rest = busy;
    } else {
        let quiet: Vec<usize> = rest.into_iter().filter(|index| !eventful(&views[*index])).collect();
        rest = spread(&quiet, room - busy.len());
        rest.extend(busy);
        rest.sort_unstable();
    }
    let chosen = spread(&rest, room);
    let keep = |(index, view)| (kept_anyway(index) || chosen.contains(&index)).then_some(view);
    views.into_iter().enumerate().filter_map(keep).collect()
}

/// Selects this number of elements, evenly spaced.
fn spread(all: &[usize], number: usize) -> Vec<usize> {
    let number = number.min(all.len());
    (0..number).filter_map(|n| all.get(n * all.len() / number).copied()).collect()
}

/// Public views of a game from its first turn on, one per position.
fn positions(course: &Course) -> Result<Vec<View>, Error> {
    let mut views: Vec<View> = Vec::new();
    course.each(|view| {
        let same = views.last().is_some_and(|before| {
            before.pieces == view.pieces && before.turns == view.turns && before.phase == view.phase
        });
        if shows(&view) && !same {
            views.push(view);
        }
    })?;
    Ok(views)
}

impl Views {
    /// Animation of the game so far, of at most 9 MiB.
    pub async fn replay(&self, game: GameId, progress: Progress) -> Result<Animation, Error> {
        let loaded = self.games.load(game).await?;
        // Replays are rendered one at a time, because each uses a core for a while.
        let _turn = self.replays.acquire().await;
        let course = self.games.course(game).await?;
        self.rendering
            .draw(move |renderer| {
                let mut views = positions(&course)?;
                if views.len() < 2 {
                    return Err(refuse(NotStarted::FirstTurn));
                }
                let people = people(&loaded.members());
                let bottom = side_of_lone_person(&views[0], &loaded.members());
                let options =
                    Options { theme: loaded.options.theme().into(), size: Size::Small, bottom, ..Options::default() };
                let mut most = MOST;
                loop {
                    views = thin(views, most);
                    let drawn = |done| progress.set(done, views.len());
                    let animation = renderer.replay_with_progress(&views, &people, &options, drawn)?;
                    if animation.gif.len() <= LARGEST {
                        return Ok(animation);
                    }
                    most = views.len() / 2;
                    if most < 2 {
                        return Err(InternalError::plain("drawing a replay", "it is too large").into());
                    }
                }
            })
            .await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::board::Seat;

    fn view(turns: u32, busy: bool) -> View {
        let mut last = engine::view::LastAction::default();
        if busy {
            last.removed.push(engine::board::Space::new(0, 0));
        }
        View {
            played: engine::view::Played::Clash { round: 1 },
            board: engine::view::BoardView::new(1, 1, vec![engine::view::Zone::Battlefield]),
            pieces: Vec::new(),
            seats: Vec::new(),
            phase: Phase::Play,
            to_act: vec![Seat(0)],
            turns,
            last: Some(last),
            checks: Vec::new(),
            attacks: Vec::new(),
            own: None,
            draw_offer: Vec::new(),
            clash: None,
            commitment: None,
            unsealed: Vec::new(),
        }
    }

    #[test]
    fn long_games_keep_their_beginning_their_end_and_what_happened() {
        let views: Vec<View> = (0..1000).map(|turn| view(turn, turn % 20 == 7)).collect();
        let thinned: Vec<u32> = thin(views, MOST).iter().map(|view| view.turns).collect();
        assert_eq!(thinned.len(), MOST);
        assert!(thinned.is_sorted());
        assert_eq!((thinned[0], thinned[MOST - 1]), (0, 999));
        assert!((960..1000).all(|turn| thinned.contains(&turn)), "the end");
        assert!((0..1000).filter(|turn| turn % 20 == 7).all(|turn| thinned.contains(&turn)), "what happened");
        let longest = thinned.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap();
        assert!(longest <= 20, "no long gap: {longest}");
    }

    #[test]
    fn short_games_are_whole_and_busy_ones_fit() {
        let quiet: Vec<View> = (0..50).map(|turn| view(turn, false)).collect();
        assert_eq!(thin(quiet.clone(), MOST), quiet);
        let busy: Vec<View> = (0..900).map(|turn| view(turn, true)).collect();
        assert_eq!(thin(busy.clone(), MOST).len(), MOST);
        // Where not all that happened fits, no quiet turn takes its place.
        let mixed: Vec<View> = (0..900).map(|turn| view(turn, turn % 3 == 0)).collect();
        let kept = thin(mixed, MOST);
        assert!(kept[..MOST - ENDING].iter().all(eventful));
        assert_eq!(thin(busy, 3).len(), 3);
    }

    /// The first and the last positions stay, whatever happens between them.
    #[test]
    fn the_ends_of_a_game_are_kept() {
        for number in [2, 3, 10, 41, 200, 201, 900] {
            for most in [2, 3, 4, 50, MOST] {
                for busy in [0, number, number - 1] {
                    let views: Vec<View> = (0..number).map(|turn| view(turn, turn > 0 && turn <= busy)).collect();
                    let kept = thin(views.clone(), most);
                    assert_eq!((kept.first(), kept.last()), (views.first(), views.last()), "{number}, {most}, {busy}");
                    assert_eq!(kept.len(), views.len().min(most), "{number}, {most}, {busy}");
                }
            }
        }
    }
}
