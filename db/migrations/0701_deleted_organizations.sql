-- For the mail that confirms a deletion: it names the organizations that went along.
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

-- The organizations that a person belongs to, or asks to join, by name.
CREATE FUNCTION scout.organization_names_of(p_user_id text) RETURNS TABLE (tenant_id uuid, company_name text)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT t.tenant_id, t.company_name
  FROM scout.memberships m JOIN scout.tenants t ON t.tenant_id = m.tenant_id
  WHERE m.user_id = p_user_id
$$;
REVOKE ALL ON FUNCTION scout.organization_names_of(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.organization_names_of(text) TO scout_auth;

RESET ROLE;
REVOKE CREATE ON SCHEMA scout FROM scout_definer;
DO $$
BEGIN
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE format('REVOKE scout_definer FROM %I', current_user);
  END IF;
END
$$;
