-- Remarks that people send to the designer of a shared Battalion, beside the reports: one of each kind from each person.
CREATE TABLE share_notes (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    share       INTEGER NOT NULL REFERENCES shares (id) ON DELETE CASCADE,
    kind        TEXT    NOT NULL CHECK (kind IN ('report', 'remark')),
    version     INTEGER NOT NULL,
    person      INTEGER,
    name        TEXT,
    reason      TEXT    NOT NULL,
    at          INTEGER NOT NULL,
    UNIQUE (share, kind, person),
    CHECK ((person IS NULL) = (name IS NULL))
) STRICT;

INSERT INTO share_notes (id, share, kind, version, person, name, reason, at)
SELECT id, share, 'report', version, person, name, reason, at FROM share_reports;

DROP TABLE share_reports;
