-- Findings go with the events that they are about, cases a year after their last event or the last that a person did with them.
GRANT SELECT (occurred_at) ON scout.findings TO scout_definer;
GRANT SELECT (case_id, last_seen, touched_at) ON scout.cases TO scout_definer;
GRANT SELECT (case_id) ON scout.case_comments, scout.case_changes TO scout_definer;
GRANT SELECT (hour) ON scout.assessment_snapshots TO scout_definer;

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
  v_month timestamptz := date_trunc('month', v_day); -- the oldest monthly partition that is kept begins here
  v_batch uuid := (lpad(to_hex((extract(epoch FROM v_day) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;
  v_events bigint;
BEGIN
  IF p_retention_days IS NULL OR p_retention_days < 31 THEN
    RAISE EXCEPTION 'Retention is at least 31 days: the dashboards show 30' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  DELETE FROM scout.rollups WHERE bucket < v_month;
  DELETE FROM scout.incidents WHERE occurred_at < v_month AND batch_id < v_batch;
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

RESET ROLE;
REVOKE CREATE ON SCHEMA scout FROM scout_definer;
DO $$
BEGIN
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE format('REVOKE scout_definer FROM %I', current_user);
  END IF;
END
$$;
