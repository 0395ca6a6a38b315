//! Conditional logit: chances of alternatives whose exponents are linear in parameters, fitted by Newton's method.
//!
//! Bradley–Terry with draws, Plackett–Luce of first places and the prices of pieces are all of this form.

/// Newton steps; convergence takes about six.
const STEPS: usize = 30;

/// Parameters that an alternative depends on, with their coefficients.
pub type Features = Vec<(usize, f64)>;

/// Choice between alternatives, with the number of times that each was seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// Alternatives with their counts.
    pub alternatives: Vec<(Features, f64)>,
}

impl Trial {
    /// Chances of the alternatives with these parameters.
    pub fn chances(&self, at: &[f64]) -> Vec<f64> {
        let exponent = |features: &Features| features.iter().map(|(index, share)| at[*index] * share).sum::<f64>();
        let exponents: Vec<f64> = self.alternatives.iter().map(|(features, _)| exponent(features)).collect();
        let most = exponents.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weights: Vec<f64> = exponents.iter().map(|exponent| (exponent - most).exp()).collect();
        let all: f64 = weights.iter().sum();
        weights.iter().map(|weight| weight / all).collect()
    }

    fn seen(&self) -> f64 {
        self.alternatives.iter().map(|(_, count)| count).sum()
    }

    /// Adds the slope of the logarithm of the likelihood.
    fn slope(&self, at: &[f64], slope: &mut [f64]) {
        let seen = self.seen();
        for ((features, count), chance) in self.alternatives.iter().zip(self.chances(at)) {
            features.iter().for_each(|(index, share)| slope[*index] += share * (count - seen * chance));
        }
    }

    /// Adds the curvature of the logarithm of the likelihood, with the opposite sign.
    fn curve(&self, at: &[f64], curve: &mut [Vec<f64>]) {
        let seen = self.seen();
        let chances = self.chances(at);
        let mut mean: std::collections::BTreeMap<usize, f64> = std::collections::BTreeMap::new();
        for ((features, _), chance) in self.alternatives.iter().zip(&chances) {
            for (one, share) in features {
                *mean.entry(*one).or_default() += chance * share;
                features.iter().for_each(|(other, with)| curve[*one][*other] += seen * chance * share * with);
            }
        }
        for (one, share) in &mean {
            mean.iter().for_each(|(other, with)| curve[*one][*other] -= seen * share * with);
        }
    }
}

/// Parameters that explain the trials best. `prior` holds the deviation of each parameter around 0, which keeps those
/// finite that the trials do not limit.
pub fn fit(prior: &[f64], trials: &[Trial]) -> Vec<f64> {
    let mut at = vec![0.0; prior.len()];
    for _ in 0..STEPS {
        let mut slope: Vec<f64> = at.iter().zip(prior).map(|(value, prior)| -value / prior.powi(2)).collect();
        trials.iter().for_each(|trial| trial.slope(&at, &mut slope));
        let step = solve(curvature(prior, trials, &at), slope);
        let length = step.iter().fold(0.0_f64, |most, part| most.max(part.abs()));
        // Limits the first steps, where the curvature says little about distant values.
        let share = if length > 2.0 { 2.0 / length } else { 1.0 };
        at.iter_mut().zip(&step).for_each(|(value, part)| *value += share * part);
        if length < 1e-10 {
            break;
        }
    }
    at
}

fn curvature(prior: &[f64], trials: &[Trial], at: &[f64]) -> Vec<Vec<f64>> {
    let mut curve = vec![vec![0.0; prior.len()]; prior.len()];
    for (index, prior) in prior.iter().enumerate() {
        curve[index][index] = 1.0 / prior.powi(2);
    }
    trials.iter().for_each(|trial| trial.curve(at, &mut curve));
    curve
}

/// Covariance of fitted parameters when only different clusters of trials are independent of each other.
pub fn covariance(prior: &[f64], at: &[f64], clusters: &[Vec<Trial>]) -> Vec<Vec<f64>> {
    let size = prior.len();
    let trials: Vec<Trial> = clusters.iter().flatten().cloned().collect();
    let curve = curvature(prior, &trials, at);
    // Influence of each cluster on the parameters.
    let influences = clusters.iter().map(|cluster| {
        let mut slope = vec![0.0; size];
        cluster.iter().for_each(|trial| trial.slope(at, &mut slope));
        solve(curve.clone(), slope)
    });
    let mut covariance = vec![vec![0.0; size]; size];
    for influence in influences {
        for (row, one) in covariance.iter_mut().zip(&influence) {
            row.iter_mut().zip(&influence).for_each(|(sum, other)| *sum += one * other);
        }
    }
    let number = clusters.len() as f64;
    let small = number / (number - 1.0).max(1.0);
    covariance.iter_mut().flatten().for_each(|value| *value *= small);
    covariance
}

/// Solves `matrix · x = right` by elimination with pivots. The matrix is positive definite.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for column in 0..size {
        let pivot = (column..size).max_by(|a, b| matrix[*a][column].abs().total_cmp(&matrix[*b][column].abs()));
        let pivot = pivot.unwrap_or(column);
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        let above = matrix[column].clone();
        for (row, line) in matrix.iter_mut().enumerate().skip(column + 1) {
            let share = line[column] / above[column];
            line.iter_mut().zip(&above).for_each(|(value, above)| *value -= share * above);
            right[row] -= share * right[column];
        }
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|place| matrix[row][place] * right[place]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One parameter, wins 75 of 100: the logarithm of 3, with the textbook variance 1 / (n p q).
    #[test]
    fn a_coin_has_its_odds_and_its_variance() {
        let flip = |win: f64| Trial { alternatives: vec![(vec![(0, 1.0)], win), (Vec::new(), 1.0 - win)] };
        let clusters: Vec<Vec<Trial>> = (0..100).map(|n| vec![flip(f64::from(u8::from(n % 4 != 0)))]).collect();
        let prior = [1e6];
        let at = fit(&prior, &clusters.concat());
        assert!((at[0] - 3.0_f64.ln()).abs() < 1e-6, "{at:?}");
        let variance = covariance(&prior, &at, &clusters)[0][0];
        assert!((variance - 100.0 / 99.0 / 18.75).abs() < 1e-6, "{variance}");
    }

    /// Trials in pairs with equal results carry the information of half as many.
    #[test]
    fn dependent_trials_are_less_certain() {
        let flip = |win: f64| Trial { alternatives: vec![(vec![(0, 1.0)], win), (Vec::new(), 1.0 - win)] };
        let won = |n: u32| f64::from(n % 2);
        let single: Vec<Vec<Trial>> = (0..200).map(|n| vec![flip(won(n))]).collect();
        let double: Vec<Vec<Trial>> = (0..100).map(|n| vec![flip(won(n)); 2]).collect();
        let at = [0.0];
        let [single, double] = [single, double].map(|clusters| covariance(&[1e6], &at, &clusters)[0][0]);
        assert!((double / single - 2.0).abs() < 0.02, "{single} {double}");
    }

    #[test]
    fn a_parameter_without_trials_stays_at_its_prior() {
        let trial = Trial { alternatives: vec![(vec![(0, 1.0)], 3.0), (Vec::new(), 0.0)] };
        let at = fit(&[2.0, 2.0], &[trial]);
        assert!(at[0] > 0.5 && at[0].is_finite() && at[1] == 0.0, "{at:?}");
    }
}
