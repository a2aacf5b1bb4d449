-- Machines that send events, and the tokens that let a machine enrol. Only SHA-256 hashes of tokens and credentials.

CREATE TABLE scout.enrolment_tokens (
  tenant_id uuid NOT NULL REFERENCES scout.tenants,
  token_id uuid NOT NULL DEFAULT gen_random_uuid(),
  token_hash bytea NOT NULL CHECK (length(token_hash) = 32),
  label text,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  max_uses integer CHECK (max_uses > 0),
  uses integer NOT NULL DEFAULT 0,
  revoked_at timestamptz,
  PRIMARY KEY (tenant_id, token_id),
  UNIQUE (tenant_id, token_hash)
);
CREATE INDEX enrolment_tokens_hash ON scout.enrolment_tokens (token_hash);
ALTER TABLE scout.enrolment_tokens ENABLE ROW LEVEL SECURITY;
ALTER TABLE scout.enrolment_tokens FORCE ROW LEVEL SECURITY;
CREATE POLICY operator_all ON scout.enrolment_tokens TO scout_operator USING (true) WITH CHECK (true);
CREATE POLICY definer_all ON scout.enrolment_tokens TO scout_definer USING (true) WITH CHECK (true);
GRANT INSERT ON scout.enrolment_tokens TO scout_operator;
GRANT SELECT (tenant_id, token_id, label, created_at, expires_at, max_uses, uses, revoked_at),
  UPDATE (label, revoked_at) ON scout.enrolment_tokens TO scout_operator;
GRANT SELECT, UPDATE (uses), DELETE ON scout.enrolment_tokens TO scout_definer;

CREATE TABLE scout.agents (
  tenant_id uuid NOT NULL REFERENCES scout.tenants,
  agent_id uuid NOT NULL DEFAULT gen_random_uuid(),
  machine_id text NOT NULL,
  host text NOT NULL,
  platform text NOT NULL,
  version text NOT NULL,
  credential_hash bytea NOT NULL CHECK (length(credential_hash) = 32),
  enrolled_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz,
  last_batch_at timestamptz,
  queue_depth bigint,
  lag_seconds double precision,
  events_accepted bigint NOT NULL DEFAULT 0,
  events_rejected bigint NOT NULL DEFAULT 0,
  revoked_at timestamptz,
  PRIMARY KEY (tenant_id, agent_id),
  UNIQUE (tenant_id, machine_id)
);
CREATE INDEX agents_credential_hash ON scout.agents (credential_hash);
ALTER TABLE scout.agents ENABLE ROW LEVEL SECURITY;
ALTER TABLE scout.agents FORCE ROW LEVEL SECURITY;
CREATE POLICY member_reads_own_tenant ON scout.agents FOR SELECT TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY ingest_reads_own_tenant ON scout.agents FOR SELECT TO scout_ingest
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY ingest_changes_own_tenant ON scout.agents FOR UPDATE TO scout_ingest
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY operator_all ON scout.agents TO scout_operator USING (true) WITH CHECK (true);
CREATE POLICY definer_all ON scout.agents TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT (tenant_id, agent_id, machine_id, host, platform, version, enrolled_at, last_seen_at, last_batch_at,
  queue_depth, lag_seconds, events_accepted, events_rejected, revoked_at) ON scout.agents TO scout_member, scout_operator;
GRANT UPDATE (revoked_at) ON scout.agents TO scout_operator;
GRANT SELECT (tenant_id, agent_id, revoked_at, events_accepted, events_rejected),
  UPDATE (host, platform, version, last_seen_at, last_batch_at, queue_depth, lag_seconds, events_accepted, events_rejected)
  ON scout.agents TO scout_ingest;
GRANT SELECT, INSERT, UPDATE, DELETE ON scout.agents TO scout_definer;
