//! Odds in duels: who gives them, when they are taken back, their effect on clocks and reserves, and rematches.

use balance::measured::Balance;
use engine::titans::PlacementStyle;

use super::*;

const DAY: u32 = 24 * 3600;

/// A lobby of these people and armies, with a day per turn.
async fn lobby_of(host: &Host, order: SeatOrder, people: &[(u64, &str)]) -> GameId {
    let time = TimeControl::PerTurn { turn: DAY };
    let options = LobbyOptions { order, time, start_when_full: false, ..LobbyOptions::new(GameMode::Duel, 2) };
    let game = host.lobbies.open_lobby(&who(1), PLACE, options, None).await.unwrap().game;
    for (person, army) in people {
        host.lobbies.join(&who(*person), game, with(army)).await.unwrap();
    }
    game
}

/// Ann with the Medieval Battalion, Bob with the stronger army of the Alchemists.
const UNEQUAL: [(u64, &str); 2] = [(1, "medieval"), (2, "alchemists")];

async fn give(host: &Host, person: u64, game: GameId, odds: Option<Odds>) -> Result<Done, Error> {
    host.lobbies.give_odds(&who(person), game, odds).await
}

fn odds_refusal(why: OddsRefusal) -> Refusal {
    LobbyRefusal::Odds(why).into()
}

fn given(seat: u8, odds: Odds) -> Option<GivenOdds> {
    Some(GivenOdds { seat: Seat(seat), odds })
}

#[tokio::test]
async fn the_player_of_the_stronger_army_gives_odds_until_an_army_changes() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = lobby_of(&host, SeatOrder::Fixed, &UNEQUAL).await;
    let seen = lobby(&host, game).await;
    assert!(matches!(seen.balance, Some(Balance::Second(_))), "{:?}", seen.balance);
    let possible = PossibleOdds { seat: Seat(1), odds: vec![Odds::HalfTime, Odds::QuarterTime] };
    assert_eq!((seen.odds, seen.possible_odds.as_ref()), (None, Some(&possible)));
    assert_eq!(host.lobbies.possible_odds(&who(2), game).await.unwrap(), possible);
    // Neither the Player of the weaker army, nor people outside the lobby, moderators included.
    assert_eq!(refusal(give(&host, 1, game, Some(Odds::HalfTime)).await), odds_refusal(OddsRefusal::NotStronger));
    assert_eq!(refusal(host.lobbies.possible_odds(&who(1), game).await), odds_refusal(OddsRefusal::NotStronger));
    assert_eq!(refusal(give(&host, 5, game, None).await), Refusal::NotInGame);
    assert_eq!(refusal(host.lobbies.give_odds(&moderator(5), game, None).await), Refusal::NotInGame);
    let name = "Alchemist's Battalion".to_owned();
    let no_reserves = refusal(give(&host, 2, game, Some(Odds::NoReserves)).await);
    assert_eq!(no_reserves, odds_refusal(OddsRefusal::NoReserves(name)));

    let done = give(&host, 2, game, Some(Odds::HalfTime)).await.unwrap();
    assert_eq!(done.confirmed, [Confirmation::OddsGiven { odds: Some(Odds::HalfTime), computer: None }]);
    give(&host, 2, game, Some(Odds::QuarterTime)).await.unwrap();
    let host = super::host(&folder).await;
    assert_eq!(lobby(&host, game).await.odds, given(1, Odds::QuarterTime), "after a restart");
    // Choosing the same army again changes nothing. Another army takes the odds back, whichever Player chooses it.
    for person in [1, 2] {
        give(&host, 2, game, Some(Odds::HalfTime)).await.unwrap();
        let (_, own) = UNEQUAL[person as usize - 1];
        let same = host.lobbies.choose_battalion(&who(person), game, own).await.unwrap();
        assert_eq!(same.confirmed.len(), 1);
        assert_eq!(lobby(&host, game).await.odds, given(1, Odds::HalfTime));
        let other = host.lobbies.choose_battalion(&who(person), game, "makpong").await.unwrap();
        assert_eq!(other.confirmed[1], Confirmation::OddsGone);
        assert_eq!(lobby(&host, game).await.odds, None);
        host.lobbies.choose_battalion(&who(person), game, own).await.unwrap();
    }
    // Odds leave with the person who gives them.
    give(&host, 2, game, Some(Odds::HalfTime)).await.unwrap();
    host.lobbies.leave(&who(2), game).await.unwrap();
    host.lobbies.join(&who(2), game, with("alchemists")).await.unwrap();
    assert_eq!(lobby(&host, game).await.odds, None);
    give(&host, 2, game, Some(Odds::HalfTime)).await.unwrap();
    host.lobbies.leave(&who(1), game).await.unwrap();
    assert_eq!(lobby(&host, game).await.odds, given(0, Odds::HalfTime));
    let taken = give(&host, 2, game, None).await.unwrap();
    assert_eq!(taken.confirmed, [Confirmation::OddsGiven { odds: None, computer: None }]);
}

