CREATE OR REPLACE FUNCTION scout.ensure_partitions(p_from date, p_to date) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET timezone = 'UTC'
SET lock_timeout = '10s'
AS $$
DECLARE
  v_from date := greatest(p_from, current_date - 366);
  v_to date := least(p_to, current_date + 7);
  v_missing record;
  v_locked boolean := false;
  v_made integer := 0;
BEGIN
  FOR v_missing IN
    SELECT wanted.parent, wanted.name, wanted.lower_bound, wanted.upper_bound
    FROM (
      SELECT p.place, p.parent, format('%s_p%s', p.parent, to_char(d, 'YYYYMMDD')) AS name,
        d::date AS lower_bound, d::date + 1 AS upper_bound
      FROM generate_series(v_from::timestamp, v_to::timestamp, interval '1 day') AS d,
        (VALUES (1, 'batch_bodies'), (2, 'tenant_events')) AS p (place, parent)
      UNION ALL
      SELECT p.place, p.parent, format('%s_p%s', p.parent, to_char(m, 'YYYYMM')), m::date, (m + interval '1 month')::date
      FROM generate_series(date_trunc('month', v_from::timestamp), v_to::timestamp, interval '1 month') AS m,
        (VALUES (3, 'incidents'), (4, 'rollups')) AS p (place, parent)
    ) AS wanted
    WHERE to_regclass(format('scout.%I', wanted.name)) IS NULL
    ORDER BY wanted.place, wanted.lower_bound -- the order in which ingest locks the tables
  LOOP
    IF NOT v_locked THEN
      -- One at a time: several processes meet the same missing day at the same moment.
      PERFORM pg_advisory_xact_lock(hashtextextended('scout-partitions', 0));
      v_locked := true;
    END IF;
    BEGIN
      EXECUTE format('CREATE TABLE scout.%I PARTITION OF scout.%I FOR VALUES FROM (%L) TO (%L)',
        v_missing.name, v_missing.parent, v_missing.lower_bound || ' 00:00:00+00', v_missing.upper_bound || ' 00:00:00+00');
      EXECUTE format('ALTER TABLE scout.%I ENABLE ROW LEVEL SECURITY', v_missing.name);
      EXECUTE format('ALTER TABLE scout.%I FORCE ROW LEVEL SECURITY', v_missing.name);
      v_made := v_made + 1;
    EXCEPTION
      WHEN duplicate_table THEN NULL; -- made while we waited for the lock
      WHEN check_violation THEN NULL; -- rows of that day lie in DEFAULT already; the rest of the day joins them there
    END;
  END LOOP;
  RETURN v_made;
END
$$;

CREATE OR REPLACE FUNCTION scout.drop_expired_partitions(p_retention_days integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET timezone = 'UTC'
SET lock_timeout = '10s'
AS $$
DECLARE
  v_first_kept date := current_date - p_retention_days;
  v_expired record;
  v_dropped integer := 0;
BEGIN
  IF p_retention_days IS NULL OR p_retention_days < 31 THEN
    RAISE EXCEPTION 'Retention is at least 31 days: the dashboards show 30' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('scout-partitions', 0));
  FOR v_expired IN
    SELECT c.relname AS name
    FROM pg_inherits i
    JOIN (VALUES (1, 'scout.batch_bodies'::regclass), (2, 'scout.tenant_events'), (3, 'scout.incidents'), (4, 'scout.rollups'))
      AS p (place, parent) ON p.parent = i.inhparent
    JOIN pg_class c ON c.oid = i.inhrelid
    CROSS JOIN LATERAL (SELECT substring(c.relname FROM '_p(\d{6,8})$') AS stamp) AS s
    WHERE CASE length(s.stamp)
        WHEN 8 THEN to_date(s.stamp, 'YYYYMMDD') + 1 <= v_first_kept
        WHEN 6 THEN (to_date(s.stamp, 'YYYYMM') + interval '1 month')::date <= v_first_kept
        ELSE false
      END
    ORDER BY p.place, c.relname
  LOOP
    EXECUTE format('DROP TABLE scout.%I', v_expired.name);
    v_dropped := v_dropped + 1;
  END LOOP;
  RETURN v_dropped;
END
$$;
