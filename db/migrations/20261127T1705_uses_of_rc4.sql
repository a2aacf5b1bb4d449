-- Uses of RC4: who asks for tickets of which account with it, from which client and why. The assessor replaces what it judged again.

-- requester: '' for the account's own first tickets. client: '' for none told. cell: a hash of requester, client and cause. event: the newest
-- one that was kept as evidence.
CREATE TABLE scout.rc4_uses (
  tenant_id uuid NOT NULL REFERENCES scout.tenants,
  account_key text COLLATE "C" NOT NULL,
  cell uuid NOT NULL,
  requester text COLLATE "C" NOT NULL,
  client text COLLATE "C" NOT NULL,
  cause text COLLATE "C" NOT NULL CHECK (cause IN ('no-key', 'not-allowed', 'client', 'controller', 'unknown')),
  n bigint NOT NULL CHECK (n > 0),
  first_at timestamptz(3) NOT NULL,
  last_at timestamptz(3) NOT NULL,
  event text,
  PRIMARY KEY (tenant_id, account_key, cell)
);
ALTER TABLE scout.rc4_uses ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY member_reads_own_tenant ON scout.rc4_uses FOR SELECT TO scout_member, scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY assessor_own_tenant ON scout.rc4_uses TO scout_assessor
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY operator_reads_all ON scout.rc4_uses FOR SELECT TO scout_operator USING (true);
CREATE POLICY definer_all ON scout.rc4_uses TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT ON scout.rc4_uses TO scout_member, scout_admin, scout_operator;
GRANT SELECT, INSERT, UPDATE, DELETE ON scout.rc4_uses TO scout_assessor;
GRANT SELECT (tenant_id), DELETE ON scout.rc4_uses TO scout_definer;

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
  FOREACH name IN ARRAY ARRAY['summed_tenants', 'rollups', 'rollup_sums', 'event_counts', 'incidents', 'tenant_events', 'batch_bodies', 'activity_parts', 'account_activity', 'rc4_uses',
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
