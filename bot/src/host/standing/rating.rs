//! Ratings of one pool. Each result in order updates the ratings of its people.
//!
//! * Duels and Clash of the Armies use Glicko-2 (Glickman 2013). Each game is its own rating period. For each week
//!   without a game, the deviation grows as after a period without games.
//!   The score of their armies against each other counts as known: a Player is updated as against an opponent who is
//!   weaker or stronger by as much as the armies differ. So the expected score of equally rated Players is that of their
//!   armies, and choosing a weaker army costs nothing.
//! * Party Mode uses the Bradley-Terry model of Weng and Lin (2011), which supports any number of seats. All winners
//!   share the first place and all others the second, because the order of defeats does not decide such a game.
//!
//! Both start at 1500. A person whose data was deleted counts as a new, anonymous opponent in each of their games.

use std::collections::HashMap;

use balance::stats::Interval;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, decay_deviation, glicko2};
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};
use skillratings::{MultiTeamOutcome, Outcomes};

use crate::host::PersonId;
use crate::host::model::{Pool, RatedAt, Rating, Tally};
use crate::store::Score;

use super::result::GameResult;

/// Minimum number of games for a rating that is not provisional.
const FEWEST_GAMES: u32 = 5;
/// Maximum Glicko-2 deviation of a rating that is not provisional.
const UNCERTAIN: f64 = 110.0;
/// Maximum Weng-Lin deviation of a rating that is not provisional. This deviation shrinks more slowly.
const UNCERTAIN_PARTY: f64 = 250.0;
/// Time without a game after which the deviation grows by one step, in milliseconds.
const WEEK: i64 = 7 * 24 * 60 * 60 * 1000;
/// Limit on these steps; the deviation is at its maximum long before.
const MOST_WEEKS: i64 = 5000;

/// Largest difference between armies in rating points.
const MOST_LEAD: f64 = 400.0;
/// Points of a rating per unit of the scale on which Glicko-2 computes.
const GLICKO: f64 = 173.717_8;

/// Parameters of Weng and Lin (25, 25/3, 25/6), scaled to the other ratings.
const PARTY_START: f64 = 1500.0;
const PARTY_DEVIATION: f64 = PARTY_START / 3.0;
const PARTY: WengLinConfig = WengLinConfig { beta: PARTY_START / 6.0, uncertainty_tolerance: 0.000_001 };

/// Estimate of a person's strength.
#[derive(Clone, Copy, Debug)]
enum Skill {
    Pair(Glicko2Rating),
    Party(WengLinRating),
}

impl Skill {
    fn new(pool: Pool) -> Self {
        match pool {
            Pool::Duel | Pool::Clash => Skill::Pair(Glicko2Rating::new()),
            Pool::Party => Skill::Party(WengLinRating { rating: PARTY_START, uncertainty: PARTY_DEVIATION }),
        }
    }

    /// Estimate after this time without a game, in milliseconds.
    fn after(self, idle: i64) -> Self {
        let Skill::Pair(mut known) = self else {
            return self;
        };
        for _ in 0..(idle / WEEK).clamp(0, MOST_WEEKS) {
            known = decay_deviation(&known);
        }
        Skill::Pair(known)
    }
}

/// Rating history of a person in one pool.
#[derive(Clone, Debug)]
pub(super) struct Track {
    skill: Skill,
    last: i64,
    pub tally: Tally,
    pub course: Vec<RatedAt>,
}

impl Track {
    fn new(pool: Pool, at: i64) -> Self {
        Self { skill: Skill::new(pool), last: at, tally: Tally::default(), course: Vec::new() }
    }

    /// Rating at a point in time.
    pub fn rating(&self, now: i64) -> Rating {
        let few = self.tally.games() < FEWEST_GAMES;
        let (value, deviation, most) = match self.skill.after(now - self.last) {
            Skill::Pair(known) => (known.rating, known.deviation, UNCERTAIN),
            Skill::Party(known) => (known.rating, known.uncertainty, UNCERTAIN_PARTY),
        };
        Rating { value, deviation, provisional: few || deviation > most }
    }

    fn add(&mut self, at: i64, skill: Skill, score: Score) {
        (self.skill, self.last) = (skill, at);
        self.tally.add(score);
        let rating = self.rating(at);
        self.course.push(RatedAt { at, rating });
    }
}

/// Ratings of one pool.
#[derive(Clone, Debug)]
pub(super) struct Ratings {
    pool: Pool,
    tracks: HashMap<PersonId, Track>,
}

