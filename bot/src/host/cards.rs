//! Cards beside the games: the lobby, and the summary of a game that is over.

use std::sync::Arc;

use engine::view::{Phase, SeatState, SeatView, View};
use engine::words::{self, PlayerNames};
use render::Picture;
use render::cards::{self, Summary, SummaryRow};

use super::error::{Error, NothingToShow, refuse};
use super::model::{Lobby, Member, Scene};
use super::{GameId, Host, Version};

/// The names of a seat as pictures show them.
fn names(members: &[Member]) -> String {
    let names: Vec<&str> = members.iter().map(|member| member.name.as_str()).collect();
    names.join(" and ")
}

/// One row of the table at the end.
fn row(scene: &Scene, seat: &SeatView) -> SummaryRow {
    let name_of = |index: usize| {
        scene
            .seats
            .get(index)
            .map_or_else(String::new, |members| names(members))
    };
    let (won, drawn) = match &scene.view.phase {
        Phase::Ended { winners, .. } => (winners.contains(&seat.seat), winners.is_empty()),
        _ => (false, true),
    };
    let mut detail = vec![seat.battalion.clone()];
    if !seat.revealed_targets.is_empty() {
        let targets: Vec<String> = seat
            .revealed_targets
            .iter()
            .map(|one| name_of(one.index()))
            .collect();
        detail.push(format!("Target: {}", targets.join(", ")));
    }
    if seat.credits > 0 && scene.seats.len() > 2 {
        let s = if seat.credits == 1 { "" } else { "s" };
        detail.push(format!("{} defeat{s} credited", seat.credits));
    }
    let fate = match &seat.state {
        SeatState::Defeated { how, .. } => words::fall(*how).to_owned(),
        SeatState::Playing => "survived".to_owned(),
    };
    let score = match (won, drawn) {
        (true, _) => {
            if fate != "survived" {
                detail.push(fate);
            }
            "won".to_owned()
        }
        (false, true) if fate == "survived" => "draw".to_owned(),
        (false, _) => fate,
    };
    SummaryRow {
        seat: seat.seat,
        name: name_of(seat.seat.index()),
        detail: detail.join(" · "),
        score,
        won,
    }
}

/// Winners first, then who was left, then the others.
fn rank(view: &View, seat: &SeatView) -> u8 {
    match (&view.phase, &seat.state) {
        (Phase::Ended { winners, .. }, _) if winners.contains(&seat.seat) => 0,
        (_, SeatState::Playing) => 1,
        _ => 2,
    }
}

fn summary(scene: &Scene) -> Option<Summary> {
    let Phase::Ended { winners, reason } = &scene.view.phase else {
        return None;
    };
    let people = PlayerNames::new(scene.seats.iter().map(|members| names(members)));
    let result = words::ending(reason, winners, &people);
    let mut seats: Vec<&SeatView> = scene.view.seats.iter().collect();
    seats.sort_by_key(|seat| rank(&scene.view, seat));
    let mut notes = vec![format!("{} turns were played.", scene.view.turns)];
    if scene.view.commitment.is_some() {
        notes.push(
            "The deal of Targets can be checked against the hash published at the start."
                .to_owned(),
        );
    }
    Some(Summary {
        title: scene.view.title.clone(),
        result,
        players: scene.view.seats.len(),
        rows: seats.into_iter().map(|seat| row(scene, seat)).collect(),
        notes,
    })
}

impl Host {
    /// The card of a lobby, drawn once for each version.
    ///
    /// # Errors
    /// A fault if it cannot be drawn.
    pub async fn lobby_picture(
        &self,
        lobby: &Lobby,
        card: cards::Lobby,
    ) -> Result<Arc<Picture>, Error> {
        let place = self.0.pictures.place((lobby.game, lobby.version));
        let picture = place.get_or_try_init(|| async {
            let (host, theme) = (self.clone(), lobby.options.theme.into());
            self.blocking(move || Ok(Arc::new(host.0.renderer.lobby(&card, theme)?)))
                .await
        });
        picture.await.cloned()
    }

    /// How a game ended, on a card.
    ///
    /// # Errors
    /// A refusal if it has not ended at that version, or a fault.
    pub async fn summary_picture(&self, game: GameId, version: Version) -> Result<Picture, Error> {
        let scene = self.scene(game, version).await?;
        let host = self.clone();
        self.blocking(move || {
            let Some(summary) = summary(&scene) else {
                return Err(refuse(NothingToShow::Summary));
            };
            Ok(host
                .0
                .renderer
                .summary(&summary, scene.options.theme().into())?)
        })
        .await
    }
}
