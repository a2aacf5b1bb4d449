-- Provisioning by an organization's directory (SCIM 2.0), and roles by groups.

-- People as the organization's directory gives them. address: of the membership; email: as given last, which differs after a new
-- address of someone who has an account. active: as given; the membership says whether the person may do anything. role and person:
-- of the membership that ended with active, for one that comes back.
CREATE TABLE scout.scim_users (
  tenant_id uuid NOT NULL REFERENCES scout.tenants,
  scim_id uuid NOT NULL DEFAULT gen_random_uuid(),
  user_name text COLLATE "C" NOT NULL CHECK (char_length(user_name) BETWEEN 1 AND 254),
  address text NOT NULL CHECK (address = lower(address) AND char_length(address) <= 254),
  email text NOT NULL CHECK (email = lower(email) AND char_length(email) <= 254),
  external_id text COLLATE "C" CHECK (char_length(external_id) BETWEEN 1 AND 254),
  given_name text CHECK (char_length(given_name) <= 200),
  family_name text CHECK (char_length(family_name) <= 200),
  display_name text CHECK (char_length(display_name) <= 254),
  active boolean NOT NULL,
  role text COLLATE "C" CHECK (role ~ '^[a-z]{1,20}$'),
  person text,
  version integer NOT NULL DEFAULT 1 CHECK (version > 0),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, scim_id),
  UNIQUE (tenant_id, address)
);
CREATE UNIQUE INDEX scim_users_user_name ON scout.scim_users (tenant_id, lower(user_name));
CREATE UNIQUE INDEX scim_users_email ON scout.scim_users (tenant_id, email);
CREATE INDEX scim_users_external_id ON scout.scim_users (tenant_id, external_id);
ALTER TABLE scout.scim_users ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY admin_own_tenant ON scout.scim_users TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY definer_all ON scout.scim_users TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, DELETE,
  UPDATE (user_name, address, email, external_id, given_name, family_name, display_name, active, role, person, version, updated_at)
  ON scout.scim_users TO scout_admin;
GRANT SELECT (tenant_id), DELETE ON scout.scim_users TO scout_definer;

CREATE TABLE scout.scim_groups (
  tenant_id uuid NOT NULL REFERENCES scout.tenants,
  group_id uuid NOT NULL DEFAULT gen_random_uuid(),
  display_name text COLLATE "C" NOT NULL CHECK (char_length(display_name) BETWEEN 1 AND 254),
  external_id text COLLATE "C" CHECK (char_length(external_id) BETWEEN 1 AND 254),
  version integer NOT NULL DEFAULT 1 CHECK (version > 0),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, group_id)
);
CREATE UNIQUE INDEX scim_groups_name ON scout.scim_groups (tenant_id, lower(display_name));
ALTER TABLE scout.scim_groups ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY admin_own_tenant ON scout.scim_groups TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY definer_all ON scout.scim_groups TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, DELETE, UPDATE (display_name, external_id, version, updated_at) ON scout.scim_groups TO scout_admin;
GRANT SELECT (tenant_id), DELETE ON scout.scim_groups TO scout_definer;

CREATE TABLE scout.scim_group_members (
  tenant_id uuid NOT NULL,
  group_id uuid NOT NULL,
  scim_id uuid NOT NULL,
  PRIMARY KEY (tenant_id, group_id, scim_id),
  FOREIGN KEY (tenant_id, group_id) REFERENCES scout.scim_groups (tenant_id, group_id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, scim_id) REFERENCES scout.scim_users (tenant_id, scim_id) ON DELETE CASCADE
);
CREATE INDEX scim_group_members_user ON scout.scim_group_members (tenant_id, scim_id);
ALTER TABLE scout.scim_group_members ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY admin_own_tenant ON scout.scim_group_members TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY definer_all ON scout.scim_group_members TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, DELETE ON scout.scim_group_members TO scout_admin;
GRANT SELECT (tenant_id), DELETE ON scout.scim_group_members TO scout_definer;

-- The admins' table: which group of the directory gives which role. group_name: a name or an id of the directory, exactly.
CREATE TABLE scout.group_roles (
  tenant_id uuid NOT NULL REFERENCES scout.tenants,
  group_name text COLLATE "C" NOT NULL CHECK (char_length(group_name) BETWEEN 1 AND 254),
  role text COLLATE "C" NOT NULL CHECK (role ~ '^[a-z]{1,20}$'),
  created_at timestamptz(3) NOT NULL,
  created_by text NOT NULL,
  PRIMARY KEY (tenant_id, group_name)
);
ALTER TABLE scout.group_roles ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY admin_own_tenant ON scout.group_roles TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY definer_all ON scout.group_roles TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, DELETE, UPDATE (role, created_at, created_by) ON scout.group_roles TO scout_admin;
GRANT SELECT, DELETE ON scout.group_roles TO scout_definer;

-- What the rules of members ask, without reading every member.
CREATE INDEX memberships_admins ON scout.memberships (tenant_id, email)
  WHERE role = 'admin' AND status = 'active' AND user_id IS NOT NULL;
CREATE INDEX memberships_registered ON scout.memberships (tenant_id, email) WHERE status = 'active' AND user_id IS NOT NULL;

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

