-- Events whose machine dated them more than a day ahead: they are stored with the time of their arrival, and counted.
ALTER TABLE scout.agents
  ADD COLUMN events_ahead bigint NOT NULL DEFAULT 0 CHECK (events_ahead >= 0),
  ADD COLUMN last_ahead_at timestamptz;
GRANT SELECT (events_ahead, last_ahead_at) ON scout.agents TO scout_member, scout_admin, scout_operator;
GRANT SELECT (events_ahead), UPDATE (events_ahead, last_ahead_at) ON scout.agents TO scout_ingest;
