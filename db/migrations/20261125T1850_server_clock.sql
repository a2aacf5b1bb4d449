-- Functions that decide by the time are given the server's.

DROP FUNCTION scout.adopt_credential(uuid,uuid,bytea);
DROP FUNCTION scout.delete_expired_audit(integer);
DROP FUNCTION scout.delete_expired_requests(integer,integer);
DROP FUNCTION scout.delete_expired_reviews(integer);
DROP FUNCTION scout.delete_expired_rows(integer);
DROP FUNCTION scout.delete_organization(uuid);
DROP FUNCTION scout.leave_organizations(text);
DROP FUNCTION scout.delete_unapproved_machines(integer);
DROP FUNCTION scout.drop_expired_partitions(integer);
DROP FUNCTION scout.ensure_partitions(date,date);
DROP FUNCTION scout.mark_audit_forwarded(uuid[]);
DROP FUNCTION scout.redeem_enrolment(bytea,text,text,text,text,bytea,bytea,integer,integer,integer);
DROP FUNCTION scout.tenants_to_sum(integer);
DROP FUNCTION scout.window_sum_end();

CREATE OR REPLACE FUNCTION scout.adopt_credential(p_tenant_id uuid, p_agent_id uuid, p_credential_hash bytea, p_now timestamptz)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  UPDATE scout.agents SET credential_hash = p_credential_hash, next_credential_hash = NULL, enrolment_key_hash = NULL,
    credential_issued_at = p_now
  WHERE tenant_id = p_tenant_id AND agent_id = p_agent_id
    AND (next_credential_hash = p_credential_hash OR credential_hash = p_credential_hash AND enrolment_key_hash IS NOT NULL)
$function$;
REVOKE EXECUTE ON FUNCTION scout.adopt_credential(uuid,uuid,bytea,timestamp with time zone) FROM PUBLIC;
ALTER FUNCTION scout.adopt_credential(uuid,uuid,bytea,timestamp with time zone) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.adopt_credential(uuid,uuid,bytea,timestamp with time zone) TO scout_auth;

CREATE OR REPLACE FUNCTION scout.delete_expired_audit(p_days integer, p_now timestamptz)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET "TimeZone" TO 'UTC'
AS $function$
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
$function$;
REVOKE EXECUTE ON FUNCTION scout.delete_expired_audit(integer,timestamp with time zone) FROM PUBLIC;
ALTER FUNCTION scout.delete_expired_audit(integer,timestamp with time zone) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.delete_expired_audit(integer,timestamp with time zone) TO scout_operator;

CREATE OR REPLACE FUNCTION scout.delete_expired_requests(p_request_days integer, p_mailing_list_days integer, p_now timestamptz)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET "TimeZone" TO 'UTC'
AS $function$
BEGIN
  IF p_request_days IS NULL OR p_request_days < 30 OR p_mailing_list_days IS NULL OR p_mailing_list_days < 30 THEN
    RAISE EXCEPTION 'Requests and addresses are kept for at least 30 days' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  DELETE FROM scout.demo_requests WHERE created_at < p_now::date - p_request_days;
  DELETE FROM scout.mailing_list WHERE created_at < p_now::date - p_mailing_list_days;
END
$function$;
REVOKE EXECUTE ON FUNCTION scout.delete_expired_requests(integer,integer,timestamp with time zone) FROM PUBLIC;
ALTER FUNCTION scout.delete_expired_requests(integer,integer,timestamp with time zone) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.delete_expired_requests(integer,integer,timestamp with time zone) TO scout_operator;

CREATE OR REPLACE FUNCTION scout.delete_expired_reviews(p_days integer, p_now timestamptz)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET "TimeZone" TO 'UTC'
AS $function$
DECLARE
  v_reviews bigint;
BEGIN
  IF p_days IS NULL OR p_days < 365 THEN
    RAISE EXCEPTION 'Reviews are kept for at least a year' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  DELETE FROM scout.owner_reviews WHERE started_at < p_now::date - p_days;
  GET DIAGNOSTICS v_reviews = ROW_COUNT;
  RETURN v_reviews;