#[tokio::test]
async fn whoever_opens_a_duel_gives_odds_before_anyone_has_joined() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = lobby_of(&host, SeatOrder::Fixed, &[(1, "medieval")]).await;
    assert_eq!(lobby(&host, game).await.possible_odds, None);
    give(&host, 1, game, Some(Odds::HalfTime)).await.unwrap();
    host.lobbies.join(&who(2), game, with("medieval")).await.unwrap();
    assert_eq!(lobby(&host, game).await.odds, given(0, Odds::HalfTime));
    assert_eq!(refusal(give(&host, 2, game, None).await), odds_refusal(OddsRefusal::NotStronger));
    // The giver changes and takes back odds, but gives no new ones then.
    give(&host, 1, game, Some(Odds::QuarterTime)).await.unwrap();
    give(&host, 1, game, None).await.unwrap();
    let late = refusal(give(&host, 1, game, Some(Odds::HalfTime)).await);
    assert_eq!(late, odds_refusal(OddsRefusal::NotStronger));
}

#[tokio::test]
async fn odds_exist_where_they_mean_something() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let party = open(&host, 1, GameMode::Ffa, 3).await;
    host.lobbies.join(&who(1), party, with("medieval")).await.unwrap();
    assert_eq!(refusal(give(&host, 1, party, None).await), odds_refusal(OddsRefusal::OnlyDuels));
    host.games.end(&who(1), party, None).await.unwrap();
    for (time, why) in
        [(TimeControl::Unlimited, OddsRefusal::Untimed), (TimeControl::PerTurn { turn: 90 }, OddsRefusal::TooShort)]
    {
        let options = LobbyOptions { time, start_when_full: false, ..LobbyOptions::new(GameMode::Duel, 2) };
        let game = host.lobbies.open_lobby(&who(1), PLACE, options, Some("medieval")).await.unwrap().game;
        assert_eq!(refusal(give(&host, 1, game, Some(Odds::HalfTime)).await), odds_refusal(why));
        let nothing = refusal(host.lobbies.possible_odds(&who(1), game).await);
        assert_eq!(nothing, odds_refusal(OddsRefusal::Nothing));
        host.games.end(&who(1), game, None).await.unwrap();
    }
    // Reserves belong to an army.
    let game = lobby_of(&host, SeatOrder::Fixed, &[]).await;
    host.lobbies.join(&who(1), game, Join::default()).await.unwrap();
    assert_eq!(refusal(give(&host, 1, game, Some(Odds::NoReserves)).await), odds_refusal(OddsRefusal::NoArmy));
    let possible = PossibleOdds { seat: Seat(0), odds: vec![Odds::HalfTime, Odds::QuarterTime] };
    assert_eq!(host.lobbies.possible_odds(&who(1), game).await.unwrap(), possible);
    host.games.end(&who(1), game, None).await.unwrap();
    // Computers do not use up time. The creator decides for a computer with the stronger army.
    let game = lobby_of(&host, SeatOrder::Fixed, &[(1, "makpong")]).await;
    let wish = ComputerWish { level: ::opponent::Level::Recruit, battalion: Some("medieval".to_owned()) };
    host.lobbies.add_computer(&who(1), game, wish).await.unwrap();
    let time = refusal(give(&host, 1, game, Some(Odds::HalfTime)).await);
    assert_eq!(time, odds_refusal(OddsRefusal::TimeWithComputers));
    give(&host, 1, game, Some(Odds::NoReserves)).await.unwrap();
    host.lobbies.start(&who(1), game, None).await.unwrap();
    let begun = scene(&host, game).await;
    assert!(begun.odds.is_some() && begun.view.seats.iter().all(|seat| seat.reserve.is_empty()));
}

