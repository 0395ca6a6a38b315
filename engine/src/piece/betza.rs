//! Betza notation.
