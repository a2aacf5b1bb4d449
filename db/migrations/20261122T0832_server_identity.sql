-- An agent asks an address whether it is its server before it shows its credential there. The server proves it by what it keeps of
-- the credential, which does not leave the database.
CREATE INDEX agents_agent_id ON scout.agents (agent_id);

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

-- One proof for each credential that the agent may hold. Both parts have 32 bytes, so no proof can be continued to another.
CREATE FUNCTION scout.prove_identity(p_agent_id uuid, p_challenge bytea) RETURNS SETOF bytea
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT sha256(held.hash || p_challenge)
  FROM scout.agents a, LATERAL unnest(ARRAY[a.credential_hash, a.next_credential_hash]) AS held (hash)
  WHERE a.agent_id = p_agent_id AND held.hash IS NOT NULL AND length(p_challenge) = 32
$$;
REVOKE ALL ON FUNCTION scout.prove_identity(uuid, bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.prove_identity(uuid, bytea) TO scout_auth;

RESET ROLE;
REVOKE CREATE ON SCHEMA scout FROM scout_definer;
DO $$
BEGIN
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE format('REVOKE scout_definer FROM %I', current_user);
  END IF;
END
$$;
