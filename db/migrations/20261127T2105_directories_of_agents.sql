-- Directories that an agent reads, where the server cannot reach the controllers.

-- agent_id: the machine that reads it, by address and sign-in of its own file; null: the server. connector_key: the only key that its
-- snapshots may be signed by (Ed25519, SPKI, base64), pinned by the first one.
ALTER TABLE scout.directories
  ALTER COLUMN url DROP NOT NULL,
  ALTER COLUMN bind_name DROP NOT NULL,
  ADD COLUMN agent_id uuid,
  ADD COLUMN connector_key text COLLATE "C" CHECK (char_length(connector_key) BETWEEN 1 AND 100),
  ADD CONSTRAINT directories_agent FOREIGN KEY (tenant_id, agent_id) REFERENCES scout.agents (tenant_id, agent_id) ON DELETE CASCADE,
  ADD CONSTRAINT directories_read_by CHECK (num_nulls(agent_id, url) = 1),
  ADD CONSTRAINT directories_sign_in CHECK (num_nulls(url, bind_name) IN (0, 2)),
  ADD CONSTRAINT directories_key CHECK (agent_id IS NOT NULL OR connector_key IS NULL);
-- The agent's file says by the name which directory is which.
CREATE UNIQUE INDEX directories_of_agent ON scout.directories (tenant_id, agent_id, lower(name)) WHERE agent_id IS NOT NULL;
CREATE POLICY ingest_reads_own_tenant ON scout.directories FOR SELECT TO scout_ingest
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid AND agent_id IS NOT NULL);
CREATE POLICY ingest_changes_own_tenant ON scout.directories FOR UPDATE TO scout_ingest
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid AND agent_id IS NOT NULL)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid AND agent_id IS NOT NULL);
GRANT INSERT (agent_id) ON scout.directories TO scout_admin, scout_operator;
GRANT SELECT (tenant_id, directory_id, name, agent_id, connector_key, due_at, sync_id, invocation_id, usn, read_fully_at),
  UPDATE (connector_key, due_at, sync_id) ON scout.directories TO scout_ingest;

-- The one snapshot of a directory that its agent ships: snapshot_id is the directory's sync_id. digest: of the pieces so far, each
-- chained to those before it. document: signed content of a complete snapshot, which is stored next.
CREATE TABLE scout.directory_snapshots (
  tenant_id uuid NOT NULL REFERENCES scout.tenants,
  directory_id uuid NOT NULL,
  snapshot_id uuid NOT NULL,
  begun_at timestamptz(3) NOT NULL,
  pieces integer NOT NULL DEFAULT 0 CHECK (pieces BETWEEN 0 AND 2000),
  digest bytea NOT NULL CHECK (octet_length(digest) = 32),
  document text CHECK (char_length(document) <= 4000),
  PRIMARY KEY (tenant_id, directory_id),
  UNIQUE (tenant_id, snapshot_id),
  FOREIGN KEY (tenant_id, directory_id) REFERENCES scout.directories (tenant_id, directory_id) ON DELETE CASCADE
);
CREATE INDEX directory_snapshots_begun ON scout.directory_snapshots (begun_at);
ALTER TABLE scout.directory_snapshots ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY ingest_own_tenant ON scout.directory_snapshots TO scout_ingest
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY operator_all ON scout.directory_snapshots TO scout_operator USING (true) WITH CHECK (true);
CREATE POLICY definer_all ON scout.directory_snapshots TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON scout.directory_snapshots TO scout_ingest;
GRANT SELECT, DELETE ON scout.directory_snapshots TO scout_operator;
GRANT SELECT (tenant_id), DELETE ON scout.directory_snapshots TO scout_definer;

-- Pieces of a snapshot's gzip stream, until it is stored or replaced.
CREATE TABLE scout.directory_pieces (
  tenant_id uuid NOT NULL REFERENCES scout.tenants,
  snapshot_id uuid NOT NULL,
  number integer NOT NULL CHECK (number BETWEEN 1 AND 2000),
  body bytea NOT NULL CHECK (octet_length(body) BETWEEN 1 AND 45000),
  PRIMARY KEY (tenant_id, snapshot_id, number),
  FOREIGN KEY (tenant_id, snapshot_id) REFERENCES scout.directory_snapshots (tenant_id, snapshot_id) ON DELETE CASCADE
);
ALTER TABLE scout.directory_pieces ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY ingest_own_tenant ON scout.directory_pieces TO scout_ingest
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY operator_all ON scout.directory_pieces TO scout_operator USING (true) WITH CHECK (true);
CREATE POLICY definer_all ON scout.directory_pieces TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT, INSERT ON scout.directory_pieces TO scout_ingest;
GRANT SELECT ON scout.directory_pieces TO scout_operator;
GRANT SELECT (tenant_id), DELETE ON scout.directory_pieces TO scout_definer;
