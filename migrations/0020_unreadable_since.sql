-- Time at which a game was set aside, in milliseconds since 1970. Its clock is stopped until it can be read again.
ALTER TABLE games ADD COLUMN unreadable_since INTEGER;
