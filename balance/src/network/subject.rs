//! Army that gets a network.

use std::sync::Arc;

use engine::board::Seat;
use engine::seen::Seen;
use engine::titans::Game;
use opponent::network::Inputs;
use opponent::{Knowledge, Network, terms};

use super::sample::Sample;
use super::training::Training;
use crate::army::Army;
use crate::games as arena;
use crate::rivals::Rivals;
use crate::selfplay::{Played, SelfPlay, Source};

/// Army that gets a network.
#[derive(Debug)]
pub struct Subject {
    army: Army,
    /// First position of the army against itself.
    game: Game,
    /// Knowledge without a network.
    know: Knowledge,
    inputs: Inputs,
    source: Source,
}

impl Subject {
    /// Prepares an army whose games are played with searches of `nodes` nodes, corrected by the network `by` if there is
    /// one. Returns `None` if the army cannot play a duel against itself, or has too many piece types and Spaces.
    pub fn new(army: Army, nodes: u64, by: Option<Arc<Network>>) -> Option<Self> {
        let game = arena::duel_of([army.definition.clone(), army.definition.clone()], 0)?;
        let know = Knowledge::new(game.rules()).corrected(game.rules(), None);
        let inputs = Inputs::new(game.rules())?;
        let playing = know.rebound(game.rules()).corrected(game.rules(), by);
        let source = Source::new(army.definition.clone(), playing, nodes);
        Some(Self { army, game, know, inputs, source })
    }

    /// Plays the opening or one turn of a game. Returns `true` at its end.
    pub fn play(&self, playing: &mut SelfPlay<Sample>) -> bool {
        self.source.play(playing, |seen, score, know| self.sample(seen, score, know))
    }

    #[expect(clippy::cast_possible_truncation, reason = "a score of at most some thousands")]
    fn sample(&self, seen: &Seen, score: f64, know: &Knowledge) -> Sample {
        let told = terms(seen, know);
        let eval = told.sure + told.weighed();
        let mut inputs = Vec::new();
        self.inputs.each(&seen.pos, |input| inputs.push(input));
        Sample(
            seen.seat.0,
            [Seat(0), Seat(1)].map(|seat| self.inputs.is_mirrored(&seen.pos, seat)),
            [if seen.seat == Seat(0) { eval } else { -eval }, score.round() as i32],
            inputs.into(),
        )
    }

    /// Begins the training with these games, in the order of their numbers: sums of floating-point numbers depend on it.
    pub fn training(&self, games: Vec<Played<Sample>>) -> Training {
        Training::new(self.inputs.clone(), games)
    }

    /// The trained network.
    pub fn network(&self, training: &Training) -> Network {
        let board = &self.game.rules().board;
        Network {
            army: self.army.definition.id.clone(),
            sha256: self.army.definition.sha256.clone(),
            positions: training.positions(),
            width: board.width(),
            height: board.height(),
            pieces: self.inputs.ids().to_vec(),
            numbers: training.rounded(),
        }
    }

    /// The static evaluation with a network and without, ready to play against each other.
    pub fn rivals(&self, network: Network, nodes: u64) -> Rivals {
        let rules = self.game.rules();
        let plain = self.know.rebound(rules);
        let corrected = self.know.rebound(rules).corrected(rules, Some(Arc::new(network)));
        Rivals::new(self.army.definition.clone(), [corrected, plain], nodes)
    }
}

#[cfg(test)]
mod tests {
    use opponent::correction;
    use opponent::network::{HIDDEN, ONE, WEIGHT};

    use super::*;
    use crate::rivals::Match;

    fn subject() -> Subject {
        Subject::new(Army::load("medieval").unwrap(), 30, None).unwrap()
    }

    fn played(subject: &Subject, number: u64) -> Played<Sample> {
        let mut playing = SelfPlay::new(number);
        while !subject.play(&mut playing) {}
        playing.played()
    }

