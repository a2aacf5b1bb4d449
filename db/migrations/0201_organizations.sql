-- What admins of an organization do: members, alert recipients, invitations, settings. The server changes into scout_admin
-- after it has found the caller to be an admin of the tenant that is set, or to hold an invitation to it; scout_member
-- changes none of this, whatever a call of members gets wrong.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'scout_admin') THEN
    BEGIN
      CREATE ROLE scout_admin NOLOGIN NOINHERIT;
    EXCEPTION
      WHEN duplicate_object OR unique_violation THEN NULL; -- another database of this cluster was first
    END;
  END IF;
  IF NOT pg_has_role('scout_app', 'scout_admin', 'MEMBER') THEN
    EXECUTE 'GRANT scout_admin TO scout_app'
      || CASE WHEN current_setting('server_version_num')::int >= 160000 THEN ' WITH INHERIT FALSE, SET TRUE' ELSE '' END;
  END IF;
END
$$;
GRANT USAGE ON SCHEMA scout TO scout_admin;

-- Who is mailed about alerts, in the order in which an admin saved them.
CREATE TABLE scout.alert_recipients (
  tenant_id uuid NOT NULL REFERENCES scout.tenants,
  email text NOT NULL CHECK (email = lower(email)),
  position integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, email)
);

-- One row a mail that was sent. Of several for one address only the newest is neither revoked nor answered.
CREATE TABLE scout.invitations (
  tenant_id uuid NOT NULL REFERENCES scout.tenants,
  invitation_id uuid NOT NULL,
  email text NOT NULL CHECK (email = lower(email)),
  role text NOT NULL DEFAULT 'member' CHECK (role IN ('admin', 'member')),
  token_hash bytea NOT NULL,
  inviter_email text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz,
  declined_at timestamptz,
  revoked_at timestamptz,
  PRIMARY KEY (tenant_id, invitation_id),
  UNIQUE (token_hash, tenant_id),
  CHECK (num_nonnulls(accepted_at, declined_at, revoked_at) <= 1)
);
CREATE INDEX invitations_email ON scout.invitations (tenant_id, email, created_at DESC);
CREATE UNIQUE INDEX invitations_one_open ON scout.invitations (tenant_id, email)
  WHERE accepted_at IS NULL AND declined_at IS NULL AND revoked_at IS NULL;

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['alert_recipients', 'invitations'] LOOP
    EXECUTE format('ALTER TABLE scout.%I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE scout.%I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY definer_all ON scout.%I TO scout_definer USING (true) WITH CHECK (true)', name);
  END LOOP;
  FOREACH name IN ARRAY ARRAY['tenants', 'memberships', 'profiles', 'alert_recipients', 'invitations'] LOOP
    EXECUTE format($policy$CREATE POLICY admin_own_tenant ON scout.%I TO scout_admin
      USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
      WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)$policy$, name);
  END LOOP;
END
$$;
CREATE POLICY admin_reads_own_tenant ON scout.audit_logs FOR SELECT TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY admin_adds_to_own_tenant ON scout.audit_logs FOR INSERT TO scout_admin
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);

GRANT SELECT ON scout.tenants TO scout_admin;
GRANT UPDATE (receive_email_alerts, requires_approval, requires_second_factor, updated_at) ON scout.tenants TO scout_admin;
GRANT SELECT, INSERT, DELETE ON scout.memberships TO scout_admin;
GRANT UPDATE (user_id, role, status, updated_at) ON scout.memberships TO scout_admin;
GRANT SELECT, INSERT, DELETE ON scout.profiles TO scout_admin;
GRANT SELECT, INSERT ON scout.audit_logs TO scout_admin;
GRANT SELECT, INSERT, DELETE ON scout.alert_recipients TO scout_admin;
-- The hash of a token is written and never read by it.
GRANT SELECT (tenant_id, invitation_id, email, role, inviter_email, created_at, expires_at, accepted_at, declined_at,
  revoked_at), INSERT ON scout.invitations TO scout_admin;
GRANT UPDATE (accepted_at, declined_at, revoked_at) ON scout.invitations TO scout_admin;
-- As part of deleting a whole organization, and for the look-ups below.
GRANT SELECT (tenant_id), DELETE ON scout.alert_recipients TO scout_definer;
GRANT SELECT, DELETE ON scout.invitations TO scout_definer;

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

-- The invitation behind a token (its SHA-256), with what the invited person is shown. No row: there is none.
CREATE FUNCTION scout.invitation_by_token(p_token_hash bytea)
RETURNS TABLE (tenant_id uuid, invitation_id uuid, company_name text, email text, inviter text, expires_at timestamptz,
  accepted_at timestamptz, declined_at timestamptz, revoked_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT i.tenant_id, i.invitation_id, t.company_name, i.email,
    coalesce((SELECT nullif(btrim(p.first_name || ' ' || p.last_name), '') FROM scout.profiles p
      WHERE p.tenant_id = i.tenant_id AND p.email = i.inviter_email LIMIT 1), i.inviter_email),
    i.expires_at, i.accepted_at, i.declined_at, i.revoked_at
  FROM scout.invitations i JOIN scout.tenants t ON t.tenant_id = i.tenant_id
  WHERE i.token_hash = p_token_hash
$$;
REVOKE ALL ON FUNCTION scout.invitation_by_token(bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.invitation_by_token(bytea) TO scout_auth;

-- The newest invitation of an address to an organization, by its id or the key of its name. The caller has made sure that
-- the person who asks owns the address.
CREATE FUNCTION scout.invitation_by_address(p_email text, p_tenant_id uuid, p_company_key text)
RETURNS TABLE (tenant_id uuid, invitation_id uuid, company_name text, email text, inviter text, expires_at timestamptz,
  accepted_at timestamptz, declined_at timestamptz, revoked_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT i.tenant_id, i.invitation_id, t.company_name, i.email,
    coalesce((SELECT nullif(btrim(p.first_name || ' ' || p.last_name), '') FROM scout.profiles p
      WHERE p.tenant_id = i.tenant_id AND p.email = i.inviter_email LIMIT 1), i.inviter_email),
    i.expires_at, i.accepted_at, i.declined_at, i.revoked_at
  FROM scout.invitations i JOIN scout.tenants t ON t.tenant_id = i.tenant_id
  WHERE i.email = p_email AND (t.tenant_id = p_tenant_id OR t.company_key = p_company_key)
  ORDER BY t.tenant_id IS DISTINCT FROM p_tenant_id, i.created_at DESC, i.invitation_id DESC
  LIMIT 1
$$;
REVOKE ALL ON FUNCTION scout.invitation_by_address(text, uuid, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.invitation_by_address(text, uuid, text) TO scout_auth;

RESET ROLE;
REVOKE CREATE ON SCHEMA scout FROM scout_definer;
DO $$
BEGIN
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE format('REVOKE scout_definer FROM %I', current_user);
  END IF;
END
$$;
