-- A month of findings goes when none of them came so late that its event is still kept: with its month, a late one went before its event.
CREATE OR REPLACE FUNCTION scout.needs_rows(p_parent text, p_moment text, p_from date, p_to date, p_now timestamptz) RETURNS boolean
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
  -- Organizations, and the least id of a batch that arrived while its events are kept.
  v_tenants uuid[];
  v_batches uuid[];
BEGIN
  -- Not a setting of the function: only superusers may give it one.
  PERFORM set_config('scout.backup', 'on', true);
  v_needing := ARRAY(SELECT r.tenant_id FROM scout.retention(p_now) r WHERE r.is_held OR p_to > p_now::date - r.days);
  SELECT array_agg(r.tenant_id), array_agg(
    (lpad(to_hex((extract(epoch FROM (p_now::date - r.days)::timestamptz) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid)
  INTO v_tenants, v_batches FROM scout.retention(p_now) r;
  IF p_parent = 'batch_bodies' THEN
    v_is_needed := EXISTS (SELECT FROM scout.batches b WHERE b.tenant_id = ANY (v_needing) AND b.received_at >= v_from AND b.received_at < v_to);
  ELSIF p_parent = 'incidents' AND EXISTS (
    SELECT FROM scout.incidents i JOIN unnest(v_tenants, v_batches) AS k (tenant_id, batch_id) ON k.tenant_id = i.tenant_id
    WHERE i.occurred_at >= v_from AND i.occurred_at < v_to AND i.batch_id >= k.batch_id
  ) THEN
    v_is_needed := true;
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
