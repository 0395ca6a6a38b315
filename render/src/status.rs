//! Short texts about Players, for panels and for descriptions.

use engine::board::{Seat, Side};
use engine::play::Fall;
use engine::view::{ClashView, Phase, SeatState, SeatView, View};
use engine::words::{self, PlayerNames};

use crate::ink;
use crate::options::People;
use crate::text::is_visible;

/// State of a Player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum PlayerState {
    /// Not to act.
    Waiting,
    /// Has an open decision, described by the text.
    ToAct(&'static str),
    /// In Check; `true` if also to move.
    Check(bool),
    /// Won.
    Won,
    /// Drew.
    Drawn,
    /// Defeated in this way.
    Out(Fall),
}

impl PlayerState {
    pub(crate) fn of(view: &View, seat: &SeatView) -> Self {
        if let Phase::Ended { winners, .. } = &view.phase {
            if winners.contains(&seat.seat) {
                return PlayerState::Won;
            }
            if winners.is_empty() {
                return PlayerState::Drawn;
            }
        }
        if let SeatState::Defeated { how, .. } = &seat.state {
            return PlayerState::Out(*how);
        }
        let acts = view.to_act.contains(&seat.seat);
        let checked = view.pieces.iter().any(|p| p.seat == seat.seat && p.look.titan && view.checks.contains(&p.space));
        match (checked, acts) {
            (true, acts) => PlayerState::Check(acts),
            (false, true) => PlayerState::ToAct(match view.phase {
                Phase::Placement => "to place",
                Phase::VolatileChoice { .. } => "to choose",
                Phase::Shop => "to buy",
                Phase::Auction { standing: None } => "to bid",
                Phase::Auction { .. } => "to raise",
                Phase::Play | Phase::Ended { .. } => "to move",
            }),
            _ => PlayerState::Waiting,
        }
    }

    pub(crate) fn words(&self) -> String {
        match self {
            PlayerState::Waiting => String::new(),
            PlayerState::ToAct(words) => (*words).to_owned(),
            PlayerState::Check(true) => "CHECK – to move".to_owned(),
            PlayerState::Check(false) => "CHECK".to_owned(),
            PlayerState::Won => "won".to_owned(),
            PlayerState::Drawn => "draw".to_owned(),
            PlayerState::Out(how) => format!("out: {}", words::fall(*how)),
        }
    }

    pub(crate) fn acts(&self) -> bool {
        matches!(self, PlayerState::ToAct(_) | PlayerState::Check(true))
    }
}

/// Names of the people in a seat, or its ink if there are none.
pub(crate) fn name(people: &People, seat: Seat, players: usize) -> String {
    called(people, seat, players).join(" & ")
}

/// Names of the Players in sentences: their own names, in Clash of the Armies their colours.
pub(crate) fn names(view: &View, people: &People) -> PlayerNames {
    let players = view.seats.len();
    match view.clash {
        Some(_) => PlayerNames::colours(),
        None => PlayerNames::of_people(Seat::all(players).map(|seat| called(people, seat, players))),
    }
}

/// Names of the Players in results: with the army, "Ann (Medieval)", or in Clash of the Armies with the colour, "Ann
/// (White)".
pub(crate) fn names_with_armies(view: &View, people: &People) -> PlayerNames {
    let players = view.seats.len();
    PlayerNames::of_people(Seat::all(players).map(|seat| called(people, seat, players))).with_armies(
        view.seats.iter().map(|seat| {
            let alone = name(people, seat.seat, players) == seat.battalion;
            if alone { "" } else { seat.battalion.as_str() }
        }),
    )
}

/// Visible names of the people in a seat, or its ink if there are none.
pub(crate) fn called(people: &People, seat: Seat, players: usize) -> Vec<String> {
    let names = people.seats.get(seat.index()).map_or(&[][..], |person| &person.names);
    let visible: Vec<String> = names.iter().filter(|name| name.chars().any(is_visible)).cloned().collect();
    if visible.is_empty() { vec![unnamed(seat, players)] } else { visible }
}

/// Name of a seat without its people.
pub(crate) fn unnamed(seat: Seat, players: usize) -> String {
    words::capitalised(ink::name(seat, players))
}

/// Facts about a Player: clock, odds, lead in material, Battalion, Support Level, credits, gold and points, draw offers.
pub(crate) fn facts(view: &View, seat: &SeatView, people: &People) -> Vec<String> {
    let mut facts = Vec::new();
    if let Some(person) = people.seats.get(seat.seat.index()) {
        facts.push(person.clock.clone());
        facts.push(person.odds.clone());
        facts.extend((person.lead > 0).then(|| format!("+{}", person.lead)));
    }
    match &view.clash {
        Some(clash) => facts.extend(clash_facts(clash, seat.seat)),
        None => {
            facts.push(seat.battalion.clone());
            facts.extend(seat.support_level.map(|level| format!("Support {level}")));
            facts.extend(seat.extra_strength.then(|| "Extra-Strength".to_owned()));
        }
    }
    // In a duel, the only defeat is the end of the game.
    match seat.credits {
        _ if view.seats.len() == 2 => {}
        0 => {}
        1 => facts.push("1 defeat".to_owned()),
        n => facts.push(format!("{n} defeats")),
    }
    if view.draw_offer.contains(&seat.seat) {
        facts.push("offers a draw".to_owned());
    }
    facts.retain(|fact| !fact.is_empty());
    facts
}

