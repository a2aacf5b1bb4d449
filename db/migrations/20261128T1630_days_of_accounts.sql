-- Activity of accounts by days: whoever draws a month of it reads a row for each day and way instead of one for each hour. The server adds
-- up days that have ended; all days count from midnight UTC.

-- hours are the hours of the day with uses, in order, and through the uses up to the end of each of them. place only tells rows of a
-- day apart. A program is kept of what was started.
CREATE TABLE scout.account_days (
  tenant_id uuid NOT NULL,
  account_key text COLLATE "C" NOT NULL,
  day timestamptz NOT NULL,
  place integer NOT NULL,
  use text COLLATE "C" NOT NULL CHECK (use IN ('refused', 'signed-in', 'started')),
  source text COLLATE "C" NOT NULL,
  destination text COLLATE "C" NOT NULL,
  program text COLLATE "C" NOT NULL,
  hours smallint[] NOT NULL,
  through bigint[] NOT NULL CHECK (cardinality(through) = cardinality(hours)),
  PRIMARY KEY (tenant_id, account_key, day, place)
);

-- Days before assessments.days_summed_before whose hours count, because they are not in scout.account_days: they are about to be
-- added up, or changed since.
CREATE TABLE scout.unsummed_days (
  tenant_id uuid NOT NULL,
  account_key text COLLATE "C" NOT NULL,
  day timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, account_key, day)
);

ALTER TABLE scout.assessments ADD COLUMN days_summed_before timestamptz;
GRANT SELECT (days_summed_before) ON scout.assessments TO scout_account_owner, scout_definer;
GRANT UPDATE (days_summed_before) ON scout.assessments TO scout_definer;

ALTER TABLE scout.account_days ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY member_reads_own_tenant ON scout.account_days FOR SELECT TO scout_member, scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY account_owner_own ON scout.account_days FOR SELECT TO scout_account_owner
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid
    AND account_key IN (SELECT s.account_key FROM scout.service_accounts s));
CREATE POLICY assessor_own_tenant ON scout.account_days TO scout_assessor
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY definer_all ON scout.account_days TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT ON scout.account_days TO scout_member, scout_admin, scout_account_owner;
GRANT SELECT, INSERT, DELETE ON scout.account_days TO scout_assessor;
GRANT SELECT (tenant_id, day), DELETE ON scout.account_days TO scout_definer;

ALTER TABLE scout.unsummed_days ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY member_reads_own_tenant ON scout.unsummed_days FOR SELECT TO scout_member, scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY account_owner_own ON scout.unsummed_days FOR SELECT TO scout_account_owner
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid
    AND account_key IN (SELECT s.account_key FROM scout.service_accounts s));
CREATE POLICY assessor_own_tenant ON scout.unsummed_days TO scout_assessor
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY definer_all ON scout.unsummed_days TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT ON scout.unsummed_days TO scout_member, scout_admin, scout_account_owner;
GRANT SELECT, INSERT, DELETE ON scout.unsummed_days TO scout_assessor;
GRANT SELECT (tenant_id, day), DELETE ON scout.unsummed_days TO scout_definer;

