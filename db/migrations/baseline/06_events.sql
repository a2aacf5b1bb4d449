-- What agents send. Everything large, here and in the next file, is partitioned by time; retention drops partitions. Partitions carry no
-- grants and no policies: rows are reached through the parent only. Partitions are made ahead of time and dropped whole.

-- The ledger: its row is written in the transaction that stores the batch, so a repeated batch changes nothing.
CREATE TABLE scout.batches (
  tenant_id uuid NOT NULL,
  agent_id uuid NOT NULL,
  batch_no bigint NOT NULL CHECK (batch_no > 0),
  batch_id uuid NOT NULL,
  body_sha256 bytea NOT NULL CHECK (length(body_sha256) = 32),
  received_at timestamptz NOT NULL,
  accepted integer NOT NULL,
  rejected integer NOT NULL,
  rejections jsonb NOT NULL DEFAULT '[]',
  -- The transaction that stored the batch, so that a reader can ask for what was committed since it last looked. Times cannot tell: events
  -- come late with old ones, and a transaction that began earlier may commit later. What a snapshot of then does not see, a reader of then
  -- has not seen (docs/decisions/0420-event-cursor.md).
  stored_in xid8 NOT NULL DEFAULT pg_current_xact_id(),
  PRIMARY KEY (tenant_id, agent_id, batch_no),
  FOREIGN KEY (tenant_id, agent_id) REFERENCES scout.agents (tenant_id, agent_id)
);
-- Retention looks every hour for rows that were received before a day, of all tenants.
CREATE INDEX batches_received_at ON scout.batches (received_at);
CREATE INDEX batches_stored_in ON scout.batches (tenant_id, stored_in);
ALTER TABLE scout.batches ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY member_reads_own_tenant ON scout.batches FOR SELECT TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY ingest_reads_own_tenant ON scout.batches FOR SELECT TO scout_ingest
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY ingest_adds_own_tenant ON scout.batches FOR INSERT TO scout_ingest
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY definer_all ON scout.batches TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT (tenant_id, agent_id, batch_no, batch_id, received_at, accepted, rejected, rejections, stored_in) ON scout.batches
  TO scout_member;
GRANT SELECT, INSERT ON scout.batches TO scout_ingest;
GRANT SELECT (tenant_id, agent_id, batch_no, batch_id, received_at), DELETE ON scout.batches TO scout_definer;