END
$function$;
REVOKE EXECUTE ON FUNCTION scout.delete_expired_reviews(integer,timestamp with time zone) FROM PUBLIC;
ALTER FUNCTION scout.delete_expired_reviews(integer,timestamp with time zone) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.delete_expired_reviews(integer,timestamp with time zone) TO scout_operator;

CREATE OR REPLACE FUNCTION scout.delete_expired_rows(p_retention_days integer, p_now timestamptz)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET "TimeZone" TO 'UTC'
AS $function$
DECLARE
  v_day timestamptz := p_now::date - p_retention_days;
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
$function$;
REVOKE EXECUTE ON FUNCTION scout.delete_expired_rows(integer,timestamp with time zone) FROM PUBLIC;
ALTER FUNCTION scout.delete_expired_rows(integer,timestamp with time zone) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.delete_expired_rows(integer,timestamp with time zone) TO scout_operator;

CREATE OR REPLACE FUNCTION scout.delete_organization(p_tenant_id uuid, p_now timestamptz)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE
  name text;
BEGIN
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
$function$;
REVOKE EXECUTE ON FUNCTION scout.delete_organization(uuid,timestamp with time zone) FROM PUBLIC;
ALTER FUNCTION scout.delete_organization(uuid,timestamp with time zone) OWNER TO scout_definer;