/// In a random order, odds stay with the person, and the game is not rated.
#[tokio::test]
async fn odds_of_time_follow_the_person_into_the_clock_and_the_rematch() {
    let folder = Folder::new();
    let host = host_at(&folder, BEGIN).await;
    let game = lobby_of(&host, SeatOrder::Random, &UNEQUAL).await;
    give(&host, 2, game, Some(Odds::HalfTime)).await.unwrap();
    host.lobbies.start(&who(1), game, None).await.unwrap();
    let hours = async |host: &Host, game, person: u64| {
        for _ in 0..2 {
            let now = scene(host, game).await;
            if now.to_act == [member(person)] {
                return (now.deadline.unwrap() * 1000 - BEGIN + HOUR / 2) / HOUR;
            }
            let mover = now.to_act[0].person;
            let acts = host.games.acts(game, mover).await.unwrap();
            let index = acts.acts[0].index;
            host.games.act_index(&who(mover.0), game, acts.version, index, Vec::new(), true).await.unwrap();
        }
        panic!("{person} is never to move");
    };
    assert_eq!((hours(&host, game, 1).await, hours(&host, game, 2).await), (24, 12));
    let seat = scene(&host, game).await.odds.unwrap().seat;
    assert_eq!(scene(&host, game).await.seats[seat.index()], [member(2)]);
    let export = host.games.export(game).await.unwrap().json;
    assert!(export.contains("\"half-time\""), "{export}");
    let host = host_at(&folder, BEGIN).await;
    assert_eq!(hours(&host, game, 2).await, 12, "after a restart");
    let mover = scene(&host, game).await.to_act[0].person;
    let acts = host.games.acts(game, mover).await.unwrap();
    host.games.act_index(&who(mover.0), game, acts.version, acts.acts[0].index, Vec::new(), true).await.unwrap();
    host.games.resign(&who(1), game, None).await.unwrap();
    let about = AskedAbout { person: PersonId(2), name: "Bob".to_owned() };
    let standing = host.standings.standing_of(PersonId(2), PLACE.guild.unwrap(), about).await.unwrap();
    assert_eq!((standing.pools[0].tally.won, standing.pools[0].rating), (1, None));

    let asked = host.lobbies.rematch(&who(1), game).await.unwrap().game;
    host.lobbies.accept(&who(2), asked).await.unwrap();
    let again = scene(&host, asked).await;
    let GivenOdds { seat: now, odds } = again.odds.unwrap();
    assert_eq!((now != seat, odds), (true, Odds::HalfTime));
    assert_eq!(again.seats[now.index()], [member(2)]);
    assert_eq!(again.view.seats[now.index()].battalion, "Alchemist's Battalion");
    assert_eq!((hours(&host, asked, 1).await, hours(&host, asked, 2).await), (24, 12));
}

