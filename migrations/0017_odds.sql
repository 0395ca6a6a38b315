-- Odds that the Player of a seat gives, as a word.
ALTER TABLE seats ADD COLUMN odds TEXT;
