-- Single sign-on: the identity provider of an organization, who is known there, and sessions that it began.

-- state: off; on, beside passwords; required, instead of passwords but for break-glass accounts. admission: of people that the
-- organization does not know yet. test: what came with the last test, tested_at: when one last had everything.
CREATE TABLE scout.sso_connections (
  tenant_id uuid PRIMARY KEY REFERENCES scout.tenants,
  connection_id uuid NOT NULL DEFAULT gen_random_uuid(),
  issuer text NOT NULL CHECK (char_length(issuer) BETWEEN 1 AND 300),
  client_id text NOT NULL CHECK (char_length(client_id) BETWEEN 1 AND 300),
  state text COLLATE "C" NOT NULL DEFAULT 'off' CHECK (state IN ('off', 'on', 'required')),
  admission text COLLATE "C" NOT NULL DEFAULT 'pending' CHECK (admission IN ('active', 'pending')),
  created_at timestamptz(3) NOT NULL,
  created_by text NOT NULL,
  test jsonb CHECK (octet_length(test::text) <= 16000),
  tested_at timestamptz(3),
  CHECK (state = 'off' OR tested_at IS NOT NULL)
);
ALTER TABLE scout.sso_connections ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY admin_own_tenant ON scout.sso_connections TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY definer_all ON scout.sso_connections TO scout_definer USING (true) WITH CHECK (true);
-- Issuer and client never change: another provider is another connection, to which nobody is linked yet.
GRANT SELECT, INSERT (tenant_id, issuer, client_id, created_at, created_by), UPDATE (state, admission), DELETE
  ON scout.sso_connections TO scout_admin;
GRANT SELECT, UPDATE (test, tested_at), DELETE ON scout.sso_connections TO scout_definer;

-- The secret of the client, sealed with a key of the keyring.
CREATE TABLE scout.sso_secrets (
  tenant_id uuid PRIMARY KEY REFERENCES scout.sso_connections ON DELETE CASCADE,
  sealed text NOT NULL CHECK (char_length(sealed) <= 4000),
  created_at timestamptz(3) NOT NULL
);
ALTER TABLE scout.sso_secrets ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY admin_own_tenant ON scout.sso_secrets TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY operator_all ON scout.sso_secrets TO scout_operator USING (true) WITH CHECK (true);
CREATE POLICY definer_all ON scout.sso_secrets TO scout_definer USING (true) WITH CHECK (true);
-- Nobody is shown a secret, admins included.
GRANT SELECT (tenant_id), INSERT, UPDATE (sealed, created_at) ON scout.sso_secrets TO scout_admin;
-- All are sealed anew when the operator changes the key.
GRANT SELECT, UPDATE (sealed) ON scout.sso_secrets TO scout_operator;
GRANT SELECT, DELETE ON scout.sso_secrets TO scout_definer;