#[tokio::test]
async fn odds_of_time_shorten_the_bank_alone() {
    let folder = Folder::new();
    let host = dealing(&folder, [1; 32]).await;
    let time = TimeControl::Reserve { turn: DAY, reserve: 4 * DAY };
    let options =
        LobbyOptions { order: SeatOrder::Fixed, time, start_when_full: false, ..LobbyOptions::new(GameMode::Duel, 2) };
    let game = host.lobbies.open_lobby(&who(1), PLACE, options, Some("medieval")).await.unwrap().game;
    give(&host, 1, game, Some(Odds::QuarterTime)).await.unwrap();
    host.lobbies.join(&who(2), game, with("medieval")).await.unwrap();
    host.lobbies.start(&who(1), game, None).await.unwrap();
    let begun = scene(&host, game).await;
    assert_eq!(begun.clock.banks, [DAY, 4 * DAY]);
    assert_eq!(begun.deadline.unwrap() * 1000 - BEGIN, 2 * 24 * HOUR);
    play(&host, game, 1, "e4").await;
    assert_eq!(scene(&host, game).await.deadline.unwrap() * 1000 - BEGIN, 5 * 24 * HOUR);
}

/// Odds from the Player of the stronger army replace the odds that the creator gave while alone in the lobby.
#[tokio::test]
async fn odds_of_one_player_replace_those_of_the_other() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = lobby_of(&host, SeatOrder::Fixed, &UNEQUAL[..1]).await;
    give(&host, 1, game, Some(Odds::QuarterTime)).await.unwrap();
    host.lobbies.join(&who(2), game, with("alchemists")).await.unwrap();
    assert_eq!(lobby(&host, game).await.odds, given(0, Odds::QuarterTime));
    give(&host, 2, game, Some(Odds::HalfTime)).await.unwrap();
    assert_eq!(lobby(&host, game).await.odds, given(1, Odds::HalfTime));
    give(&host, 2, game, None).await.unwrap();
    assert_eq!(lobby(&host, game).await.odds, None);
}

#[tokio::test]
async fn odds_of_reserves_are_part_of_the_stored_game() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = lobby_of(&host, SeatOrder::Fixed, &[(1, "makpong")]).await;
    give(&host, 1, game, Some(Odds::NoReserves)).await.unwrap();
    host.lobbies.join(&who(2), game, with("makpong")).await.unwrap();
    host.lobbies.start(&who(1), game, None).await.unwrap();
    let reserves = async |host: &Host| {
        let scene = scene(host, game).await;
        scene.view.seats.iter().map(|seat| seat.reserve.len()).collect::<Vec<_>>()
    };
    assert_eq!(reserves(&host).await, [0, 1]);
    let export = host.games.export(game).await.unwrap().json;
    assert!(export.contains("\"without_reserves\"") && export.contains("\"no-reserves\""), "{export}");
    let host = super::host(&folder).await;
    assert_eq!(reserves(&host).await, [0, 1]);
}

/// Odds make an invitation another proposal, which the author has to accept as well.
#[tokio::test]
async fn an_invited_person_who_gives_odds_asks_the_others_again() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let challenge = DuelChallenge {
        opponent: member(2),
        mine: Some("medieval".to_owned()),
        theirs: Some("alchemists".to_owned()),
        first: Colours::Challenger,
        options: LobbyOptions { time: TimeControl::USUAL, ..LobbyOptions::new(GameMode::Duel, 2) },
    };
    let game = host.lobbies.challenge_to_duel(&who(1), PLACE, challenge).await.unwrap().game;
    give(&host, 2, game, Some(Odds::HalfTime)).await.unwrap();
    let seen = lobby(&host, game).await;
    assert_eq!((seen.invited, seen.odds), (vec![member(1)], given(1, Odds::HalfTime)));
    // The author could only offer odds of their own before Bob answered.
    assert_eq!(refusal(give(&host, 1, game, None).await), odds_refusal(OddsRefusal::NotStronger));
    let begun = host.lobbies.accept(&who(1), game).await.unwrap();
    assert_eq!(begun.confirmed, [Confirmation::Agreed, Confirmation::GameBegins]);
    assert_eq!(scene(&host, game).await.odds, given(1, Odds::HalfTime));
    assert_eq!(refusal(give(&host, 2, game, None).await), LobbyRefusal::Begun.into());
}

