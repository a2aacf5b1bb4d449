-- Script files of the web application that servers of this database have or had, by their hashed names: any server answers for the
-- pages of another version. left_at: no server that started last has the file any more.
CREATE TABLE scout.web_files (
  path text COLLATE "C" PRIMARY KEY CHECK (path ~ '^assets/[A-Za-z0-9_.-]{1,200}$'),
  body bytea NOT NULL,
  left_at timestamptz
);
ALTER TABLE scout.web_files ENABLE ROW LEVEL SECURITY;
ALTER TABLE scout.web_files FORCE ROW LEVEL SECURITY;
CREATE POLICY operator_all ON scout.web_files TO scout_operator USING (true) WITH CHECK (true);
CREATE POLICY visitor_reads ON scout.web_files FOR SELECT TO scout_visitor USING (true);
GRANT SELECT, INSERT, DELETE ON scout.web_files TO scout_operator;
GRANT UPDATE (left_at) ON scout.web_files TO scout_operator;
GRANT SELECT (path, body) ON scout.web_files TO scout_visitor;
