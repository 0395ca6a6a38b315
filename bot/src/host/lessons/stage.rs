//! Position or shop in which a lesson is played. The engine checks the attempts.

use engine::action::{Action, ClashAction, Turn};
use engine::battalion::Practice;
use engine::board::Seat;
use engine::clash::{Match, Order, Setup};
use engine::notation::Spelled;
use engine::view::{ShopView, View, Viewer};

use super::lesson::{Lesson, LessonStep};

/// Seat of the learner.
const LEARNER: Seat = Seat(0);

/// State of a lesson after some moves.
#[derive(Clone, Debug)]
pub struct Stage(Inner);

#[derive(Clone, Debug)]
enum Inner {
    /// A position, with the name of the army of both sides.
    Board(Box<Practice>, String),
    Shop(Box<Match>),
}

/// Parsed attempt.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Deed {
    Turn(Turn),
    Shop(Box<ClashAction>),
}

/// View of a lesson's state, with its legal moves.
#[derive(Clone, Debug)]
pub enum Sight {
    /// A position with all legal moves.
    Board(Box<View>, Vec<Spelled>),
    Shop(Box<View>, Box<ShopView>),
}

/// Result of an attempt.
#[derive(Debug)]
pub enum Verdict {
    /// Solves the step; contains the new state and the engine's notation of the attempt.
    Solved(Box<Stage>, String),
    /// Legal, but does not solve the step.
    Legal,
    /// Illegal, with the engine's reason.
    Refused(String),
}

impl Stage {
    /// Initial state of a lesson.
    pub fn open(lesson: &Lesson) -> Result<Self, String> {
        let inner = match lesson.definition()? {
            Some(army) => {
                let practice = Practice::on(&army, &lesson.board, lesson.territory)?;
                Inner::Board(Box::new(practice), army.name.clone())
            }
            None => {
                let setup = Setup { en_passant: false, seed: [0; 32] };
                Inner::Shop(Box::new(Match::new(setup)?))
            }
        };
        Ok(Self(inner))
    }

    /// State after the stored moves, with the number of steps solved. If the lesson has changed, drops the first move
    /// that is no longer legal and all later ones.
    pub fn after(lesson: &Lesson, played: &[String]) -> Result<(Self, usize), String> {
        let mut stage = Self::open(lesson)?;
        let mut solved = 0;
        for (text, step) in played.iter().zip(&lesson.steps) {
            match stage.attempt(step, text)? {
                Verdict::Solved(next, _) => stage = *next,
                Verdict::Legal | Verdict::Refused(_) => break,
            }
            solved += 1;
        }
        Ok((stage, solved))
    }

    /// Plays an attempt at a step.
    ///
    /// # Errors
    /// Fails if the lesson itself is invalid, which the tests exclude.
    pub fn attempt(&self, step: &LessonStep, text: &str) -> Result<Verdict, String> {
        let deed = match self.read(text) {
            Ok(deed) => deed,
            Err(why) => return Ok(Verdict::Refused(why)),
        };
        let mut next = self.clone();
        let written = match next.take(&deed) {
            Ok(written) => written.unwrap_or_else(|| text.trim().to_owned()),
            Err(why) => return Ok(Verdict::Refused(why)),
        };
        for goal in &step.goal {
            let goal = self.read(goal)?;
            let mut wanted = self.clone();
            wanted.take(&goal)?;
            if goal == deed || next.is_shop_like(&wanted) {
                if let Some(reply) = &step.reply {
                    let reply = next.read(reply)?;
                    next.take(&reply)?;
                }
                return Ok(Verdict::Solved(Box::new(next), written));
            }
        }
        Ok(Verdict::Legal)
    }

    fn read(&self, text: &str) -> Result<Deed, String> {
        match &self.0 {
            Inner::Board(practice, _) => {
                let turn = practice.read(text).map_err(|why| why.to_string())?;
                Ok(Deed::Turn(turn))
            }
            Inner::Shop(game) => {
                let text = text.trim();
                let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
                let (order, line) = match verb.to_lowercase().as_str() {
                    "ready" => return Ok(Deed::Shop(Box::new(ClashAction::Ready))),
                    "sell" => (Order::Sell, rest),
                    "arrange" => (Order::Arrange, rest),
                    "buy" => (Order::Buy, rest),
                    _ => (Order::Buy, text),
                };
                let action = game.read_order(LEARNER, order, line);
                let action = action.map_err(|why| why.to_string())?;
                Ok(Deed::Shop(Box::new(action)))
            }
        }
    }

