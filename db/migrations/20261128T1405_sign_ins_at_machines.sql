-- Sign-ins of people at machines, few among all events, for the sign-ins of a case: apps/server/src/modules/cases/sql/signIns.ts has the same condition.
CREATE INDEX tenant_events_sign_ins ON scout.tenant_events (tenant_id, occurred_at)
  WHERE event_id = 4624 AND logon_type IN ('2', '7', '10', '11', '12', '13');

-- Of an empty partition, the indexes now take more than was left alone before.
CREATE OR REPLACE FUNCTION scout.shrink_packed_partition(p_before date) RETURNS date
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET timezone = 'UTC'
SET lock_timeout = '250ms'
AS $$
DECLARE
  v_part record;
BEGIN
  FOR v_part IN
    SELECT c.relname AS name, s.day FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    CROSS JOIN LATERAL (SELECT to_date(substring(c.relname FROM '_p(\d{8})$'), 'YYYYMMDD') AS day) AS s
    WHERE i.inhparent IN ('scout.tenant_events'::regclass, 'scout.batch_bodies'::regclass) AND s.day < p_before AND pg_relation_size(c.oid) = 0
      AND pg_total_relation_size(c.oid) > 131072
    ORDER BY s.day
  LOOP
    EXECUTE format('LOCK TABLE scout.%I IN ACCESS EXCLUSIVE MODE', v_part.name);
    -- A row may have come before the lock.
    CONTINUE WHEN pg_relation_size(format('scout.%I', v_part.name)::regclass) > 0;
    EXECUTE format('TRUNCATE scout.%I', v_part.name);
    RETURN v_part.day;
  END LOOP;
  RETURN NULL;
END
$$;
