-- Links of minutes to packages that enrol themselves. A link and the token that its package carries are made together; of both
-- only SHA-256 hashes are kept.
CREATE TABLE scout.download_tickets (
  tenant_id uuid NOT NULL REFERENCES scout.tenants,
  ticket_id uuid NOT NULL DEFAULT gen_random_uuid(),
  ticket_hash bytea NOT NULL CHECK (length(ticket_hash) = 32),
  token_id uuid NOT NULL,
  path text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, ticket_id),
  UNIQUE (tenant_id, ticket_hash),
  FOREIGN KEY (tenant_id, token_id) REFERENCES scout.enrolment_tokens ON DELETE CASCADE
);
CREATE INDEX download_tickets_hash ON scout.download_tickets (ticket_hash);
ALTER TABLE scout.download_tickets ENABLE ROW LEVEL SECURITY;
ALTER TABLE scout.download_tickets FORCE ROW LEVEL SECURITY;
CREATE POLICY definer_all ON scout.download_tickets TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, DELETE ON scout.download_tickets TO scout_definer;
GRANT INSERT ON scout.enrolment_tokens TO scout_definer;

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

-- A link and its token for the organization of the member who asks; links of the organization that are over go.
CREATE FUNCTION scout.make_download_ticket(p_ticket_hash bytea, p_token_hash bytea, p_path text, p_label text,
  p_created_by text, p_now timestamptz, p_ticket_expires timestamptz, p_token_expires timestamptz, p_max_uses integer)
RETURNS uuid
LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  v_tenant uuid := nullif(current_setting('scout.tenant_id', true), '')::uuid;
  v_token uuid;
BEGIN
  DELETE FROM scout.download_tickets WHERE tenant_id = v_tenant AND expires_at < p_now;
  INSERT INTO scout.enrolment_tokens (tenant_id, token_hash, label, created_at, created_by, expires_at, max_uses)
  VALUES (v_tenant, p_token_hash, p_label, p_now, p_created_by, p_token_expires, p_max_uses)
  RETURNING token_id INTO v_token;
  INSERT INTO scout.download_tickets (tenant_id, ticket_hash, token_id, path, created_at, expires_at)
  VALUES (v_tenant, p_ticket_hash, v_token, p_path, p_now, p_ticket_expires);
  RETURN v_token;
END
$$;
REVOKE ALL ON FUNCTION scout.make_download_ticket(bytea, bytea, text, text, text, timestamptz, timestamptz, timestamptz, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.make_download_ticket(bytea, bytea, text, text, text, timestamptz, timestamptz, timestamptz, integer) TO scout_member;

-- What a link leads to. No row: there is no such link, or it is over.
CREATE FUNCTION scout.download_ticket(p_ticket_hash bytea, p_now timestamptz)
RETURNS TABLE (tenant_id uuid, path text)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT d.tenant_id, d.path FROM scout.download_tickets d
  WHERE d.ticket_hash = p_ticket_hash AND d.expires_at > p_now
$$;
REVOKE ALL ON FUNCTION scout.download_ticket(bytea, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.download_ticket(bytea, timestamptz) TO scout_auth;

RESET ROLE;
REVOKE CREATE ON SCHEMA scout FROM scout_definer;
DO $$
BEGIN
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE format('REVOKE scout_definer FROM %I', current_user);
  END IF;
END
$$;
