-- The audit log.

-- Who did what: authentication, organization and role changes, each written in the transaction of the change. The server's roles may
-- add and read, never change or delete. It is a hash chain per organization: each entry holds the hash of the one before and of itself,
-- so that an entry that was changed, removed or put in between shows. The time of an entry is the database's; no role of the server can
-- choose it.
CREATE TABLE scout.audit_logs (
  tenant_id uuid NOT NULL REFERENCES scout.tenants,
  id uuid NOT NULL,
  occurred_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  actor text NOT NULL,
  action text NOT NULL CHECK (action ~ '^[a-z][a-z_]*$'),
  target_email text,
  details jsonb NOT NULL DEFAULT '{}',
  address text,
  device text,
  -- Place in the organization's chain, from 1. Both are set when the transaction of the entry commits.
  sequence bigint,
  hash bytea,
  forwarded_at timestamptz,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX audit_logs_newest ON scout.audit_logs (tenant_id, occurred_at DESC, id DESC);
CREATE INDEX audit_logs_occurred_at ON scout.audit_logs (occurred_at);
CREATE UNIQUE INDEX audit_logs_sequence ON scout.audit_logs (tenant_id, sequence);
CREATE INDEX audit_logs_to_forward ON scout.audit_logs (occurred_at) WHERE forwarded_at IS NULL;
ALTER TABLE scout.audit_logs ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY member_reads_own_tenant ON scout.audit_logs FOR SELECT TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY member_adds_to_own_tenant ON scout.audit_logs FOR INSERT TO scout_member
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY admin_reads_own_tenant ON scout.audit_logs FOR SELECT TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY admin_adds_to_own_tenant ON scout.audit_logs FOR INSERT TO scout_admin
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
-- Unsubscribing is noted.
CREATE POLICY alerts_adds_to_own_tenant ON scout.audit_logs FOR INSERT TO scout_alerts
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY auth_adds ON scout.audit_logs FOR INSERT TO scout_auth WITH CHECK (true);
CREATE POLICY operator_adds ON scout.audit_logs FOR INSERT TO scout_operator WITH CHECK (true);
CREATE POLICY definer_all ON scout.audit_logs TO scout_definer USING (true) WITH CHECK (true);
-- Without occurred_at, and without the columns of the chain.
GRANT INSERT (tenant_id, id, actor, action, target_email, details, address, device) ON scout.audit_logs TO scout_member, scout_admin,
  scout_alerts, scout_auth, scout_operator;
GRANT SELECT ON scout.audit_logs TO scout_member, scout_admin;
GRANT SELECT, SELECT (tenant_id), UPDATE (sequence, hash, forwarded_at), DELETE ON scout.audit_logs TO scout_definer;

-- The last link of each organization's chain; its row is the lock under which a chain grows. What is left of an audit log after retention
-- begins after the last entry that was deleted, whose number and hash are kept, so that the chain can still be verified.
CREATE TABLE scout.audit_heads (
  tenant_id uuid PRIMARY KEY REFERENCES scout.tenants,
  sequence bigint NOT NULL,
  hash bytea NOT NULL,
  deleted_through bigint NOT NULL DEFAULT 0,
  deleted_hash bytea NOT NULL DEFAULT '\x'
);
ALTER TABLE scout.audit_heads ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY definer_all ON scout.audit_heads TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE (sequence, hash, deleted_through, deleted_hash), DELETE ON scout.audit_heads TO scout_definer;

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
REVOKE ALL ON FUNCTION scout.audit_hash FROM PUBLIC;

-- Puts an entry at the end of its organization's chain.
CREATE FUNCTION scout.link_audit_entry(p_entry scout.audit_logs) RETURNS void
LANGUAGE plpgsql
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
REVOKE ALL ON FUNCTION scout.link_audit_entry FROM PUBLIC;

-- Runs when a transaction commits, so that the chain is locked for the commit only and no order of locks can deadlock.
CREATE FUNCTION scout.link_audit_entry_at_commit() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
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

-- Follows the chain of an organization. first_fault: the first place whose entry is missing or does not fit; null when all fit. head: hash of
-- the last entry in hex, to be compared with what was noted elsewhere before.
CREATE FUNCTION scout.verify_audit(p_tenant_id uuid) RETURNS TABLE (entries bigint, first_fault bigint, head text)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  WITH begun AS (
    SELECT coalesce(max(h.deleted_through), 0) AS through, coalesce((SELECT b.deleted_hash FROM scout.audit_heads b
      WHERE b.tenant_id = p_tenant_id), ''::bytea) AS hash
    FROM scout.audit_heads h WHERE h.tenant_id = p_tenant_id
  ), linked AS (
    SELECT a.sequence, a.hash, begun.through + row_number() OVER chain AS place,
      scout.audit_hash(coalesce(lag(a.hash) OVER chain, begun.hash), a.sequence, a) AS expected
    FROM scout.audit_logs a CROSS JOIN begun WHERE a.tenant_id = p_tenant_id
    WINDOW chain AS (ORDER BY a.sequence)
  )
  SELECT (SELECT count(*) FROM linked),
    CASE
      WHEN (SELECT min(place) FROM linked WHERE sequence IS DISTINCT FROM place OR hash IS DISTINCT FROM expected) IS NOT NULL
        THEN (SELECT min(place) FROM linked WHERE sequence IS DISTINCT FROM place OR hash IS DISTINCT FROM expected)
      -- The last entries are gone.
      WHEN h.sequence IS DISTINCT FROM nullif(begun.through + (SELECT count(*) FROM linked), 0)
        THEN begun.through + (SELECT count(*) + 1 FROM linked)
    END,
    encode(h.hash, 'hex')
  FROM begun LEFT JOIN scout.audit_heads h ON h.tenant_id = p_tenant_id
$$;
REVOKE ALL ON FUNCTION scout.verify_audit FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.verify_audit TO scout_operator;

-- The oldest entries that were not forwarded yet, held until the transaction ends.
CREATE FUNCTION scout.audit_to_forward(p_limit integer)
RETURNS TABLE (tenant_id uuid, company_name text, id uuid, sequence bigint, hash text, occurred_at timestamptz, actor text, action text,
  target_email text, details jsonb, address text, device text)
LANGUAGE sql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT a.tenant_id, t.company_name, a.id, a.sequence, encode(a.hash, 'hex'), a.occurred_at, a.actor, a.action, a.target_email,
    a.details, a.address, a.device
  FROM scout.audit_logs a JOIN scout.tenants t ON t.tenant_id = a.tenant_id
  WHERE a.forwarded_at IS NULL AND a.sequence IS NOT NULL
  ORDER BY a.occurred_at LIMIT p_limit
  FOR UPDATE OF a SKIP LOCKED
$$;
REVOKE ALL ON FUNCTION scout.audit_to_forward FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.audit_to_forward TO scout_operator;

CREATE FUNCTION scout.mark_audit_forwarded(p_ids uuid[], p_now timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  UPDATE scout.audit_logs a SET forwarded_at = p_now WHERE a.id = ANY (p_ids) AND a.forwarded_at IS NULL
$$;
REVOKE ALL ON FUNCTION scout.mark_audit_forwarded FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.mark_audit_forwarded TO scout_operator;

-- Deletes the oldest entries of each chain. Returns how many.
CREATE FUNCTION scout.delete_expired_audit(p_days integer, p_now timestamptz) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET timezone = 'UTC'
AS $$
DECLARE
  v_day timestamptz := p_now::date - p_days;
  v_tenant uuid;
  v_head scout.audit_heads;
  v_last scout.audit_logs;
  v_deleted bigint;
  v_sum bigint := 0;
BEGIN
  IF p_days IS NULL OR p_days < 365 THEN
    RAISE EXCEPTION 'The audit log is kept for at least 365 days' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  FOR v_tenant IN SELECT DISTINCT a.tenant_id FROM scout.audit_logs a WHERE a.occurred_at < v_day ORDER BY 1 LOOP
    -- Held until the end: entries are linked after it.
    SELECT * INTO v_head FROM scout.audit_heads h WHERE h.tenant_id = v_tenant FOR UPDATE;
    CONTINUE WHEN NOT FOUND;
    -- In the order of the chain, up to the first entry that is kept.
    SELECT * INTO v_last FROM scout.audit_logs a
    WHERE a.tenant_id = v_tenant AND a.sequence < coalesce((SELECT min(n.sequence) FROM scout.audit_logs n
      WHERE n.tenant_id = v_tenant AND n.occurred_at >= v_day), v_head.sequence + 1)
    ORDER BY a.sequence DESC LIMIT 1;
    CONTINUE WHEN NOT FOUND;
    DELETE FROM scout.audit_logs a WHERE a.tenant_id = v_tenant AND a.sequence <= v_last.sequence;
    GET DIAGNOSTICS v_deleted = ROW_COUNT;
    v_sum := v_sum + v_deleted;
    UPDATE scout.audit_heads h SET deleted_through = v_last.sequence, deleted_hash = v_last.hash WHERE h.tenant_id = v_tenant;
  END LOOP;
  RETURN v_sum;
END
$$;
REVOKE ALL ON FUNCTION scout.delete_expired_audit FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.delete_expired_audit TO scout_operator;

RESET ROLE;

-- Whoever makes a trigger may execute its function, which its table's owner loses again afterwards.
CREATE CONSTRAINT TRIGGER link_audit_entry AFTER INSERT ON scout.audit_logs DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION scout.link_audit_entry_at_commit();
SET LOCAL ROLE scout_definer;
REVOKE ALL ON FUNCTION scout.link_audit_entry_at_commit FROM PUBLIC;
RESET ROLE;
