-- Trials and the end of subscriptions. Organizations that exist stay as they are: the subscribed without an end, the others without a
-- trial, and with data that goes with its age alone.
ALTER TABLE scout.tenants
  ADD COLUMN trial_ends_at timestamptz,
  ADD COLUMN trial_reminded_days smallint,
  ADD COLUMN data_until timestamptz;
CREATE INDEX tenants_trial_ends_at ON scout.tenants (trial_ends_at) WHERE trial_ends_at IS NOT NULL;
CREATE INDEX tenants_data_until ON scout.tenants (data_until) WHERE data_until IS NOT NULL;
GRANT UPDATE (trial_ends_at, trial_reminded_days, data_until) ON scout.tenants TO scout_operator;
GRANT SELECT (is_subscribed, data_until), UPDATE (data_until) ON scout.tenants TO scout_definer;
GRANT UPDATE (closed_through, read_through, due_at, alerts_from) ON scout.assessments TO scout_definer;

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

DROP FUNCTION scout.agent_by_credential(bytea);
CREATE FUNCTION scout.agent_by_credential(p_credential_hash bytea)
RETURNS TABLE (tenant_id uuid, agent_id uuid, revoked boolean, is_next boolean, awaiting boolean, subscribed boolean)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT a.tenant_id, a.agent_id, a.revoked_at IS NOT NULL,
    a.credential_hash <> p_credential_hash OR a.enrolment_key_hash IS NOT NULL, a.awaiting_approval, t.is_subscribed
  FROM scout.agents a JOIN scout.tenants t ON t.tenant_id = a.tenant_id
  WHERE a.credential_hash = p_credential_hash OR a.next_credential_hash = p_credential_hash
$$;
REVOKE ALL ON FUNCTION scout.agent_by_credential(bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.agent_by_credential(bytea) TO scout_auth;

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
  -- Cases go on being counted where they were. The lock keeps the assessor away.
  UPDATE scout.assessments a SET closed_through = NULL, read_through = NULL, due_at = NULL, alerts_from = NULL
  WHERE a.tenant_id = p_tenant_id;
  FOREACH name IN ARRAY ARRAY['rollups', 'incidents', 'tenant_events', 'batch_bodies', 'activity_parts', 'account_activity',
    'agent_gaps', 'ingest_usage', 'alert_messages', 'alert_steps', 'channel_deliveries', 'findings', 'case_comments', 'case_changes',
    'cases', 'assessment_snapshots']
  LOOP
    EXECUTE format('DELETE FROM scout.%I WHERE tenant_id = $1', name) USING p_tenant_id;
  END LOOP;
  RETURN true;
END
$$;
REVOKE ALL ON FUNCTION scout.remove_ended_data(uuid, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.remove_ended_data(uuid, timestamptz) TO scout_operator;

RESET ROLE;
REVOKE CREATE ON SCHEMA scout FROM scout_definer;
DO $$
BEGIN
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE format('REVOKE scout_definer FROM %I', current_user);
  END IF;
END
$$;
