//! Parser of movements with several legs, joined by `a`: `FyafsF` is the Griffon, `KNADcaK` the Lion.
//!
//! Modifiers before each `a` apply to that leg, those before the atom to the last leg. Directions of the first leg are
//! those of the atom. Directions of later legs are relative to the previous leg; `f` is straight on.

use super::atom::{Accept, Atom, Shape, images, shape};
use super::modifier::{Directions, Hop, Modifiers, is_vertical};
use super::parser::Parser;
use super::plain::Span;
use super::{BetzaError, MAX_RULES};
use crate::piece::{Footing, Leg, MoveRule, Path, Vector};

/// Maximum number of legs.
const MAX_LEGS: usize = 8;
/// Maximum number of combinations of footings.
const MAX_WAYS: usize = 16;

/// Side to which a leg turns from the previous one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Hand {
    /// `l` (-1) or `r` (1).
    To(i8),
    /// `s`.
    Either,
    /// `q`: the side of the previous turn.
    Same,
    /// `z`: the other side.
    Other,
}

/// Direction of a later leg: its turn in eighths of a circle, and its side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Bend {
    eighths: i8,
    hand: Hand,
}

/// Leg as written.
#[derive(Debug)]
struct Written {
    bends: Vec<Bend>,
    /// Footings allowed at its end, for all legs but the last.
    footings: Vec<Footing>,
    span: Span,
}

/// Path under construction.
#[derive(Clone, Debug)]
struct Way {
    legs: Vec<Leg>,
    /// Direction of the last leg, as an index in [`circle`].
    heading: usize,
    /// Side of the last turn.
    hand: Option<i8>,
}

impl Parser<'_> {
    /// Parses the legs from the first `a` on.
    pub(super) fn legs(&mut self, first: Modifiers) -> Result<Vec<MoveRule>, BetzaError> {
        let start = first.range.start;
        let mut later: Vec<(Modifiers, Vec<Bend>)> = Vec::new();
        while self.eat('a') {
            let bends = self.bends()?;
            let mut modifiers = self.modifiers()?;
            let more = self.bends_of(&mut modifiers)?;
            later.push((modifiers, bends.into_iter().chain(more).collect()));
            if later.len() >= MAX_LEGS {
                let message = format!("a move has at most {MAX_LEGS} legs");
                return Err(BetzaError::new(start..self.at, message));
            }
        }
        if !(self.peek()).is_some_and(|c| c.is_ascii_uppercase() && c != 'U' || c == '(') {
            return Err(self.no_atom(&first));
        }
        let atoms = self.atoms(Accept::Any)?;
        let written = self.span()?;
        let whole = start..self.at;
        first.check_half(&atoms)?;
        let fail = |at: Option<usize>, why: &str| BetzaError::new(at.map_or(whole.clone(), |at| at..at + 1), why);
        let all: Vec<&Modifiers> = std::iter::once(&first).chain(later.iter().map(|(m, _)| m)).collect();
        for (index, modifiers) in all.iter().enumerate() {
            if let Some(at) = modifiers.lame.or(modifiers.winds.map(|(_, at)| at)) {
                return Err(fail(Some(at), "`n`, and `z` and `q` in a first leg, do not go with `a`"));
            }
            if index > 0 && modifiers.initial {
                return Err(fail(None, "`i` (the first move) belongs to the first leg"));
            }
            if index + 1 == all.len() && modifiers.toggles.is_some() {
                return Err(fail(modifiers.toggles, "`y` needs a leg that follows, as in `yafsF`"));
            }
        }
        let [.., last] = all[..] else {
            return Err(fail(None, "a move of legs needs an atom"));
        };
        let mut rules: Vec<MoveRule> = Vec::new();
        for atom in &atoms {
            let eighths = atoms.len() > 1 || shape(atom.leap()) == Shape::Oblique;
            let legs =
                written_legs(&first, &later, Span::of(*atom, written), eighths).map_err(|(at, why)| fail(at, why))?;
            for heading in first.chosen(atom.a, atom.b) {
                let found = ways(*atom, heading, &legs)
                    .ok_or_else(|| fail(None, "these legs have too many ways: choose directions"))?;
                for path in found {
                    let rule = last.rule(path);
                    let rule = MoveRule { initial: first.initial, ..rule };
                    if !rules.contains(&rule) {
                        rules.push(rule);
                    }
                }
            }
        }
        if rules.is_empty() {
            return Err(fail(None, "these legs only lead back to where they began, and passing is not allowed"));
        }
        Ok(rules)
    }

    /// Parses directions of a later leg at the cursor, where `z` and `q` are sides.
    fn bends(&mut self) -> Result<Vec<Bend>, BetzaError> {
        let mut letters = Vec::new();
        while let Some(c) = self.peek().filter(|c| "fblrvszq".contains(*c)) {
            letters.push(c as u8);
            self.bump();
        }
        Ok(read_bends(&letters))
    }

    /// Extracts directions from other modifiers.
    fn bends_of(&mut self, modifiers: &mut Modifiers) -> Result<Vec<Bend>, BetzaError> {
        let mut letters = Vec::new();
        for directions in std::mem::take(&mut modifiers.directions) {
            match directions {
                Directions::Two(b'h', _) | Directions::Two(_, b'h') => {
                    let at = modifiers.half.unwrap_or(self.at);
                    let message = "`h` (half) belongs to a first leg";
                    return Err(BetzaError::new(at..at + 1, message));
                }
                Directions::One(one) => letters.push(one),
                Directions::Two(one, two) => letters.extend([one, two]),
            }
        }
        // A side letter may follow other letters, as in `cfzK`.
        if let Some((winding, _)) = modifiers.winds.take() {
            letters.push(if winding == super::modifier::Winding::Crooked { b'z' } else { b'q' });
        }
        Ok(read_bends(&letters))
    }
}