/// End of the names of most armies, left out where there is no room.
pub(crate) const SUFFIX: &str = " Battalion";

/// Facts with the army's short name.
pub(crate) fn shortened(facts: Vec<String>) -> Vec<String> {
    facts.into_iter().map(|fact| fact.strip_suffix(SUFFIX).map(str::to_owned).unwrap_or(fact)).collect()
}

fn clash_facts(clash: &ClashView, seat: Seat) -> Vec<String> {
    let index = seat.index().min(1);
    let mut facts = vec![format!("{} pt", halves(clash.half_points[index]))];
    if let Some(gold) = clash.gold[index] {
        facts.push(format!("{} gold", hundredths(gold)));
    }
    if clash.draw_odds == Some(seat) {
        facts.push("draw odds".to_owned());
    }
    facts
}

/// Formats half points: "1½".
pub(crate) fn halves(half_points: u8) -> String {
    match (half_points / 2, half_points % 2) {
        (0, 1) => "½".to_owned(),
        (n, 1) => format!("{n}½"),
        (n, _) => n.to_string(),
    }
}

/// Formats hundredths of gold: "3.25", "40", "0.5".
pub(crate) fn hundredths(gold: i64) -> String {
    let sign = if gold < 0 { "-" } else { "" };
    let (whole, rest) = (gold.unsigned_abs() / 100, gold.unsigned_abs() % 100);
    match rest {
        0 => format!("{sign}{whole}"),
        r if r.is_multiple_of(10) => format!("{sign}{whole}.{}", r / 10),
        r => format!("{sign}{whole}.{r:02}"),
    }
}

