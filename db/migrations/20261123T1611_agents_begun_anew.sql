-- Events older than their retention are counted, as those are that were dated ahead. begun_anew_at: when an agent came without the state
-- in which it keeps how far it has read; what it sends again of the time before is recognized, counted and not stored a second time.
ALTER TABLE scout.agents
  ADD COLUMN events_old bigint NOT NULL DEFAULT 0 CHECK (events_old >= 0),
  ADD COLUMN last_old_at timestamptz,
  ADD COLUMN begun_anew_at timestamptz,
  ADD COLUMN events_repeated bigint NOT NULL DEFAULT 0 CHECK (events_repeated >= 0);
GRANT SELECT (events_old, last_old_at, begun_anew_at, events_repeated) ON scout.agents TO scout_member, scout_admin, scout_operator;
GRANT SELECT (last_ahead_at, events_old, last_old_at, begun_anew_at, events_repeated),
  UPDATE (events_old, last_old_at, begun_anew_at, events_repeated) ON scout.agents TO scout_ingest;
