//! Buttons for words that players add to the seed of a game (T-32).

use serenity::all::{ButtonStyle, CreateButton};

use crate::discord::custom_id::{ComponentContext, Intent};
use crate::discord::wording::seed;

/// Buttons in place of those of a lobby whose seats are fixed.
pub(super) fn fixed_buttons(of: ComponentContext) -> Vec<CreateButton> {
    vec![
        of.button(seed::TELL, ButtonStyle::Primary, Intent::Word),
        of.button("Leave", ButtonStyle::Secondary, Intent::Leave),
    ]
}

/// Button for a word.
pub(super) fn word_button(of: ComponentContext) -> CreateButton {
    of.button(seed::ADD, ButtonStyle::Secondary, Intent::Word)
}
