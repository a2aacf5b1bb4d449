-- Each organization keeps its data for its own time, and a legal hold keeps all of it.

ALTER TABLE scout.tenants
  ADD COLUMN retention_days integer NOT NULL DEFAULT 365 CHECK (retention_days BETWEEN 31 AND 3650),
  -- A shorter time applies from retention_shortens_at on; until then former_retention_days does.
  ADD COLUMN former_retention_days integer,
  ADD COLUMN retention_shortens_at timestamptz,
  -- A legal hold: while there is one, nothing of the organization is deleted because of its age or its end.
  ADD COLUMN hold_since timestamptz,
  ADD COLUMN hold_reason text CHECK (char_length(hold_reason) BETWEEN 1 AND 500),
  ADD COLUMN hold_set_by text CHECK (char_length(hold_set_by) <= 254),
  -- Retention deleted the counts of events before it; null: of none. Events that arrived late may be older.
  ADD COLUMN counted_from timestamptz,
  ADD CONSTRAINT tenants_retention_check CHECK ((former_retention_days IS NULL) = (retention_shortens_at IS NULL)),
  ADD CONSTRAINT tenants_hold_check CHECK ((hold_since IS NULL) = (hold_reason IS NULL) AND (hold_since IS NULL) = (hold_set_by IS NULL)),
  -- A start may remove the sample.
  ADD CONSTRAINT tenants_sample_hold_check CHECK (hold_since IS NULL OR NOT is_sample);

-- Why there is a hold is the admins' to know.
REVOKE SELECT ON scout.tenants FROM scout_member;
GRANT SELECT (tenant_id, company_name, company_key, is_subscribed, receive_email_alerts, can_purchase_subscription, is_sample, created_at,
  updated_at, requires_second_factor, time_zone, trial_ends_at, trial_reminded_days, data_until, deletion_due_at, retention_days,
  former_retention_days, retention_shortens_at, counted_from) ON scout.tenants TO scout_member;
GRANT UPDATE (retention_days, former_retention_days, retention_shortens_at, hold_since, hold_reason, hold_set_by) ON scout.tenants
  TO scout_admin;
GRANT SELECT (retention_days, former_retention_days, retention_shortens_at, hold_since, counted_from),
  UPDATE (former_retention_days, retention_shortens_at, counted_from) ON scout.tenants TO scout_definer;

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

-- What retention asks of each organization at a time: whether a legal hold keeps everything, and otherwise how many days are kept.
CREATE FUNCTION scout.retention(p_now timestamptz) RETURNS TABLE (tenant_id uuid, is_held boolean, days integer)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT t.tenant_id, t.hold_since IS NOT NULL,
    CASE WHEN t.retention_shortens_at > p_now THEN greatest(t.former_retention_days, t.retention_days) ELSE t.retention_days END
  FROM scout.tenants t
$$;
REVOKE ALL ON FUNCTION scout.retention FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.retention TO scout_operator;

-- True under a legal hold. Whoever sets a hold takes the lock exclusively, so a hold waits for what is being deleted, and what is deleted
-- after this question until the end of the transaction is not held. Every function that deletes an organization's data asks first.
CREATE FUNCTION scout.is_held(p_tenant_id uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('scout legal holds', 0));
  RETURN EXISTS (SELECT FROM scout.tenants t WHERE t.tenant_id = p_tenant_id AND t.hold_since IS NOT NULL);
END
$$;
REVOKE ALL ON FUNCTION scout.is_held FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.is_held TO scout_alerts, scout_operator;

-- The day (UTC) before which some organization needs no data any more, and before which its partitions may go: that of the longest time, at
-- most p_most days. A hold does not count; it keeps the partitions that have its organization's rows.
CREATE FUNCTION scout.first_day_kept(p_most integer, p_now timestamptz) RETURNS date
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET timezone = 'UTC'
AS $$
  SELECT p_now::date - coalesce((SELECT least(max(r.days), p_most) FROM scout.retention(p_now) r WHERE NOT r.is_held), p_most)
$$;
REVOKE ALL ON FUNCTION scout.first_day_kept FROM PUBLIC;

