-- The audit log as a hash chain per organization: each entry holds the hash of the one before and of itself, so that an entry that
-- was changed, removed or put in between shows. The time of an entry is the database's; no role of the server can choose it.
ALTER TABLE scout.audit_logs
  -- Place in the organization's chain, from 1. Both are set when the transaction of the entry commits.
  ADD COLUMN sequence bigint,
  ADD COLUMN hash bytea,
  ADD COLUMN forwarded_at timestamptz,
  ALTER COLUMN occurred_at SET DEFAULT clock_timestamp();
CREATE UNIQUE INDEX audit_logs_sequence ON scout.audit_logs (tenant_id, sequence);
CREATE INDEX audit_logs_to_forward ON scout.audit_logs (occurred_at) WHERE forwarded_at IS NULL;

-- Without occurred_at, and without the columns of the chain.
REVOKE INSERT ON scout.audit_logs FROM scout_member, scout_admin, scout_auth, scout_operator;
GRANT INSERT (tenant_id, id, actor, action, target_email, details, address, device) ON scout.audit_logs
  TO scout_member, scout_admin, scout_auth, scout_operator;

-- The last link of each organization's chain; its row is the lock under which a chain grows.
CREATE TABLE scout.audit_heads (
  tenant_id uuid PRIMARY KEY REFERENCES scout.tenants,
  sequence bigint NOT NULL,
  hash bytea NOT NULL
);
ALTER TABLE scout.audit_heads ENABLE ROW LEVEL SECURITY;
ALTER TABLE scout.audit_heads FORCE ROW LEVEL SECURITY;
CREATE POLICY definer_all ON scout.audit_heads TO scout_definer USING (true) WITH CHECK (true);

GRANT SELECT, UPDATE (sequence, hash, forwarded_at) ON scout.audit_logs TO scout_definer;
GRANT SELECT, INSERT, UPDATE (sequence, hash), DELETE ON scout.audit_heads TO scout_definer;
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

