-- Subscriptions at the payment provider whose organization is gone: they go on charging until they are canceled there.
CREATE TABLE scout.payment_cancellations (
  subscription_id text PRIMARY KEY CHECK (char_length(subscription_id) <= 255),
  -- Null until the provider has failed to answer.
  try_after timestamptz
);
ALTER TABLE scout.payment_cancellations ENABLE ROW LEVEL SECURITY;
ALTER TABLE scout.payment_cancellations FORCE ROW LEVEL SECURITY;
CREATE POLICY operator_all ON scout.payment_cancellations TO scout_operator USING (true) WITH CHECK (true);
GRANT SELECT, DELETE ON scout.payment_cancellations TO scout_operator;
GRANT UPDATE (try_after) ON scout.payment_cancellations TO scout_operator;
CREATE POLICY definer_insert ON scout.payment_cancellations FOR INSERT TO scout_definer WITH CHECK (true);
GRANT INSERT ON scout.payment_cancellations TO scout_definer;
GRANT SELECT (subscription_id, ended_at) ON scout.payments TO scout_definer;

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

-- As before, and what would go on charging is noted first, whoever deletes: an admin's request, the last account, the operator.
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
