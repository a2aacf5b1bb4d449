-- How data ends: with its age, with its organization, with a subscription or with the sample.

SET LOCAL ROLE scout_definer;

-- What drop_expired_partitions leaves. The DEFAULT partitions hold events that were old on arrival; those go once they have been here for
-- p_retention_days, which batch_id tells (UUID version 7 begins with the time of arrival). Of the ledger, each agent keeps its newest batch,
-- from which its next number follows. Incidents, rollups and findings end with the day of their events, not with its month; cases go after
-- their last event or the last that a person did with them. Returns how many events went.
CREATE FUNCTION scout.delete_expired_rows(p_retention_days integer, p_now timestamptz) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET timezone = 'UTC'
AS $$
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
$$;
REVOKE ALL ON FUNCTION scout.delete_expired_rows FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.delete_expired_rows TO scout_operator;

-- Deletes an organization and everything of it, whatever tables there are by then: those not named here first, because they may refer to
-- these. What would go on charging is noted first, and the id of what was deleted is kept. For the functions below and leave_organizations
-- only.
CREATE FUNCTION scout.delete_organization(p_tenant_id uuid, p_now timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
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
$$;
REVOKE ALL ON FUNCTION scout.delete_organization FROM PUBLIC;

-- Deletes an organization whose deletion is due, with everything of it; false for any other.
CREATE FUNCTION scout.delete_requested_organization(p_tenant_id uuid, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  -- The lock of every change of members; a request that is taken back meanwhile is seen after it.
  PERFORM pg_advisory_xact_lock(hashtextextended('scout organization ' || p_tenant_id, 0));
  IF NOT EXISTS (SELECT FROM scout.tenants t WHERE t.tenant_id = p_tenant_id AND t.deletion_due_at <= p_now) THEN
    RETURN false;
  END IF;
  PERFORM scout.delete_organization(p_tenant_id, p_now);
  RETURN true;
END
$$;
REVOKE ALL ON FUNCTION scout.delete_requested_organization FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.delete_requested_organization TO scout_operator;

-- Removes what agents sent and what was made of it, for an organization whose subscription ended long enough ago; false for any other. The
-- numbers of batches stay, so that none is stored twice if the organization comes back; so do people, settings, agents and the audit log.
CREATE FUNCTION scout.remove_ended_data(p_tenant_id uuid, p_now timestamptz) RETURNS boolean
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
REVOKE ALL ON FUNCTION scout.remove_ended_data FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.remove_ended_data TO scout_operator;

-- Takes out of a sample organization what the sample made, and nothing else. The organization goes along only when nothing else is in it;
-- otherwise it becomes an ordinary one. p_label: of the operator's tokens with which the sample's agents enrolled. p_hosts: their names.
-- p_emails: the sample's people. Returns who is to lose the account. kept: the organization stays, its rollups are gone and have to be
-- counted anew from its incidents in the same transaction.
CREATE FUNCTION scout.remove_sample(p_tenant_id uuid, p_label text, p_hosts text[], p_emails text[], p_now timestamptz)
RETURNS TABLE (user_ids text[], kept boolean, agents integer, members integer, admins integer)
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
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
$$;
REVOKE ALL ON FUNCTION scout.remove_sample FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.remove_sample TO scout_operator;

RESET ROLE;

-- As before the first file.
REVOKE CREATE ON SCHEMA scout FROM scout_definer;
DO $$
BEGIN
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE format('REVOKE scout_definer FROM %I', current_user);
  END IF;
END
$$;
