//! Pictures, rendered on a blocking thread. Public ones are rendered once per version.

use std::collections::BTreeMap;
use std::sync::Arc;

use engine::action::Act;
use engine::board::{Seat, Side, Space};
use engine::view::{LastAction, Phase, View};
use render::{Hint, HintKind, Options, People, Picture};

use crate::host::blocking;
use crate::host::error::{Error, NotYourTurn, NothingToShow, refuse};
use crate::host::model::{ComputerPlayer, Member, PersonSettings, Scene, people};
use crate::host::session::game::GameSession;
use crate::host::session::running::RunningGame;
use crate::host::views::Views;
use crate::host::views::material::Lead;
use crate::host::{GameId, PersonId, Version};
use crate::store::State;

/// Markers of an act: its destination, then its captures.
fn hints_of(act: &Act) -> Vec<Hint> {
    let hint = |space, kind| Hint { space, kind };
    let target = act.target();
    let main = match act {
        Act::Move { to, captures, .. } if captures.contains(to) => HintKind::Capture,
        Act::Move { .. } | Act::Castle { .. } => HintKind::Move,
        Act::Chain { .. } => HintKind::Jump,
        Act::Shoot { .. } => HintKind::Shot,
        Act::Place { .. } | Act::Split { .. } => HintKind::Place,
        Act::SelfCapture { .. } | Act::Shield { .. } | Act::Pass { .. } | Act::Fuse { .. } => HintKind::Ability,
        Act::Swap { .. } => HintKind::Swap,
    };
    let effects = act.captures().iter().map(|space| hint(*space, HintKind::Effect));
    std::iter::once(hint(target, main)).chain(effects).collect()
}

/// One marker per Space: that of a destination, if there is one.
pub(in crate::host) fn merge(acts: impl Iterator<Item = Act>) -> Vec<Hint> {
    let mut marks: BTreeMap<Space, HintKind> = BTreeMap::new();
    for hint in acts.flat_map(|act| hints_of(&act)) {
        match marks.get(&hint.space) {
            Some(HintKind::Effect) | None => {
                marks.insert(hint.space, hint.kind);
            }
            Some(_) => {}
        }
    }
    let hint = |(space, kind)| Hint { space, kind };
    marks.into_iter().map(hint).collect()
}

/// Content of a private picture of targets.
struct Targets {
    selected: Option<Space>,
    hints: Vec<Hint>,
}

/// Targets of the piece on a Space; without a Space, all pieces of the Player to move that can act.
fn targets(game: &GameSession, space: Option<Space>) -> Result<Targets, Error> {
    let play = game.play()?;
    let view = play.public();
    let mover = match (game.state, &view.phase) {
        (State::Running, Phase::Play) => play.game.to_act().first().copied(),
        _ => None,
    };
    let Some(mover) = mover else {
        return Err(refuse(NotYourTurn::NoTurn));
    };
    let acts = play.game.moves_with_notation(mover);
    let Some(space) = space else {
        let origins = acts.iter().map(|spelled| spelled.act.origin());
        let mark = |space| (space, HintKind::Move);
        let marks: BTreeMap<Space, HintKind> = origins.map(mark).collect();
        return Ok(Targets {
            selected: None,
            hints: marks.into_iter().map(|(space, kind)| Hint { space, kind }).collect(),
        });
    };
    let here = |seat: Seat| view.pieces.iter().any(|piece| piece.space == space && piece.seat == seat);
    if !here(mover) {
        let occupied = view.pieces.iter().any(|piece| piece.space == space);
        return Err(refuse(if occupied {
            NothingToShow::NotTheirs { space, mover: game.player(mover) }
        } else {
            NothingToShow::NoPiece(space)
        }));
    }
    let from_here = acts
        .into_iter()
        .map(|spelled| spelled.act)
        .filter(|act| act.origin() == space && !matches!(act, Act::Place { .. }));
    Ok(Targets { selected: Some(space), hints: merge(from_here) })
}

/// Targets of the piece on a Space as a sentence.
pub(in crate::host) fn targets_as_text(game: &GameSession, space: Space) -> Result<String, Error> {
    let Targets { selected, hints } = targets(game, Some(space))?;
    let options = Options { selected, hints, ..Options::default() };
    Ok(render::targets(game.play()?.public(), &options).unwrap_or_default())
}

/// The side of the only person in a game against computers, from which everyone sees the board.
pub(in crate::host) fn side_of_lone_person(view: &View, seats: &[Vec<Member>]) -> Option<Side> {
    let computer = |members: &Vec<Member>| members.iter().all(|member| ComputerPlayer::of(member.person).is_some());
    let mut people = seats.iter().enumerate().filter(|(_, members)| !computer(members));
    match (people.next(), people.next()) {
        (Some((seat, _)), None) if seats.len() > 1 => view.seats.get(seat)?.side,
        _ => None,
    }
}

