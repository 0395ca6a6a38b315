ALTER TABLE results ADD COLUMN conditions TEXT COLLATE "C" NOT NULL DEFAULT 'usual' CHECK (conditions IN ('usual', 'other', 'odds'));

UPDATE results SET conditions = 'other' WHERE game IN (
    SELECT id FROM games
    WHERE options LIKE '%"battlefield":"%' OR pending LIKE '%"placement":"chosen"%' OR pending LIKE '%"placement":"shuffled"%'
        OR (options LIKE '%"placement":"chosen"%' OR options LIKE '%"placement":"shuffled"%')
            AND (pending IS NULL OR pending NOT LIKE '%"placement":"usual"%')
);
