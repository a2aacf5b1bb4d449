-- Activity of batches is merged by the hour when it is old. A merged part has no batch: its id is of zeros only.
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
-- Organizations with read parts of hours before p_before that are not merged. Never the sample: its activity is removed by its batches.
CREATE FUNCTION scout.tenants_to_merge(p_before timestamptz) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT t.tenant_id FROM scout.tenants t JOIN scout.assessments a ON a.tenant_id = t.tenant_id
  WHERE NOT t.is_sample AND a.read_through IS NOT NULL AND EXISTS (
    SELECT FROM scout.activity_parts p WHERE p.tenant_id = t.tenant_id AND p.hour < p_before
      AND p.batch_id > '00000000-0000-0000-0000-000000000000' AND pg_visible_in_snapshot(p.stored_in, a.read_through))
  ORDER BY t.tenant_id
$$;
REVOKE ALL ON FUNCTION scout.tenants_to_merge FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.tenants_to_merge TO scout_assessor;
RESET ROLE;
REVOKE CREATE ON SCHEMA scout FROM scout_definer;
DO $$
BEGIN
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE format('REVOKE scout_definer FROM %I', current_user);
  END IF;
END
$$;
