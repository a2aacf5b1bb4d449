-- The few questions that must be answered before a tenant is known, and the deletions that cross tenants. Their owner
-- scout_definer owns no table: it sees what 0003 to 0005 grant it, column by column.
GRANT CREATE ON SCHEMA scout TO scout_definer;
DO $$
BEGIN
  -- An owner that is no superuser has to be a member of a role to make functions in its name; for this file only.
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE format('GRANT scout_definer TO %I', current_user)
      || CASE WHEN current_setting('server_version_num')::int >= 160000 THEN ' WITH INHERIT FALSE, SET TRUE' ELSE '' END;
  END IF;
END
$$;
SET LOCAL ROLE scout_definer;

-- Which agent has this credential (SHA-256 of the bearer text). No row: there is none.
CREATE FUNCTION scout.agent_by_credential(p_credential_hash bytea)
RETURNS TABLE (tenant_id uuid, agent_id uuid, revoked boolean)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT a.tenant_id, a.agent_id, a.revoked_at IS NOT NULL FROM scout.agents a WHERE a.credential_hash = p_credential_hash
$$;
REVOKE ALL ON FUNCTION scout.agent_by_credential(bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.agent_by_credential(bytea) TO scout_auth;

-- Uses an enrolment token once and creates the agent of that machine, or gives the existing one a new credential.
-- outcome: ok, unknown_token, token_revoked, token_expired, token_used_up; the other columns are null unless ok.
CREATE FUNCTION scout.redeem_enrolment(p_token_hash bytea, p_machine_id text, p_host text, p_platform text,
  p_version text, p_credential_hash bytea)
RETURNS TABLE (outcome text, tenant_id uuid, agent_id uuid, next_batch bigint)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz := now();
  v_tenant uuid;
  v_agent uuid;
  v_outcome text;
BEGIN
  UPDATE scout.enrolment_tokens t SET uses = t.uses + 1
  WHERE t.token_hash = p_token_hash AND t.revoked_at IS NULL
    AND (t.expires_at IS NULL OR t.expires_at > v_now) AND (t.max_uses IS NULL OR t.uses < t.max_uses)
  RETURNING t.tenant_id INTO v_tenant;

  IF v_tenant IS NULL THEN
    SELECT CASE
        WHEN t.revoked_at IS NOT NULL THEN 'token_revoked'
        WHEN t.expires_at <= v_now THEN 'token_expired'
        ELSE 'token_used_up'
      END INTO v_outcome
    FROM scout.enrolment_tokens t WHERE t.token_hash = p_token_hash;
    RETURN QUERY SELECT coalesce(v_outcome, 'unknown_token'), NULL::uuid, NULL::uuid, NULL::bigint;
    RETURN;
  END IF;

  INSERT INTO scout.agents AS a (tenant_id, machine_id, host, platform, version, credential_hash, enrolled_at)
  VALUES (v_tenant, p_machine_id, p_host, p_platform, p_version, p_credential_hash, v_now)
  ON CONFLICT (tenant_id, machine_id) DO UPDATE SET host = excluded.host, platform = excluded.platform,
    version = excluded.version, credential_hash = excluded.credential_hash, enrolled_at = excluded.enrolled_at,
    revoked_at = NULL
  RETURNING a.agent_id INTO v_agent;

  RETURN QUERY
    SELECT 'ok'::text, v_tenant, v_agent, coalesce(max(b.batch_no), 0) + 1
    FROM scout.batches b WHERE b.tenant_id = v_tenant AND b.agent_id = v_agent;
END
$$;
REVOKE ALL ON FUNCTION scout.redeem_enrolment(bytea, text, text, text, text, bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.redeem_enrolment(bytea, text, text, text, text, bytea) TO scout_auth;

-- The organizations of a signed-in person.
CREATE FUNCTION scout.memberships_of_user(p_user_id text)
RETURNS TABLE (tenant_id uuid, email text, role text, status text)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT m.tenant_id, m.email, m.role, m.status FROM scout.memberships m WHERE m.user_id = p_user_id
  ORDER BY m.created_at, m.tenant_id
$$;
REVOKE ALL ON FUNCTION scout.memberships_of_user(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.memberships_of_user(text) TO scout_auth;

-- What drop_expired_partitions leaves. The DEFAULT partitions hold events that were old on arrival; those go once they
-- have been here for p_retention_days, which batch_id tells (UUID version 7 begins with the time of arrival). Of the
-- ledger, each agent keeps its newest batch, from which its next number follows. Returns how many events went.
CREATE FUNCTION scout.delete_expired_rows(p_retention_days integer) RETURNS bigint
LANGUAGE plpgsql VOLATILE SECURITY DEFINER
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
  DELETE FROM scout.tenant_events WHERE occurred_at < v_day AND batch_id < v_batch;
  GET DIAGNOSTICS v_events = ROW_COUNT;
  RETURN v_events;
END
$$;
REVOKE ALL ON FUNCTION scout.delete_expired_rows(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.delete_expired_rows(integer) TO scout_operator;

-- Removes a sample organization and everything of it; refuses any other.
CREATE FUNCTION scout.remove_sample_tenant(p_tenant_id uuid) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM scout.tenants t WHERE t.tenant_id = p_tenant_id AND t.is_sample) THEN
    RAISE EXCEPTION 'Only a sample organization can be removed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  DELETE FROM scout.rollups WHERE tenant_id = p_tenant_id;
  DELETE FROM scout.incidents WHERE tenant_id = p_tenant_id;
  DELETE FROM scout.tenant_events WHERE tenant_id = p_tenant_id;
  DELETE FROM scout.batch_bodies WHERE tenant_id = p_tenant_id;
  DELETE FROM scout.batches WHERE tenant_id = p_tenant_id;
  DELETE FROM scout.agents WHERE tenant_id = p_tenant_id;
  DELETE FROM scout.enrolment_tokens WHERE tenant_id = p_tenant_id;
  DELETE FROM scout.profiles WHERE tenant_id = p_tenant_id;
  DELETE FROM scout.memberships WHERE tenant_id = p_tenant_id;
  DELETE FROM scout.tenants WHERE tenant_id = p_tenant_id;
END
$$;
REVOKE ALL ON FUNCTION scout.remove_sample_tenant(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.remove_sample_tenant(uuid) TO scout_operator;

RESET ROLE;
REVOKE CREATE ON SCHEMA scout FROM scout_definer;
DO $$
BEGIN
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE format('REVOKE scout_definer FROM %I', current_user);
  END IF;
END
$$;
