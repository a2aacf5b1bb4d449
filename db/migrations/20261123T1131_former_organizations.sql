-- Ids of organizations that were deleted here, so that what is paid for one afterwards is canceled. Of others that this server does not know
-- nothing is canceled: the account at the payment provider may serve another installation, too.
CREATE TABLE scout.former_organizations (
  organization_id uuid PRIMARY KEY,
  deleted_at timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE scout.former_organizations ENABLE ROW LEVEL SECURITY;
ALTER TABLE scout.former_organizations FORCE ROW LEVEL SECURITY;
CREATE POLICY operator_all ON scout.former_organizations TO scout_operator USING (true) WITH CHECK (true);
CREATE POLICY definer_insert ON scout.former_organizations FOR INSERT TO scout_definer WITH CHECK (true);
GRANT SELECT, DELETE ON scout.former_organizations TO scout_operator;
GRANT INSERT ON scout.former_organizations TO scout_definer;
GRANT INSERT (subscription_id) ON scout.payment_cancellations TO scout_operator;

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

-- As before, and the id of what was deleted is kept.
CREATE OR REPLACE FUNCTION scout.delete_organization(p_tenant_id uuid) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  name text;
BEGIN
  INSERT INTO scout.payment_cancellations (subscription_id)
    SELECT DISTINCT p.subscription_id FROM scout.payments p
    WHERE p.tenant_id = p_tenant_id AND p.subscription_id IS NOT NULL AND p.ended_at IS NULL
    ON CONFLICT DO NOTHING;
  INSERT INTO scout.former_organizations (organization_id) VALUES (p_tenant_id) ON CONFLICT DO NOTHING;
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

RESET ROLE;
REVOKE CREATE ON SCHEMA scout FROM scout_definer;
DO $$
BEGIN
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE format('REVOKE scout_definer FROM %I', current_user);
  END IF;
END
$$;