/// Odds of time leave the reserves alone.
#[tokio::test]
async fn each_kind_of_odds_takes_its_own() {
    let folder = Folder::new();
    let host = host(&folder).await;
    for (odds, kept) in [(Odds::HalfTime, [1, 1]), (Odds::QuarterTime, [1, 1]), (Odds::NoReserves, [0, 1])] {
        let game = lobby_of(&host, SeatOrder::Fixed, &[(1, "makpong")]).await;
        give(&host, 1, game, Some(odds)).await.unwrap();
        host.lobbies.join(&who(2), game, with("makpong")).await.unwrap();
        host.lobbies.start(&who(1), game, None).await.unwrap();
        let begun = scene(&host, game).await;
        let reserves: Vec<usize> = begun.view.seats.iter().map(|seat| seat.reserve.len()).collect();
        assert_eq!(reserves, kept, "{odds:?}");
        host.games.end(&moderator(7), game, None).await.unwrap();
    }
}

/// Odds make no turn shorter than the server allows. Odds of the time before a change of the limits can be taken back.
#[tokio::test]
async fn odds_of_time_respect_the_limits_of_the_server() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let limit = async |least: u32| {
        let change = move |settings: &mut GuildSettings| {
            settings.shortest_time = Some(least);
            Ok(())
        };
        host.settings.change_guild_settings(&manager(9), PLACE.guild.unwrap(), change).await.unwrap();
    };
    limit(DAY / 2).await;
    let game = lobby_of(&host, SeatOrder::Fixed, &UNEQUAL).await;
    let possible = async || host.lobbies.possible_odds(&who(2), game).await.map(|possible| possible.odds);
    assert_eq!(possible().await.unwrap(), [Odds::HalfTime]);
    let short = refusal(give(&host, 2, game, Some(Odds::QuarterTime)).await);
    assert_eq!(short, odds_refusal(OddsRefusal::TooShort));
    give(&host, 2, game, Some(Odds::HalfTime)).await.unwrap();
    limit(DAY).await;
    assert_eq!(possible().await.unwrap(), Vec::<Odds>::new(), "they can be taken back");
    give(&host, 2, game, None).await.unwrap();
    assert_eq!(refusal(possible().await), odds_refusal(OddsRefusal::Nothing));
    // A closed lobby suggests no odds.
    limit(3600).await;
    assert!(lobby(&host, game).await.possible_odds.is_some());
    host.games.end(&who(1), game, None).await.unwrap();
    assert_eq!(lobby(&host, game).await.possible_odds, None);
}

/// A lobby that only waits for a sealed word suggests no odds, since it accepts none.
#[tokio::test]
async fn no_odds_are_suggested_when_the_seats_are_fixed() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = lobby_of(&host, SeatOrder::Fixed, &UNEQUAL).await;
    host.lobbies.add_word(&who(1), game, &::engine::seed::sha256("apple")).await.unwrap();
    assert!(lobby(&host, game).await.possible_odds.is_some());
    host.lobbies.start(&who(1), game, None).await.unwrap();
    assert_eq!(lobby(&host, game).await.possible_odds, None);
    assert!(give(&host, 2, game, Some(Odds::HalfTime)).await.is_err());
}

/// The odds of a computer player are decided by the creator alone.
#[tokio::test]
async fn a_guest_gives_no_odds_for_a_computer() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = lobby_of(&host, SeatOrder::Fixed, &[]).await;
    let wish = ComputerWish { level: ::opponent::Level::Recruit, battalion: Some("alchemists".to_owned()) };
    host.lobbies.add_computer(&who(1), game, wish).await.unwrap();
    host.lobbies.join(&who(2), game, with("medieval")).await.unwrap();
    for odds in [None, Some(Odds::NoReserves), Some(Odds::HalfTime)] {
        let no = refusal(give(&host, 2, game, odds).await);
        assert_eq!(no, odds_refusal(OddsRefusal::NotStronger), "{odds:?}");
    }
    let no = refusal(host.lobbies.possible_odds(&who(2), game).await);
    assert_eq!(no, odds_refusal(OddsRefusal::NotStronger));
}

