-- An admin may ask for the deletion of the organization, which is done after some days unless an admin takes the request back.
ALTER TABLE scout.tenants
  ADD COLUMN deletion_due_at timestamptz,
  ADD COLUMN deletion_requested_by text CHECK (char_length(deletion_requested_by) <= 254),
  ADD CONSTRAINT tenants_deletion_check CHECK ((deletion_due_at IS NULL) = (deletion_requested_by IS NULL));
CREATE INDEX tenants_deletion_due_at ON scout.tenants (deletion_due_at) WHERE deletion_due_at IS NOT NULL;
GRANT UPDATE (deletion_due_at, deletion_requested_by) ON scout.tenants TO scout_admin;
GRANT SELECT (deletion_due_at) ON scout.tenants TO scout_definer;

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
  PERFORM scout.delete_organization(p_tenant_id);
  RETURN true;
END
$$;
REVOKE ALL ON FUNCTION scout.delete_requested_organization(uuid, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.delete_requested_organization(uuid, timestamptz) TO scout_operator;

RESET ROLE;
REVOKE CREATE ON SCHEMA scout FROM scout_definer;
DO $$
BEGIN
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE format('REVOKE scout_definer FROM %I', current_user);
  END IF;
END
$$;
