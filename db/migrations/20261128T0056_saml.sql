-- Single sign-on over SAML 2.0, beside OpenID Connect.

-- With SAML, issuer is the entity ID of the provider and client_id that of this server. metadata_url: where the provider describes
-- itself; metadata: what it needs of a description that an admin entered. certificate: of the server's own key, whose private half is
-- the secret of the connection.
ALTER TABLE scout.sso_connections
  ADD COLUMN protocol text COLLATE "C" NOT NULL DEFAULT 'oidc' CHECK (protocol IN ('oidc', 'saml')),
  ADD COLUMN metadata_url text CHECK (char_length(metadata_url) BETWEEN 1 AND 2000),
  ADD COLUMN metadata jsonb CHECK (octet_length(metadata::text) <= 64000),
  ADD COLUMN certificate text CHECK (char_length(certificate) <= 8000),
  ADD CHECK (num_nonnulls(metadata_url, metadata) = CASE protocol WHEN 'saml' THEN 1 ELSE 0 END),
  ADD CHECK ((protocol = 'saml') = (certificate IS NOT NULL));
GRANT INSERT (protocol, metadata_url, metadata, certificate), UPDATE (metadata_url, metadata) ON scout.sso_connections TO scout_admin;

-- What a response of a SAML provider proved, until the browser that began the sign-in comes back: browsers send no cookie with a form of
-- another site, so that the response is verified first, and the browser after it. An object with "person", or with "problem".
ALTER TABLE auth.sso_attempts ADD COLUMN proven jsonb CHECK (octet_length(proven::text) <= 32000);

-- Assertions that were used, so that each counts once on all servers. They end when they would no longer be accepted.
CREATE TABLE auth.sso_assertions (
  tenant_id uuid NOT NULL,
  assertion_hash bytea NOT NULL CHECK (length(assertion_hash) = 32),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, assertion_hash)
);
CREATE INDEX sso_assertions_expires ON auth.sso_assertions (expires_at);
ALTER TABLE auth.sso_assertions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth_all ON auth.sso_assertions TO scout_auth USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, DELETE ON auth.sso_assertions TO scout_auth;

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

-- A connection with its sealed secret, to sign people in.
DROP FUNCTION scout.sso_connection(uuid);
CREATE FUNCTION scout.sso_connection(p_tenant_id uuid)
RETURNS TABLE (tenant_id uuid, connection_id uuid, protocol text, issuer text, client_id text, state text, sealed text,
  metadata_url text, metadata jsonb, certificate text)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT c.tenant_id, c.connection_id, c.protocol, c.issuer, c.client_id, c.state, s.sealed, c.metadata_url, c.metadata, c.certificate
  FROM scout.sso_connections c JOIN scout.sso_secrets s ON s.tenant_id = c.tenant_id WHERE c.tenant_id = p_tenant_id
$$;
REVOKE ALL ON FUNCTION scout.sso_connection FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.sso_connection TO scout_auth;

RESET ROLE;
REVOKE CREATE ON SCHEMA scout FROM scout_definer;
DO $$
BEGIN
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE format('REVOKE scout_definer FROM %I', current_user);
  END IF;
END
$$;
