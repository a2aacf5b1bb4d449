-- scout_ingest is bound by row-level security: it copies a batch into temporary tables of its own session and inserts from them
-- under the policies, so that it can write no row of an organization other than the transaction's.
DO $$
BEGIN
  IF (SELECT rolbypassrls FROM pg_roles WHERE rolname = 'scout_ingest') THEN
    ALTER ROLE scout_ingest NOBYPASSRLS;
  END IF;
  -- Everybody has it unless it was taken away.
  IF NOT has_database_privilege('scout_ingest', current_database(), 'TEMPORARY') THEN
    EXECUTE format('GRANT TEMPORARY ON DATABASE %I TO scout_ingest', current_database());
  END IF;
END
$$;
