-- Removing the sample from an organization that stays takes the activity of its agents along.
GRANT CREATE ON SCHEMA scout TO scout_definer;
GRANT SELECT (batch_id) ON scout.activity_parts TO scout_definer;
DO $$
BEGIN
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE format('GRANT scout_definer TO %I', current_user)
      || CASE WHEN current_setting('server_version_num')::int >= 160000 THEN ' WITH INHERIT FALSE, SET TRUE' ELSE '' END;
  END IF;
END
$$;
SET LOCAL ROLE scout_definer;

-- Deletes the activity of batches that are not in the ledger any more. What was found in it has to be judged anew in the same transaction.
CREATE FUNCTION scout.delete_lost_activity(p_tenant_id uuid) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  DELETE FROM scout.activity_parts p WHERE p.tenant_id = p_tenant_id AND NOT EXISTS (
    SELECT FROM scout.batches b WHERE b.tenant_id = p_tenant_id AND b.batch_id = p.batch_id)
$$;
REVOKE ALL ON FUNCTION scout.delete_lost_activity(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.delete_lost_activity(uuid) TO scout_operator;

RESET ROLE;
REVOKE CREATE ON SCHEMA scout FROM scout_definer;
DO $$
BEGIN
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE format('REVOKE scout_definer FROM %I', current_user);
  END IF;
END
$$;
