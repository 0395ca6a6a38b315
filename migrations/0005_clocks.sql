-- Clocks with a bank, pauses, holidays, adjourned games, and what a message says once its turn is over.

-- Since when the time of those to act runs; NULL while it stands still or without a limit. Milliseconds since 1970. In a game
-- without a running clock `remind_at` and `deadline` say when it is asked whether it is still played, and when it is adjourned.
ALTER TABLE games ADD COLUMN clock_since INTEGER;
-- Banks, the time of the present decision, and why the clock stands still, JSON.
ALTER TABLE games ADD COLUMN clock TEXT;
-- It waits to be taken up again, and its channel is free.
ALTER TABLE games ADD COLUMN adjourned INTEGER NOT NULL DEFAULT 0 CHECK (adjourned IN (0, 1));

-- Until now there was nothing but so many seconds for each turn.
UPDATE games SET
    clock_since = deadline - 1000 * json_extract(options, '$.time_per_turn'),
    clock = json_object('allowed', 1000 * json_extract(options, '$.time_per_turn'))
WHERE state = 'running' AND deadline IS NOT NULL AND json_extract(options, '$.time_per_turn') IS NOT NULL;

-- Games without a limit: silence counts from now on.
UPDATE games SET
    remind_at = (CAST(strftime('%s', 'now') AS INTEGER) + 14 * 86400) * 1000,
    deadline = (CAST(strftime('%s', 'now') AS INTEGER) + 21 * 86400) * 1000
WHERE state = 'running' AND deadline IS NULL;

DROP INDEX one_open_game_a_channel;
CREATE UNIQUE INDEX one_open_game_a_channel ON games (channel) WHERE state <> 'over' AND adjourned = 0;

-- What the message says once its turn is over, where that is something else.
ALTER TABLE messages ADD COLUMN afterwards TEXT;