/// Reads directions in pairs from the left: one of `f b v` combines with a side.
fn read_bends(letters: &[u8]) -> Vec<Bend> {
    let hand = |letter: u8| match letter {
        b'l' => Hand::To(-1),
        b'r' => Hand::To(1),
        b'q' => Hand::Same,
        b'z' => Hand::Other,
        _ => Hand::Either,
    };
    let mut bends = Vec::new();
    let mut rest = letters;
    while let [first, tail @ ..] = rest {
        rest = tail;
        let pair =
            tail.first().copied().filter(|second| is_vertical(*first) != is_vertical(*second) || first == second);
        if pair.is_some() {
            rest = &tail[1..];
        }
        let (along, across) = match pair {
            Some(second) if second == *first => (*first, None),
            Some(second) if is_vertical(*first) => (*first, Some(second)),
            Some(second) => (second, Some(*first)),
            None => (*first, None),
        };
        let (ahead, back) = match (is_vertical(along), across) {
            (true, None) => (0, 4),
            (true, Some(_)) => (1, 3),
            (false, _) => (2, 2),
        };
        let hand = match (is_vertical(along), across) {
            (true, None) => Hand::Either,
            (true, Some(across)) => hand(across),
            (false, _) => hand(along),
        };
        let mut push = |eighths| bends.push(Bend { eighths, hand });
        match along {
            b'b' => push(back),
            b'v' => {
                push(ahead);
                push(back);
            }
            _ => push(ahead),
        }
    }
    bends
}

/// Legs as written, with hoppers split into two legs. Each `y` and `g` toggles the ranges.
fn written_legs(
    first: &Modifiers,
    later: &[(Modifiers, Vec<Bend>)],
    span: Span,
    eighths: bool,
) -> Result<Vec<Written>, (Option<usize>, &'static str)> {
    let on = || vec![Bend { eighths: 0, hand: Hand::Either }];
    let everywhere = || {
        let all = if eighths { vec![0, 1, 2, 3, 4] } else { vec![0, 2, 4] };
        let bend = |eighths| Bend { eighths, hand: Hand::Either };
        all.into_iter().map(bend).collect::<Vec<_>>()
    };
    let mut legs = Vec::new();
    let mut now = span;
    let flip = |now: Span| if now == span { span.toggled() } else { span };
    let groups =
        std::iter::once((first, Vec::new())).chain(later.iter().map(|(modifiers, bends)| (modifiers, bends.clone())));
    for (index, (modifiers, bends)) in groups.enumerate() {
        let bends = if bends.is_empty() && index > 0 { everywhere() } else { bends };
        let is_last = index == later.len();
        let mut leg = |bends: Vec<Bend>, footings: Vec<Footing>, span: Span| {
            legs.push(Written { bends, footings, span });
        };
        if !is_last {
            let mut footings = Vec::new();
            footings.extend(modifiers.moves.then_some(Footing::Free));
            footings.extend(modifiers.captures.then_some(Footing::Enemy));
            footings.extend(modifiers.hops.map(|_| Footing::Mount));
            footings.extend(modifiers.jumps.map(|_| Footing::Any));
            if footings.is_empty() {
                footings.push(Footing::Free);
            }
            leg(bends, footings, now);
        } else if modifiers.hops.is_some() {
            leg(bends, vec![Footing::Mount], now);
            let then = if modifiers.hops == Some(Hop::Toggled) { flip(now) } else { now };
            leg(on(), Vec::new(), then);
        } else if let Some(at) = modifiers.jumps {
            if now == Span::ONCE {
                return Err((Some(at), "`j` in a last leg needs a slide: it skips its first Space"));
            }
            leg(bends, vec![Footing::Any], Span::ONCE);
            leg(on(), Vec::new(), now.shortened());
        } else {
            leg(bends, Vec::new(), now);
        }
        if modifiers.toggles.is_some() || modifiers.hops == Some(Hop::Toggled) {
            now = flip(now);
        }
    }
    Ok(legs)
}

