//! Reminders, and what happens when the time for a turn is up.
