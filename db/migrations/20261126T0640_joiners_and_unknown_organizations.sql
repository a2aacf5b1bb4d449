-- What a person who asked to join reads, and whether an organization of a link exists.

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

-- The organizations, by name, of which an admin has still to let this person in; an open invitation waits for the person instead.
CREATE FUNCTION scout.organizations_awaited_by(p_user_id text, p_now timestamptz) RETURNS SETOF text
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT t.company_name
  FROM scout.memberships m JOIN scout.tenants t ON t.tenant_id = m.tenant_id
  WHERE m.user_id = p_user_id AND m.status = 'pending' AND NOT EXISTS (
    SELECT FROM scout.invitations i WHERE i.tenant_id = m.tenant_id AND i.email = m.email AND i.accepted_at IS NULL
      AND i.declined_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > p_now)
  ORDER BY t.company_name
$$;
REVOKE ALL ON FUNCTION scout.organizations_awaited_by FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.organizations_awaited_by TO scout_auth;

-- Whether an organization with this id or key of its name exists: an email+org link says so before anybody has signed in.
CREATE FUNCTION scout.organization_exists(p_tenant_id uuid, p_company_key text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT EXISTS (SELECT FROM scout.tenants t WHERE t.tenant_id = p_tenant_id OR t.company_key = p_company_key)
$$;
REVOKE ALL ON FUNCTION scout.organization_exists FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.organization_exists TO scout_auth;

RESET ROLE;
REVOKE CREATE ON SCHEMA scout FROM scout_definer;
DO $$
BEGIN
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE format('REVOKE scout_definer FROM %I', current_user);
  END IF;
END
$$;
