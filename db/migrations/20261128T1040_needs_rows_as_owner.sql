-- Whether rows are needed is asked by the table's owner, who then drops the partition: two roles in one transaction would wait for each other
-- where the tables are on other nodes. The owner reads by the policy for backups.
DROP FUNCTION scout.needs_rows(text, text, date, date, timestamptz);
CREATE FUNCTION scout.needs_rows(p_parent text, p_moment text, p_from date, p_to date, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql STABLE
SET search_path = pg_catalog, pg_temp
SET timezone = 'UTC'
SET scout.backup = 'on'
AS $$
DECLARE
  v_needing uuid[] := ARRAY(SELECT r.tenant_id FROM scout.retention(p_now) r WHERE r.is_held OR p_to > p_now::date - r.days);
  v_from timestamptz := p_from;
  v_to timestamptz := p_to;
  v_is_needed boolean;
BEGIN
  IF p_parent = 'batch_bodies' THEN
    RETURN EXISTS (SELECT FROM scout.batches b WHERE b.tenant_id = ANY (v_needing) AND b.received_at >= v_from AND b.received_at < v_to);
  END IF;
  IF EXISTS (SELECT FROM scout.event_counts c WHERE c.tenant_id = ANY (v_needing) AND c.hour >= v_from AND c.hour < v_to) THEN
    RETURN true;
  END IF;
  IF NOT EXISTS (SELECT FROM scout.tenants t WHERE t.tenant_id = ANY (v_needing) AND t.counted_from > v_from) THEN
    RETURN false;
  END IF;
  -- By the parent, because partitions have no policies; the bounds leave one of them.
  EXECUTE format('SELECT EXISTS (SELECT 1 FROM scout.%I WHERE tenant_id = ANY ($1) AND %I >= $2 AND %I < $3)', p_parent, p_moment, p_moment)
    INTO v_is_needed USING v_needing, v_from, v_to;
  RETURN v_is_needed;
END
$$;
REVOKE ALL ON FUNCTION scout.needs_rows FROM PUBLIC;