-- The body as it arrived, kept once; an event points at it with (batch_id, batch_index).
CREATE TABLE scout.batch_bodies (
  tenant_id uuid NOT NULL,
  batch_id uuid NOT NULL,
  received_at timestamptz NOT NULL,
  encoding text NOT NULL CHECK (encoding IN ('gzip', 'zstd', 'identity')),
  body bytea NOT NULL,
  PRIMARY KEY (tenant_id, batch_id, received_at)
) PARTITION BY RANGE (received_at);
ALTER TABLE scout.batch_bodies ALTER COLUMN body SET STORAGE EXTERNAL; -- compressed already
CREATE TABLE scout.batch_bodies_default PARTITION OF scout.batch_bodies DEFAULT;
ALTER TABLE scout.batch_bodies ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE scout.batch_bodies_default ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
-- A member looks at the raw event behind an incident: its line in the batch as it arrived.
CREATE POLICY member_reads_own_tenant ON scout.batch_bodies FOR SELECT TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY ingest_adds_own_tenant ON scout.batch_bodies FOR INSERT TO scout_ingest
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY definer_all ON scout.batch_bodies TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT (tenant_id, batch_id, received_at, encoding, body) ON scout.batch_bodies TO scout_member;
GRANT INSERT ON scout.batch_bodies TO scout_ingest;
GRANT SELECT (tenant_id, batch_id, received_at), DELETE ON scout.batch_bodies TO scout_definer;

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
  sub_status text,
  -- What accounts' stories are told from: sessions, tickets, the program that asked, and changes.
  logon_id text,
  subject_logon_id text,
  linked_logon_id text,
  process_name text,
  authentication_package text,
  service_name text,
  ticket_encryption text,
  object_name text,
  object_id text,
  change text
) PARTITION BY RANGE (occurred_at);
CREATE TABLE scout.tenant_events_default PARTITION OF scout.tenant_events DEFAULT;
CREATE INDEX tenant_events_brin ON scout.tenant_events USING brin (occurred_at);
CREATE INDEX tenant_events_time ON scout.tenant_events (tenant_id, occurred_at);
ALTER TABLE scout.tenant_events ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE scout.tenant_events_default ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY member_reads_own_tenant ON scout.tenant_events FOR SELECT TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY ingest_adds_own_tenant ON scout.tenant_events FOR INSERT TO scout_ingest
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY judge_reads_own_tenant ON scout.tenant_events FOR SELECT TO scout_judge
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
-- The register names an account as events spell it, which the assessor looks up in the events of its findings.
CREATE POLICY assessor_reads_own_tenant ON scout.tenant_events FOR SELECT TO scout_assessor
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY definer_all ON scout.tenant_events TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT ON scout.tenant_events TO scout_member, scout_judge;
GRANT INSERT ON scout.tenant_events TO scout_ingest;
GRANT SELECT (tenant_id, occurred_at, batch_id, batch_index, target_user_name) ON scout.tenant_events TO scout_assessor;
GRANT SELECT (tenant_id, occurred_at, batch_id, agent_id), DELETE ON scout.tenant_events TO scout_definer;

-- How many events of each type an organization has in each hour, so that counting them does not read them. type_key is the type, or the
-- SHA-256 of one that is too long for an index.
CREATE TABLE scout.event_counts (
  tenant_id uuid NOT NULL,
  hour timestamptz NOT NULL,
  type_key text COLLATE "C" NOT NULL,
  event_type text COLLATE "C" NOT NULL,
  n bigint NOT NULL CHECK (n > 0),
  PRIMARY KEY (tenant_id, hour, type_key)
) WITH (fillfactor = 70);
CREATE INDEX event_counts_brin ON scout.event_counts USING brin (hour);
ALTER TABLE scout.event_counts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY member_reads_own_tenant ON scout.event_counts FOR SELECT TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY ingest_reads_own_tenant ON scout.event_counts FOR SELECT TO scout_ingest
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY ingest_adds_own_tenant ON scout.event_counts FOR INSERT TO scout_ingest
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY ingest_changes_own_tenant ON scout.event_counts FOR UPDATE TO scout_ingest
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY judge_own_tenant ON scout.event_counts TO scout_judge
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY definer_all ON scout.event_counts TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT ON scout.event_counts TO scout_member;
GRANT SELECT, INSERT, UPDATE (n) ON scout.event_counts TO scout_ingest;
GRANT SELECT, INSERT, UPDATE (n), DELETE ON scout.event_counts TO scout_judge;
GRANT SELECT (tenant_id, hour), DELETE ON scout.event_counts TO scout_definer;

