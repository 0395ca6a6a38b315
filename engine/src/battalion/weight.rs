//! Effect of an ability on the weight of its piece.

/// Effect of an ability on the weight of its piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weight {
    /// Number of actions added.
    pub adds: usize,
    /// Factor by which the number of such pieces may grow.
    pub times: usize,
}

impl Weight {
    /// Almost no additional actions.
    pub const LIGHT: Weight = Weight::adding(2);

    /// Adds this many actions.
    pub const fn adding(adds: usize) -> Self {
        Self { adds, times: 1 }
    }

    /// Sets the factor for a piece that multiplies.
    #[must_use]
    pub const fn multiplying(self, times: usize) -> Self {
        Self { times, ..self }
    }
}