CREATE OR REPLACE FUNCTION scout.delete_requested_organization(p_tenant_id uuid, p_now timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  -- The lock of every change of members; a request that is taken back meanwhile is seen after it.
  PERFORM pg_advisory_xact_lock(hashtextextended('scout organization ' || p_tenant_id, 0));
  IF NOT EXISTS (SELECT FROM scout.tenants t WHERE t.tenant_id = p_tenant_id AND t.deletion_due_at <= p_now) THEN
    RETURN false;
  END IF;
  PERFORM scout.delete_organization(p_tenant_id, p_now);
  RETURN true;
END
$function$;
REVOKE EXECUTE ON FUNCTION scout.delete_requested_organization(uuid,timestamp with time zone) FROM PUBLIC;
ALTER FUNCTION scout.delete_requested_organization(uuid,timestamp with time zone) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.delete_requested_organization(uuid,timestamp with time zone) TO scout_operator;

CREATE OR REPLACE FUNCTION scout.leave_organizations(p_user_id text, p_now timestamptz)
 RETURNS TABLE(tenant_id uuid, outcome text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
$function$;
REVOKE EXECUTE ON FUNCTION scout.leave_organizations(text,timestamp with time zone) FROM PUBLIC;
ALTER FUNCTION scout.leave_organizations(text,timestamp with time zone) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.leave_organizations(text,timestamp with time zone) TO scout_auth;

CREATE OR REPLACE FUNCTION scout.remove_sample(p_tenant_id uuid, p_label text, p_hosts text[], p_emails text[], p_now timestamp with time zone)
 RETURNS TABLE(user_ids text[], kept boolean, agents integer, members integer, admins integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
DECLARE
  v_agents uuid[];
  v_users text[];
  v_own_agents integer;
  v_own_members integer;
  v_own_admins integer;
  v_other boolean;
BEGIN
  IF NOT EXISTS (SELECT FROM scout.tenants t WHERE t.tenant_id = p_tenant_id AND t.is_sample) THEN
    RAISE EXCEPTION 'Only a sample organization can be removed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  SELECT coalesce(array_agg(a.agent_id), '{}') INTO v_agents
  FROM scout.agents a JOIN scout.enrolment_tokens t ON t.tenant_id = a.tenant_id AND t.token_id = a.enrolled_with
  WHERE a.tenant_id = p_tenant_id AND a.host = ANY (p_hosts) AND t.label = p_label AND t.created_by IS NULL;
  SELECT coalesce(array_agg(m.user_id), '{}') INTO v_users
  FROM scout.memberships m WHERE m.tenant_id = p_tenant_id AND m.email = ANY (p_emails) AND m.user_id IS NOT NULL;

  SELECT count(*) INTO v_own_agents FROM scout.agents a
  WHERE a.tenant_id = p_tenant_id AND a.agent_id <> ALL (v_agents);
  SELECT count(*), count(*) FILTER (WHERE m.role = 'admin' AND m.status = 'active' AND m.user_id IS NOT NULL)
  INTO v_own_members, v_own_admins
  FROM scout.memberships m WHERE m.tenant_id = p_tenant_id AND m.email <> ALL (p_emails);
  SELECT EXISTS (SELECT FROM scout.payments p WHERE p.tenant_id = p_tenant_id) INTO v_other;

  IF v_own_agents = 0 AND v_own_members = 0 AND NOT v_other THEN
    PERFORM scout.delete_organization(p_tenant_id, p_now);
    RETURN QUERY SELECT v_users, false, 0, 0, 0;
    RETURN;
  END IF;

  DELETE FROM scout.batch_bodies b WHERE b.tenant_id = p_tenant_id AND b.batch_id IN (
    SELECT e.batch_id FROM scout.tenant_events e WHERE e.tenant_id = p_tenant_id AND e.agent_id = ANY (v_agents)
    UNION SELECT l.batch_id FROM scout.batches l WHERE l.tenant_id = p_tenant_id AND l.agent_id = ANY (v_agents));
  DELETE FROM scout.rollups r WHERE r.tenant_id = p_tenant_id;
  DELETE FROM scout.incidents i WHERE i.tenant_id = p_tenant_id AND i.agent_id = ANY (v_agents);
  DELETE FROM scout.tenant_events e WHERE e.tenant_id = p_tenant_id AND e.agent_id = ANY (v_agents);
  DELETE FROM scout.batches b WHERE b.tenant_id = p_tenant_id AND b.agent_id = ANY (v_agents);
  DELETE FROM scout.agent_gaps g WHERE g.tenant_id = p_tenant_id AND g.agent_id = ANY (v_agents);
  DELETE FROM scout.ingest_usage u WHERE u.tenant_id = p_tenant_id AND u.sender_id = ANY (v_agents);
  DELETE FROM scout.agents a WHERE a.tenant_id = p_tenant_id AND a.agent_id = ANY (v_agents);
  DELETE FROM scout.enrolment_tokens t
  WHERE t.tenant_id = p_tenant_id AND t.label = p_label AND t.created_by IS NULL
    AND NOT EXISTS (SELECT FROM scout.agents a WHERE a.tenant_id = p_tenant_id AND a.enrolled_with = t.token_id);
  DELETE FROM scout.profiles p WHERE p.tenant_id = p_tenant_id AND p.user_id = ANY (v_users);
  DELETE FROM scout.memberships m WHERE m.tenant_id = p_tenant_id AND m.email = ANY (p_emails);
  UPDATE scout.tenants t SET is_sample = false, updated_at = p_now WHERE t.tenant_id = p_tenant_id;
  RETURN QUERY SELECT v_users, true, v_own_agents, v_own_members, v_own_admins;
END
$function$;
REVOKE EXECUTE ON FUNCTION scout.remove_sample(uuid,text,text[],text[],timestamp with time zone) FROM PUBLIC;
ALTER FUNCTION scout.remove_sample(uuid,text,text[],text[],timestamp with time zone) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.remove_sample(uuid,text,text[],text[],timestamp with time zone) TO scout_operator;

CREATE OR REPLACE FUNCTION scout.delete_unapproved_machines(p_days integer, p_now timestamptz)
 RETURNS TABLE(tenant_id uuid, agent_id uuid, host text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
    DELETE FROM scout.agent_gaps g WHERE g.tenant_id = v_tenant_id AND g.agent_id = v_agent_id;
    DELETE FROM scout.ingest_usage u WHERE u.tenant_id = v_tenant_id AND u.sender_id = v_agent_id;
    DELETE FROM scout.agents a WHERE a.tenant_id = v_tenant_id AND a.agent_id = v_agent_id;
    RETURN QUERY SELECT v_tenant_id, v_agent_id, v_host;
  END LOOP;
END
$function$;
REVOKE EXECUTE ON FUNCTION scout.delete_unapproved_machines(integer,timestamp with time zone) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.delete_unapproved_machines(integer,timestamp with time zone) TO scout_operator;

CREATE OR REPLACE FUNCTION scout.drop_expired_partitions(p_retention_days integer, p_now timestamptz)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET "TimeZone" TO 'UTC'
 SET lock_timeout TO '250ms'
AS $function$
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
$function$;
REVOKE EXECUTE ON FUNCTION scout.drop_expired_partitions(integer,timestamp with time zone) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.drop_expired_partitions(integer,timestamp with time zone) TO scout_operator;

CREATE OR REPLACE FUNCTION scout.ensure_partitions(p_from date, p_to date, p_now timestamptz)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET "TimeZone" TO 'UTC'
 SET lock_timeout TO '250ms'
AS $function$
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
$function$;
REVOKE EXECUTE ON FUNCTION scout.ensure_partitions(date,date,timestamp with time zone) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.ensure_partitions(date,date,timestamp with time zone) TO scout_ingest;
GRANT EXECUTE ON FUNCTION scout.ensure_partitions(date,date,timestamp with time zone) TO scout_operator;

CREATE OR REPLACE FUNCTION scout.mark_audit_forwarded(p_ids uuid[], p_now timestamptz)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  UPDATE scout.audit_logs a SET forwarded_at = p_now WHERE a.id = ANY (p_ids) AND a.forwarded_at IS NULL
$function$;
REVOKE EXECUTE ON FUNCTION scout.mark_audit_forwarded(uuid[],timestamp with time zone) FROM PUBLIC;
ALTER FUNCTION scout.mark_audit_forwarded(uuid[],timestamp with time zone) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.mark_audit_forwarded(uuid[],timestamp with time zone) TO scout_operator;

CREATE OR REPLACE FUNCTION scout.redeem_enrolment(p_token_hash bytea, p_machine_id text, p_host text, p_platform text, p_version text, p_credential_hash bytea, p_now timestamptz, p_proof_hash bytea DEFAULT NULL::bytea, p_most integer DEFAULT 10000, p_most_awaiting integer DEFAULT 500, p_most_awaiting_of_person integer DEFAULT 100)
 RETURNS TABLE(outcome text, tenant_id uuid, agent_id uuid, next_batch bigint, token_id uuid, awaiting boolean, is_first boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
DECLARE
  v_token scout.enrolment_tokens;
  v_agent scout.agents;
  v_fault text;
  v_shown boolean;
  v_proven boolean;
  v_released boolean;
  v_keeps boolean;
  v_awaiting boolean;
BEGIN
  -- Held to the end, so that uses are counted one after the other.
  SELECT * INTO v_token FROM scout.enrolment_tokens t WHERE t.token_hash = p_token_hash FOR UPDATE;
  v_fault := CASE
    WHEN v_token.token_id IS NULL THEN 'unknown_token'
    WHEN v_token.revoked_at IS NOT NULL THEN 'token_revoked'
    WHEN v_token.expires_at <= p_now THEN 'token_expired'
    WHEN v_token.uses >= v_token.max_uses THEN 'token_used_up'
  END;

  IF v_fault IS NULL THEN
    SELECT * INTO v_agent FROM scout.agents a
    WHERE a.tenant_id = v_token.tenant_id AND a.machine_id = p_machine_id FOR UPDATE;
  ELSE
    SELECT * INTO v_agent FROM scout.agents a
    WHERE (a.credential_hash = p_proof_hash OR a.next_credential_hash = p_proof_hash) AND a.machine_id = p_machine_id FOR UPDATE;
  END IF;
  v_shown := coalesce(p_proof_hash IN (v_agent.credential_hash, v_agent.next_credential_hash), false);
  v_proven := v_shown OR coalesce(p_proof_hash = v_agent.enrolment_key_hash, false);
  v_released := coalesce(v_agent.released_until > p_now, false);

  IF v_fault IS NOT NULL AND NOT (v_shown AND v_released AND v_agent.release_accepts_credential) THEN
    IF v_shown AND v_agent.revoked_at IS NOT NULL THEN v_fault := 'machine_revoked'; END IF;
    RETURN QUERY SELECT v_fault, NULL::uuid, NULL::uuid, NULL::bigint, NULL::uuid, NULL::boolean, NULL::boolean;
    RETURN;
  END IF;

  IF v_agent.agent_id IS NULL THEN
    v_awaiting := v_token.needs_approval;
    -- Held to the end, so that machines of one organization are counted one after the other, whatever their tokens.
    PERFORM pg_advisory_xact_lock(hashtextextended('scout-enrolment ' || v_token.tenant_id, 0));
    v_fault := scout.enrolment_limit(v_token.tenant_id, v_awaiting, v_token.created_by, p_most, p_most_awaiting,
      p_most_awaiting_of_person);
    IF v_fault IS NOT NULL THEN
      RETURN QUERY SELECT v_fault, NULL::uuid, NULL::uuid, NULL::bigint, NULL::uuid, NULL::boolean, NULL::boolean;
      RETURN;
    END IF;
    INSERT INTO scout.agents AS a (tenant_id, machine_id, host, platform, version, credential_hash, credential_issued_at,
      enrolled_at, enrolled_with, enrolment_key_hash, awaiting_approval)
    VALUES (v_token.tenant_id, p_machine_id, p_host, p_platform, p_version, p_credential_hash, p_now, p_now, v_token.token_id,
      p_proof_hash, v_awaiting)
    ON CONFLICT (tenant_id, machine_id) DO NOTHING
    RETURNING * INTO v_agent;
    -- The same machine with two tokens at once: the other one was first.
    IF v_agent.agent_id IS NULL THEN
      RETURN QUERY SELECT 'machine_known'::text, v_token.tenant_id, NULL::uuid, NULL::bigint, NULL::uuid, NULL::boolean, false;
      RETURN;
    END IF;
  ELSIF NOT v_released AND v_agent.revoked_at IS NOT NULL THEN
    RETURN QUERY SELECT 'machine_revoked'::text, NULL::uuid, NULL::uuid, NULL::bigint, NULL::uuid, NULL::boolean, NULL::boolean;
    RETURN;
  ELSIF NOT v_released AND NOT v_proven THEN
    UPDATE scout.agents a SET refused_at = p_now WHERE a.tenant_id = v_agent.tenant_id AND a.agent_id = v_agent.agent_id;
    RETURN QUERY SELECT 'machine_known'::text, v_agent.tenant_id, v_agent.agent_id, NULL::bigint, v_token.token_id, NULL::boolean,
      v_agent.refused_at IS NULL OR v_agent.refused_at < p_now - interval '1 day';
    RETURN;
  ELSE
    -- What proves the machine goes on proving it until the new credential is first used, because the answer may be lost. A
    -- credential that was revoked comes back only where the release says so.
    v_keeps := v_proven AND (v_agent.revoked_at IS NULL OR v_fault IS NOT NULL);
    v_awaiting := CASE
      WHEN v_proven AND v_agent.revoked_at IS NULL THEN v_agent.awaiting_approval AND coalesce(v_token.needs_approval, true)
      WHEN v_fault IS NOT NULL THEN v_agent.awaiting_approval
      ELSE v_token.needs_approval
    END;
    UPDATE scout.agents a SET host = p_host, platform = p_platform, version = p_version, enrolled_at = p_now,
      credential_hash = CASE WHEN v_keeps THEN a.credential_hash ELSE p_credential_hash END,
      next_credential_hash = CASE WHEN v_keeps THEN p_credential_hash END,
      enrolment_key_hash = CASE WHEN v_keeps THEN a.enrolment_key_hash ELSE p_proof_hash END,
      credential_issued_at = p_now, enrolled_with = coalesce(v_token.token_id, a.enrolled_with), awaiting_approval = v_awaiting,
      revoked_at = NULL, released_until = NULL, release_accepts_credential = false, refused_at = NULL, conflict_at = NULL,
      instances = '{}'
    WHERE a.tenant_id = v_agent.tenant_id AND a.agent_id = v_agent.agent_id;
  END IF;
  IF v_fault IS NULL THEN
    UPDATE scout.enrolment_tokens t SET uses = t.uses + 1
    WHERE t.tenant_id = v_token.tenant_id AND t.token_id = v_token.token_id;
  END IF;

  RETURN QUERY
    SELECT 'ok'::text, v_agent.tenant_id, v_agent.agent_id, coalesce(max(b.batch_no), 0) + 1,
      CASE WHEN v_fault IS NULL THEN v_token.token_id END, v_awaiting, NULL::boolean
    FROM scout.batches b WHERE b.tenant_id = v_agent.tenant_id AND b.agent_id = v_agent.agent_id;
END
$function$;
REVOKE EXECUTE ON FUNCTION scout.redeem_enrolment(bytea,text,text,text,text,bytea,timestamp with time zone,bytea,integer,integer,integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.redeem_enrolment(bytea,text,text,text,text,bytea,timestamp with time zone,bytea,integer,integer,integer) TO scout_auth;

CREATE OR REPLACE FUNCTION scout.tenants_to_sum(p_limit integer, p_now timestamptz)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET "TimeZone" TO 'UTC'
AS $function$
  SELECT t.tenant_id FROM scout.tenants t LEFT JOIN scout.summed_tenants s ON s.tenant_id = t.tenant_id
  WHERE s.tenant_id IS NULL OR s.summed_through < p_now::date
    OR (s.due OR s.busy AND s.window_end < scout.window_sum_end(p_now)) AND s.summed_at < p_now - interval '1 minute'
    OR EXISTS (SELECT FROM scout.batches b WHERE b.tenant_id = t.tenant_id AND NOT b.summed)
  ORDER BY t.tenant_id LIMIT p_limit
$function$;
REVOKE EXECUTE ON FUNCTION scout.tenants_to_sum(integer,timestamp with time zone) FROM PUBLIC;
ALTER FUNCTION scout.tenants_to_sum(integer,timestamp with time zone) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.tenants_to_sum(integer,timestamp with time zone) TO scout_judge;

CREATE OR REPLACE FUNCTION scout.window_sum_end(p_now timestamptz)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ SELECT date_bin('15 minutes', p_now - interval '5 minutes', 'epoch') $function$;
REVOKE EXECUTE ON FUNCTION scout.window_sum_end(timestamp with time zone) FROM PUBLIC;
ALTER FUNCTION scout.window_sum_end(timestamp with time zone) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.window_sum_end(timestamp with time zone) TO scout_judge;

ALTER TABLE scout.activity_parts ALTER COLUMN stored_at DROP DEFAULT;
ALTER TABLE scout.batches ALTER COLUMN received_at DROP DEFAULT;
ALTER TABLE scout.agents ALTER COLUMN enrolled_at DROP DEFAULT, ALTER COLUMN credential_issued_at DROP DEFAULT;
ALTER TABLE scout.former_organizations ALTER COLUMN deleted_at DROP DEFAULT;
ALTER TABLE auth.jwks ALTER COLUMN created_at DROP DEFAULT;
ALTER TABLE auth.session ALTER COLUMN created_at DROP DEFAULT, ALTER COLUMN updated_at DROP DEFAULT;
ALTER TABLE auth."user" ALTER COLUMN created_at DROP DEFAULT, ALTER COLUMN updated_at DROP DEFAULT;
ALTER TABLE scout.ingest_usage ADD COLUMN counted_at timestamptz;
UPDATE scout.ingest_usage SET counted_at = day;
ALTER TABLE scout.ingest_usage ALTER COLUMN counted_at SET NOT NULL, DROP COLUMN day;
