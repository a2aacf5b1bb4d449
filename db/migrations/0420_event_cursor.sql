-- Which transaction stored a batch, so that a reader can ask for what was committed since it last looked. Times cannot tell:
-- events come late with old ones, and a transaction that began earlier may commit later. What a snapshot of then does not
-- see, a reader of then has not seen (docs/decisions/0420-event-cursor.md).
ALTER TABLE scout.batches ADD COLUMN stored_in xid8 NOT NULL DEFAULT pg_current_xact_id();
CREATE INDEX batches_stored_in ON scout.batches (tenant_id, stored_in);
GRANT SELECT (stored_in) ON scout.batches TO scout_member;