/// A computer player that joins brings another army, which takes back the odds.
#[tokio::test]
async fn a_computer_that_joins_takes_back_the_odds() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = lobby_of(&host, SeatOrder::Fixed, &[(1, "medieval")]).await;
    give(&host, 1, game, Some(Odds::HalfTime)).await.unwrap();
    let wish = ComputerWish { level: ::opponent::Level::Recruit, battalion: Some("medieval".to_owned()) };
    let added = host.lobbies.add_computer(&who(1), game, wish).await.unwrap().confirmed;
    assert!(added.contains(&Confirmation::OddsGone), "{added:?}");
    assert_eq!(lobby(&host, game).await.odds, None);
}

/// The creator of a lobby gives the odds of a computer player that has the stronger army.
#[tokio::test]
async fn the_creator_gives_the_odds_of_a_computer_with_the_stronger_army() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = lobby_of(&host, SeatOrder::Fixed, &[(1, "party-volatile")]).await;
    let wish = ComputerWish { level: ::opponent::Level::Recruit, battalion: Some("makpong".to_owned()) };
    host.lobbies.add_computer(&who(1), game, wish).await.unwrap();
    let possible = PossibleOdds { seat: Seat(1), odds: vec![Odds::NoReserves] };
    assert_eq!(host.lobbies.possible_odds(&who(1), game).await.unwrap(), possible);
    let done = give(&host, 1, game, Some(Odds::NoReserves)).await.unwrap();
    let computer = Some("Ada (Recruit bot)".to_owned());
    assert_eq!(done.confirmed, [Confirmation::OddsGiven { odds: Some(Odds::NoReserves), computer }]);
    assert_eq!(lobby(&host, game).await.odds, given(1, Odds::NoReserves));
}

/// The strength of armies was measured with the usual placement. With another one, no odds are suggested.
#[tokio::test]
async fn strengths_are_known_for_the_usual_placement_alone() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = lobby_of(&host, SeatOrder::Fixed, &UNEQUAL).await;
    for (style, known) in
        [(PlacementStyle::Chosen, false), (PlacementStyle::Shuffled, false), (PlacementStyle::Usual, true)]
    {
        host.lobbies.decide_placement(&who(1), game, style).await.unwrap();
        let seen = lobby(&host, game).await;
        assert_eq!((seen.balance.is_some(), seen.possible_odds.is_some()), (known, known), "{style:?}");
        assert_eq!(host.lobbies.possible_odds(&who(2), game).await.is_ok(), known, "{style:?}");
    }
}

/// The new holder of a seat that gives odds of time has a third of the shorter time, not of the usual one.
#[tokio::test]
async fn a_new_holder_of_a_seat_with_odds_has_a_third_of_its_time() {
    let folder = Folder::new();
    let host = dealing(&folder, [1; 32]).await;
    let time = TimeControl::Increment { game: 2 * 3600, increment: 60 };
    let options =
        LobbyOptions { order: SeatOrder::Fixed, time, start_when_full: false, ..LobbyOptions::new(GameMode::Duel, 2) };
    let game = host.lobbies.open_lobby(&who(1), PLACE, options, Some("medieval")).await.unwrap().game;
    give(&host, 1, game, Some(Odds::HalfTime)).await.unwrap();
    host.lobbies.join(&who(2), game, with("medieval")).await.unwrap();
    host.lobbies.start(&who(1), game, None).await.unwrap();
    // One minute of the hour is left.
    host.set_time(BEGIN + HOUR);
    let asked = host.tables.hand_over(&who(1), game, member(5)).await.unwrap().version;
    host.tables.answer_hand_over(&who(5), game, asked, true).await.unwrap();
    assert_eq!(scene(&host, game).await.deadline.unwrap() * 1000 - BEGIN, HOUR + HOUR / 3);
}