-- Creates the day and month partitions that cover the days from p_from to p_to (UTC, both inclusive). Days outside [today - 366, today + 7]
-- are left to the DEFAULT partition. Returns how many were made.
CREATE FUNCTION scout.ensure_partitions(p_from date, p_to date, p_now timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET timezone = 'UTC'
SET lock_timeout = '250ms'
AS $$
DECLARE
  v_from date := greatest(p_from, p_now::date - 366);
  v_to date := least(p_to, p_now::date + 7);
  v_missing record;
  v_locked boolean := false;
  v_made integer := 0;
BEGIN
  FOR v_missing IN
    SELECT wanted.parent, wanted.name, wanted.lower_bound, wanted.upper_bound
    FROM (
      SELECT p.place, p.parent, format('%s_p%s', p.parent, to_char(d, 'YYYYMMDD')) AS name,
        d::date AS lower_bound, d::date + 1 AS upper_bound
      FROM generate_series(v_from::timestamp, v_to::timestamp, interval '1 day') AS d,
        (VALUES (1, 'batch_bodies'), (2, 'tenant_events')) AS p (place, parent)
      UNION ALL
      SELECT p.place, p.parent, format('%s_p%s', p.parent, to_char(m, 'YYYYMM')), m::date, (m + interval '1 month')::date
      FROM generate_series(date_trunc('month', v_from::timestamp), v_to::timestamp, interval '1 month') AS m,
        (VALUES (3, 'incidents'), (4, 'rollups')) AS p (place, parent)
    ) AS wanted
    WHERE to_regclass(format('scout.%I', wanted.name)) IS NULL
    ORDER BY wanted.place, wanted.lower_bound -- the order in which ingest locks the tables
  LOOP
    IF NOT v_locked THEN
      -- One at a time: several processes meet the same missing day at the same moment.
      PERFORM pg_advisory_xact_lock(hashtextextended('scout-partitions', 0));
      v_locked := true;
    END IF;
    BEGIN
      EXECUTE format('CREATE TABLE scout.%I PARTITION OF scout.%I FOR VALUES FROM (%L) TO (%L)',
        v_missing.name, v_missing.parent, v_missing.lower_bound || ' 00:00:00+00', v_missing.upper_bound || ' 00:00:00+00');
      EXECUTE format('ALTER TABLE scout.%I ENABLE ROW LEVEL SECURITY', v_missing.name);
      EXECUTE format('ALTER TABLE scout.%I FORCE ROW LEVEL SECURITY', v_missing.name);
      v_made := v_made + 1;
    EXCEPTION
      WHEN duplicate_table THEN NULL; -- made while we waited for the lock
      WHEN check_violation THEN NULL; -- rows of that day lie in DEFAULT already; the rest of the day joins them there
    END;
  END LOOP;
  RETURN v_made;
END
$$;
REVOKE ALL ON FUNCTION scout.ensure_partitions FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.ensure_partitions TO scout_ingest, scout_operator;

-- Drops the partitions that lie wholly before today - p_retention_days (UTC). Returns how many were dropped.
CREATE FUNCTION scout.drop_expired_partitions(p_retention_days integer, p_now timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET timezone = 'UTC'
SET lock_timeout = '250ms'
AS $$
DECLARE
  v_first_kept date := p_now::date - p_retention_days;
  v_expired record;
  v_dropped integer := 0;
BEGIN
  IF p_retention_days IS NULL OR p_retention_days < 31 THEN
    RAISE EXCEPTION 'Retention is at least 31 days: the dashboards show 30' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('scout-partitions', 0));
  FOR v_expired IN
    SELECT c.relname AS name
    FROM pg_inherits i
    JOIN (VALUES (1, 'scout.batch_bodies'::regclass), (2, 'scout.tenant_events'), (3, 'scout.incidents'), (4, 'scout.rollups'))
      AS p (place, parent) ON p.parent = i.inhparent
    JOIN pg_class c ON c.oid = i.inhrelid
    CROSS JOIN LATERAL (SELECT substring(c.relname FROM '_p(\d{6,8})$') AS stamp) AS s
    WHERE CASE length(s.stamp)
        WHEN 8 THEN to_date(s.stamp, 'YYYYMMDD') + 1 <= v_first_kept
        WHEN 6 THEN (to_date(s.stamp, 'YYYYMM') + interval '1 month')::date <= v_first_kept
        ELSE false
      END
    ORDER BY p.place, c.relname
  LOOP
    EXECUTE format('DROP TABLE scout.%I', v_expired.name);
    v_dropped := v_dropped + 1;
  END LOOP;
  RETURN v_dropped;
END
$$;
REVOKE ALL ON FUNCTION scout.drop_expired_partitions FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.drop_expired_partitions TO scout_operator;
