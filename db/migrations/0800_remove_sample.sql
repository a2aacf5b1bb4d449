-- Takes out of a sample organization what the sample made, and nothing else. The organization goes along only when nothing else
-- is in it; otherwise it becomes an ordinary one.
GRANT CREATE ON SCHEMA scout TO scout_definer;
GRANT SELECT (agent_id) ON scout.tenant_events, scout.incidents TO scout_definer;
GRANT SELECT (batch_id) ON scout.batches TO scout_definer;
GRANT SELECT (agent_id) ON scout.agent_gaps TO scout_definer;
GRANT SELECT (sender_id) ON scout.ingest_usage TO scout_definer;
GRANT SELECT (user_id, email) ON scout.profiles TO scout_definer;
GRANT UPDATE (is_sample, updated_at) ON scout.tenants TO scout_definer;
DO $$
BEGIN
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE format('GRANT scout_definer TO %I', current_user)
      || CASE WHEN current_setting('server_version_num')::int >= 160000 THEN ' WITH INHERIT FALSE, SET TRUE' ELSE '' END;
  END IF;
END
$$;
SET LOCAL ROLE scout_definer;

-- p_label: of the operator's tokens with which the sample's agents enrolled. p_hosts: their names. p_emails: the sample's people.
-- Returns who is to lose the account. kept: the organization stays, its rollups are gone and have to be counted anew from its
-- incidents in the same transaction.
CREATE FUNCTION scout.remove_sample(p_tenant_id uuid, p_label text, p_hosts text[], p_emails text[], p_now timestamptz)
RETURNS TABLE (user_ids text[], kept boolean, agents integer, members integer, admins integer)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER
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
    PERFORM scout.delete_organization(p_tenant_id);
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
REVOKE ALL ON FUNCTION scout.remove_sample(uuid, text, text[], text[], timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.remove_sample(uuid, text, text[], text[], timestamptz) TO scout_operator;
-- It took everything along, whoever had made it.
DROP FUNCTION scout.remove_sample_tenant(uuid);

RESET ROLE;
REVOKE CREATE ON SCHEMA scout FROM scout_definer;
DO $$
BEGIN
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE format('REVOKE scout_definer FROM %I', current_user);
  END IF;
END
$$;
