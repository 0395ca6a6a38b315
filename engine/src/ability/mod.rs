//! Named abilities that Battalion files can give to pieces and to themselves. One file each; this one lists them.