impl Ratings {
    /// Ratings from results in order of the end of the games. Results of other pools and unrated ones are ignored.
    pub fn of<'a>(pool: Pool, results: impl Iterator<Item = &'a GameResult>) -> Self {
        let mut ratings = Self { pool, tracks: HashMap::new() };
        for result in results.filter(|result| result.pool() == pool && result.is_rated()) {
            ratings.add(result);
        }
        ratings
    }

    pub fn track(&self, person: PersonId) -> Option<&Track> {
        self.tracks.get(&person)
    }

    pub fn iter(&self) -> impl Iterator<Item = (PersonId, &Track)> {
        self.tracks.iter().map(|(person, track)| (*person, track))
    }

    fn add(&mut self, result: &GameResult) {
        let people: Vec<Option<PersonId>> =
            result.seats.iter().map(|seat| seat.people.first().copied().flatten()).collect();
        let before: Vec<Skill> = people.iter().map(|person| self.skill(*person, result.at)).collect();
        let scores: Vec<Score> = result.seats.iter().map(|seat| seat.score).collect();
        let lead = result.strength.map_or(0.0, lead);
        for ((person, skill), score) in people.into_iter().zip(after(&before, &scores, lead)).zip(scores) {
            if let Some(person) = person {
                let track = self.tracks.entry(person);
                let track = track.or_insert_with(|| Track::new(self.pool, result.at));
                track.add(result.at, skill, score);
            }
        }
    }

    /// Estimate of a person's strength at the end of a game, before its result.
    fn skill(&self, person: Option<PersonId>, at: i64) -> Skill {
        match person.and_then(|person| self.tracks.get(&person)) {
            Some(track) => track.skill.after(at - track.last),
            None => Skill::new(self.pool),
        }
    }
}

/// Lead of an army with this score in rating points. Counts the bound of the interval that is nearer to 50 %, so that
/// ratings do not follow the noise of a measurement.
fn lead(score: Interval) -> f64 {
    let sure = 0.5_f64.clamp(score.low(), score.high());
    (400.0 * (sure / (1.0 - sure)).log10()).clamp(-MOST_LEAD, MOST_LEAD)
}

/// Opponent who is weaker by this lead. Glicko-2 reduces differences to uncertain opponents, but the lead is certain.
fn weaker(opponent: &Glicko2Rating, lead: f64) -> Glicko2Rating {
    let deviation = opponent.deviation / GLICKO;
    let reduction = (1.0 + 3.0 * (deviation / std::f64::consts::PI).powi(2)).sqrt();
    Glicko2Rating { rating: opponent.rating - lead * reduction, ..*opponent }
}

