//! Training by gradient descent with an adaptive step for each number (Adam), in batches of positions.

use opponent::network::{HIDDEN, Inputs, ONE, UNIT, WEIGHT};

use super::sample::Sample;
use crate::dice::Dice;
use crate::selfplay::Played;

/// Number of times that each position is learnt from.
const EPOCHS: usize = 6;
/// Number of positions between two changes of the numbers.
const BATCH: usize = 4_096;
/// Number of parts of a batch, which can be computed at the same time.
const PARTS: usize = 4;
/// First step of a number; the last one is nearly 0.
const RATE: f32 = 0.002;
/// Part of each number that a step removes, times the step.
const DECAY: f32 = 0.3;
/// Largest number: with it, sums of the first layer fit into 16 bits.
const LARGEST: f32 = 1.98;
/// Scale of the curve that turns scores into results, in hundredths of a Pawn.
const SCALE: f32 = 300.0;

/// Sums of the first layer for one point of view.
type Sums = [f32; HIDDEN];

/// Training in progress.
#[derive(Debug)]
pub struct Training {
    inputs: Inputs,
    /// Positions to learn from, and those held out.
    samples: [Vec<Sample>; 2],
    pub(super) numbers: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
    /// Order of the positions in this epoch.
    order: Vec<usize>,
    /// Number of positions of this epoch that are learnt from already.
    learnt: usize,
    epoch: usize,
    step: i32,
    dice: Dice,
}

/// Slope of the error of some positions, by number.
#[derive(Debug)]
pub struct Gradient(Vec<f32>);

/// Places of the parts among the numbers, in the order of [`opponent::Network::numbers`].
#[derive(Clone, Copy)]
struct Places {
    always: usize,
    weights: [usize; 2],
    constant: usize,
}

impl Places {
    const fn new(inputs: usize) -> Self {
        let always = inputs * HIDDEN;
        Self { always, weights: [always + HIDDEN, always + 2 * HIDDEN], constant: always + 3 * HIDDEN }
    }
}

impl Training {
    pub(super) fn new(inputs: Inputs, games: Vec<Played<Sample>>) -> Self {
        let mut samples = [Vec::new(), Vec::new()];
        for game in games {
            samples[usize::from(game.is_held_out())].extend(game.samples);
        }
        let mut dice = Dice(1);
        let places = Places::new(inputs.len());
        let mut random = |largest: f32| largest * (dice.below(2_001) as f32 / 1_000.0 - 1.0);
        let mut numbers: Vec<f32> = (0..places.always).map(|_| random(0.1)).collect();
        numbers.extend((0..HIDDEN).map(|_| 0.1 + random(0.05)));
        // The first output is 0.
        numbers.resize(places.constant + 1, 0.0);
        let (mean, square) = (vec![0.0; numbers.len()], vec![0.0; numbers.len()]);
        let order = (0..samples[0].len()).collect();
        let mut training = Self { inputs, samples, numbers, mean, square, order, learnt: 0, epoch: 0, step: 0, dice };
        training.shuffle();
        training
    }

    /// Number of positions that are learnt from.
    pub const fn positions(&self) -> u64 {
        self.order.len() as u64
    }

    /// Number of complete epochs, and how many there are.
    pub const fn epochs(&self) -> [usize; 2] {
        [self.epoch, EPOCHS]
    }

    /// The positions of the next batch, in parts; `None` at the end.
    pub fn batch(&self) -> Option<Vec<Vec<usize>>> {
        let batch = self.order.get(self.learnt..(self.learnt + BATCH).min(self.order.len()))?;
        let part = batch.len().div_ceil(PARTS).max(1);
        (self.epoch < EPOCHS && !batch.is_empty()).then(|| batch.chunks(part).map(<[usize]>::to_vec).collect())
    }

    /// Slope of the error of some positions.
    pub fn gradient(&self, part: &[usize]) -> Gradient {
        let places = Places::new(self.inputs.len());
        let mut slope = vec![0.0; self.numbers.len()];
        for sample in part.iter().filter_map(|index| self.samples[0].get(*index)) {
            let (sums, output) = self.forward(sample);
            let [told, wanted] = chances(sample, output);
            let push = (told - wanted) * told * (1.0 - told) * f32::from(UNIT) / SCALE;
            slope[places.constant] += push;
            for (side, (sums, view)) in sums.iter().zip(self.views(sample)).enumerate() {
                let mut back: Sums = [0.0; HIDDEN];
                for (hidden, sum) in sums.iter().enumerate() {
                    let active = sum.clamp(0.0, 1.0);
                    let weight = places.weights[side] + hidden;
                    slope[weight] += push * active * active;
                    if active == *sum {
                        back[hidden] = push * self.numbers[weight] * 2.0 * active;
                    }
                }
                let rows = sample.3.iter().map(|input| usize::from(view[usize::from(*input)]) * HIDDEN);
                for first in rows.chain([places.always]) {
                    let row = &mut slope[first..first + HIDDEN];
                    row.iter_mut().zip(&back).for_each(|(slope, back)| *slope += back);
                }
            }
        }
        Gradient(slope)
    }

