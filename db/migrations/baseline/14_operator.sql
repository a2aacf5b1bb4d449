-- What servers of this database and their operator keep for themselves.

-- Script files of the web application that servers of this database have or had, by their hashed names: any server answers for the pages
-- of another version. left_at: no server that started last has the file any more.
CREATE TABLE scout.web_files (
  path text COLLATE "C" PRIMARY KEY CHECK (path ~ '^assets/[A-Za-z0-9_.-]{1,200}$'),
  body bytea NOT NULL,
  left_at timestamptz
);
ALTER TABLE scout.web_files ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY visitor_reads ON scout.web_files FOR SELECT TO scout_visitor USING (true);
CREATE POLICY operator_all ON scout.web_files TO scout_operator USING (true) WITH CHECK (true);
GRANT SELECT (path, body) ON scout.web_files TO scout_visitor;
GRANT SELECT, INSERT, UPDATE (left_at), DELETE ON scout.web_files TO scout_operator;

-- Troubles of the installation that the operator is mailed of: once when one has gone on for some minutes, once when it is over.
CREATE TABLE scout.operator_troubles (
  trouble text COLLATE "C" PRIMARY KEY CHECK (trouble ~ '^[a-z_]{1,60}$'),
  since timestamptz NOT NULL,
  -- Null: not mailed yet.
  mailed_at timestamptz,
  -- Null: it goes on.
  gone_since timestamptz
);
ALTER TABLE scout.operator_troubles ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY operator_all ON scout.operator_troubles TO scout_operator USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE (mailed_at, gone_since), DELETE ON scout.operator_troubles TO scout_operator;

-- Backups that were made of this database, noted by the command that makes them, which is the owner's.
CREATE TABLE scout.backups (
  made_at timestamptz PRIMARY KEY,
  bytes bigint NOT NULL CHECK (bytes > 0)
);
ALTER TABLE scout.backups ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY operator_reads ON scout.backups FOR SELECT TO scout_operator USING (true);
CREATE POLICY owner_all ON scout.backups TO CURRENT_USER USING (true) WITH CHECK (true);
GRANT SELECT ON scout.backups TO scout_operator;
