//! Views of the game.

use crate::board::{Seat, Space};
use crate::context::Playing;
use crate::fact::SealedChoice;
use crate::play::{Chooser, Fall, Kept, TypeId};
use crate::seed::sha256;
use crate::view::{Commitment, HeldView, Look, OwnView, Phase, Played, SeatState, SeatView, View, Viewer};

use super::game::{Game, Stage};
use super::mode::GameMode;
use super::targets;

impl Game {
    /// View of the game without secrets of other seats.
    pub fn view(&self, viewer: Viewer) -> View {
        self.view_as(viewer, matches!(self.stage, Stage::Ended(_)))
    }

    /// View of a game that was ended from outside. The deal is revealed as after every other ending (T-32).
    pub fn view_stopped(&self, viewer: Viewer) -> View {
        self.view_as(viewer, true)
    }

    fn view_as(&self, viewer: Viewer, over: bool) -> View {
        let checked = if self.stage == Stage::Play || over { self.checked_titans() } else { Vec::new() };
        View {
            played: Played::Titans(self.setup.mode),
            board: self.context().board_view(),
            pieces: self.context().piece_views(),
            seats: Seat::all(self.rules.seat_count()).map(|seat| self.seat_view(seat, over)).collect(),
            phase: self.phase(),
            to_act: if over { Vec::new() } else { self.visible_to_act(viewer) },
            turns: self.turns,
            last: self.last.clone(),
            attacks: self.rules.attacks_on(&self.pos, &checked),
            checks: checked.into_iter().map(|(_, titan)| titan).collect(),
            own: match viewer {
                Viewer::Public => None,
                Viewer::Seat(seat) => Some(self.own_view(seat)),
            },
            draw_offer: if over { Vec::new() } else { self.open_offers() },
            clash: None,
            commitment: self.commitment(over),
            unsealed: if over { self.unsealed() } else { Vec::new() },
        }
        .sorted()
    }

    /// Seats whose draw offers are open.
    fn open_offers(&self) -> Vec<Seat> {
        Seat::all(self.rules.seat_count()).filter(|seat| self.players[seat.index()].offers_draw).collect()
    }

    /// Seats with an open decision, without revealing who chooses for whom while choices are sealed (V-3).
    fn visible_to_act(&self, viewer: Viewer) -> Vec<Seat> {
        let open = self.to_act();
        let hidden = self.setup.mode == GameMode::Assassin && matches!(self.stage, Stage::Volatile(_));
        match viewer {
            Viewer::Public if hidden => Vec::new(),
            Viewer::Seat(seat) if hidden => open.into_iter().filter(|other| *other == seat).collect(),
            _ => open,
        }
    }

    /// Appearance of a type.
    pub fn look(&self, ty: TypeId) -> Look {
        self.context().look(ty)
    }

    fn seat_view(&self, seat: Seat, over: bool) -> SeatView {
        let standing = &self.players[seat.index()];
        let mut reserved: Vec<TypeId> = self.rules.seats[seat.index()].reserves.iter().map(|r| r.ty).collect();
        reserved.sort();
        reserved.dedup();
        let state = match standing.fall {
            None => SeatState::Playing,
            Some((how, by)) => SeatState::Defeated { how, by },
        };
        SeatView {
            seat,
            side: Some(self.rules.board.side(seat)),
            battalion: self.setup.armies[seat.index()].name.clone(),
            extra_strength: self.setup.armies[seat.index()].extra_strength,
            state,
            reserve: reserved
                .into_iter()
                .flat_map(|ty| Kept::ALL.map(|kept| (ty, kept, self.pos.held(seat, ty, kept))))
                .filter(|(_, _, count)| *count > 0)
                .map(|(ty, kept, count)| HeldView { look: self.look(ty), kept, count: count.into() })
                .collect(),
            captured: standing.captured.iter().map(|(ty, of, count)| (self.look(*ty), *of, *count)).collect(),
            support_level: self.rules.support_counts.then(|| self.rules.support_level(&self.pos, seat)),
            credits: self.pos.state().credits[seat.index()].into(),
            revealed_targets: if over { self.targets[seat.index()].clone() } else { Vec::new() },
        }
    }

    fn phase(&self) -> Phase {
        match &self.stage {
            Stage::Placement(_) => Phase::Placement,
            Stage::Volatile(choices) => {
                let (done, of) = choices.progress();
                let own = self.rules.volatile.is_some_and(|volatility| volatility.chooser == Chooser::Owner);
                Phase::VolatileChoice { done, of, own, openly: self.chooses_openly() }
            }
            Stage::Play => Phase::Play,
            Stage::Ended(ending) => Phase::Ended { winners: ending.winners.clone(), reason: ending.reason },
        }
    }

    fn checked_titans(&self) -> Vec<(Seat, Space)> {
        self.undefeated()
            .chain(
                Seat::all(self.rules.seat_count())
                    .filter(|seat| matches!(self.players[seat.index()].fall, Some((Fall::Checkmate, _)))),
            )
            .flat_map(|seat| self.rules.checked_titans(&self.pos, seat).into_iter().map(move |titan| (seat, titan)))
            .collect()
    }

    fn own_view(&self, seat: Seat) -> OwnView {
        let mut sealed = Vec::new();
        if let Stage::Volatile(choices) = &self.stage {
            for (of, _, chosen) in choices.of_chooser(seat, self.chooses_openly()) {
                if let Some(chosen) = chosen {
                    let spaces = chosen.to_vec();
                    sealed.push(SealedChoice::Volatile { of, spaces });
                }
            }
        }
        OwnView { seat, targets: self.targets.get(seat.index()).cloned().unwrap_or_default(), sealed }
    }

    /// Volatile choices made before the game ended prematurely.
    fn unsealed(&self) -> Vec<SealedChoice> {
        match &self.stage {
            Stage::Volatile(choices) if !self.chooses_openly() => choices.sealed(),
            Stage::Volatile(_) => Vec::new(),
            Stage::Ended(ending) => ending.unsealed.clone(),
            Stage::Placement(_) | Stage::Play => Vec::new(),
        }
    }

    /// T-32: the hash from the deal on, and the text itself after the end.
    fn commitment(&self, over: bool) -> Option<Commitment> {
        if self.setup.mode != GameMode::Assassin {
            return None;
        }
        let text = targets::commitment_text(&self.setup, &self.targets);
        Some(Commitment { hash: sha256(&text), revealed: over.then_some(text) })
    }

    /// Choices of a seat in the Volatile phase: owner of the pieces, number to choose, and possible Spaces.
    pub fn volatile_questions(&self, seat: Seat) -> Vec<(Seat, usize, Vec<Space>)> {
        match &self.stage {
            Stage::Volatile(choices) => choices
                .of_chooser(seat, self.chooses_openly())
                .map(|(of, count, _)| (of, count, self.basis().candidates(of).collect()))
                .collect(),
            _ => Vec::new(),
        }
    }
}
