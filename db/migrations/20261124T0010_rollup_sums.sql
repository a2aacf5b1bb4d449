-- Sums of rollups over whole UTC days that have ended: of each day, and of the days of the default window together. One row holds the
-- names (keys, labels, n, first_at, hours, peaks), the pairs (keys, value_keys, labels, first_at) or the quarter hours (first_at, n) of a
-- rule in arrays, so that thirty days of thousands of accounts are few rows. A late event removes the sums of its day; they are made anew
-- in the background. summed: the batch has done so itself, which one of an earlier version has not.
CREATE TABLE scout.rollup_sums (
  tenant_id uuid NOT NULL,
  rule text NOT NULL,
  days integer NOT NULL CHECK (days > 0),
  first_day timestamptz NOT NULL,
  dimension text NOT NULL,
  keys text[] COLLATE "C" NOT NULL DEFAULT '{}',
  value_keys text[] COLLATE "C" NOT NULL DEFAULT '{}',
  labels text[] COLLATE "C" NOT NULL DEFAULT '{}',
  n bigint[] NOT NULL DEFAULT '{}',
  first_at timestamptz(3)[] NOT NULL DEFAULT '{}',
  hours integer[] NOT NULL DEFAULT '{}',
  peaks bigint[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (tenant_id, rule, days, first_day, dimension)
);
CREATE INDEX rollup_sums_first_day ON scout.rollup_sums (first_day);
CREATE TABLE scout.summed_tenants (
  tenant_id uuid PRIMARY KEY REFERENCES scout.tenants (tenant_id),
  due boolean NOT NULL DEFAULT false,
  summed_through timestamptz NOT NULL DEFAULT '-infinity',
  summed_at timestamptz NOT NULL DEFAULT '-infinity'
);
ALTER TABLE scout.batches ADD COLUMN summed boolean NOT NULL DEFAULT true;
ALTER TABLE scout.batches ALTER COLUMN summed SET DEFAULT false;
CREATE INDEX batches_to_sum ON scout.batches (tenant_id) WHERE NOT summed;
GRANT SELECT (summed) ON scout.batches TO scout_member, scout_judge, scout_definer;
GRANT UPDATE (summed) ON scout.batches TO scout_judge;

DO $$
DECLARE
  name text;
  own text := 'tenant_id = nullif(current_setting(''scout.tenant_id'', true), '''')::uuid';
BEGIN
  FOREACH name IN ARRAY ARRAY['rollup_sums', 'summed_tenants'] LOOP
    EXECUTE format('ALTER TABLE scout.%I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE scout.%I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY definer_all ON scout.%I TO scout_definer USING (true) WITH CHECK (true)', name);
    EXECUTE format('CREATE POLICY judge_own_tenant ON scout.%1$I TO scout_judge USING (%2$s) WITH CHECK (%2$s)', name, own);
    EXECUTE format('CREATE POLICY ingest_reads_own_tenant ON scout.%I FOR SELECT TO scout_ingest USING (%s)', name, own);
  END LOOP;
  EXECUTE format('CREATE POLICY member_reads_own_tenant ON scout.rollup_sums FOR SELECT TO scout_member USING (%s)', own);
  EXECUTE format('CREATE POLICY ingest_removes_own_tenant ON scout.rollup_sums FOR DELETE TO scout_ingest USING (%s)', own);
  EXECUTE format('CREATE POLICY ingest_changes_own_tenant ON scout.summed_tenants FOR UPDATE TO scout_ingest USING (%s)', own);
END
$$;
GRANT SELECT ON scout.rollup_sums TO scout_member;
GRANT SELECT (tenant_id, days, first_day), DELETE ON scout.rollup_sums TO scout_ingest;
GRANT SELECT, INSERT, DELETE ON scout.rollup_sums TO scout_judge;
GRANT SELECT (tenant_id, first_day), DELETE ON scout.rollup_sums TO scout_definer;
GRANT SELECT (tenant_id), UPDATE (due) ON scout.summed_tenants TO scout_ingest;
GRANT SELECT, INSERT, UPDATE (due, summed_through, summed_at) ON scout.summed_tenants TO scout_judge;
GRANT SELECT, DELETE ON scout.summed_tenants TO scout_definer;

GRANT CREATE ON SCHEMA scout TO scout_definer;
DO $$
BEGIN
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE format('GRANT scout_definer TO %I', current_user)
      || CASE WHEN current_setting('server_version_num')::int >= 160000 THEN ' WITH INHERIT FALSE, SET TRUE' ELSE '' END;
  END IF;
END
$$;
SET LOCAL ROLE scout_definer;

CREATE FUNCTION scout.tenants_to_sum(p_limit integer) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET timezone = 'UTC'
AS $$
  SELECT t.tenant_id FROM scout.tenants t LEFT JOIN scout.summed_tenants s ON s.tenant_id = t.tenant_id
  WHERE s.tenant_id IS NULL OR s.summed_through < current_date OR s.due AND s.summed_at < now() - interval '1 minute'
    OR EXISTS (SELECT FROM scout.batches b WHERE b.tenant_id = t.tenant_id AND NOT b.summed)
  ORDER BY t.tenant_id LIMIT p_limit
$$;
REVOKE ALL ON FUNCTION scout.tenants_to_sum(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.tenants_to_sum(integer) TO scout_judge;

CREATE OR REPLACE FUNCTION scout.delete_expired_rows(p_retention_days integer) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET timezone = 'UTC'
AS $$
DECLARE
  v_day timestamptz := current_date - p_retention_days;
  v_batch uuid := (lpad(to_hex((extract(epoch FROM v_day) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;
  v_events bigint;
BEGIN
  IF p_retention_days IS NULL OR p_retention_days < 31 THEN
    RAISE EXCEPTION 'Retention is at least 31 days: the dashboards show 30' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  DELETE FROM scout.rollups WHERE bucket < v_day;
  DELETE FROM scout.rollup_sums WHERE first_day < v_day;
  DELETE FROM scout.event_counts WHERE hour < v_day;
  DELETE FROM scout.incidents WHERE occurred_at < v_day AND batch_id < v_batch;
  DELETE FROM scout.batch_bodies WHERE received_at < v_day;
  DELETE FROM scout.batches b WHERE b.received_at < v_day AND EXISTS (
    SELECT FROM scout.batches n WHERE n.tenant_id = b.tenant_id AND n.agent_id = b.agent_id AND n.batch_no > b.batch_no);
  DELETE FROM scout.agent_gaps WHERE received_at < v_day;
  DELETE FROM scout.activity_parts WHERE hour < v_day;
  DELETE FROM scout.account_activity WHERE hour < v_day;
  DELETE FROM scout.findings WHERE occurred_at < v_day;
  DELETE FROM scout.case_comments m USING scout.cases c WHERE m.tenant_id = c.tenant_id AND m.case_id = c.case_id
    AND greatest(c.last_seen, c.touched_at) < v_day;
  DELETE FROM scout.case_changes h USING scout.cases c WHERE h.tenant_id = c.tenant_id AND h.case_id = c.case_id
    AND greatest(c.last_seen, c.touched_at) < v_day;
  DELETE FROM scout.cases WHERE greatest(last_seen, touched_at) < v_day;
  -- Something late may still go back to the newest one before the oldest hour that is kept.
  DELETE FROM scout.assessment_snapshots s WHERE EXISTS (
    SELECT FROM scout.assessment_snapshots n WHERE n.tenant_id = s.tenant_id AND n.hour > s.hour AND n.hour <= v_day);
  DELETE FROM scout.tenant_events WHERE occurred_at < v_day AND batch_id < v_batch;
  GET DIAGNOSTICS v_events = ROW_COUNT;
  RETURN v_events;
END
$$;

CREATE OR REPLACE FUNCTION scout.remove_ended_data(p_tenant_id uuid, p_now timestamp with time zone) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  name text;
BEGIN
  UPDATE scout.tenants t SET data_until = NULL
  WHERE t.tenant_id = p_tenant_id AND NOT t.is_subscribed AND t.data_until <= p_now;
  IF NOT FOUND THEN RETURN false; END IF;
  -- summed_tenants comes first: its row keeps sums of what is being removed from being made.
  -- Cases go on being counted where they were. The lock keeps the assessor away.
  UPDATE scout.assessments a SET closed_through = NULL, read_through = NULL, due_at = NULL, alerts_from = NULL
  WHERE a.tenant_id = p_tenant_id;
  FOREACH name IN ARRAY ARRAY['summed_tenants', 'rollups', 'rollup_sums', 'event_counts', 'incidents', 'tenant_events', 'batch_bodies', 'activity_parts', 'account_activity',
    'agent_gaps', 'ingest_usage', 'alert_messages', 'alert_steps', 'channel_deliveries', 'findings', 'case_comments', 'case_changes',
    'cases', 'assessment_snapshots']
  LOOP
    EXECUTE format('DELETE FROM scout.%I WHERE tenant_id = $1', name) USING p_tenant_id;
  END LOOP;
  RETURN true;
END
$$;

RESET ROLE;
REVOKE CREATE ON SCHEMA scout FROM scout_definer;
DO $$
BEGIN
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE format('REVOKE scout_definer FROM %I', current_user);
  END IF;
END
$$;
