-- Sums of nearly the whole default window, in quarter hours: ended_at is their end, first_day their start, days nominal (and not true of
-- them, so that servers of an earlier version pass them over). window_end: an event before it removes them, from the moment that one is
-- planned. due: to be made. busy: the days have so many rollups that such sums are worth making.
ALTER TABLE scout.rollup_sums ADD COLUMN ended_at timestamptz;
ALTER TABLE scout.summed_tenants
  ADD COLUMN window_end timestamptz NOT NULL DEFAULT '-infinity',
  ADD COLUMN busy boolean NOT NULL DEFAULT false;
GRANT SELECT (ended_at) ON scout.rollup_sums TO scout_ingest;
GRANT SELECT (window_end), UPDATE (window_end) ON scout.summed_tenants TO scout_ingest;
GRANT UPDATE (window_end, busy) ON scout.summed_tenants TO scout_judge;

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

-- The end that a sum of nearly the whole window has now: five minutes ago, for events on their way, at a quarter hour.
CREATE FUNCTION scout.window_sum_end() RETURNS timestamptz
LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp
AS $$ SELECT date_bin('15 minutes', now() - interval '5 minutes', 'epoch') $$;
REVOKE ALL ON FUNCTION scout.window_sum_end() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.window_sum_end() TO scout_judge;

CREATE OR REPLACE FUNCTION scout.tenants_to_sum(p_limit integer) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET timezone = 'UTC'
AS $$
  SELECT t.tenant_id FROM scout.tenants t LEFT JOIN scout.summed_tenants s ON s.tenant_id = t.tenant_id
  WHERE s.tenant_id IS NULL OR s.summed_through < current_date
    OR (s.due OR s.busy AND s.window_end < scout.window_sum_end()) AND s.summed_at < now() - interval '1 minute'
    OR EXISTS (SELECT FROM scout.batches b WHERE b.tenant_id = t.tenant_id AND NOT b.summed)
  ORDER BY t.tenant_id LIMIT p_limit
$$;

RESET ROLE;
REVOKE CREATE ON SCHEMA scout FROM scout_definer;
DO $$
BEGIN
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE format('REVOKE scout_definer FROM %I', current_user);
  END IF;
END
$$;