-- Nodes of Citus do not understand an EXISTS without a column.
CREATE OR REPLACE FUNCTION scout.needs_rows(p_parent text, p_moment text, p_from date, p_to date, p_now timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET "TimeZone" TO 'UTC'
AS $function$
DECLARE
  v_backup CONSTANT text := coalesce(current_setting('scout.backup', true), '');
  v_needing uuid[];
  v_from timestamptz := p_from;
  v_to timestamptz := p_to;
  v_is_needed boolean;
  -- Organizations, and the least id of a batch that arrived while its events are kept.
  v_tenants uuid[];
  v_batches uuid[];
BEGIN
  -- Not a setting of the function: only superusers may give it one.
  PERFORM set_config('scout.backup', 'on', true);
  v_needing := ARRAY(SELECT r.tenant_id FROM scout.retention(p_now) r WHERE r.is_held OR p_to > p_now::date - r.days);
  SELECT array_agg(r.tenant_id), array_agg(
    (lpad(to_hex((extract(epoch FROM (p_now::date - r.days)::timestamptz) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid)
  INTO v_tenants, v_batches FROM scout.retention(p_now) r;
  IF p_parent = 'batch_bodies' THEN
    v_is_needed := EXISTS (SELECT FROM scout.batches b WHERE b.tenant_id = ANY (v_needing) AND b.received_at >= v_from AND b.received_at < v_to);
  ELSIF p_parent = 'incidents' AND EXISTS (
    SELECT 1 FROM scout.incidents i JOIN unnest(v_tenants, v_batches) AS k (tenant_id, batch_id) ON k.tenant_id = i.tenant_id
    WHERE i.occurred_at >= v_from AND i.occurred_at < v_to AND i.batch_id >= k.batch_id
  ) THEN
    v_is_needed := true;
  ELSIF EXISTS (SELECT FROM scout.event_counts c WHERE c.tenant_id = ANY (v_needing) AND c.hour >= v_from AND c.hour < v_to) THEN
    v_is_needed := true;
  ELSIF NOT EXISTS (SELECT FROM scout.tenants t WHERE t.tenant_id = ANY (v_needing) AND t.counted_from > v_from) THEN
    v_is_needed := false;
  ELSE
    -- By the parent, because partitions have no policies; the bounds leave one of them.
    EXECUTE format('SELECT EXISTS (SELECT 1 FROM scout.%I WHERE tenant_id = ANY ($1) AND %I >= $2 AND %I < $3)', p_parent, p_moment, p_moment)
      INTO v_is_needed USING v_needing, v_from, v_to;
  END IF;
  PERFORM set_config('scout.backup', v_backup, true);
  RETURN v_is_needed;
END
$function$;

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

-- Organizations with days of activity that ended before p_today and are not summed, or no longer.
CREATE FUNCTION scout.tenants_to_sum_days(p_today timestamptz) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT a.tenant_id FROM scout.assessments a
  WHERE coalesce(a.days_summed_before, '-infinity') < p_today OR EXISTS (SELECT FROM scout.unsummed_days u WHERE u.tenant_id = a.tenant_id)
  ORDER BY a.tenant_id
$$;
REVOKE ALL ON FUNCTION scout.tenants_to_sum_days FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.tenants_to_sum_days TO scout_assessor;

-- Nodes of Citus compare no column in the session's time zone, as a date with a time.
CREATE OR REPLACE FUNCTION scout.delete_expired_rows(p_tenant_id uuid, p_now timestamp with time zone)
 RETURNS TABLE(events bigint, more boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET "TimeZone" TO 'UTC'
AS $function$
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
  DELETE FROM scout.packed_bodies p WHERE p.tenant_id = v_tenant AND p.received_on < v_day::date;
  DELETE FROM scout.batches b WHERE b.tenant_id = v_tenant AND b.received_at < v_day AND EXISTS (
    SELECT 1 FROM scout.batches n WHERE n.tenant_id = b.tenant_id AND n.agent_id = b.agent_id AND n.batch_no > b.batch_no);
  DELETE FROM scout.agent_gaps g WHERE g.tenant_id = v_tenant AND g.received_at < v_day;
  DELETE FROM scout.activity_parts a WHERE a.tenant_id = v_tenant AND a.hour < v_day;
  DELETE FROM scout.account_activity a WHERE a.tenant_id = v_tenant AND a.hour < v_day;
  DELETE FROM scout.account_days d WHERE d.tenant_id = v_tenant AND d.day < v_day;
  DELETE FROM scout.unsummed_days u WHERE u.tenant_id = v_tenant AND u.day < v_day;
  DELETE FROM scout.account_names n WHERE n.tenant_id = v_tenant AND n.hour < v_day;
  DELETE FROM scout.seen_names n WHERE n.tenant_id = v_tenant AND n.hour < v_day;
  DELETE FROM scout.account_uses u WHERE u.tenant_id = v_tenant AND greatest(u.refused_hour, u.done_hour) < v_day;
  UPDATE scout.account_uses u SET refused_hour = CASE WHEN u.refused_hour >= v_day THEN u.refused_hour END,
    done_hour = CASE WHEN u.done_hour >= v_day THEN u.done_hour END, person_hour = CASE WHEN u.person_hour >= v_day THEN u.person_hour END,
    second_person_hour = CASE WHEN u.second_person_hour >= v_day THEN u.second_person_hour END
  WHERE u.tenant_id = v_tenant AND least(u.refused_hour, u.done_hour, u.person_hour, u.second_person_hour) < v_day;
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
  WITH gone AS (
    DELETE FROM scout.packed_events p WHERE p.tenant_id = v_tenant AND p.first_at < v_day AND p.arrived_on < v_kept::date RETURNING p.n)
  SELECT events + coalesce(sum(g.n), 0) INTO events FROM gone g;
  UPDATE scout.tenants t SET counted_from = v_day
  WHERE t.tenant_id = v_tenant AND coalesce(t.counted_from, '-infinity') < v_day;
  UPDATE scout.tenants t SET former_retention_days = NULL, retention_shortens_at = NULL
  WHERE t.tenant_id = v_tenant AND t.retention_shortens_at <= p_now;
  RETURN NEXT;
END
$function$;

CREATE OR REPLACE FUNCTION scout.remove_ended_data(p_tenant_id uuid, p_now timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE
  name text;
BEGIN
  IF scout.is_held(p_tenant_id) THEN RETURN false; END IF;
  UPDATE scout.tenants t SET data_until = NULL
  WHERE t.tenant_id = p_tenant_id AND NOT t.is_subscribed AND t.data_until <= p_now;
  IF NOT FOUND THEN RETURN false; END IF;
  -- summed_tenants comes first: its row keeps sums of what is being removed from being made.
  -- Cases go on being counted where they were. The lock keeps the assessor away.
  UPDATE scout.assessments a SET closed_through = NULL, read_through = NULL, due_at = NULL, alerts_from = NULL, days_summed_before = NULL
  WHERE a.tenant_id = p_tenant_id;
  FOREACH name IN ARRAY ARRAY['summed_tenants', 'rollups', 'rollup_sums', 'event_counts', 'incidents', 'tenant_events', 'packed_events', 'packed_bodies', 'batch_bodies', 'activity_parts', 'account_activity', 'account_days', 'unsummed_days', 'account_names', 'account_uses', 'seen_names', 'rc4_uses',
    'agent_gaps', 'ingest_usage', 'alert_messages', 'alert_steps', 'channel_deliveries', 'findings', 'case_comments', 'case_changes',
    'cases', 'assessment_snapshots']
  LOOP
    EXECUTE format('DELETE FROM scout.%I WHERE tenant_id = $1', name) USING p_tenant_id;
  END LOOP;
  RETURN true;
END
$function$;

RESET ROLE;
REVOKE CREATE ON SCHEMA scout FROM scout_definer;
DO $$
BEGIN
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE format('REVOKE scout_definer FROM %I', current_user);
  END IF;
END
$$;