/// Public view of a version.
struct Shown {
    view: View,
    people: People,
    /// Turns of others since the last turn of the Player to move, except the newest.
    earlier: Vec<LastAction>,
}

/// Shows the lead in material beside the name of who is ahead.
fn add_lead(people: &mut People, lead: Option<Lead>) {
    if let Some(lead) = lead
        && let Some(person) = people.seats.get_mut(lead.seat.index())
    {
        person.lead = lead.pawns;
    }
}

impl Views {
    /// Public picture of a version, rendered once and cached.
    pub async fn turn_picture(&self, game: GameId, version: Version) -> Result<Arc<Picture>, Error> {
        let draw = async {
            let scene = self.scene(game, version).await?;
            let Shown { view, people, earlier } = self.shown(&scene).await?;
            self.rendering
                .draw(move |renderer| {
                    let bottom = side_of_lone_person(&view, &scene.seats);
                    let theme = scene.options.theme().into();
                    let options = Options { theme, bottom, earlier, ..Options::default() };
                    Ok(Arc::new(renderer.turn(&view, &people, &options)?))
                })
                .await
        };
        self.pictures.get((game, version), draw).await
    }

    /// Position of a scene with names, clocks, the lead in material and earlier turns.
    async fn shown(&self, scene: &Scene) -> Result<Shown, Error> {
        let mut people = people(&scene.seats);
        for (person, seconds) in people.seats.iter_mut().zip(&scene.clock.banks) {
            person.clock = scene.options.time().on_clock(*seconds);
        }
        if let Some(given) = scene.odds
            && let Some(person) = people.seats.get_mut(given.seat.index())
        {
            person.odds = given.odds.on_panel().to_owned();
        }
        add_lead(&mut people, self.lead(scene).await?);
        let mut earlier = Vec::new();
        for version in &scene.since_own_turn {
            earlier.extend(self.scene(scene.game, *version).await?.view.last);
        }
        Ok(Shown { view: scene.view.clone(), people, earlier })
    }

    /// Private picture from the person's side of the board: targets of the piece on `space`, or pieces of the Player to
    /// move that can act. Contains only public information.
    pub async fn moves_picture(&self, game: GameId, person: PersonId, space: Option<Space>) -> Result<Picture, Error> {
        let loaded = self.games.load(game).await?;
        let Targets { selected, hints } = {
            let loaded = Arc::clone(&loaded);
            blocking(move || targets(&loaded, space)).await?
        };
        let scene = self.scene(game, loaded.public_version()).await?;
        let shown = Shown { earlier: Vec::new(), ..self.shown(&scene).await? };
        self.private_picture(loaded, shown, person, selected, hints).await
    }

    /// Moves of the piece on `space` with captures on other Spaces than the destination, as text: "e5-e1 (xe6)".
    /// Contains only public information.
    pub async fn side_effects(&self, game: GameId, space: Space) -> Result<Vec<String>, Error> {
        let loaded = self.games.load(game).await?;
        blocking(move || {
            let play = loaded.play()?;
            let mover = match play.public().phase {
                Phase::Play => play.game.to_act().first().copied(),
                _ => None,
            };
            let acts = mover.map_or_else(Vec::new, |mover| play.game.moves_with_notation(mover));
            let beside = |act: &Act| {
                let target = act.target();
                act.origin() == space && act.captures().iter().any(|taken| *taken != target)
            };
            let found = acts.into_iter().filter(|spelled| beside(&spelled.act));
            Ok(found.map(|spelled| spelled.text).collect())
        })
        .await
    }

    /// Board with the person's picture settings.
    pub async fn board_picture(&self, game: GameId, person: PersonId) -> Result<Picture, Error> {
        let loaded = self.games.load(game).await?;
        let scene = self.scene(game, loaded.public_version()).await?;
        let shown = self.shown(&scene).await?;
        self.private_picture(loaded, shown, person, None, Vec::new()).await
    }

    /// Board of an earlier position, with the person's picture settings.
    pub(in crate::host) async fn past_picture(
        &self,
        game: Arc<GameSession>,
        past: Arc<RunningGame>,
        person: PersonId,
    ) -> Result<Picture, Error> {
        let mut people = people(&game.members_at(past.version));
        add_lead(&mut people, self.lead_in(Arc::clone(&past)).await?);
        let shown = Shown { view: past.seen(), people, earlier: Vec::new() };
        self.private_picture(game, shown, person, None, Vec::new()).await
    }

