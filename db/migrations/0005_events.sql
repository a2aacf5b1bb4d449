-- What agents send and what becomes of it. Everything large is partitioned by time; retention drops partitions.
-- Partitions carry no grants and no policies: rows are reached through the parent only.

-- The ledger: its row is written in the transaction that stores the batch, so a repeated batch changes nothing.
CREATE TABLE scout.batches (
  tenant_id uuid NOT NULL,
  agent_id uuid NOT NULL,
  batch_no bigint NOT NULL CHECK (batch_no > 0),
  batch_id uuid NOT NULL,
  body_sha256 bytea NOT NULL CHECK (length(body_sha256) = 32),
  received_at timestamptz NOT NULL DEFAULT now(),
  accepted integer NOT NULL,
  rejected integer NOT NULL,
  rejections jsonb NOT NULL DEFAULT '[]',
  PRIMARY KEY (tenant_id, agent_id, batch_no),
  FOREIGN KEY (tenant_id, agent_id) REFERENCES scout.agents (tenant_id, agent_id)
);

-- The body as it arrived, kept once; an event points at it with (batch_id, batch_index).
CREATE TABLE scout.batch_bodies (
  tenant_id uuid NOT NULL,
  batch_id uuid NOT NULL,
  received_at timestamptz NOT NULL,
  encoding text NOT NULL CHECK (encoding IN ('gzip', 'identity')),
  body bytea NOT NULL,
  PRIMARY KEY (tenant_id, batch_id, received_at)
) PARTITION BY RANGE (received_at);
ALTER TABLE scout.batch_bodies ALTER COLUMN body SET STORAGE EXTERNAL; -- compressed already

-- One row per event, spec section 3. No unique key: the ledger keeps events single, at half the cost.
CREATE TABLE scout.tenant_events (
  tenant_id uuid NOT NULL,
  occurred_at timestamptz(3) NOT NULL,
  batch_id uuid NOT NULL,
  batch_index integer NOT NULL,
  agent_id uuid NOT NULL,
  event_type text NOT NULL,
  event_id integer,
  record_id bigint,
  provider text,
  target_user_name text,
  target_domain_name text,
  subject_user_name text,
  subject_domain_name text,
  system_context_computer_name text,
  target_computer_name text,
  source_info_workstation_name text,
  source_host text,
  logon_type text,
  process_information_new_process_name text,
  process_information_command_line text,
  process_information_parent_process_name text,
  failure_reason text,
  status text,
  sub_status text
) PARTITION BY RANGE (occurred_at);
CREATE INDEX tenant_events_time ON scout.tenant_events (tenant_id, occurred_at);
CREATE INDEX tenant_events_brin ON scout.tenant_events USING brin (occurred_at);

-- One row per rule match. The *_key columns are what detection compares, the others what a person reads.
CREATE TABLE scout.incidents (
  tenant_id uuid NOT NULL,
  rule text NOT NULL,
  occurred_at timestamptz(3) NOT NULL,
  batch_id uuid NOT NULL,
  batch_index integer NOT NULL,
  agent_id uuid NOT NULL,
  service_account text COLLATE "C" NOT NULL,
  service_account_key text COLLATE "C" NOT NULL,
  computer text COLLATE "C",
  computer_key text COLLATE "C",
  server text COLLATE "C",
  server_key text COLLATE "C",
  process text,
  failure_reason text,
  source_hosts text[] NOT NULL DEFAULT '{}'
) PARTITION BY RANGE (occurred_at);
CREATE INDEX incidents_time ON scout.incidents (tenant_id, rule, occurred_at);

-- Counts per quarter hour, which is exact for every time zone's day. label and value_label are the spellings on the
-- earliest event of the bucket; COLLATE "C" orders by code point, as detection does.
CREATE TABLE scout.rollups (
  tenant_id uuid NOT NULL,
  rule text NOT NULL,
  dimension text NOT NULL,
  bucket timestamptz NOT NULL,
  key text COLLATE "C" NOT NULL,
  value_key text COLLATE "C" NOT NULL DEFAULT '',
  n bigint NOT NULL CHECK (n > 0),
  label text COLLATE "C" NOT NULL,
  value_label text COLLATE "C" NOT NULL DEFAULT '',
  first_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, rule, dimension, bucket, key, value_key)
) PARTITION BY RANGE (bucket);

CREATE TABLE scout.batch_bodies_default PARTITION OF scout.batch_bodies DEFAULT;
CREATE TABLE scout.tenant_events_default PARTITION OF scout.tenant_events DEFAULT;
CREATE TABLE scout.incidents_default PARTITION OF scout.incidents DEFAULT;
CREATE TABLE scout.rollups_default PARTITION OF scout.rollups DEFAULT;

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['batches', 'batch_bodies', 'tenant_events', 'incidents', 'rollups',
    'batch_bodies_default', 'tenant_events_default', 'incidents_default', 'rollups_default'] LOOP
    EXECUTE format('ALTER TABLE scout.%I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE scout.%I FORCE ROW LEVEL SECURITY', name);
  END LOOP;

  -- These policies bind scout_ingest where it could not be given BYPASSRLS.
  FOREACH name IN ARRAY ARRAY['batches', 'batch_bodies', 'tenant_events', 'incidents', 'rollups'] LOOP
    EXECUTE format('CREATE POLICY ingest_adds_own_tenant ON scout.%I FOR INSERT TO scout_ingest '
      'WITH CHECK (tenant_id = nullif(current_setting(''scout.tenant_id'', true), '''')::uuid)', name);
    EXECUTE format('CREATE POLICY definer_all ON scout.%I TO scout_definer USING (true) WITH CHECK (true)', name);
    EXECUTE format('GRANT INSERT ON scout.%I TO scout_ingest', name);
    EXECUTE format('GRANT DELETE ON scout.%I TO scout_definer', name);
  END LOOP;

  FOREACH name IN ARRAY ARRAY['batches', 'tenant_events', 'incidents', 'rollups'] LOOP
    EXECUTE format('CREATE POLICY member_reads_own_tenant ON scout.%I FOR SELECT TO scout_member '
      'USING (tenant_id = nullif(current_setting(''scout.tenant_id'', true), '''')::uuid)', name);
  END LOOP;

  FOREACH name IN ARRAY ARRAY['batches', 'rollups'] LOOP
    EXECUTE format('CREATE POLICY ingest_reads_own_tenant ON scout.%I FOR SELECT TO scout_ingest '
      'USING (tenant_id = nullif(current_setting(''scout.tenant_id'', true), '''')::uuid)', name);
  END LOOP;
END
$$;
CREATE POLICY ingest_changes_own_tenant ON scout.rollups FOR UPDATE TO scout_ingest
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);

GRANT SELECT (tenant_id, agent_id, batch_no, batch_id, received_at, accepted, rejected, rejections)
  ON scout.batches TO scout_member;
GRANT SELECT ON scout.tenant_events, scout.incidents, scout.rollups TO scout_member;
GRANT SELECT ON scout.batches, scout.rollups TO scout_ingest;
GRANT UPDATE (n, label, value_label, first_at) ON scout.rollups TO scout_ingest;
GRANT SELECT (tenant_id, agent_id, batch_no, received_at) ON scout.batches TO scout_definer;
GRANT SELECT (tenant_id, batch_id, received_at) ON scout.batch_bodies TO scout_definer;
GRANT SELECT (tenant_id, batch_id, occurred_at) ON scout.tenant_events, scout.incidents TO scout_definer;
GRANT SELECT (tenant_id, bucket) ON scout.rollups TO scout_definer;