/// Estimates for the seats after a game. In a duel, the army of the first seat has this lead.
fn after(before: &[Skill], scores: &[Score], lead: f64) -> Vec<Skill> {
    match before {
        [Skill::Pair(one), Skill::Pair(two)] => {
            let outcome = match scores.first() {
                Some(Score::Won) => Outcomes::WIN,
                Some(Score::Lost) => Outcomes::LOSS,
                _ => Outcomes::DRAW,
            };
            let config = Glicko2Config::new();
            let (one_after, _) = glicko2(one, &weaker(two, lead), &outcome, &config);
            let (_, two_after) = glicko2(&weaker(one, -lead), two, &outcome, &config);
            vec![Skill::Pair(one_after), Skill::Pair(two_after)]
        }
        several => {
            let known: Vec<[WengLinRating; 1]> = several
                .iter()
                .filter_map(|skill| match skill {
                    Skill::Party(known) => Some([*known]),
                    Skill::Pair(_) => None,
                })
                .collect();
            let rank = |score: &Score| MultiTeamOutcome::new(usize::from(*score == Score::Lost) + 1);
            let ranked: Vec<(&[WengLinRating], MultiTeamOutcome)> =
                known.iter().zip(scores).map(|(known, score)| (known.as_slice(), rank(score))).collect();
            let after = weng_lin_multi_team(&ranked, &PARTY);
            after.into_iter().flatten().map(Skill::Party).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::result::{Army, SeatResult};
    use super::*;
    use crate::host::model::{Ending, Mode};
    use crate::store::Conditions;

    const DAY: i64 = WEEK / 7;

    fn game(mode: Mode, at: i64, seats: &[(u64, Score)]) -> GameResult {
        let army = Army { id: "medieval".into(), version: None, name: "Medieval".into() };
        let seat = |(person, score): &(u64, Score)| SeatResult {
            army: army.clone(),
            score: *score,
            people: vec![Some(PersonId(*person)).filter(|person| person.0 > 0)],
        };
        GameResult {
            at,
            mode,
            turns: 30,
            ending: Ending::Checkmate,
            computer: false,
            conditions: Conditions::Usual,
            strength: None,
            seats: seats.iter().map(seat).collect(),
        }
    }

    fn duel(at: i64, winner: u64, loser: u64) -> GameResult {
        game(Mode::Duel, at, &[(winner, Score::Won), (loser, Score::Lost)])
    }

    fn value(ratings: &Ratings, person: u64, now: i64) -> Rating {
        ratings.track(PersonId(person)).unwrap().rating(now)
    }

    #[test]
    fn the_first_duel_changes_ratings_as_the_formula_says() {
        let ratings = Ratings::of(Pool::Duel, [duel(0, 1, 2)].iter());
        let (ann, bob) = (value(&ratings, 1, 0), value(&ratings, 2, 0));
        // Expected values by hand from Glickman's formulas for two new people: 1500 ± 162.2, with deviation 290.3.
        assert!((ann.value - 1662.2).abs() < 0.2, "{ann:?}");
        assert!((bob.value - 1337.8).abs() < 0.2, "{bob:?}");
        assert!((ann.deviation - 290.3).abs() < 0.2, "{ann:?}");
        assert!(ann.provisional);
    }

    fn measured(game: GameResult, mean: f64, half: f64) -> GameResult {
        GameResult { strength: Some(Interval { mean, half }), ..game }
    }

    /// By hand for two new people with g = 0.669 and an expected score of 0.76: the deviation becomes 303.4, and a win of
    /// the stronger army is worth 85.1 points, one of the weaker army 269.5.
    #[test]
    fn the_stronger_army_gains_less_and_the_mean_is_nothing() {
        let after = |game: GameResult| {
            let ratings = Ratings::of(Pool::Duel, [measured(game, 0.8, 0.04)].iter());
            [1, 2].map(|person| value(&ratings, person, 0).value - 1500.0)
        };
        let near = |found: [f64; 2], known: f64| {
            assert!((found[0] - known).abs() < 0.5 && (found[1] + known).abs() < 0.5, "{found:?} {known}");
        };
        let lost = game(Mode::Duel, 0, &[(1, Score::Lost), (2, Score::Won)]);
        let (won, lost) = (after(duel(0, 1, 2)), after(lost));
        near(won, 85.1);
        near(lost, -269.5);
        assert!((0.76 * won[0] + 0.24 * lost[0]).abs() < 0.5, "{won:?} {lost:?}");
        // A draw is worse than expected.
        let drawn = after(game(Mode::Duel, 0, &[(1, Score::Drew), (2, Score::Drew)]));
        assert!(drawn[0] < -50.0 && drawn[1] > 50.0, "{drawn:?}");
        // The certainty of ratings does not change what the armies contribute.
        let pair = |deviation| Glicko2Rating { deviation, ..Glicko2Rating::new() };
        for other in [50.0, 200.0, 350.0] {
            let before = [pair(80.0), pair(other)].map(Skill::Pair);
            let gain = |scores: [Score; 2]| match super::after(&before, &scores, 200.2).as_slice() {
                [Skill::Pair(one), Skill::Pair(_)] => one.rating - 1500.0,
                other => panic!("{other:?}"),
            };
            let (won, lost) = (gain([Score::Won, Score::Lost]), gain([Score::Lost, Score::Won]));
            assert!(won > 5.0 && (0.76 * won + 0.24 * lost).abs() < 0.1, "{other}: {won} {lost}");
        }
    }

    #[test]
    fn the_order_of_the_seats_does_not_matter_for_ratings() {
        let one = measured(game(Mode::Duel, 0, &[(1, Score::Won), (2, Score::Lost)]), 0.7, 0.03);
        let other = measured(game(Mode::Duel, 0, &[(2, Score::Lost), (1, Score::Won)]), 0.3, 0.03);
        for person in [1, 2] {
            let [one, other] =
                [&one, &other].map(|game| value(&Ratings::of(Pool::Duel, std::iter::once(game)), person, 0).value);
            assert!((one - other).abs() < 1e-9, "{one} {other}");
        }
    }

    /// By hand: 400 · log10(0.76 / 0.24) = 200.2.
    #[test]
    fn an_uncertain_measurement_counts_with_its_bound_and_no_army_leads_by_more_than_400() {
        for (mean, half, points) in [
            (0.8, 0.04, 200.2),
            (0.2, 0.04, -200.2),
            (0.55, 0.1, 0.0),
            (0.45, 0.05, 0.0),
            (1.0, 0.03, 400.0),
            (0.0, 0.0, -400.0),
            (0.5, 1.0, 0.0),
        ] {
            assert!((lead(Interval { mean, half }) - points).abs() < 0.1, "{mean} {half}");
        }
        let unknown = value(&Ratings::of(Pool::Duel, [duel(0, 1, 2)].iter()), 1, 0);
        let noise = value(&Ratings::of(Pool::Duel, [measured(duel(0, 1, 2), 0.55, 0.1)].iter()), 1, 0);
        assert_eq!(unknown, noise);
    }

    #[test]
    fn many_games_make_a_rating_certain_and_long_silence_uncertain_again() {
        let games: Vec<GameResult> = (0..40)
            .map(|n| match n % 2 {
                0 => duel(n * DAY, 1, 2),
                _ => duel(n * DAY, 2, 1),
            })
            .collect();
        let ratings = Ratings::of(Pool::Duel, games.iter());
        let now = value(&ratings, 1, 40 * DAY);
        assert!(!now.provisional, "{now:?}");
        assert!((now.value - 1500.0).abs() < 60.0, "{now:?}");
        let later = value(&ratings, 1, 40 * DAY + 200 * WEEK);
        assert!(later.provisional && later.value == now.value, "{later:?}");
        assert_eq!(ratings.track(PersonId(1)).unwrap().course.len(), 40);
        // Other pools are unaffected.
        assert_eq!(Ratings::of(Pool::Clash, games.iter()).iter().count(), 0);
    }

    /// Both conditions of a settled rating at their limits: the number of games, and the deviation of each pool.
    #[test]
    fn a_rating_is_settled_from_the_fifth_game_and_up_to_its_deviation_on() {
        let pair = |deviation| Skill::Pair(Glicko2Rating { rating: 1500.0, deviation, volatility: 0.06 });
        let party = |uncertainty| Skill::Party(WengLinRating { rating: 1500.0, uncertainty });
        for (games, skill, provisional) in [
            (4, pair(50.0), true),
            (5, pair(50.0), false),
            (5, pair(110.0), false),
            (5, pair(110.1), true),
            (4, party(200.0), true),
            (5, party(250.0), false),
            (5, party(250.1), true),
        ] {
            let mut track = Track { skill, ..Track::new(Pool::Duel, 0) };
            (0..games).for_each(|_| track.tally.add(Score::Won));
            assert_eq!(track.rating(0).provisional, provisional, "{games} {skill:?}");
        }
    }

    #[test]
    fn a_party_rewards_all_winners_and_a_draw_nobody() {
        let seats = [(1, Score::Won), (2, Score::Lost), (3, Score::Won), (4, Score::Lost)];
        let ratings = Ratings::of(Pool::Party, [game(Mode::Assassin, 0, &seats)].iter());
        let rating = |person| value(&ratings, person, 0).value;
        assert!(rating(1) > 1550.0 && rating(1) == rating(3), "{}", rating(1));
        assert!(rating(2) < 1450.0 && rating(2) == rating(4), "{}", rating(2));
        let drawn = seats.map(|(person, _)| (person, Score::Drew));
        let ratings = Ratings::of(Pool::Party, [game(Mode::Ffa, 0, &drawn)].iter());
        let after = value(&ratings, 1, 0);
        assert!((after.value - 1500.0).abs() < 1e-9 && after.deviation < 500.0);
    }

    #[test]
    fn a_party_rating_is_settled_after_some_twenty_games() {
        let games = |number: i64| {
            let seats = [(1, Score::Lost), (2, Score::Lost), (3, Score::Lost), (4, Score::Lost)];
            let all: Vec<GameResult> = (0..number)
                .map(|n| {
                    let mut seats = seats;
                    seats[n as usize % 4].1 = Score::Won;
                    game(Mode::Ffa, n * DAY, &seats)
                })
                .collect();
            value(&Ratings::of(Pool::Party, all.iter()), 1, 0)
        };
        assert!(games(6).provisional, "{:?}", games(6));
        assert!(!games(24).provisional, "{:?}", games(24));
    }

    #[test]
    fn who_is_deleted_stays_as_an_unnamed_opponent() {
        let before = Ratings::of(Pool::Duel, [duel(0, 1, 2), duel(1, 1, 2)].iter());
        let after = Ratings::of(Pool::Duel, [duel(0, 1, 0), duel(1, 1, 0)].iter());
        assert_eq!(after.iter().count(), 1);
        let (known, unnamed) = (value(&before, 1, 1), value(&after, 1, 1));
        // The second win counts as one against a new person.
        assert!(unnamed.value > known.value, "{unnamed:?} {known:?}");
        assert_eq!(after.track(PersonId(1)).unwrap().tally.won, 2);
    }

    #[test]
    fn games_that_are_not_rated_change_nothing() {
        let unrated = |change: fn(&mut GameResult)| {
            let mut game = duel(0, 1, 2);
            change(&mut game);
            assert_eq!(Ratings::of(Pool::Duel, [game].iter()).iter().count(), 0);
        };
        unrated(|game| game.computer = true);
        unrated(|game| game.turns = 1);
        unrated(|game| game.conditions = Conditions::Odds);
        unrated(|game| game.seats[0].people.push(Some(PersonId(3))));
        unrated(|game| game.seats.iter_mut().for_each(|seat| seat.score = Score::None));
    }
}