    async fn private_picture(
        &self,
        game: Arc<GameSession>,
        shown: Shown,
        person: PersonId,
        selected: Option<Space>,
        hints: Vec<Hint>,
    ) -> Result<Picture, Error> {
        let PersonSettings { theme, north_up, .. } = self.settings.person_settings(person).await?;
        self.rendering
            .draw(move |renderer| {
                let Shown { view, people, earlier } = shown;
                let own = game.seat_of(person).filter(|_| !north_up);
                let side = own.and_then(|seat| view.seats.get(seat.index())?.side);
                let options = Options {
                    theme: theme.unwrap_or(game.options.theme()).into(),
                    bottom: side,
                    selected,
                    hints,
                    earlier,
                    ..Options::default()
                };
                Ok(renderer.turn(&view, &people, &options)?)
            })
            .await
    }
}

#[cfg(test)]
mod tests {
    use engine::battalion::load_builtin;
    use engine::game::Game;
    use engine::titans::{GameMode, Setup};
    use engine::view::Viewer;
    use opponent::Level;

    use super::*;
    use crate::host::tests::{Folder, game, host, play, scene};

    #[test]
    fn the_board_is_seen_from_the_side_of_the_only_person() {
        let armies = vec![load_builtin("medieval").unwrap(); 2];
        let setup = Setup::new(GameMode::Duel, armies, [7; 32]).unwrap();
        let game = Game::Titans(Box::new(engine::titans::Game::new(setup).unwrap()));
        let view = game.view(Viewer::Public);
        let person = |id| vec![Member { person: PersonId(id), name: String::new() }];
        let computer = |number| vec![ComputerPlayer { level: Level::Captain, number }.member()];
        let side = |seats: [Vec<Member>; 2]| side_of_lone_person(&view, &seats);
        assert_eq!(side([computer(0), person(1)]), view.seats[1].side);
        assert_eq!(side([person(1), computer(0)]), view.seats[0].side);
        assert_eq!(side([person(1), person(2)]), None);
        assert_eq!(side([computer(0), computer(1)]), None);
    }

    /// A public picture shows what has happened since the last turn of the Player to move.
    #[tokio::test]
    async fn the_turns_of_all_others_are_shown() {
        for seats in [3, 4] {
            let folder = Folder::new();
            let host = host(&folder).await;
            let game = game(&host, GameMode::Ffa, &["medieval"; 4][..seats]).await;
            let mut played: Vec<String> = Vec::new();
            for number in 0..=seats {
                let person = (number % seats) as u64 + 1;
                let text = host.games.acts(game, PersonId(person)).await.unwrap().acts[0].text.clone();
                play(&host, game, person, &text).await;
                let shown = host.views.shown(&scene(&host, game).await).await.unwrap();
                assert_eq!(shown.view.last.unwrap().text, text);
                let earlier: Vec<String> = shown.earlier.into_iter().map(|last| last.text).collect();
                assert_eq!(earlier, played[played.len().saturating_sub(seats - 2)..], "{person} of {seats}");
                played.push(text);
            }
        }
    }

    /// The lead in material is shown beside the name of the Player who is ahead.
    #[tokio::test]
    async fn the_lead_is_beside_the_name_of_who_is_ahead() {
        for (turns, ahead) in [("d4 e5 a3 Qg5 Bxg5", 0), ("e4 d6 Qg4 Bxg4", 1)] {
            let folder = Folder::new();
            let host = host(&folder).await;
            let game = game(&host, GameMode::Duel, &["medieval"; 2]).await;
            for (text, person) in turns.split(' ').zip([1, 2].into_iter().cycle()) {
                play(&host, game, person, text).await;
            }
            let people = host.views.shown(&scene(&host, game).await).await.unwrap().people;
            let leads: Vec<u32> = people.seats.iter().map(|person| person.lead).collect();
            assert!(leads[ahead] > 5 && leads[1 - ahead] == 0, "{turns}: {leads:?}");
        }
    }

    /// Destinations belong to the chosen piece alone: no other piece, and none that is placed from the reserve.
    #[tokio::test]
    async fn the_destinations_are_those_of_the_chosen_piece() {
        let folder = Folder::new();
        let host = host(&folder).await;
        let game = game(&host, GameMode::Duel, &["medieval"; 2]).await;
        for (space, expected) in [("b1", vec!["a3", "c3"]), ("e2", vec!["e3", "e4"]), ("a1", vec![])] {
            let loaded = host.games.load(game).await.unwrap();
            let found = targets(&loaded, Some(space.parse().unwrap())).unwrap();
            let spaces: Vec<String> = found.hints.iter().map(|hint| hint.space.to_string()).collect();
            assert_eq!(spaces, expected, "{space}");
        }
    }
}
