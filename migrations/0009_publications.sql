-- When the hash of a sealed bid got to the channel, by the version of the game that the bid made: told when the bids are shown. Replaced
-- bids have rows too, which nobody is shown.

CREATE TABLE publications (
    game        INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    version     INTEGER NOT NULL,
    -- Milliseconds since 1970.
    at          INTEGER NOT NULL,
    PRIMARY KEY (game, version)
) STRICT, WITHOUT ROWID;

-- Until now every bid had a message of its own, and the number of a message says when it was posted.
INSERT INTO publications (game, version, at)
SELECT game, version, min((message >> 22) + 1420070400000) FROM messages WHERE kind = 'sealed' GROUP BY game, version;
