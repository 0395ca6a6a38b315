//! The lessons as they are written: one TOML file each in `bot/lessons`. A test plays every one of them.

use std::sync::{Arc, OnceLock};

use engine::battalion::{Definition, load_builtin};
use serde::Deserialize;

/// The files, in the order in which they are learnt.
const FILES: [&str; 6] = [
    include_str!("../../../lessons/1-move.toml"),
    include_str!("../../../lessons/2-guided.toml"),
    include_str!("../../../lessons/3-check.toml"),
    include_str!("../../../lessons/4-supporter.toml"),
    include_str!("../../../lessons/5-side-effect.toml"),
    include_str!("../../../lessons/6-shop.toml"),
];

/// A lesson.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// Short key: `check`.
    pub id: String,
    /// "Check".
    pub title: String,
    /// What it is about, in a sentence.
    pub about: String,
    /// The built-in Battalion that both sides play; without one it is about the shop of Clash.
    army: Option<String>,
    /// The board, as [`Practice::on`](engine::battalion::Practice::on) reads it.
    #[serde(default)]
    pub board: Vec<String>,
    /// Rows of Territory on either side.
    #[serde(default)]
    pub territory: u8,
    /// What is to be done, one after the other.
    #[serde(rename = "step")]
    pub steps: Vec<LessonStep>,
}

/// A step of a lesson.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LessonStep {
    /// What is to be done, and why.
    pub say: String,
    /// What solves it, in notation: any of these. In the shop an order such as `buy King`, or `ready`.
    pub goal: Vec<String>,
    /// Help for those who ask.
    pub hint: String,
    /// What is said of something that can be done and does not solve it.
    pub wrong: String,
    /// What the other side plays then.
    pub reply: Option<String>,
}

impl Lesson {
    /// The army of both sides; `None` for a lesson about the shop.
    pub fn definition(&self) -> Result<Option<Arc<Definition>>, String> {
        let army = self.army.as_deref().map(load_builtin);
        army.transpose().map_err(|why| why.to_string())
    }
}

/// Every lesson, in the order in which they are learnt.
pub fn lessons() -> &'static [Lesson] {
    static READ: OnceLock<Vec<Lesson>> = OnceLock::new();
    // A test reads every file.
    READ.get_or_init(|| {
        let read = FILES.iter().filter_map(|file| toml::from_str(file).ok());
        read.collect()
    })
}

/// The lesson with this id.
pub fn lesson(id: &str) -> Option<&'static Lesson> {
    lessons().iter().find(|lesson| lesson.id == id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_a_lesson() {
        for file in FILES {
            toml::from_str::<Lesson>(file).unwrap();
        }
        assert_eq!(lessons().len(), FILES.len());
        for lesson in lessons() {
            assert!((1..=6).contains(&lesson.steps.len()), "{}", lesson.id);
            assert!(lesson.title.chars().count() <= 80 && lesson.about.chars().count() <= 100);
            for step in &lesson.steps {
                assert!(step.say.chars().count() <= 420, "{}: {}", lesson.id, step.say);
                assert!(!step.goal.is_empty() && !step.hint.is_empty() && !step.wrong.is_empty());
            }
        }
    }
}