    fn trained(subject: &Subject, games: Vec<Played<Sample>>) -> ([f64; 2], Training) {
        let mut training = subject.training(games);
        let before = training.errors();
        while let Some(parts) = training.batch() {
            let gradients = parts.iter().map(|part| training.gradient(part)).collect();
            training.learn(gradients);
        }
        (before, training)
    }

    /// The error of the games that are learnt from falls.
    #[test]
    fn the_error_falls() {
        let subject = subject();
        let games = (0..24).map(|number| played(&subject, number)).collect();
        let (before, training) = trained(&subject, games);
        let after = training.errors();
        assert!(after[0] < 0.96 * before[0], "{before:?} {after:?}");
        let network = subject.network(&training);
        assert_eq!(Network::read(&toml::to_string(&network).unwrap()).unwrap(), network);
    }

    /// Without games, the network corrects nothing, so that both sides play equally.
    #[test]
    fn without_games_nothing_is_corrected() {
        let subject = subject();
        let (_, training) = trained(&subject, Vec::new());
        let rivals = subject.rivals(subject.network(&training), 60);
        let mut playing = Match::new(0);
        let points = std::iter::repeat_with(|| rivals.play(&mut playing)).find_map(|points| points).unwrap();
        assert_eq!(points.iter().sum::<f64>(), 1.0);
    }

    /// The networks of built-in armies belong to the evaluation as it is: with them, it is nearer to a search. If one does
    /// not, train it again (`lab network`).
    #[test]
    fn networks_of_built_in_armies_lower_the_error() {
        for network in Network::builtin() {
            let subject = Subject::new(Army::load(&network.army).unwrap(), 100, None).unwrap();
            let rules = subject.game.rules();
            let know = subject.know.rebound(rules).corrected(rules, Some(Arc::clone(network)));
            let mut errors = [0.0, 0.0];
            for number in 0..4 {
                let mut playing = SelfPlay::new(number);
                let sample = |seen: &Seen, score: f64, _: &Knowledge| {
                    let Sample(_, _, [eval, score], _) = subject.sample(seen, score, &know);
                    [eval - score, eval + correction(seen, &know) - score].map(|error| f64::from(error).powi(2))
                };
                while !subject.source.play(&mut playing, sample) {}
                let played = playing.played().samples;
                played.iter().for_each(|both| (0..2).for_each(|index| errors[index] += both[index]));
            }
            let [without, with] = errors;
            assert!(with < 0.9 * without, "{}: {with} {without}", network.army);
        }
    }

    /// In a game, a network computes what the training computes with its numbers, but for rounding.
    #[test]
    fn a_network_computes_what_was_trained() {
        let subject = subject();
        let mut training = subject.training(Vec::new());
        // Numbers that rounding does not change: two weights for each sum and the constant are at the end.
        let weights = training.numbers.len() - 2 * HIDDEN - 1;
        for (index, number) in training.numbers.iter_mut().enumerate() {
            let one = if index < weights { ONE } else { WEIGHT };
            *number = ((index * 37 % 101) as f32 - 45.0) / f32::from(one);
        }
        let rules = subject.game.rules();
        let know = subject.know.rebound(rules).corrected(rules, Some(Arc::new(subject.network(&training))));
        let mut playing = SelfPlay::new(1);
        let compare = |seen: &Seen, _: f64, _: &Knowledge| {
            let trained = training.forward(&subject.sample(seen, 0.0, &know)).1;
            [trained, correction(seen, &know) as f32]
        };
        while !subject.source.play(&mut playing, compare) {}
        let both = playing.played().samples;
        let largest = |values: &mut dyn Iterator<Item = f32>| values.map(f32::abs).fold(0.0, f32::max);
        let (of_trained, of_differences) =
            (largest(&mut both.iter().map(|[trained, _]| *trained)), largest(&mut both.iter().map(|[a, b]| a - b)));
        assert!(both.len() > 10 && of_trained > 200.0 && of_differences < 4.0, "{both:?}");
    }
}