    /// Applies an attempt and returns the engine's notation of it.
    fn take(&mut self, deed: &Deed) -> Result<Option<String>, String> {
        match (&mut self.0, deed) {
            (Inner::Board(practice, _), Deed::Turn(turn)) => {
                let last = practice.take(turn).map_err(|why| why.to_string())?;
                Ok(Some(last.text))
            }
            (Inner::Shop(game), Deed::Shop(action)) => {
                let action = Action::Clash((**action).clone());
                let taken = game.apply(LEARNER, &action);
                taken.map(|_| None).map_err(|why| why.to_string())
            }
            _ => Err("that is not for this lesson".to_owned()),
        }
    }

    /// Returns true if both are shops with the same army.
    fn is_shop_like(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Inner::Shop(one), Inner::Shop(other)) => {
                let same_stage = one.is_ready(LEARNER) == other.is_ready(LEARNER);
                same_stage && one.army(LEARNER) == other.army(LEARNER)
            }
            _ => false,
        }
    }

    /// View of the current state.
    pub fn sight(&self) -> Sight {
        match &self.0 {
            Inner::Board(practice, army) => Sight::Board(Box::new(practice.view([army.as_str(); 2])), practice.moves()),
            Inner::Shop(game) => {
                let mut view = game.view(Viewer::Seat(LEARNER));
                let shop = view.clash.as_mut().and_then(|clash| clash.shop.take());
                match shop {
                    Some(shop) => Sight::Shop(Box::new(view), Box::new(shop)),
                    // After confirmation of the army, there is no shop.
                    None => Sight::Board(Box::new(view), Vec::new()),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::lesson::lessons;
    use super::*;

    #[test]
    fn every_lesson_can_be_played_to_its_end_and_judges_what_is_tried() {
        for lesson in lessons() {
            let mut stage = Stage::open(lesson).unwrap_or_else(|why| panic!("{}: {why}", lesson.id));
            let mut played = Vec::new();
            for step in &lesson.steps {
                for goal in &step.goal {
                    let solved = stage.attempt(step, goal).unwrap();
                    assert!(matches!(solved, Verdict::Solved(..)), "{} {goal}: {solved:?}", lesson.id);
                }
                // Wrong attempts do not solve the step, and nonsense is refused with a reason.
                if let Sight::Board(view, moves) = stage.sight() {
                    assert!(!view.pieces.is_empty());
                    let tried = moves.iter().map(|spelled| stage.attempt(step, &spelled.text).unwrap());
                    let solved = tried.filter(|one| matches!(one, Verdict::Solved(..))).count();
                    assert_eq!(solved, step.goal.len(), "{}: {}", lesson.id, step.say);
                    assert!(moves.len() > solved, "{}", lesson.id);
                }
                let nonsense = stage.attempt(step, "xyzzy").unwrap();
                assert!(matches!(&nonsense, Verdict::Refused(why) if why.len() > 10));
                let goal = &step.goal[0];
                let Verdict::Solved(next, written) = stage.attempt(step, goal).unwrap() else { unreachable!() };
                played.push(written);
                stage = *next;
            }
            // Replaying the stored moves leads to the same state.
            let (again, solved) = Stage::after(lesson, &played).unwrap();
            assert_eq!(solved, lesson.steps.len(), "{}: {played:?}", lesson.id);
            assert_eq!(format!("{:?}", again.sight()), format!("{:?}", stage.sight()));
        }
    }

    /// The verb of an order can have capitals. Orders that belong to other steps do not solve a step.
    #[test]
    fn orders_of_the_shop_are_read_in_any_letter_case() {
        let lesson = super::super::lesson::lesson("shop").unwrap();
        let mut stage = Stage::open(lesson).unwrap();
        for step in &lesson.steps {
            let goal = &step.goal[0];
            for other in lesson.steps.iter().filter(|other| other.goal != step.goal) {
                let tried = stage.attempt(step, &other.goal[0]).unwrap();
                assert!(!matches!(tried, Verdict::Solved(..)), "{goal}: {tried:?}");
            }
            let (verb, rest) = goal.split_at(1);
            let Verdict::Solved(next, _) = stage.attempt(step, &(verb.to_uppercase() + rest)).unwrap() else {
                panic!("{goal}")
            };
            stage = *next;
        }
    }

    #[test]
    fn a_wrong_try_in_check_is_refused_by_the_rules() {
        let lesson = super::super::lesson::lesson("check").unwrap();
        let stage = Stage::open(lesson).unwrap();
        let Verdict::Refused(why) = stage.attempt(&lesson.steps[0], "h1-h5").unwrap() else {
            panic!("a turn may not end in Check")
        };
        assert!(why.contains("Check"), "{why}");
    }

    #[test]
    fn what_a_changed_lesson_does_not_know_is_forgotten() {
        let lesson = super::super::lesson::lesson("move").unwrap();
        let played = ["Nf3".to_owned(), "Qh8".to_owned()];
        let (_, solved) = Stage::after(lesson, &played).unwrap();
        assert_eq!(solved, 1);
    }
}