-- SHA-256 over the hash before and everything that the entry says.
CREATE FUNCTION scout.audit_hash(p_previous bytea, p_sequence bigint, p_entry scout.audit_logs) RETURNS bytea
LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT sha256(p_previous || convert_to(jsonb_build_array(
    p_entry.tenant_id, p_entry.id, p_sequence,
    to_char(p_entry.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    p_entry.actor, p_entry.action, p_entry.target_email, p_entry.details, p_entry.address, p_entry.device
  )::text, 'UTF8'))
$$;
REVOKE ALL ON FUNCTION scout.audit_hash(bytea, bigint, scout.audit_logs) FROM PUBLIC;

CREATE FUNCTION scout.link_audit_entry(p_entry scout.audit_logs) RETURNS void
LANGUAGE plpgsql VOLATILE
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  head scout.audit_heads;
  linked bytea;
BEGIN
  INSERT INTO scout.audit_heads AS h (tenant_id, sequence, hash) VALUES (p_entry.tenant_id, 0, ''::bytea)
    ON CONFLICT (tenant_id) DO UPDATE SET sequence = h.sequence
    RETURNING h.* INTO head;
  linked := scout.audit_hash(head.hash, head.sequence + 1, p_entry);
  UPDATE scout.audit_logs a SET sequence = head.sequence + 1, hash = linked
    WHERE a.tenant_id = p_entry.tenant_id AND a.id = p_entry.id;
  UPDATE scout.audit_heads h SET sequence = head.sequence + 1, hash = linked WHERE h.tenant_id = p_entry.tenant_id;
END
$$;
REVOKE ALL ON FUNCTION scout.link_audit_entry(scout.audit_logs) FROM PUBLIC;

-- Runs when a transaction commits, so that the chain is locked for the commit only and no order of locks can deadlock.
CREATE FUNCTION scout.link_audit_entry_at_commit() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  entry scout.audit_logs;
BEGIN
  SELECT * INTO entry FROM scout.audit_logs a WHERE a.tenant_id = NEW.tenant_id AND a.id = NEW.id AND a.sequence IS NULL;
  -- Gone again with its organization.
  IF FOUND THEN PERFORM scout.link_audit_entry(entry); END IF;
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION scout.link_audit_entry_at_commit() FROM PUBLIC;
-- Until the trigger is made.
DO $$ BEGIN EXECUTE format('GRANT EXECUTE ON FUNCTION scout.link_audit_entry_at_commit() TO %I', session_user); END $$;

-- Follows the chain of an organization. first_fault: the first place whose entry is missing or does not fit; null when all fit.
-- head: hash of the last entry in hex, to be compared with what was noted elsewhere before.
CREATE FUNCTION scout.verify_audit(p_tenant_id uuid) RETURNS TABLE (entries bigint, first_fault bigint, head text)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  WITH linked AS (
    SELECT a.sequence, a.hash, row_number() OVER chain AS place,
      scout.audit_hash(coalesce(lag(a.hash) OVER chain, ''::bytea), a.sequence, a) AS expected
    FROM scout.audit_logs a WHERE a.tenant_id = p_tenant_id
    WINDOW chain AS (ORDER BY a.sequence)
  )
  SELECT (SELECT count(*) FROM linked),
    CASE
      WHEN (SELECT min(place) FROM linked WHERE sequence IS DISTINCT FROM place OR hash IS DISTINCT FROM expected) IS NOT NULL
        THEN (SELECT min(place) FROM linked WHERE sequence IS DISTINCT FROM place OR hash IS DISTINCT FROM expected)
      -- The last entries are gone.
      WHEN h.sequence IS DISTINCT FROM nullif((SELECT count(*) FROM linked), 0) THEN (SELECT count(*) + 1 FROM linked)
    END,
    encode(h.hash, 'hex')
  FROM (SELECT 1) one LEFT JOIN scout.audit_heads h ON h.tenant_id = p_tenant_id
$$;
REVOKE ALL ON FUNCTION scout.verify_audit(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.verify_audit(uuid) TO scout_operator;

-- The oldest entries that were not forwarded yet, held until the transaction ends.
CREATE FUNCTION scout.audit_to_forward(p_limit integer) RETURNS TABLE (tenant_id uuid, company_name text, id uuid, sequence bigint,
  hash text, occurred_at timestamptz, actor text, action text, target_email text, details jsonb, address text, device text)
LANGUAGE sql VOLATILE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT a.tenant_id, t.company_name, a.id, a.sequence, encode(a.hash, 'hex'), a.occurred_at, a.actor, a.action, a.target_email,
    a.details, a.address, a.device
  FROM scout.audit_logs a JOIN scout.tenants t ON t.tenant_id = a.tenant_id
  WHERE a.forwarded_at IS NULL AND a.sequence IS NOT NULL
  ORDER BY a.occurred_at LIMIT p_limit
  FOR UPDATE OF a SKIP LOCKED
$$;
REVOKE ALL ON FUNCTION scout.audit_to_forward(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.audit_to_forward(integer) TO scout_operator;

CREATE FUNCTION scout.mark_audit_forwarded(p_ids uuid[]) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  UPDATE scout.audit_logs a SET forwarded_at = now() WHERE a.id = ANY (p_ids) AND a.forwarded_at IS NULL
$$;
REVOKE ALL ON FUNCTION scout.mark_audit_forwarded(uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.mark_audit_forwarded(uuid[]) TO scout_operator;

-- What is there already becomes the beginning of each chain.
DO $$
DECLARE
  entry scout.audit_logs;
BEGIN
  FOR entry IN SELECT * FROM scout.audit_logs a ORDER BY a.tenant_id, a.occurred_at, a.id LOOP
    PERFORM scout.link_audit_entry(entry);
  END LOOP;
END
$$;

RESET ROLE;
REVOKE CREATE ON SCHEMA scout FROM scout_definer;
CREATE CONSTRAINT TRIGGER link_audit_entry AFTER INSERT ON scout.audit_logs DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION scout.link_audit_entry_at_commit();
SET LOCAL ROLE scout_definer;
DO $$ BEGIN EXECUTE format('REVOKE EXECUTE ON FUNCTION scout.link_audit_entry_at_commit() FROM %I', session_user); END $$;
RESET ROLE;
DO $$
BEGIN
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE format('REVOKE scout_definer FROM %I', current_user);
  END IF;
END
$$;
