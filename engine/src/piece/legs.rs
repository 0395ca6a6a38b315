//! Paths of several legs, followed step by step. Tables, play and diagrams share this code.

use super::vector::{MAX_REACH, Vector};

/// Requirement on the Space where one leg ends and the next begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Footing {
    /// No blocking piece.
    Free,
    /// A blocking piece of any owner, which is jumped over.
    Mount,
    /// A capturable Enemy, which is captured in passing.
    Enemy,
    /// No requirement.
    Any,
}

/// Leg: a step, or a cycle of steps, repeated through Spaces without a blocking piece.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct Leg {
    /// Cycle of steps: one for a straight ride, two for a crooked one, a circle for a Rose.
    pub steps: Vec<Vector>,
    /// No step jumps: see [`lame_way`].
    pub lame: bool,
    /// The edges of the board reflect the leg.
    pub reflects: bool,
    /// Minimum number of steps, at least 1.
    pub min: u8,
    /// Maximum number of steps; 0 for no limit.
    pub max: u8,
}

impl Leg {
    /// Straight leg.
    pub fn straight(step: Vector, min: u8, max: u8) -> Self {
        Self { steps: vec![step], lame: false, reflects: false, min, max }
    }

    /// The leg with a function applied to every step.
    #[must_use]
    pub fn map(&self, change: impl Fn(Vector) -> Vector) -> Self {
        Self { steps: self.steps.iter().map(|step| change(*step)).collect(), ..self.clone() }
    }

    /// Upper bound on the number of steps on any board.
    const fn most(&self) -> usize {
        match (self.max, self.reflects) {
            (0, false) => u8::MAX as usize,
            // Twice along both sides of the longest board returns to the start.
            (0, true) => 4 * MAX_REACH as usize,
            (max, _) => max as usize,
        }
    }
}

/// Spaces passed by a lame leap: first its orthogonal part, then its diagonal part.
pub fn lame_way((x, y): Vector) -> impl Iterator<Item = Vector> {
    let (x_size, y_size) = (x.saturating_abs(), y.saturating_abs());
    let (long, short) = (x_size.max(y_size), x_size.min(y_size));
    (1..long).map(move |along| {
        let across = (along - (long - short)).max(0);
        let (right, ahead) = if y_size > x_size { (across, along) } else { (along, across) };
        (right * x.signum(), ahead * y.signum())
    })
}

/// Visitor that follows paths.
pub trait Walker {
    /// Place on the board.
    type Place: Copy + PartialEq;

    /// The place one step further, if it is on the board.
    fn step(&self, at: Self::Place, by: Vector) -> Option<Self::Place>;

    /// Returns whether the path can continue over this place on this footing. Not called for the starting Space.
    fn enter(&mut self, at: Self::Place, footing: Footing) -> bool;

    /// Backtracks from the last place entered.
    fn leave(&mut self) {}

    /// Reports a possible end of the path.
    fn land(&mut self, at: Self::Place);
}

/// Follows paths: every leg of `turns` to its footing, then `last`.
///
/// The starting Space counts as free and not as a mount, because the piece has left it.
pub fn walk<W: Walker>(walker: &mut W, turns: &[(Leg, Footing)], last: &Leg, from: W::Place) {
    follow(walker, turns, last, from, from);
}

fn follow<W: Walker>(walker: &mut W, turns: &[(Leg, Footing)], last: &Leg, start: W::Place, from: W::Place) {
    let (leg, rest) = match turns.split_first() {
        Some(((leg, footing), rest)) => (leg, Some((*footing, rest))),
        None => (last, None),
    };
    let mut at = from;
    let mut mirror: Vector = (1, 1);
    let mut entered = 0;
    let mut enter = |walker: &mut W, place: W::Place, footing: Footing| {
        if place == start {
            return matches!(footing, Footing::Free | Footing::Any);
        }
        let open = walker.enter(place, footing);
        entered += usize::from(open);
        open
    };
    for count in 1..=leg.most() {
        let (x, y) = leg.steps[(count - 1) % leg.steps.len()];
        let mut by = (x * mirror.0, y * mirror.1);
        if leg.lame
            && !lame_way(by).all(|via| {
                let over = walker.step(at, via);
                over.is_some_and(|over| enter(walker, over, Footing::Free))
            })
        {
            break;
        }
        let mut next = walker.step(at, by);
        if next.is_none() && leg.reflects {
            // An edge mirrors one component of the step; a corner ends the path.
            let edge = |part: Vector| {
                if walker.step(at, part).is_none() { -1 } else { 1 }
            };
            let flip = (edge((by.0, 0)), edge((0, by.1)));
            if flip.0 != flip.1 {
                by = (by.0 * flip.0, by.1 * flip.1);
                mirror = (mirror.0 * flip.0, mirror.1 * flip.1);
                next = walker.step(at, by);
            }
        }
        let Some(next) = next else {
            break;
        };
        at = next;
        if count >= leg.min.into() {
            match rest {
                None => walker.land(at),
                Some((footing, rest)) => {
                    let turns_here = at == start && matches!(footing, Footing::Free | Footing::Any);
                    if turns_here {
                        follow(walker, rest, last, start, at);
                    } else if at != start && walker.enter(at, footing) {
                        follow(walker, rest, last, start, at);
                        walker.leave();
                    }
                }
            }
        }
        if count == leg.most() || !enter(walker, at, Footing::Free) {
            break;
        }
    }
    for _ in 0..entered {
        walker.leave();
    }
}
