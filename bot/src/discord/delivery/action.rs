//! Actions of the delivery.

use crate::discord::answer::Answer;
use crate::host::Posted;

/// Action to take for a notice.
pub enum DeliveryAction {
    /// Posts a new message.
    Post(Box<Answer>),
    /// Replaces an earlier message.
    Edit(Box<Answer>, Posted),
    /// Replaces only the text of an earlier message. If that message is deleted, posts this answer.
    EditText(Box<Answer>, Posted),
    /// Posts nothing, because newer notices include the content.
    Supersede,
}

impl DeliveryAction {
    pub fn post(answer: Answer) -> Self {
        Self::Post(Box::new(answer))
    }

    /// Text to show once the turn is over, if it differs.
    pub fn afterwards(&self) -> Option<String> {
        match self {
            Self::Post(answer) | Self::Edit(answer, _) | Self::EditText(answer, _) => answer.when_over(),
            Self::Supersede => None,
        }
    }
}
