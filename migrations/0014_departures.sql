-- Servers that the bot was removed from, until their data is deleted. Servers that come back before that leave the table.
CREATE TABLE departures (
    guild       INTEGER PRIMARY KEY,
    -- First time that the server was missing, in milliseconds since 1970.
    since       INTEGER NOT NULL
) STRICT;
