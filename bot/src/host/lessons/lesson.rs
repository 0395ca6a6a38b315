//! Lesson files in TOML, in `bot/lessons`. A test plays all of them.

use std::sync::{Arc, OnceLock};

use engine::battalion::{Definition, load_builtin};
use serde::Deserialize;

/// Lesson files, in learning order.
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
    /// Title: "Check".
    pub title: String,
    /// One-sentence description.
    pub about: String,
    /// Built-in Battalion of both sides; `None` for lessons about the shop of Clash.
    army: Option<String>,
    /// Board, in the format of [`Practice::on`](engine::battalion::Practice::on).
    #[serde(default)]
    pub board: Vec<String>,
    /// Number of Territory rows on each side.
    #[serde(default)]
    pub territory: u8,
    /// Steps, in order.
    #[serde(rename = "step")]
    pub steps: Vec<LessonStep>,
}

/// A step of a lesson.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LessonStep {
    /// Task and explanation.
    pub say: String,
    /// Accepted solutions in notation. In the shop, orders such as `buy King` or `ready`.
    pub goal: Vec<String>,
    /// Hint, shown on request.
    pub hint: String,
    /// Text for a legal move that does not solve the step.
    pub wrong: String,
    /// Reply of the other side.
    pub reply: Option<String>,
}

impl Lesson {
    /// Army of both sides; `None` for a lesson about the shop.
    pub fn definition(&self) -> Result<Option<Arc<Definition>>, String> {
        let army = self.army.as_deref().map(load_builtin);
        army.transpose().map_err(|why| why.to_string())
    }
}

/// All lessons, in learning order.
pub fn lessons() -> &'static [Lesson] {
    static READ: OnceLock<Vec<Lesson>> = OnceLock::new();
    // Invalid files cannot occur: a test reads every file.
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