    /// Changes the numbers by the gradients of the parts of a batch.
    pub fn learn(&mut self, gradients: Vec<Gradient>) {
        self.step += 1;
        let last = (EPOCHS * self.order.len().div_ceil(BATCH)).max(1) as f32 + 1.0;
        let rate = RATE * (1.0 - self.step as f32 / last);
        let (first, second) = (1.0 - 0.9f32.powi(self.step), 1.0 - 0.999f32.powi(self.step));
        for index in 0..self.numbers.len() {
            let slope = gradients.iter().map(|gradient| gradient.0[index]).sum::<f32>() / BATCH as f32;
            let (mean, square) = (&mut self.mean[index], &mut self.square[index]);
            *mean = 0.9 * *mean + 0.1 * slope;
            *square = 0.999 * *square + 0.001 * slope * slope;
            let number = &mut self.numbers[index];
            *number -= rate * (*mean / first / ((*square / second).sqrt() + 1e-8) + DECAY * *number);
            *number = number.clamp(-LARGEST, LARGEST);
        }
        self.learnt += BATCH;
        if self.learnt >= self.order.len() {
            (self.learnt, self.epoch) = (0, self.epoch + 1);
            self.shuffle();
        }
    }

    /// Mean squared errors of the predicted results: of the positions that are learnt from, and of those held out.
    pub fn errors(&self) -> [f64; 2] {
        self.samples.each_ref().map(|samples| {
            let errors = samples.iter().map(|sample| {
                let [told, wanted] = chances(sample, self.forward(sample).1);
                f64::from(told - wanted).powi(2)
            });
            errors.sum::<f64>() / samples.len().max(1) as f64
        })
    }

    /// The numbers as a network file holds them.
    pub(super) fn rounded(&self) -> Vec<i16> {
        let places = Places::new(self.inputs.len());
        let one = |index: usize| match index {
            index if index < places.weights[0] => ONE,
            index if index < places.constant => WEIGHT,
            _ => UNIT,
        };
        let rounded = |(index, number): (usize, &f32)| {
            #[expect(clippy::cast_possible_truncation, reason = "no number is larger than 2, so at most 800")]
            let rounded = (number * f32::from(one(index))).round() as i16;
            rounded
        };
        self.numbers.iter().enumerate().map(rounded).collect()
    }

    /// Sums of the first layer for the Player to move and for the other, and the correction in hundredths of a Pawn.
    pub(super) fn forward(&self, sample: &Sample) -> ([Sums; 2], f32) {
        let places = Places::new(self.inputs.len());
        let mut sums = [[0.0; HIDDEN]; 2];
        let mut output = self.numbers[places.constant];
        for ((sums, view), weights) in sums.iter_mut().zip(self.views(sample)).zip(places.weights) {
            sums.copy_from_slice(&self.numbers[places.always..places.always + HIDDEN]);
            for input in &sample.3 {
                let first = usize::from(view[usize::from(*input)]) * HIDDEN;
                let row = &self.numbers[first..first + HIDDEN];
                sums.iter_mut().zip(row).for_each(|(sum, number)| *sum += number);
            }
            for (sum, weight) in sums.iter().zip(&self.numbers[weights..weights + HIDDEN]) {
                let active = sum.clamp(0.0, 1.0);
                output += active * active * weight;
            }
        }
        (sums, output * f32::from(UNIT))
    }

    /// Inputs as the Player to move sees them, and as the other does.
    fn views(&self, sample: &Sample) -> [&[u16]; 2] {
        let Sample(seat, mirrored, ..) = sample;
        [*seat, 1 - *seat].map(|seat| self.inputs.view(engine::board::Seat(seat), mirrored[usize::from(seat)]))
    }

    fn shuffle(&mut self) {
        self.order = self.dice.shuffled(std::mem::take(&mut self.order));
    }
}

/// Predicted result with this correction, and the result by the search score.
fn chances(sample: &Sample, correction: f32) -> [f32; 2] {
    #[expect(clippy::cast_precision_loss, reason = "scores are small")]
    let [eval, score] = sample.2.map(|score| score as f32);
    [eval + correction, score].map(|score| 1.0 / (1.0 + (-score / SCALE).exp()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::army::Army;
    use crate::network::Subject;
    use crate::selfplay::SelfPlay;

    /// The gradient is the slope of half of the summed squared errors, for numbers of both layers.
    #[test]
    fn the_gradient_is_the_slope_of_the_error() {
        let subject = Subject::new(Army::load("medieval").unwrap(), 20, None).unwrap();
        let mut playing = SelfPlay::new(1);
        while !subject.play(&mut playing) {}
        let mut training = subject.training(vec![playing.played()]);
        let places = Places::new(training.inputs.len());
        // Weights as in the middle of a training.
        for (index, number) in training.numbers[places.weights[0]..places.constant].iter_mut().enumerate() {
            *number = 0.3 - 0.01 * index as f32;
        }
        let all: Vec<usize> = (0..training.samples[0].len()).collect();
        let Gradient(slope) = training.gradient(&all);
        let error = |training: &Training| training.errors()[0] * all.len() as f64 / 2.0;
        let input = training.samples[0][0].3[0];
        let row = usize::from(training.views(&training.samples[0][0])[1][usize::from(input)]) * HIDDEN;
        for index in [row + 3, places.always + 5, places.weights[0] + 7, places.weights[1] + 1, places.constant] {
            let before = training.numbers[index];
            let [more, less] = [0.01, -0.01].map(|step| {
                training.numbers[index] = before + step;
                error(&training)
            });
            training.numbers[index] = before;
            let expected = (more - less) / 0.02;
            let found = f64::from(slope[index]);
            assert!((found - expected).abs() < 0.03 * expected.abs() + 1e-4, "{index}: {found} {expected}");
        }
    }
}