-- Whether an organization that keeps longer, or is under a legal hold, has rows of a partitioned table in these bounds. The ledger and the
-- counts tell without a lock on the partition, of which there may be thousands; rows that retention counts no more are looked for.
CREATE FUNCTION scout.needs_rows(p_parent text, p_moment text, p_from date, p_to date, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET timezone = 'UTC'
AS $$
DECLARE
  v_needing uuid[] := ARRAY(SELECT r.tenant_id FROM scout.retention(p_now) r WHERE r.is_held OR p_to > p_now::date - r.days);
  v_from timestamptz := p_from;
  v_to timestamptz := p_to;
  v_is_needed boolean;
BEGIN
  IF p_parent = 'batch_bodies' THEN
    RETURN EXISTS (SELECT FROM scout.batches b WHERE b.tenant_id = ANY (v_needing) AND b.received_at >= v_from AND b.received_at < v_to);
  END IF;
  IF EXISTS (SELECT FROM scout.event_counts c WHERE c.tenant_id = ANY (v_needing) AND c.hour >= v_from AND c.hour < v_to) THEN
    RETURN true;
  END IF;
  IF NOT EXISTS (SELECT FROM scout.tenants t WHERE t.tenant_id = ANY (v_needing) AND t.counted_from > v_from) THEN
    RETURN false;
  END IF;
  -- By the parent, because partitions have no policies; the bounds leave one of them.
  EXECUTE format('SELECT EXISTS (SELECT FROM scout.%I WHERE tenant_id = ANY ($1) AND %I >= $2 AND %I < $3)', p_parent, p_moment, p_moment)
    INTO v_is_needed USING v_needing, v_from, v_to;
  RETURN v_is_needed;
END
$$;
REVOKE ALL ON FUNCTION scout.needs_rows FROM PUBLIC;

-- The owner asks them: it drops the partitions, and policies keep it from reading the rows.
DO $$
BEGIN
  EXECUTE format('GRANT EXECUTE ON FUNCTION scout.first_day_kept, scout.needs_rows TO %s',
    (SELECT p.proowner::regrole FROM pg_proc p WHERE p.oid = 'scout.drop_expired_partitions'::regproc));
END
$$;

-- Takes a person out of every organization before the account goes. outcome, one row each: left; deleted, when nobody else was active
-- there; last_admin, when others are, and held, when a legal hold keeps it: then nothing may be kept of what was done, so roll back.
CREATE OR REPLACE FUNCTION scout.leave_organizations(p_user_id text, p_now timestamptz) RETURNS TABLE (tenant_id uuid, outcome text)
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  v_tenant uuid;
  v_admin boolean;
  v_others integer;
  v_other_admins integer;
BEGIN
  FOR v_tenant IN SELECT m.tenant_id FROM scout.memberships m WHERE m.user_id = p_user_id ORDER BY 1 LOOP
    PERFORM pg_advisory_xact_lock(hashtextextended('scout organization ' || v_tenant, 0));
    SELECT coalesce(bool_or(m.user_id = p_user_id AND m.role = 'admin' AND m.status = 'active'), false),
      count(*) FILTER (WHERE m.status = 'active' AND m.user_id <> p_user_id),
      count(*) FILTER (WHERE m.status = 'active' AND m.role = 'admin' AND m.user_id <> p_user_id)
    INTO v_admin, v_others, v_other_admins
    FROM scout.memberships m WHERE m.tenant_id = v_tenant;

    IF v_admin AND v_others > 0 AND v_other_admins = 0 THEN
      RETURN QUERY SELECT v_tenant, 'last_admin'::text;
    ELSIF v_others = 0 AND v_admin AND scout.is_held(v_tenant) THEN
      RETURN QUERY SELECT v_tenant, 'held'::text;
    ELSIF v_others = 0 AND v_admin THEN
      PERFORM scout.delete_organization(v_tenant, p_now);
      RETURN QUERY SELECT v_tenant, 'deleted'::text;
    ELSE
      DELETE FROM scout.profiles p WHERE p.tenant_id = v_tenant AND p.user_id = p_user_id;
      DELETE FROM scout.memberships m WHERE m.tenant_id = v_tenant AND m.user_id = p_user_id;
      RETURN QUERY SELECT v_tenant, 'left'::text;
    END IF;
  END LOOP;
END
$$;

-- Deletes the oldest entries of each chain. Returns how many.
CREATE OR REPLACE FUNCTION scout.delete_expired_audit(p_days integer, p_now timestamptz) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET timezone = 'UTC'
AS $$
DECLARE
  v_day timestamptz := p_now::date - p_days;
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
    CONTINUE WHEN scout.is_held(v_tenant);
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

-- Removes machines that nobody has approved for this number of days. Those with a batch, or with events, were approved before.
CREATE OR REPLACE FUNCTION scout.delete_unapproved_machines(p_days integer, p_now timestamptz)
RETURNS TABLE (tenant_id uuid, agent_id uuid, host text)
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  v_tenant_id uuid;
  v_agent_id uuid;
  v_host text;
BEGIN
  IF p_days IS NULL OR p_days < 1 THEN
    RAISE EXCEPTION 'Machines await approval for at least a day' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  FOR v_tenant_id, v_agent_id, v_host IN
    SELECT a.tenant_id, a.agent_id, a.host FROM scout.agents a
    WHERE a.awaiting_approval AND a.revoked_at IS NULL AND a.released_until IS NULL AND a.last_batch_at IS NULL AND a.events_accepted = 0
      AND a.enrolled_at < p_now - make_interval(days => p_days)
      AND NOT EXISTS (SELECT FROM scout.batches b WHERE b.tenant_id = a.tenant_id AND b.agent_id = a.agent_id)
    ORDER BY a.tenant_id, a.agent_id FOR UPDATE SKIP LOCKED
  LOOP
    CONTINUE WHEN scout.is_held(v_tenant_id);
    DELETE FROM scout.agent_gaps g WHERE g.tenant_id = v_tenant_id AND g.agent_id = v_agent_id;
    DELETE FROM scout.ingest_usage u WHERE u.tenant_id = v_tenant_id AND u.sender_id = v_agent_id;
    DELETE FROM scout.agents a WHERE a.tenant_id = v_tenant_id AND a.agent_id = v_agent_id;
    RETURN QUERY SELECT v_tenant_id, v_agent_id, v_host;
  END LOOP;
END
$$;

-- Reviews go as old as the audit log, which names their heads.
CREATE OR REPLACE FUNCTION scout.delete_expired_reviews(p_days integer, p_now timestamptz) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET timezone = 'UTC'
AS $$
DECLARE
  v_reviews bigint;
BEGIN
  IF p_days IS NULL OR p_days < 365 THEN
    RAISE EXCEPTION 'Reviews are kept for at least a year' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  DELETE FROM scout.owner_reviews r WHERE r.started_at < p_now::date - p_days AND NOT scout.is_held(r.tenant_id);
  GET DIAGNOSTICS v_reviews = ROW_COUNT;
  RETURN v_reviews;
END
$$;

DROP FUNCTION scout.delete_expired_rows(integer, timestamptz);
-- What drop_expired_partitions leaves of one organization: at most a day of it, its oldest first; more tells whether there may be another
-- one. Nothing under a legal hold. The DEFAULT partitions hold events that were old on arrival; those go once they have been here for as
-- long as others are kept, which batch_id tells (UUID version 7 begins with the time of arrival). Of the ledger, each agent keeps its newest
-- batch, from which its next number follows. Incidents, rollups and findings end with the day of their events, not with its month; cases go
-- after their last event or the last that a person did with them.
CREATE FUNCTION scout.delete_expired_rows(p_tenant_id uuid, p_now timestamptz) RETURNS TABLE (events bigint, more boolean)
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET timezone = 'UTC'
AS $$
DECLARE
  v_tenant CONSTANT uuid := p_tenant_id;
  v_kept timestamptz;
  v_day timestamptz;
  v_batch uuid;
BEGIN
  events := 0;
  more := false;
  IF NOT scout.is_held(v_tenant) THEN
    SELECT p_now::date - r.days INTO v_kept FROM scout.retention(p_now) r WHERE r.tenant_id = v_tenant;
  END IF;
  IF v_kept IS NULL THEN
    RETURN NEXT;
    RETURN;
  END IF;
  -- Every event is counted by its hour.
  SELECT least(v_kept, date_trunc('day', min(c.hour)) + interval '1 day') INTO v_day FROM scout.event_counts c WHERE c.tenant_id = v_tenant;
  more := v_day < v_kept;
  -- Of what was old on arrival, the time here counts.
  v_batch := (lpad(to_hex((extract(epoch FROM v_kept) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;
  DELETE FROM scout.rollups r WHERE r.tenant_id = v_tenant AND r.bucket < v_day;
  DELETE FROM scout.rollup_sums r WHERE r.tenant_id = v_tenant AND r.first_day < v_day;
  DELETE FROM scout.event_counts c WHERE c.tenant_id = v_tenant AND c.hour < v_day;
  DELETE FROM scout.incidents i WHERE i.tenant_id = v_tenant AND i.occurred_at < v_day AND i.batch_id < v_batch;
  DELETE FROM scout.batch_bodies b WHERE b.tenant_id = v_tenant AND b.received_at < v_day;
  DELETE FROM scout.batches b WHERE b.tenant_id = v_tenant AND b.received_at < v_day AND EXISTS (
    SELECT FROM scout.batches n WHERE n.tenant_id = b.tenant_id AND n.agent_id = b.agent_id AND n.batch_no > b.batch_no);
  DELETE FROM scout.agent_gaps g WHERE g.tenant_id = v_tenant AND g.received_at < v_day;
  DELETE FROM scout.activity_parts a WHERE a.tenant_id = v_tenant AND a.hour < v_day;
  DELETE FROM scout.account_activity a WHERE a.tenant_id = v_tenant AND a.hour < v_day;
  DELETE FROM scout.findings f WHERE f.tenant_id = v_tenant AND f.occurred_at < v_day;
  DELETE FROM scout.case_comments m USING scout.cases c WHERE c.tenant_id = v_tenant AND m.tenant_id = c.tenant_id
    AND m.case_id = c.case_id AND greatest(c.last_seen, c.touched_at) < v_day;
  DELETE FROM scout.case_changes h USING scout.cases c WHERE c.tenant_id = v_tenant AND h.tenant_id = c.tenant_id
    AND h.case_id = c.case_id AND greatest(c.last_seen, c.touched_at) < v_day;
  DELETE FROM scout.cases c WHERE c.tenant_id = v_tenant AND greatest(c.last_seen, c.touched_at) < v_day;
  -- Something late may still go back to the newest one before the oldest hour that is kept.
  DELETE FROM scout.assessment_snapshots s WHERE s.tenant_id = v_tenant AND EXISTS (
    SELECT FROM scout.assessment_snapshots n WHERE n.tenant_id = s.tenant_id AND n.hour > s.hour AND n.hour <= v_day);
  DELETE FROM scout.tenant_events e WHERE e.tenant_id = v_tenant AND e.occurred_at < v_day AND e.batch_id < v_batch;
  GET DIAGNOSTICS events = ROW_COUNT;
  UPDATE scout.tenants t SET counted_from = v_day
  WHERE t.tenant_id = v_tenant AND coalesce(t.counted_from, '-infinity') < v_day;
  UPDATE scout.tenants t SET former_retention_days = NULL, retention_shortens_at = NULL
  WHERE t.tenant_id = v_tenant AND t.retention_shortens_at <= p_now;
  RETURN NEXT;
END
$$;
REVOKE ALL ON FUNCTION scout.delete_expired_rows FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.delete_expired_rows TO scout_operator;

-- Deletes an organization and everything of it, whatever tables there are by then: those not named here first, because they may refer to
-- these. What would go on charging is noted first, and the id of what was deleted is kept. Refused under a legal hold. For the functions
-- below and leave_organizations only.
CREATE OR REPLACE FUNCTION scout.delete_organization(p_tenant_id uuid, p_now timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  name text;
BEGIN
  IF scout.is_held(p_tenant_id) THEN
    RAISE EXCEPTION 'A legal hold keeps this organization' USING ERRCODE = 'insufficient_privilege';
  END IF;
  INSERT INTO scout.payment_cancellations (subscription_id)
    SELECT DISTINCT p.subscription_id FROM scout.payments p
    WHERE p.tenant_id = p_tenant_id AND p.subscription_id IS NOT NULL AND p.ended_at IS NULL
    ON CONFLICT DO NOTHING;
  INSERT INTO scout.former_organizations (organization_id, deleted_at) VALUES (p_tenant_id, p_now) ON CONFLICT DO NOTHING;
  FOR name IN
    SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
    WHERE c.relnamespace = 'scout'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    ORDER BY array_position(ARRAY['rollups', 'incidents', 'tenant_events', 'batch_bodies', 'batches', 'agents',
      'enrolment_tokens', 'profiles', 'memberships', 'tenants']::name[], c.relname) NULLS FIRST, c.relname
  LOOP
    EXECUTE format('DELETE FROM scout.%I WHERE tenant_id = $1', name) USING p_tenant_id;
  END LOOP;
END
$$;

-- Deletes an organization whose deletion is due, with everything of it; false for any other, and under a legal hold.
CREATE OR REPLACE FUNCTION scout.delete_requested_organization(p_tenant_id uuid, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  -- The lock of every change of members; a request that is taken back meanwhile is seen after it.
  PERFORM pg_advisory_xact_lock(hashtextextended('scout organization ' || p_tenant_id, 0));
  IF scout.is_held(p_tenant_id)
    OR NOT EXISTS (SELECT FROM scout.tenants t WHERE t.tenant_id = p_tenant_id AND t.deletion_due_at <= p_now) THEN
    RETURN false;
  END IF;
  PERFORM scout.delete_organization(p_tenant_id, p_now);
  RETURN true;
END
$$;

-- Removes what agents sent and what was made of it, for an organization whose subscription ended long enough ago; false for any other, and
-- under a legal hold. The
-- numbers of batches stay, so that none is stored twice if the organization comes back; so do people, settings, agents and the audit log.
CREATE OR REPLACE FUNCTION scout.remove_ended_data(p_tenant_id uuid, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  name text;
BEGIN
  IF scout.is_held(p_tenant_id) THEN RETURN false; END IF;
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

-- Drops the partitions that no organization needs any more. None needs those wholly before today less its days (UTC), and before the longest
-- such time, at most p_retention_days, a partition is only kept for the rows of an organization that keeps longer or is under a legal
-- hold. Returns how many were dropped.
CREATE OR REPLACE FUNCTION scout.drop_expired_partitions(p_retention_days integer, p_now timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET timezone = 'UTC'
SET lock_timeout = '250ms'
AS $$
DECLARE
  v_first_kept date;
  v_expired record;
  v_dropped integer := 0;
BEGIN
  IF p_retention_days IS NULL OR p_retention_days < 31 THEN
    RAISE EXCEPTION 'Retention is at least 31 days: the dashboards show 30' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('scout-partitions', 0));
  -- As scout.is_held does, for all: no hold is set between the question and the end.
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('scout legal holds', 0));
  v_first_kept := scout.first_day_kept(p_retention_days, p_now);
  FOR v_expired IN
    SELECT p.parent, p.moment, c.relname AS name, r.lower_bound, r.upper_bound
    FROM pg_inherits i
    JOIN (VALUES (1, 'batch_bodies', 'received_at'), (2, 'tenant_events', 'occurred_at'), (3, 'incidents', 'occurred_at'),
      (4, 'rollups', 'bucket')) AS p (place, parent, moment) ON format('scout.%I', p.parent)::regclass = i.inhparent
    JOIN pg_class c ON c.oid = i.inhrelid
    CROSS JOIN LATERAL (SELECT substring(c.relname FROM '_p(\d{6,8})$') AS stamp) AS s
    CROSS JOIN LATERAL (SELECT to_date(s.stamp, CASE length(s.stamp) WHEN 8 THEN 'YYYYMMDD' WHEN 6 THEN 'YYYYMM' END) AS lower_bound,
      (to_date(s.stamp, CASE length(s.stamp) WHEN 8 THEN 'YYYYMMDD' WHEN 6 THEN 'YYYYMM' END)
        + CASE length(s.stamp) WHEN 8 THEN interval '1 day' ELSE interval '1 month' END)::date AS upper_bound) AS r
    WHERE r.upper_bound <= v_first_kept
    ORDER BY p.place, c.relname
  LOOP
    CONTINUE WHEN scout.needs_rows(v_expired.parent, v_expired.moment, v_expired.lower_bound, v_expired.upper_bound, p_now);
    EXECUTE format('DROP TABLE scout.%I', v_expired.name);
    v_dropped := v_dropped + 1;
  END LOOP;
  RETURN v_dropped;
END
$$;
