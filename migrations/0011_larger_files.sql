-- Battalion files hold pictures now and may be twice as large. Servers that stored what was the most until now did not choose a limit of
-- their own: they get what is the most today.
UPDATE guild_settings
SET content = json_set(content, '$.limits.bytes', 131072)
WHERE json_extract(content, '$.limits.bytes') = 65536;
