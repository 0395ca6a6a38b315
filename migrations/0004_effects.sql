-- What the actions of a game have made of it, so that a game is opened without judging its past by the rules of today. Number 0 is the
-- state in which it begins, JSON; number n is what action n changed in it, a JSON patch (RFC 6902). It holds secrets, like `secrets`.
-- Games without effects were stored by an older program: they are played again once, and their effects are added.

CREATE TABLE effects (
    game        INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seq         INTEGER NOT NULL CHECK (seq >= 0),
    content     TEXT    NOT NULL,
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;