/// The 8 directions of an atom, clockwise from Forwards. For an orthogonal or diagonal atom, both kinds alternate.
fn circle(atom: Atom) -> Vec<Vector> {
    if shape(atom.leap()) == Shape::Oblique {
        return images(atom.a, atom.b);
    }
    let n = atom.a.max(atom.b).cast_signed();
    [(0, n), (n, n), (n, 0), (n, -n), (0, -n), (-n, -n), (-n, 0), (-n, n)].into()
}

/// All paths with a given first direction; `None` if there are too many.
fn ways(atom: Atom, first: Vector, written: &[Written]) -> Option<Vec<Path>> {
    let circle = circle(atom);
    let heading = circle.iter().position(|image| *image == first).unwrap_or(0);
    let mut ways = vec![Way { legs: Vec::new(), heading, hand: None }];
    for leg in written {
        ways = ways.iter().flat_map(|way| way.further(leg, &circle)).collect();
        if ways.len() > MAX_RULES {
            return None;
        }
    }
    let footings = footings(written)?;
    let mut paths = Vec::new();
    for way in &ways {
        let Some((last, legs)) = way.legs.split_last() else {
            continue;
        };
        for footings in &footings {
            let turns: Vec<(Leg, Footing)> = legs.iter().cloned().zip(footings.iter().copied()).collect();
            let path = Path::Legs { turns, last: last.clone() };
            // Skip duplicates, and paths that return to the start without a capture.
            if !paths.contains(&path) && (path.captures_in_passing() || !returns(&way.legs)) {
                paths.push(path);
            }
        }
    }
    Some(paths)
}

impl Way {
    /// Extends the path by one leg in each of its directions.
    fn further(&self, leg: &Written, circle: &[Vector]) -> Vec<Way> {
        let mut turns: Vec<i8> = Vec::new();
        for bend in &leg.bends {
            let hands: &[i8] = match (bend.hand, self.hand) {
                (Hand::To(-1), _) | (Hand::Same, Some(-1)) | (Hand::Other, Some(1)) => &[-1],
                (Hand::To(_), _) | (Hand::Same, Some(_)) | (Hand::Other, Some(_)) => &[1],
                (Hand::Either, _) | (_, None) => &[-1, 1],
            };
            turns.extend(hands.iter().map(|hand| hand * bend.eighths));
        }
        if leg.bends.is_empty() {
            turns.push(0);
        }
        turns.dedup();
        let go = |turn: i8| {
            let heading = self.heading.wrapping_add_signed(turn.into()) % 8;
            let mut legs = self.legs.clone();
            legs.push(leg.span.leg(circle[heading]));
            let turned = turn % 4 != 0;
            Way { legs, heading, hand: if turned { Some(turn.signum()) } else { self.hand } }
        };
        turns.into_iter().map(go).collect()
    }
}

/// All combinations of footings for the legs but the last; `None` if there are too many.
fn footings(written: &[Written]) -> Option<Vec<Vec<Footing>>> {
    let mut all = vec![Vec::new()];
    for leg in &written[..written.len().saturating_sub(1)] {
        let with = |so_far: &Vec<Footing>, footing: &Footing| {
            let mut more = so_far.clone();
            more.push(*footing);
            more
        };
        all = all.iter().flat_map(|so_far| leg.footings.iter().map(move |footing| with(so_far, footing))).collect();
        if all.len() > MAX_WAYS {
            return None;
        }
    }
    Some(all)
}

/// Returns whether legs of single steps lead back to the start.
fn returns(legs: &[Leg]) -> bool {
    let single = legs.iter().all(|leg| (leg.min, leg.max) == (1, 1));
    let steps = legs.iter().flat_map(|leg| &leg.steps);
    let sum = steps.fold((0i16, 0i16), |(x, y), (dx, dy)| (x + i16::from(*dx), y + i16::from(*dy)));
    single && sum == (0, 0)
}
