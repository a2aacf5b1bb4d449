-- API tokens of persons and of organizations.

-- A token of a person has that person's address and id, and the foreign key sees to it that it goes with the membership; one of the
-- organization has neither. Only the hash of a token is kept.
CREATE TABLE scout.api_tokens (
  tenant_id uuid NOT NULL REFERENCES scout.tenants,
  token_id uuid NOT NULL DEFAULT gen_random_uuid(),
  email text,
  user_id text,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  scopes text[] NOT NULL CHECK (cardinality(scopes) BETWEEN 1 AND 64),
  token_hash bytea NOT NULL CHECK (length(token_hash) = 32),
  created_at timestamptz NOT NULL,
  created_by text NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > created_at),
  last_used_at timestamptz,
  PRIMARY KEY (tenant_id, token_id),
  CHECK ((email IS NULL) = (user_id IS NULL)),
  FOREIGN KEY (tenant_id, email, user_id) REFERENCES scout.memberships (tenant_id, email, user_id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX api_tokens_hash ON scout.api_tokens (token_hash);
CREATE INDEX api_tokens_membership ON scout.api_tokens (tenant_id, email, user_id);
ALTER TABLE scout.api_tokens ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY member_own ON scout.api_tokens TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid
    AND user_id = nullif(current_setting('scout.user_id', true), ''))
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid
    AND user_id = nullif(current_setting('scout.user_id', true), ''));
CREATE POLICY admin_reads_own_tenant ON scout.api_tokens FOR SELECT TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY admin_revokes_in_own_tenant ON scout.api_tokens FOR DELETE TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
-- Nobody makes a token in another person's name.
CREATE POLICY admin_adds_to_own_tenant ON scout.api_tokens FOR INSERT TO scout_admin
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid AND user_id IS NULL);
CREATE POLICY definer_all ON scout.api_tokens TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT (tenant_id, token_id, email, user_id, name, scopes, created_at, created_by, expires_at, last_used_at),
  INSERT (tenant_id, email, user_id, name, scopes, token_hash, created_at, created_by, expires_at), DELETE
  ON scout.api_tokens TO scout_member, scout_admin;
GRANT SELECT, UPDATE (last_used_at), DELETE ON scout.api_tokens TO scout_definer;

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

-- The token of a hash, noting its use to the minute. No row: there is none. An expired one is found, and not used.
CREATE FUNCTION scout.use_api_token(p_token_hash bytea, p_now timestamptz)
RETURNS TABLE (tenant_id uuid, token_id uuid, user_id text, name text, scopes text[], expired boolean)
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  v_last timestamptz;
BEGIN
  SELECT t.tenant_id, t.token_id, t.user_id, t.name, t.scopes, t.expires_at <= p_now, t.last_used_at
  INTO tenant_id, token_id, user_id, name, scopes, expired, v_last
  FROM scout.api_tokens t WHERE t.token_hash = p_token_hash;
  IF NOT FOUND THEN RETURN; END IF;
  IF NOT expired AND (v_last IS NULL OR v_last <= p_now - interval '1 minute') THEN
    UPDATE scout.api_tokens t SET last_used_at = p_now
    WHERE t.token_hash = p_token_hash AND t.last_used_at IS NOT DISTINCT FROM v_last;
  END IF;
  RETURN NEXT;
END
$$;
REVOKE ALL ON FUNCTION scout.use_api_token FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.use_api_token TO scout_auth;

RESET ROLE;
REVOKE CREATE ON SCHEMA scout FROM scout_definer;
DO $$
BEGIN
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE format('REVOKE scout_definer FROM %I', current_user);
  END IF;
END
$$;