-- Members by the provider's name for them. It goes with the membership and with the connection.
CREATE TABLE scout.sso_identities (
  tenant_id uuid NOT NULL REFERENCES scout.sso_connections ON DELETE CASCADE,
  subject text COLLATE "C" NOT NULL CHECK (char_length(subject) BETWEEN 1 AND 255),
  email text NOT NULL,
  user_id text NOT NULL,
  linked_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, subject),
  UNIQUE (tenant_id, user_id),
  FOREIGN KEY (tenant_id, email, user_id) REFERENCES scout.memberships (tenant_id, email, user_id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX sso_identities_membership ON scout.sso_identities (tenant_id, email, user_id);
ALTER TABLE scout.sso_identities ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY definer_all ON scout.sso_identities TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, DELETE ON scout.sso_identities TO scout_definer;

-- Members whose passwords are accepted while single sign-on is required.
CREATE TABLE scout.sso_break_glass (
  tenant_id uuid NOT NULL REFERENCES scout.sso_connections ON DELETE CASCADE,
  email text NOT NULL,
  user_id text NOT NULL,
  PRIMARY KEY (tenant_id, user_id),
  FOREIGN KEY (tenant_id, email, user_id) REFERENCES scout.memberships (tenant_id, email, user_id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX sso_break_glass_membership ON scout.sso_break_glass (tenant_id, email, user_id);
ALTER TABLE scout.sso_break_glass ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY admin_own_tenant ON scout.sso_break_glass TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY definer_all ON scout.sso_break_glass TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, DELETE ON scout.sso_break_glass TO scout_admin;
GRANT SELECT, DELETE ON scout.sso_break_glass TO scout_definer;

-- Sign-ins that wait for the provider. Only hashes: of the state in the address, and of the cookie of the browser that began it.
-- tester: the admin of a test, who is not signed in by it.
CREATE TABLE auth.sso_attempts (
  state_hash bytea PRIMARY KEY CHECK (length(state_hash) = 32),
  browser_hash bytea NOT NULL CHECK (length(browser_hash) = 32),
  tenant_id uuid NOT NULL,
  connection_id uuid NOT NULL,
  tester text REFERENCES auth."user" ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sso_attempts_expires ON auth.sso_attempts (expires_at);
CREATE INDEX sso_attempts_tester ON auth.sso_attempts (tester);
ALTER TABLE auth.sso_attempts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth_all ON auth.sso_attempts TO scout_auth USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.sso_attempts TO scout_auth;

-- Sessions that a provider began, which count only for its organization. sid: the provider's name of its own session.
CREATE TABLE auth.sso_sessions (
  session_id text PRIMARY KEY REFERENCES auth.session ON DELETE CASCADE,
  tenant_id uuid NOT NULL,
  connection_id uuid NOT NULL,
  subject text COLLATE "C" NOT NULL,
  sid text COLLATE "C" CHECK (char_length(sid) <= 255),
  end_session_url text CHECK (char_length(end_session_url) <= 2000)
);
CREATE INDEX sso_sessions_subject ON auth.sso_sessions (tenant_id, connection_id, subject);
CREATE INDEX sso_sessions_sid ON auth.sso_sessions (tenant_id, connection_id, sid);
ALTER TABLE auth.sso_sessions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth_all ON auth.sso_sessions TO scout_auth USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.sso_sessions TO scout_auth;

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

-- The organization whose provider answers for the addresses of a domain: the one that has verified it.
CREATE FUNCTION scout.sso_of_domain(p_domain text)
RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT c.tenant_id FROM scout.sso_connections c JOIN scout.organization_domains d ON d.tenant_id = c.tenant_id
  WHERE d.domain = p_domain AND d.state = 'verified' AND c.state <> 'off'
$$;
REVOKE ALL ON FUNCTION scout.sso_of_domain FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.sso_of_domain TO scout_auth;

-- A connection with its sealed secret, to sign people in.
CREATE FUNCTION scout.sso_connection(p_tenant_id uuid)
RETURNS TABLE (tenant_id uuid, connection_id uuid, issuer text, client_id text, state text, sealed text)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT c.tenant_id, c.connection_id, c.issuer, c.client_id, c.state, s.sealed
  FROM scout.sso_connections c JOIN scout.sso_secrets s ON s.tenant_id = c.tenant_id WHERE c.tenant_id = p_tenant_id
$$;
REVOKE ALL ON FUNCTION scout.sso_connection FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.sso_connection TO scout_auth;

-- Stores what came with a test. p_passed: with everything that a sign-in needs.
CREATE FUNCTION scout.sso_note_test(p_tenant_id uuid, p_connection_id uuid, p_test jsonb, p_passed boolean, p_now timestamptz)
RETURNS void
LANGUAGE sql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  UPDATE scout.sso_connections c SET test = p_test, tested_at = CASE WHEN p_passed THEN p_now ELSE c.tested_at END
  WHERE c.tenant_id = p_tenant_id AND c.connection_id = p_connection_id
$$;
REVOKE ALL ON FUNCTION scout.sso_note_test FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.sso_note_test TO scout_auth;

-- The person that a provider's name is linked to.
CREATE FUNCTION scout.sso_person(p_tenant_id uuid, p_connection_id uuid, p_subject text)
RETURNS SETOF text
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT i.user_id FROM scout.sso_identities i JOIN scout.sso_connections c ON c.tenant_id = i.tenant_id
  WHERE i.tenant_id = p_tenant_id AND c.connection_id = p_connection_id AND i.subject = p_subject
$$;
REVOKE ALL ON FUNCTION scout.sso_person FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.sso_person TO scout_auth;

-- Lets a person into the provider's organization, or says why not: 'off', 'domain' (another's, or not verified),
-- 'other_organization', 'identity' (the provider names two persons alike, or one by two names), 'full'. Otherwise 'member',
-- 'joined' or 'pending', by the membership; is_new: it is new, or open since now.
CREATE FUNCTION scout.sso_join(p_tenant_id uuid, p_connection_id uuid, p_subject text, p_user_id text, p_email text, p_domain text,
  p_first_name text, p_last_name text, p_most integer, p_now timestamptz)
RETURNS TABLE (outcome text, is_new boolean)
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  v_admission text;
  v_before text;
  v_status text;
BEGIN
  -- In the order of scout.join_organization.
  PERFORM pg_advisory_xact_lock(hashtextextended('scout domain ' || p_domain, 0));
  PERFORM pg_advisory_xact_lock(hashtextextended('scout organization ' || p_tenant_id, 0));

  SELECT c.admission INTO v_admission FROM scout.sso_connections c
  WHERE c.tenant_id = p_tenant_id AND c.connection_id = p_connection_id AND c.state <> 'off';
  IF v_admission IS NULL THEN
    RETURN QUERY SELECT 'off'::text, false;
    RETURN;
  END IF;
  IF NOT EXISTS (SELECT FROM scout.organization_domains d
    WHERE d.tenant_id = p_tenant_id AND d.domain = p_domain AND d.state = 'verified') THEN
    RETURN QUERY SELECT 'domain'::text, false;
    RETURN;
  END IF;
  IF EXISTS (SELECT FROM scout.memberships m
    WHERE m.user_id = p_user_id AND m.status = 'active' AND m.tenant_id <> p_tenant_id) THEN
    RETURN QUERY SELECT 'other_organization'::text, false;
    RETURN;
  END IF;
  IF EXISTS (SELECT FROM scout.sso_identities i
    WHERE i.tenant_id = p_tenant_id AND (i.subject = p_subject) <> (i.user_id = p_user_id)) THEN
    RETURN QUERY SELECT 'identity'::text, false;
    RETURN;
  END IF;

  SELECT m.status INTO v_before FROM scout.memberships m WHERE m.tenant_id = p_tenant_id AND m.email = p_email;
  IF v_before IS NULL AND (SELECT count(*) FROM scout.memberships m WHERE m.tenant_id = p_tenant_id) >= p_most THEN
    RETURN QUERY SELECT 'full'::text, false;
    RETURN;
  END IF;
  -- Whom an admin has removed, no provider brings back alone.
  IF EXISTS (SELECT FROM scout.removed_addresses r WHERE r.tenant_id = p_tenant_id AND r.email = p_email) THEN
    v_admission := 'pending';
  END IF;
  INSERT INTO scout.memberships AS m (tenant_id, email, user_id, role, status, created_at, updated_at)
  VALUES (p_tenant_id, p_email, p_user_id, 'member', v_admission, p_now, p_now)
  ON CONFLICT (tenant_id, email) DO UPDATE SET user_id = excluded.user_id,
    status = CASE WHEN m.status = 'active' THEN m.status ELSE excluded.status END
  RETURNING m.status INTO v_status;
  INSERT INTO scout.profiles (tenant_id, user_id, first_name, last_name, email, created_at, updated_at)
  VALUES (p_tenant_id, p_user_id, p_first_name, p_last_name, p_email, p_now, p_now)
  ON CONFLICT (tenant_id, user_id) DO NOTHING;
  INSERT INTO scout.sso_identities (tenant_id, subject, email, user_id, linked_at)
  VALUES (p_tenant_id, p_subject, p_email, p_user_id, p_now)
  ON CONFLICT (tenant_id, subject) DO NOTHING;
  RETURN QUERY SELECT
    CASE WHEN v_status = 'pending' THEN 'pending' WHEN v_before = 'active' THEN 'member' ELSE 'joined' END,
    v_before IS DISTINCT FROM v_status;
END
$$;
REVOKE ALL ON FUNCTION scout.sso_join FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.sso_join TO scout_auth;

-- Whether a person's organization accepts single sign-on alone, and this person's password is no exception.
CREATE FUNCTION scout.sso_required_of(p_user_id text)
RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT EXISTS (SELECT FROM scout.memberships m JOIN scout.sso_connections c ON c.tenant_id = m.tenant_id
    WHERE m.user_id = p_user_id AND m.status = 'active' AND c.state = 'required'
    AND NOT EXISTS (SELECT FROM scout.sso_break_glass b WHERE b.tenant_id = m.tenant_id AND b.user_id = p_user_id))
$$;
REVOKE ALL ON FUNCTION scout.sso_required_of FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.sso_required_of TO scout_auth;

-- Addresses of the admins to tell that a break-glass account was used; none: the password of this person needs no exception.
CREATE FUNCTION scout.sso_break_glass_watchers(p_user_id text)
RETURNS SETOF text
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT a.email FROM scout.sso_break_glass b JOIN scout.sso_connections c ON c.tenant_id = b.tenant_id
    JOIN scout.memberships m ON m.tenant_id = b.tenant_id AND m.user_id = b.user_id AND m.status = 'active'
    JOIN scout.memberships a ON a.tenant_id = b.tenant_id AND a.role = 'admin' AND a.status = 'active' AND a.user_id IS NOT NULL
  WHERE b.user_id = p_user_id AND c.state = 'required' ORDER BY a.email
$$;
REVOKE ALL ON FUNCTION scout.sso_break_glass_watchers FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.sso_break_glass_watchers TO scout_auth;

RESET ROLE;
REVOKE CREATE ON SCHEMA scout FROM scout_definer;
DO $$
BEGIN
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE format('REVOKE scout_definer FROM %I', current_user);
  END IF;
END
$$;
