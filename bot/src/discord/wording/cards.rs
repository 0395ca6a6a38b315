//! Texts of cards. Pictures have no markup, so names are written unescaped.

mod clash;
#[cfg(test)]
mod recorded;

use engine::board::Seat;
use engine::view::{Phase, SeatState, SeatView, View};
use engine::words::{self, PlayerNames};
use render::cards::{self, Summary, SummaryRow, Target, Targets};

use super::refusal::missing;
use crate::discord::features::lobby::words as lobby_words;
use crate::discord::wording::{count, people_names, player, times};
use crate::host::{Lobby, Member, Player, Private, Scene, SeatOrder};

pub use clash::{auction, bid, round, shop, shop_of};

/// Names of the people in a seat.
fn name(seats: &[Vec<Member>], seat: Seat) -> String {
    player(&Player { seat, people: seats.get(seat.index()).cloned().unwrap_or_default() })
}

/// Card of a lobby.
pub fn lobby(lobby: &Lobby) -> cards::Lobby {
    let options = &lobby.options;
    let time = times::control(options.time);
    // Tokens and colours depend on the seat, and random seats are not drawn yet.
    let order = match options.order {
        SeatOrder::Random => format!(" · {}", lobby_words::order(options.order, options.seats)),
        SeatOrder::Fixed => String::new(),
    };
    let taken = lobby.seats.iter().map(|seat| cards::LobbySeat {
        name: people_names(&seat.members),
        battalion: seat.battalion.as_ref().map_or_else(String::new, |one| one.name.clone()),
        ready: seat.battalion.is_some(),
    });
    let open = cards::LobbySeat { name: String::new(), battalion: String::new(), ready: false };
    let free = usize::from(options.seats).saturating_sub(lobby.seats.len());
    let missing: Vec<String> = lobby.missing.iter().map(missing).collect();
    cards::Lobby {
        title: format!("Titan's Battalion: {}", options.mode.name()),
        settings: format!("{} Players · {time}{order}", options.seats),
        seats: taken.chain(std::iter::repeat_n(open, free)).collect(),
        missing: missing.join(" "),
    }
}

/// Targets of the reader; `None` if the game has none.
pub fn targets(private: &Private) -> Option<Targets> {
    let view = &private.view;
    let own = view.own.as_ref().filter(|own| !own.targets.is_empty())?;
    let seats = own.targets.iter();
    let targets = seats.filter_map(|seat| view.seats.get(seat.index()));
    Some(Targets {
        holder: name(&private.seats, private.seat),
        players: view.seats.len(),
        targets: targets
            .map(|target| Target {
                seat: target.seat,
                name: name(&private.seats, target.seat),
                battalion: target.battalion.clone(),
                defeated: target.state != SeatState::Playing,
            })
            .collect(),
    })
}

/// Result of a game of Titan's Battalion; `None` while it is in progress.
pub fn summary(scene: &Scene) -> Option<Summary> {
    let Phase::Ended { winners, reason } = &scene.view.phase else {
        return None;
    };
    let people = with_armies(scene);
    let mut seats: Vec<&SeatView> = scene.view.seats.iter().collect();
    seats.sort_by_key(|seat| rank(&scene.view, seat));
    let turns = words::turns_played(scene.view.turns, scene.view.seats.len());
    let mut notes = vec![format!("{turns} played.")];
    if scene.view.commitment.is_some() {
        notes.push("The deal of Targets can be checked against the hash published at the start.".to_owned());
    }
    Some(Summary {
        title: words::title(scene.view.played),
        result: words::ending(reason, winners, &people),
        players: scene.view.seats.len(),
        rows: seats.into_iter().map(|seat| row(scene, seat)).collect(),
        notes,
    })
}

/// Names with armies, as results show them: "Ann (Medieval)", in Clash "Ann (White)".
fn with_armies(scene: &Scene) -> PlayerNames {
    let people = |members: &Vec<Member>| members.iter().map(|one| one.name.clone()).collect();
    PlayerNames::of_people(scene.seats.iter().map(people).collect::<Vec<Vec<String>>>())
        .with_armies(scene.view.seats.iter().map(|seat| seat.battalion.as_str()))
}

/// Sort key of the final table: winners, then remaining Players, then the others.
fn rank(view: &View, seat: &SeatView) -> u8 {
    match (&view.phase, &seat.state) {
        (Phase::Ended { winners, .. }, _) if winners.contains(&seat.seat) => 0,
        (_, SeatState::Playing) => 1,
        _ => 2,
    }
}

/// Row of the final table.
fn row(scene: &Scene, seat: &SeatView) -> SummaryRow {
    let (won, drawn) = match &scene.view.phase {
        Phase::Ended { winners, .. } => (winners.contains(&seat.seat), winners.is_empty()),
        _ => (false, true),
    };
    let mut detail = vec![seat.battalion.clone()];
    if !seat.revealed_targets.is_empty() {
        let targets = seat.revealed_targets.iter();
        let names: Vec<String> = targets.map(|one| name(&scene.seats, *one)).collect();
        let label = if names.len() > 1 { "Targets" } else { "Target" };
        detail.push(format!("{label}: {}", names.join(", ")));
    }
    if seat.credits > 0 && scene.seats.len() > 2 {
        let defeats = count(seat.credits as usize, "defeat", "defeats");
        detail.push(format!("{defeats} credited"));
    }
    let fall = match &seat.state {
        SeatState::Defeated { how, .. } => Some(words::fall(*how)),
        SeatState::Playing => None,
    };
    let score = match (won, fall) {
        (true, fall) => {
            detail.extend(fall.map(str::to_owned));
            "won"
        }
        (false, Some(fall)) => fall,
        (false, None) if drawn => "draw",
        (false, None) => "survived",
    };
    SummaryRow {
        seat: seat.seat,
        name: name(&scene.seats, seat.seat),
        detail: detail.join(" · "),
        score: score.to_owned(),
        won,
    }
}

#[cfg(test)]
mod tests {
    use engine::fact::EndReason;
    use engine::play::Fall;
    use engine::titans::GameMode;

    use super::*;
    use crate::host::tests::{Folder, game, host, scene};

    /// Winners, even defeated ones, come before survivors, and these before the defeated; equals are in the order of seats.
    #[tokio::test]
    async fn a_result_lists_winners_then_survivors_then_the_defeated() {
        let folder = Folder::new();
        let host = host(&folder).await;
        let game = game(&host, GameMode::Assassin, &["medieval"; 4]).await;
        let mut scene = scene(&host, game).await;
        for (winners, defeated, order) in [
            (&[2][..], &[0][..], [2, 1, 3, 0]),
            (&[3][..], &[0, 1][..], [3, 2, 0, 1]),
            (&[1, 3][..], &[0, 3][..], [1, 3, 2, 0]),
            (&[][..], &[0][..], [1, 2, 3, 0]),
        ] {
            let winners = winners.iter().map(|seat| Seat(*seat)).collect();
            scene.view.phase = Phase::Ended { winners, reason: EndReason::Targets };
            for seat in &mut scene.view.seats {
                let out = SeatState::Defeated { how: Fall::Checkmate, by: None };
                seat.state = if defeated.contains(&seat.seat.0) { out } else { SeatState::Playing };
            }
            let listed: Vec<u8> = summary(&scene).unwrap().rows.iter().map(|row| row.seat.0).collect();
            assert_eq!(listed, order);
        }
    }
}