-- Gives a member the role of the groups, and returns the former one; null: nothing changed. The last registered admin and break-glass
-- accounts stay admins. With the rights of the caller, who holds the organization's lock.
CREATE FUNCTION scout.set_mapped_role(p_tenant_id uuid, p_email text, p_role text, p_now timestamptz)
RETURNS text
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  v_before text;
BEGIN
  SELECT m.role INTO v_before FROM scout.memberships m WHERE m.tenant_id = p_tenant_id AND m.email = p_email;
  IF v_before IS NULL OR v_before = p_role THEN RETURN NULL; END IF;
  IF v_before = 'admin' AND (
    EXISTS (SELECT FROM scout.sso_break_glass b WHERE b.tenant_id = p_tenant_id AND b.email = p_email)
    OR NOT EXISTS (SELECT FROM scout.memberships m WHERE m.tenant_id = p_tenant_id AND m.email <> p_email
      AND m.role = 'admin' AND m.status = 'active' AND m.user_id IS NOT NULL)) THEN
    RETURN NULL;
  END IF;
  UPDATE scout.memberships m SET role = p_role, updated_at = p_now WHERE m.tenant_id = p_tenant_id AND m.email = p_email;
  RETURN v_before;
END
$$;
REVOKE ALL ON FUNCTION scout.set_mapped_role FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.set_mapped_role TO scout_admin;

-- Gives people whom the directory provisions the roles of their groups: these people, or all with null. p_order: all roles, the most
-- powerful first. Nothing happens without a table of roles, or without groups. With the rights of the caller.
CREATE FUNCTION scout.map_provisioned_roles(p_tenant_id uuid, p_scim_ids uuid[], p_order text[], p_now timestamptz)
RETURNS TABLE (email text, before text, after text)
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  v_person record;
BEGIN
  IF NOT EXISTS (SELECT FROM scout.group_roles r WHERE r.tenant_id = p_tenant_id)
    OR NOT EXISTS (SELECT FROM scout.scim_groups g WHERE g.tenant_id = p_tenant_id) THEN
    RETURN;
  END IF;
  FOR v_person IN
    SELECT p.address, p.role FROM (
      SELECT u.address, m.role AS present, coalesce((
        SELECT r.role FROM scout.scim_group_members gm
          JOIN scout.scim_groups g ON g.tenant_id = gm.tenant_id AND g.group_id = gm.group_id
          JOIN scout.group_roles r ON r.tenant_id = g.tenant_id AND r.group_name IN (g.display_name, g.external_id)
        WHERE gm.tenant_id = u.tenant_id AND gm.scim_id = u.scim_id
        ORDER BY array_position(p_order, r.role) NULLS LAST LIMIT 1), 'member') AS role
      FROM scout.scim_users u JOIN scout.memberships m ON m.tenant_id = u.tenant_id AND m.email = u.address
      WHERE u.tenant_id = p_tenant_id AND (p_scim_ids IS NULL OR u.scim_id = ANY (p_scim_ids))) p
    WHERE p.role <> p.present
    -- New admins first, so that one of them may replace the last.
    ORDER BY p.role = 'admin' DESC, p.address
  LOOP
    email := v_person.address;
    after := v_person.role;
    before := scout.set_mapped_role(p_tenant_id, v_person.address, v_person.role, p_now);
    IF before IS NOT NULL THEN RETURN NEXT; END IF;
  END LOOP;
END
$$;
REVOKE ALL ON FUNCTION scout.map_provisioned_roles FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.map_provisioned_roles TO scout_admin;

-- Gives a member the role of the groups that a provider names at sign-in. Nothing happens without a table of roles, and where the
-- directory provisions groups, which then decide. The caller holds the organization's lock.
CREATE FUNCTION scout.sso_map_role(p_tenant_id uuid, p_email text, p_groups text[], p_order text[], p_now timestamptz)
RETURNS TABLE (before text, after text)
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM scout.group_roles r WHERE r.tenant_id = p_tenant_id)
    OR EXISTS (SELECT FROM scout.scim_groups g WHERE g.tenant_id = p_tenant_id) THEN
    RETURN;
  END IF;
  after := coalesce((SELECT r.role FROM scout.group_roles r WHERE r.tenant_id = p_tenant_id AND r.group_name = ANY (p_groups)
    ORDER BY array_position(p_order, r.role) NULLS LAST LIMIT 1), 'member');
  before := scout.set_mapped_role(p_tenant_id, p_email, after, p_now);
  IF before IS NOT NULL THEN RETURN NEXT; END IF;
END
$$;
REVOKE ALL ON FUNCTION scout.sso_map_role FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.sso_map_role TO scout_auth;

RESET ROLE;
REVOKE CREATE ON SCHEMA scout FROM scout_definer;
DO $$
BEGIN
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE format('REVOKE scout_definer FROM %I', current_user);
  END IF;
END
$$;
GRANT UPDATE (role) ON scout.memberships TO scout_definer;

-- by_directory: the organization's directory ended the membership, and may bring it back.
ALTER TABLE scout.removed_addresses ADD COLUMN by_directory boolean NOT NULL DEFAULT false;
GRANT UPDATE (by_directory) ON scout.removed_addresses TO scout_admin;
