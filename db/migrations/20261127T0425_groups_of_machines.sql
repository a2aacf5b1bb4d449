-- Groups of machines: their configurations, the rings that get a next one first, and what each machine reports of it.

-- version: for all machines of the group; next_version: for those of its rings alone.
CREATE TABLE scout.agent_groups (
  tenant_id uuid NOT NULL REFERENCES scout.tenants ON DELETE CASCADE,
  group_id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  patterns text[] NOT NULL DEFAULT '{}' CHECK (cardinality(patterns) <= 20),
  created_at timestamptz(3) NOT NULL,
  created_by text NOT NULL CHECK (char_length(created_by) <= 254),
  version integer NOT NULL DEFAULT 1 CHECK (version > 0),
  next_version integer CHECK (next_version > 0),
  PRIMARY KEY (tenant_id, group_id)
);
CREATE UNIQUE INDEX agent_groups_name ON scout.agent_groups (tenant_id, lower(name));
ALTER TABLE scout.agent_groups ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY member_reads_own_tenant ON scout.agent_groups FOR SELECT TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY admin_own_tenant ON scout.agent_groups TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY ingest_reads_own_tenant ON scout.agent_groups FOR SELECT TO scout_ingest
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY operator_reads ON scout.agent_groups FOR SELECT TO scout_operator USING (true);
CREATE POLICY definer_all ON scout.agent_groups TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT ON scout.agent_groups TO scout_member, scout_operator;
GRANT SELECT, INSERT, UPDATE (name, patterns, version, next_version), DELETE ON scout.agent_groups TO scout_admin;
GRANT SELECT (tenant_id, group_id, name, patterns, version, next_version) ON scout.agent_groups TO scout_ingest;
GRANT SELECT (tenant_id, group_id, name), DELETE ON scout.agent_groups TO scout_definer;

-- The configurations of a group. Numbers are never used again.
CREATE TABLE scout.agent_group_versions (
  tenant_id uuid NOT NULL,
  group_id uuid NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  settings jsonb NOT NULL CHECK (octet_length(settings::text) <= 16384),
  created_at timestamptz(3) NOT NULL,
  created_by text NOT NULL CHECK (char_length(created_by) <= 254),
  PRIMARY KEY (tenant_id, group_id, version),
  FOREIGN KEY (tenant_id, group_id) REFERENCES scout.agent_groups (tenant_id, group_id) ON DELETE CASCADE
);
ALTER TABLE scout.agent_group_versions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY member_reads_own_tenant ON scout.agent_group_versions FOR SELECT TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY admin_own_tenant ON scout.agent_group_versions TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY ingest_reads_own_tenant ON scout.agent_group_versions FOR SELECT TO scout_ingest
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY operator_reads ON scout.agent_group_versions FOR SELECT TO scout_operator USING (true);
CREATE POLICY definer_all ON scout.agent_group_versions TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT ON scout.agent_group_versions TO scout_member, scout_operator;
GRANT SELECT, INSERT, DELETE ON scout.agent_group_versions TO scout_admin;
GRANT SELECT (tenant_id, group_id, version, settings) ON scout.agent_group_versions TO scout_ingest;
GRANT SELECT (tenant_id), DELETE ON scout.agent_group_versions TO scout_definer;

-- The machines that get a next configuration first, ring after ring.
CREATE TABLE scout.agent_group_rings (
  tenant_id uuid NOT NULL,
  group_id uuid NOT NULL,
  version integer NOT NULL,
  agent_id uuid NOT NULL,
  ring integer NOT NULL CHECK (ring > 0),
  PRIMARY KEY (tenant_id, group_id, version, agent_id),
  FOREIGN KEY (tenant_id, agent_id) REFERENCES scout.agents (tenant_id, agent_id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, group_id, version) REFERENCES scout.agent_group_versions (tenant_id, group_id, version) ON DELETE CASCADE
);
CREATE INDEX agent_group_rings_agent ON scout.agent_group_rings (tenant_id, agent_id);
ALTER TABLE scout.agent_group_rings ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY member_reads_own_tenant ON scout.agent_group_rings FOR SELECT TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY admin_own_tenant ON scout.agent_group_rings TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY ingest_reads_own_tenant ON scout.agent_group_rings FOR SELECT TO scout_ingest
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY operator_reads ON scout.agent_group_rings FOR SELECT TO scout_operator USING (true);
CREATE POLICY definer_all ON scout.agent_group_rings TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT ON scout.agent_group_rings TO scout_member, scout_operator;
GRANT SELECT, INSERT, DELETE ON scout.agent_group_rings TO scout_admin;
GRANT SELECT ON scout.agent_group_rings TO scout_ingest;
GRANT SELECT (tenant_id), DELETE ON scout.agent_group_rings TO scout_definer;

