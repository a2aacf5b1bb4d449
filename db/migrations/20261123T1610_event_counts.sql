-- How many events of each type an organization has in each hour, so that counting them does not read them. type_key is the type, or the
-- SHA-256 of one that is too long for an index. counted: event_counts holds the batch's events, which ingest says itself of every batch
-- that it stores now; those of earlier versions are counted in the background.
CREATE TABLE scout.event_counts (
  tenant_id uuid NOT NULL,
  hour timestamptz NOT NULL,
  type_key text COLLATE "C" NOT NULL,
  event_type text COLLATE "C" NOT NULL,
  n bigint NOT NULL CHECK (n > 0),
  PRIMARY KEY (tenant_id, hour, type_key)
) WITH (fillfactor = 70);
CREATE INDEX event_counts_brin ON scout.event_counts USING brin (hour);
ALTER TABLE scout.batches ADD COLUMN counted boolean NOT NULL DEFAULT false;
CREATE INDEX batches_to_count ON scout.batches (tenant_id) WHERE NOT counted;
GRANT SELECT (counted) ON scout.batches TO scout_member, scout_judge;
GRANT UPDATE (counted) ON scout.batches TO scout_judge;

ALTER TABLE scout.event_counts ENABLE ROW LEVEL SECURITY;
ALTER TABLE scout.event_counts FORCE ROW LEVEL SECURITY;
DO $$
DECLARE
  own text := 'tenant_id = nullif(current_setting(''scout.tenant_id'', true), '''')::uuid';
BEGIN
  EXECUTE 'CREATE POLICY definer_all ON scout.event_counts TO scout_definer USING (true) WITH CHECK (true)';
  EXECUTE format('CREATE POLICY member_reads_own_tenant ON scout.event_counts FOR SELECT TO scout_member USING (%s)', own);
  EXECUTE format('CREATE POLICY ingest_adds_own_tenant ON scout.event_counts FOR INSERT TO scout_ingest WITH CHECK (%s)', own);
  EXECUTE format('CREATE POLICY ingest_reads_own_tenant ON scout.event_counts FOR SELECT TO scout_ingest USING (%s)', own);
  EXECUTE format('CREATE POLICY ingest_changes_own_tenant ON scout.event_counts FOR UPDATE TO scout_ingest USING (%s)', own);
  EXECUTE format('CREATE POLICY judge_own_tenant ON scout.event_counts TO scout_judge USING (%1$s) WITH CHECK (%1$s)', own);
END
$$;
GRANT SELECT, INSERT, UPDATE (n) ON scout.event_counts TO scout_ingest;
GRANT SELECT, INSERT, UPDATE (n), DELETE ON scout.event_counts TO scout_judge;
GRANT SELECT ON scout.event_counts TO scout_member;
GRANT SELECT (tenant_id, hour), DELETE ON scout.event_counts TO scout_definer;

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
  -- Cases go on being counted where they were. The lock keeps the assessor away.
  UPDATE scout.assessments a SET closed_through = NULL, read_through = NULL, due_at = NULL, alerts_from = NULL
  WHERE a.tenant_id = p_tenant_id;
  FOREACH name IN ARRAY ARRAY['rollups', 'event_counts', 'incidents', 'tenant_events', 'batch_bodies', 'activity_parts', 'account_activity',
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
