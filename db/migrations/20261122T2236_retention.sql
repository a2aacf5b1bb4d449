-- Entries of the audit log, requests of visitors and addresses of the mailing list end, too. What is left of an audit log begins after the
-- last entry that was deleted, whose number and hash are kept, so that the chain can still be verified.
ALTER TABLE scout.audit_heads
  ADD COLUMN deleted_through bigint NOT NULL DEFAULT 0,
  ADD COLUMN deleted_hash bytea NOT NULL DEFAULT ''::bytea;
GRANT UPDATE (deleted_through, deleted_hash) ON scout.audit_heads TO scout_definer;
CREATE POLICY definer_deletes ON scout.demo_requests FOR DELETE TO scout_definer USING (true);
CREATE POLICY definer_all ON scout.mailing_list TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT (created_at), DELETE ON scout.demo_requests TO scout_definer;
GRANT SELECT (created_at), DELETE ON scout.mailing_list TO scout_definer;
-- The oldest month is looked through every hour.
CREATE INDEX incidents_brin ON scout.incidents USING brin (occurred_at);
CREATE INDEX rollups_brin ON scout.rollups USING brin (bucket);
CREATE INDEX audit_logs_occurred_at ON scout.audit_logs (occurred_at);

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

-- Incidents and rollups end with the day of their events, not with its month.
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

CREATE FUNCTION scout.delete_expired_audit(p_days integer) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET timezone = 'UTC'
AS $$
DECLARE
  v_day timestamptz := current_date - p_days;
  v_tenant uuid;
  v_head scout.audit_heads;
  v_last scout.audit_logs;
  v_deleted bigint;
  v_sum bigint := 0;
BEGIN
  IF p_days IS NULL OR p_days < 365 THEN
    RAISE EXCEPTION 'The audit log is kept for at least 365 days' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  FOR v_tenant IN SELECT DISTINCT a.tenant_id FROM scout.audit_logs a WHERE a.occurred_at < v_day ORDER BY 1 LOOP
    -- Held until the end: entries are linked after it.
    SELECT * INTO v_head FROM scout.audit_heads h WHERE h.tenant_id = v_tenant FOR UPDATE;
    CONTINUE WHEN NOT FOUND;
    -- In the order of the chain, up to the first entry that is kept.
    SELECT * INTO v_last FROM scout.audit_logs a
    WHERE a.tenant_id = v_tenant AND a.sequence < coalesce((SELECT min(n.sequence) FROM scout.audit_logs n
      WHERE n.tenant_id = v_tenant AND n.occurred_at >= v_day), v_head.sequence + 1)
    ORDER BY a.sequence DESC LIMIT 1;
    CONTINUE WHEN NOT FOUND;
    DELETE FROM scout.audit_logs a WHERE a.tenant_id = v_tenant AND a.sequence <= v_last.sequence;
    GET DIAGNOSTICS v_deleted = ROW_COUNT;
    v_sum := v_sum + v_deleted;
    UPDATE scout.audit_heads h SET deleted_through = v_last.sequence, deleted_hash = v_last.hash WHERE h.tenant_id = v_tenant;
  END LOOP;
  RETURN v_sum;
END
$$;
REVOKE ALL ON FUNCTION scout.delete_expired_audit(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.delete_expired_audit(integer) TO scout_operator;

CREATE FUNCTION scout.delete_expired_requests(p_request_days integer, p_mailing_list_days integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET timezone = 'UTC'
AS $$
BEGIN
  IF p_request_days IS NULL OR p_request_days < 30 OR p_mailing_list_days IS NULL OR p_mailing_list_days < 30 THEN
    RAISE EXCEPTION 'Requests and addresses are kept for at least 30 days' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  DELETE FROM scout.demo_requests WHERE created_at < current_date - p_request_days;
  DELETE FROM scout.mailing_list WHERE created_at < current_date - p_mailing_list_days;
END
$$;
REVOKE ALL ON FUNCTION scout.delete_expired_requests(integer, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.delete_expired_requests(integer, integer) TO scout_operator;

CREATE OR REPLACE FUNCTION scout.verify_audit(p_tenant_id uuid) RETURNS TABLE (entries bigint, first_fault bigint, head text)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  WITH begun AS (
    SELECT coalesce(max(h.deleted_through), 0) AS through, coalesce((SELECT b.deleted_hash FROM scout.audit_heads b
      WHERE b.tenant_id = p_tenant_id), ''::bytea) AS hash
    FROM scout.audit_heads h WHERE h.tenant_id = p_tenant_id
  ), linked AS (
    SELECT a.sequence, a.hash, begun.through + row_number() OVER chain AS place,
      scout.audit_hash(coalesce(lag(a.hash) OVER chain, begun.hash), a.sequence, a) AS expected
    FROM scout.audit_logs a CROSS JOIN begun WHERE a.tenant_id = p_tenant_id
    WINDOW chain AS (ORDER BY a.sequence)
  )
  SELECT (SELECT count(*) FROM linked),
    CASE
      WHEN (SELECT min(place) FROM linked WHERE sequence IS DISTINCT FROM place OR hash IS DISTINCT FROM expected) IS NOT NULL
        THEN (SELECT min(place) FROM linked WHERE sequence IS DISTINCT FROM place OR hash IS DISTINCT FROM expected)
      -- The last entries are gone.
      WHEN h.sequence IS DISTINCT FROM nullif(begun.through + (SELECT count(*) FROM linked), 0)
        THEN begun.through + (SELECT count(*) + 1 FROM linked)
    END,
    encode(h.hash, 'hex')
  FROM begun LEFT JOIN scout.audit_heads h ON h.tenant_id = p_tenant_id
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
