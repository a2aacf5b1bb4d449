-- Troubles of the installation that the operator is mailed of: once when one has gone on for some minutes, once when it is over.
CREATE TABLE scout.operator_troubles (
  trouble text COLLATE "C" PRIMARY KEY CHECK (trouble ~ '^[a-z_]{1,60}$'),
  since timestamptz NOT NULL,
  -- Null: not mailed yet.
  mailed_at timestamptz,
  -- Null: it goes on.
  gone_since timestamptz
);
ALTER TABLE scout.operator_troubles ENABLE ROW LEVEL SECURITY;
ALTER TABLE scout.operator_troubles FORCE ROW LEVEL SECURITY;
CREATE POLICY operator_all ON scout.operator_troubles TO scout_operator USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, DELETE ON scout.operator_troubles TO scout_operator;
GRANT UPDATE (mailed_at, gone_since) ON scout.operator_troubles TO scout_operator;

-- Backups that were made of this database, noted by the command that makes them, which is the owner's.
CREATE TABLE scout.backups (
  made_at timestamptz PRIMARY KEY,
  bytes bigint NOT NULL CHECK (bytes > 0)
);
ALTER TABLE scout.backups ENABLE ROW LEVEL SECURITY;
ALTER TABLE scout.backups FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON scout.backups TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY operator_reads ON scout.backups FOR SELECT TO scout_operator USING (true);
GRANT SELECT ON scout.backups TO scout_operator;