-- The key that signs an organization's configurations. Agents pin its public part; the private one is sealed.
CREATE TABLE scout.agent_configuration_keys (
  tenant_id uuid PRIMARY KEY REFERENCES scout.tenants ON DELETE CASCADE,
  public_key text NOT NULL CHECK (char_length(public_key) <= 100),
  sealed text NOT NULL CHECK (char_length(sealed) <= 1000),
  created_at timestamptz(3) NOT NULL
);
ALTER TABLE scout.agent_configuration_keys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY ingest_reads_own_tenant ON scout.agent_configuration_keys FOR SELECT TO scout_ingest
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY ingest_adds_own_tenant ON scout.agent_configuration_keys FOR INSERT TO scout_ingest
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
-- All are sealed anew when the operator changes the key.
CREATE POLICY operator_reads ON scout.agent_configuration_keys FOR SELECT TO scout_operator USING (true);
CREATE POLICY operator_reseals ON scout.agent_configuration_keys FOR UPDATE TO scout_operator USING (true);
CREATE POLICY definer_all ON scout.agent_configuration_keys TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT, INSERT ON scout.agent_configuration_keys TO scout_ingest;
GRANT SELECT (tenant_id, sealed), UPDATE (sealed) ON scout.agent_configuration_keys TO scout_operator;
GRANT SELECT (tenant_id), DELETE ON scout.agent_configuration_keys TO scout_definer;

-- A machine's group, how it came into it, the host's name that patterns were compared with, and what the agent reports.
ALTER TABLE scout.agents
  ADD COLUMN group_id uuid,
  ADD COLUMN joined_by text COLLATE "C" CHECK (joined_by IN ('hand', 'token', 'installer', 'name')),
  ADD COLUMN group_host text,
  ADD COLUMN configuration jsonb;
CREATE INDEX agents_group ON scout.agents (tenant_id, group_id) WHERE group_id IS NOT NULL;
GRANT SELECT (group_id, joined_by, configuration) ON scout.agents TO scout_member, scout_operator;
GRANT SELECT (group_id, joined_by, group_host, configuration), UPDATE (group_id, joined_by, group_host) ON scout.agents TO scout_admin;
GRANT SELECT (host, group_id, joined_by, group_host, configuration), UPDATE (group_id, joined_by, group_host, configuration)
  ON scout.agents TO scout_ingest;

ALTER TABLE scout.enrolment_tokens ADD COLUMN group_id uuid;
GRANT SELECT (group_id) ON scout.enrolment_tokens TO scout_admin, scout_operator;

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

-- Puts a machine that has just enrolled into the group of its token or, without one, into the group that its installation names. One that an
-- admin put somewhere stays there. Returns the group's name; null: none.
CREATE FUNCTION scout.join_group(p_tenant_id uuid, p_agent_id uuid, p_token_id uuid, p_name text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  v_group_id uuid;
  v_name text;
  v_way text := 'token';
BEGIN
  SELECT g.group_id, g.name INTO v_group_id, v_name
  FROM scout.enrolment_tokens t JOIN scout.agent_groups g ON g.tenant_id = t.tenant_id AND g.group_id = t.group_id
  WHERE t.tenant_id = p_tenant_id AND t.token_id = p_token_id;
  IF v_group_id IS NULL AND p_name IS NOT NULL THEN
    v_way := 'installer';
    SELECT g.group_id, g.name INTO v_group_id, v_name
    FROM scout.agent_groups g WHERE g.tenant_id = p_tenant_id AND lower(g.name) = lower(p_name);
  END IF;
  IF v_group_id IS NULL THEN
    RETURN NULL;
  END IF;
  UPDATE scout.agents a SET group_id = v_group_id, joined_by = v_way
  WHERE a.tenant_id = p_tenant_id AND a.agent_id = p_agent_id AND a.joined_by IS DISTINCT FROM 'hand';
  RETURN CASE WHEN FOUND THEN v_name END;
END
$$;
REVOKE ALL ON FUNCTION scout.join_group FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.join_group TO scout_auth;

RESET ROLE;
REVOKE CREATE ON SCHEMA scout FROM scout_definer;
DO $$
BEGIN
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE format('REVOKE scout_definer FROM %I', current_user);
  END IF;
END
$$;