/// Name of a side.
pub(crate) const fn side_word(side: Side) -> &'static str {
    match side {
        Side::South => "south",
        Side::West => "west",
        Side::North => "north",
        Side::East => "east",
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop")]
mod tests {
    use engine::battalion::load_builtin;
    use engine::fact::EndReason;
    use engine::titans::{Game, GameMode, Setup};
    use engine::view::Viewer;

    use super::*;

    #[test]
    fn gold_and_points_read_as_people_write_them() {
        assert_eq!(
            ["40", "3.25", "0.5", "-1.05"],
            [4000, 325, 50, -105].map(hundredths).each_ref().map(String::as_str)
        );
        assert_eq!(["0", "½", "1", "1½"], [0, 1, 2, 3].map(halves).each_ref().map(String::as_str));
    }

    fn game(mode: GameMode, players: usize) -> View {
        let armies = vec![load_builtin("medieval").unwrap(); players];
        Game::new(Setup::new(mode, armies, [7; 32]).unwrap()).unwrap().view(Viewer::Public)
    }

    fn duel() -> View {
        game(GameMode::Duel, 2)
    }

    #[test]
    fn a_duel_counts_no_defeats() {
        let mut view = duel();
        view.seats[0].credits = 1;
        assert_eq!(facts(&view, &view.seats[0], &People::default()), ["Medieval Battalion"]);
    }

    fn of(view: &View) -> [PlayerState; 2] {
        [0, 1].map(|seat: usize| PlayerState::of(view, &view.seats[seat]))
    }

    #[test]
    fn whoever_is_to_act_is_told_what_to_do() {
        let mut view = duel();
        for (phase, words) in [
            (Phase::Placement, "to place"),
            (Phase::VolatileChoice { done: 0, of: 2, own: false, openly: false }, "to choose"),
            (Phase::Shop, "to buy"),
            (Phase::Auction { standing: None }, "to bid"),
            (Phase::Auction { standing: Some(100) }, "to raise"),
            (Phase::Play, "to move"),
        ] {
            view.phase = phase;
            view.to_act = vec![Seat(1)];
            assert_eq!(of(&view), [PlayerState::Waiting, PlayerState::ToAct(words)]);
            let [waiting, acting] = of(&view);
            assert!(!waiting.acts() && acting.acts());
            assert_eq!((waiting.words().as_str(), acting.words().as_str()), ("", words));
        }
    }

    #[test]
    fn check_is_that_of_the_titan_that_stands_in_it() {
        let mut view = duel();
        let king = |view: &View, seat: u8| {
            let mut kings = view.pieces.iter().filter(|piece| piece.seat == Seat(seat) && piece.look.titan);
            kings.next().unwrap().space
        };
        view.to_act = vec![Seat(0)];
        view.checks = vec![king(&view, 0)];
        assert_eq!(of(&view), [PlayerState::Check(true), PlayerState::Waiting]);
        view.checks = vec![king(&view, 1)];
        assert_eq!(of(&view), [PlayerState::ToAct("to move"), PlayerState::Check(false)]);
        let [_, check] = of(&view);
        assert!(!check.acts() && check.words() == "CHECK" && PlayerState::Check(true).acts());
        // A Check of another Player's piece does not count.
        view.checks = vec!["a1".parse().unwrap()];
        assert_eq!(of(&view)[0], PlayerState::ToAct("to move"));
    }

    #[test]
    fn endings_come_before_whatever_else_is_said_of_a_player() {
        let mut view = duel();
        let defeated = SeatState::Defeated { how: Fall::Checkmate, by: Some(Seat(0)) };
        view.seats[1].state = defeated;
        assert_eq!(of(&view)[1], PlayerState::Out(Fall::Checkmate));
        let end = |winners: Vec<Seat>| Phase::Ended { winners, reason: EndReason::LastStanding };
        view.phase = end(vec![Seat(0)]);
        assert_eq!(of(&view), [PlayerState::Won, PlayerState::Out(Fall::Checkmate)]);
        view.phase = end(vec![Seat(1)]);
        assert_eq!(of(&view)[1], PlayerState::Won, "whoever has won may have fallen");
        view.phase = end(Vec::new());
        assert_eq!(of(&view), [PlayerState::Drawn, PlayerState::Drawn]);
        assert!(of(&view).iter().all(|state| !state.acts()));
        assert_eq!([PlayerState::Won, PlayerState::Drawn].map(|state| state.words()), ["won", "draw"]);
    }

    #[test]
    fn facts_are_told_in_one_order_and_only_where_there_is_something_to_tell() {
        let mut view = game(GameMode::Ffa, 3);
        let mut people = People::default();
        assert_eq!(facts(&view, &view.seats[0], &people), ["Medieval Battalion"]);
        view.seats[0].support_level = Some(0);
        view.draw_offer = vec![Seat(1)];
        for (credits, told) in [(0, None), (1, Some("1 defeat")), (2, Some("2 defeats"))] {
            view.seats[0].credits = credits;
            let expected: Vec<&str> = ["Medieval Battalion", "Support 0"].into_iter().chain(told).collect();
            assert_eq!(facts(&view, &view.seats[0], &people), expected);
        }
        people.seats = vec![crate::options::Person {
            names: Vec::new(),
            clock: "1d 4h".to_owned(),
            odds: "no reserves".to_owned(),
            lead: 3,
        }];
        view.seats[0].extra_strength = true;
        view.draw_offer = vec![Seat(0)];
        let all = [
            "1d 4h",
            "no reserves",
            "+3",
            "Medieval Battalion",
            "Support 0",
            "Extra-Strength",
            "2 defeats",
            "offers a draw",
        ];
        assert_eq!(facts(&view, &view.seats[0], &people), all);
        assert_eq!(facts(&view, &view.seats[1], &people), ["Medieval Battalion"], "the clock is the first one's");
    }

    /// Only the panel of the player with draw odds names them.
    #[test]
    fn draw_odds_are_those_of_one_player() {
        let mut view = crate::played::shopping(&["rogue"]).view(Viewer::Public);
        for odds in [None, Some(Seat(0)), Some(Seat(1))] {
            view.clash.as_mut().unwrap().draw_odds = odds;
            for seat in &view.seats {
                let told = facts(&view, seat, &People::default()).contains(&"draw odds".to_owned());
                assert_eq!(told, odds == Some(seat.seat), "{odds:?}");
            }
        }
    }

    #[test]
    fn whoever_has_no_name_is_called_by_the_ink() {
        let mut people = People::default();
        assert_eq!([0, 1].map(|seat| name(&people, Seat(seat), 2)), ["White", "Black"]);
        people.seats = vec![crate::options::Person::named(" ")];
        assert_eq!(name(&people, Seat(0), 2), "White");
        for blank in ["", "\u{200b}\u{200d}\u{2060}", "\u{3164}", "\n"] {
            people.seats[0].names = vec![blank.to_owned()];
            assert_eq!(name(&people, Seat(0), 2), "White", "{blank:?}");
            people.seats[0].names.push("Cid".to_owned());
            assert_eq!(name(&people, Seat(0), 2), "Cid", "{blank:?}");
        }
        people.seats[0].names = vec!["Ann".to_owned(), "Cid".to_owned()];
        assert_eq!(name(&people, Seat(0), 2), "Ann & Cid");
        assert_eq!(name(&people, Seat(1), 2), "Black");
    }
}
