//! Difference in material between two Players, for pictures.

use std::sync::Arc;

use engine::board::Seat;
use engine::context::RuleSet;
use engine::seen::Seen;
use engine::view::Phase;
use opponent::Knowledge;

use crate::host::blocking;
use crate::host::error::Error;
use crate::host::model::Scene;
use crate::host::session::running::RunningGame;
use crate::host::views::Views;

/// Player who is ahead in material.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::host) struct Lead {
    pub seat: Seat,
    /// Lead in Pawns of chess, rounded.
    pub pawns: u32,
}

/// Lead of one of two Players. Battalions are compared with what they were at the start, since they differ; armies of
/// Clash are compared as they stand.
fn lead(seen: &Seen, knowledge: &Knowledge) -> Option<Lead> {
    let [first, second] = [Seat(0), Seat(1)].map(|seat| match seen.law {
        RuleSet::Titans => knowledge.gained(&seen.pos, seat),
        RuleSet::Clash => Some(knowledge.material(&seen.pos, seat)),
    });
    let ahead = first? - second?;
    let pawns = (ahead.unsigned_abs() + 50) / 100;
    let seat = if ahead > 0 { Seat(0) } else { Seat(1) };
    (pawns > 0).then_some(Lead { seat, pawns })
}

impl Views {
    /// Player who is ahead in material in a game of two at the version of a scene.
    pub(super) async fn lead(&self, scene: &Scene) -> Result<Option<Lead>, Error> {
        if scene.seats.len() != 2 || scene.view.phase != Phase::Play {
            return Ok(None);
        }
        let loaded = self.games.load(scene.game).await?;
        let play = self.games.play_at(&loaded, scene.version).await?;
        self.lead_in(play).await
    }

    /// Player who is ahead in material in a position of two.
    pub(super) async fn lead_in(&self, play: Arc<RunningGame>) -> Result<Option<Lead>, Error> {
        let knowledge = Arc::clone(&self.games.opponents.knowledge);
        blocking(move || {
            let view = play.public();
            if view.seats.len() != 2 || view.phase != Phase::Play {
                return Ok(None);
            }
            let seen = play.game.seen(Seat(0));
            Ok(lead(&seen, &knowledge.of(&seen.rules).1))
        })
        .await
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop")]
mod tests {
    use engine::battalion::load_builtin;
    use engine::game::Game;
    use engine::titans::{self, GameMode, Setup};

    use super::*;

    #[test]
    fn armies_are_compared_with_what_they_were_at_the_start() {
        let armies = ["reptilian-order", "medieval"].map(|id| load_builtin(id).unwrap());
        let setup = Setup::new(GameMode::Duel, armies.into(), [7; 32]).unwrap();
        let mut seen = Game::Titans(Box::new(titans::Game::new(setup).unwrap())).seen(Seat(0));
        let knowledge = Knowledge::new(&seen.rules);
        assert_eq!(lead(&seen, &knowledge), None);
        let rules = Arc::clone(&seen.rules);
        let queen = seen.pos.blocking(Seat(1)).into_iter().find(|space| {
            let piece = seen.pos.at(*space).unwrap();
            !rules.ty(piece.ty).titan && knowledge.value(piece.ty) > 700
        });
        seen.pos.take(&rules, queen.unwrap());
        let ahead = lead(&seen, &knowledge).unwrap();
        assert!(ahead.seat == Seat(0) && (7..12).contains(&ahead.pawns), "{ahead:?}");
    }
}
