//! Parser of brackets: bent paths and areas.

use std::ops::Range;

use super::atom::{Accept, Atom, images};
use super::modifier::Modifiers;
use super::parser::Parser;
use super::plain::Span;
use super::{BetzaError, MAX_AREA, MAX_REACH};
use crate::piece::{Leg, MoveRule, Path, Vector};

impl Parser<'_> {
    pub(super) fn bracket(&mut self, modifiers: &Modifiers) -> Result<Vec<MoveRule>, BetzaError> {
        let open = self.at;
        self.bump();
        if let Some(at) = modifiers.lame {
            return Err(BetzaError::new(at..at + 1, "`n` does not go with a bracket: its steps pass over nothing"));
        }
        if modifiers.hops.is_some()
            || modifiers.jumps.is_some()
            || modifiers.toggles.is_some()
            || modifiers.winds.is_some()
        {
            let message = "`p g j y z q` do not go with a bracket: write such a path with legs, as in `FyafsF`";
            return Err(BetzaError::new(modifiers.range.clone(), message));
        }
        let start = self.at;
        let first = self.atoms(Accept::Any)?;
        let first_range = start..self.at;
        if self.eat('*') {
            return self.area(modifiers, &first, first_range, open);
        }
        if self.eat('|') {
            return self.reflecting(modifiers, &first, open);
        }
        let [first] = first[..] else {
            return Err(BetzaError::new(first_range, "a leg needs one atom: write two brackets"));
        };
        modifiers.check_half(&[first])?;
        let (min, max) = self.leg_count(first)?;
        // XBetza writes `-` for `>`, and `?` if the path may also end at the bend.
        let may_end = self.eat('?');
        if !(may_end || self.eat('>') || self.eat('-')) {
            let message = format!(
                "{} in a bracket: expected `>` and the second leg, `*` and a number of steps, or `|`",
                self.found()
            );
            return Err(BetzaError::new(self.here(), message));
        }
        let turn = self.turn()?;
        let second = self.atoms(Accept::Leg)?;
        let then_max = self.number("a range", MAX_REACH)?;
        self.close(open)?;
        let mut rules = Vec::new();
        for atom in second {
            let then_max = then_max.unwrap_or(if atom.rider { 0 } else { 1 });
            for from in modifiers.chosen(first.a, first.b) {
                for then in images(atom.a, atom.b).into_iter().filter(|&then| turn.allows(from, then)) {
                    rules.push(modifiers.rule(Path::Bent { first: from, min, max, then, then_max }));
                }
            }
        }
        if may_end && !rules.is_empty() {
            let to_bend = Span { min, max };
            rules.extend(modifiers.chosen(first.a, first.b).into_iter().map(|step| {
                modifiers.rule(match to_bend {
                    Span::ONCE => Path::Leap(step),
                    Span { min: 1, max } => Path::Ride { step, max },
                    _ => Path::Legs { turns: Vec::new(), last: to_bend.leg(step) },
                })
            }));
        }
        if rules.is_empty() {
            let message = if turn.right_angle {
                "the second leg never turns by a right angle there: as in `[B>tB]`"
            } else {
                "the second leg never bends outward (within 45° of the first leg, but not straight on): as in `[F>W]` or `[W>F]`"
            };
            return Err(BetzaError::new(open..self.at, message));
        }
        Ok(rules)
    }

    /// Parses the number of steps of the first leg.
    fn leg_count(&mut self, atom: Atom) -> Result<(u8, u8), BetzaError> {
        let start = self.at;
        let what = "the length of a leg";
        let Some(number) = self.number(what, MAX_REACH)? else {
            return Ok(if atom.rider { (1, 0) } else { (1, 1) });
        };
        let range = self.text[self.at..].strip_prefix('-');
        if range.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_uppercase())) {
            self.bump();
            let here = self.here();
            let max = self.number(what, MAX_REACH)?;
            let max = max.ok_or_else(|| BetzaError::new(here, "expected a number behind `-`, as in `[F1-3>W]`"))?;
            if number == 0 || (max != 0 && max < number) {
                let message = "the range of a leg goes from 1 or more to as much or more (or to 0: no limit)";
                return Err(BetzaError::new(start..self.at, message));
            }
            return Ok((number, max));
        }
        Ok(match (number, atom.rider) {
            (0, _) => (1, 0),
            (max, true) => (1, max),
            (exactly, false) => (exactly, exactly),
        })
    }

    fn turn(&mut self) -> Result<Turn, BetzaError> {
        let mut turn = Turn::default();
        while let Some(c) = self.peek().filter(char::is_ascii_lowercase) {
            match c {
                'l' => turn.left = true,
                'r' => turn.right = true,
                't' => turn.right_angle = true,
                _ => {
                    let message = format!(
                        "`{c}` does not belong before a second leg: expected `l`, `r` (the hand to turn to) or `t` (a right angle)"
                    );
                    return Err(BetzaError::new(self.here(), message));
                }
            }
            self.bump();
        }
        Ok(turn)
    }

    fn area(
        &mut self,
        modifiers: &Modifiers,
        atoms: &[Atom],
        range: Range<usize>,
        open: usize,
    ) -> Result<Vec<MoveRule>, BetzaError> {
        if atoms.iter().any(|atom| atom.rider) {
            return Err(BetzaError::new(range, "expected single steps such as `W` or `K` before `*`"));
        }
        modifiers.check_half(atoms)?;
        let here = self.here();
        let steps = match self.number("the number of steps of an area", MAX_AREA)? {
            Some(steps) if steps > 0 => steps,
            _ => {
                return Err(BetzaError::new(
                    here,
                    format!("expected a number of steps from 1 to {MAX_AREA} behind `*`, as in `[W*3]`"),
                ));
            }
        };
        self.close(open)?;
        let vectors = atoms.iter().flat_map(|atom| modifiers.chosen(atom.a, atom.b)).collect();
        Ok(vec![modifiers.rule(Path::Area { vectors, steps })])
    }

    /// Parses `[B|]`, a slide reflected by the edges of the board.
    fn reflecting(&mut self, modifiers: &Modifiers, atoms: &[Atom], open: usize) -> Result<Vec<MoveRule>, BetzaError> {
        self.close(open)?;
        modifiers.check_half(atoms)?;
        if atoms.iter().any(|atom| !atom.rider || atom.a.min(atom.b) == 0) {
            let message = "an edge reflects only what rides aslant: as in `[B|]` or `[NN|]`";
            return Err(BetzaError::new(open..self.at, message));
        }
        let path = |step: Vector| Path::Legs { turns: Vec::new(), last: Leg { reflects: true, ..Span::ANY.leg(step) } };
        let steps = (atoms.iter()).flat_map(|atom| modifiers.chosen(atom.a, atom.b));
        Ok(steps.map(|step| modifiers.rule(path(step))).collect())
    }

    fn close(&mut self, open: usize) -> Result<(), BetzaError> {
        if self.eat(']') {
            return Ok(());
        }
        Err(match self.peek() {
            None => BetzaError::new(open..self.at, "this bracket is not closed: expected `]`"),
            Some(_) => BetzaError::new(self.here(), format!("{} in a bracket: expected `]`", self.found())),
        })
    }
}

/// Turn of a bent path.
#[derive(Default, Clone, Copy)]
struct Turn {
    left: bool,
    right: bool,
    right_angle: bool,
}

impl Turn {
    fn allows(self, (ux, uy): Vector, (vx, vy): Vector) -> bool {
        let [ux, uy, vx, vy] = [ux, uy, vx, vy].map(i32::from);
        let (dot, cross) = (ux * vx + uy * vy, ux * vy - uy * vx);
        let angle = if self.right_angle {
            dot == 0
        } else {
            dot > 0 && cross != 0 && 2 * dot * dot >= (ux * ux + uy * uy) * (vx * vx + vy * vy)
        };
        let hand = self.left == self.right || (cross > 0) == self.left;
        angle && hand
    }
}
