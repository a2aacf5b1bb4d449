-- Whether rows are needed is asked by the table's owner, who then drops the partition: two roles in one transaction would wait for each other
-- where the tables are on other nodes. The owner reads by the policy for backups, whose setting ends with the function.
DROP FUNCTION scout.needs_rows(text, text, date, date, timestamptz);
CREATE FUNCTION scout.needs_rows(p_parent text, p_moment text, p_from date, p_to date, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql VOLATILE
SET search_path = pg_catalog, pg_temp
SET timezone = 'UTC'
AS $$
DECLARE
  v_backup CONSTANT text := coalesce(current_setting('scout.backup', true), '');
  v_needing uuid[];
  v_from timestamptz := p_from;
  v_to timestamptz := p_to;
  v_is_needed boolean;
BEGIN
  -- Not a setting of the function: only superusers may give it one.
  PERFORM set_config('scout.backup', 'on', true);
  v_needing := ARRAY(SELECT r.tenant_id FROM scout.retention(p_now) r WHERE r.is_held OR p_to > p_now::date - r.days);
  IF p_parent = 'batch_bodies' THEN
    v_is_needed := EXISTS (SELECT FROM scout.batches b WHERE b.tenant_id = ANY (v_needing) AND b.received_at >= v_from AND b.received_at < v_to);
  ELSIF EXISTS (SELECT FROM scout.event_counts c WHERE c.tenant_id = ANY (v_needing) AND c.hour >= v_from AND c.hour < v_to) THEN
    v_is_needed := true;
  ELSIF NOT EXISTS (SELECT FROM scout.tenants t WHERE t.tenant_id = ANY (v_needing) AND t.counted_from > v_from) THEN
    v_is_needed := false;
  ELSE
    -- By the parent, because partitions have no policies; the bounds leave one of them.
    EXECUTE format('SELECT EXISTS (SELECT 1 FROM scout.%I WHERE tenant_id = ANY ($1) AND %I >= $2 AND %I < $3)', p_parent, p_moment, p_moment)
      INTO v_is_needed USING v_needing, v_from, v_to;
  END IF;
  PERFORM set_config('scout.backup', v_backup, true);
  RETURN v_is_needed;
END
$$;
REVOKE ALL ON FUNCTION scout.needs_rows FROM PUBLIC;

-- The owner asks for the times, too.
DO $$
BEGIN
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE format('GRANT scout_definer TO %I', current_user)
      || CASE WHEN current_setting('server_version_num')::int >= 160000 THEN ' WITH INHERIT FALSE, SET TRUE' ELSE '' END;
  END IF;
END
$$;
SET LOCAL ROLE scout_definer;
DO $$
BEGIN
  EXECUTE format('GRANT EXECUTE ON FUNCTION scout.retention TO %s',
    (SELECT p.proowner::regrole FROM pg_proc p WHERE p.oid = 'scout.drop_expired_partitions'::regproc));
END
$$;
RESET ROLE;
DO $$
BEGIN
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE format('REVOKE scout_definer FROM %I', current_user);
  END IF;
END
$$;
