DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['version', 'queue', 'schedule', 'subscription', 'bam', 'job', 'job_common', 'warning',
    'queue_stats', 'job_dependency'] LOOP
    EXECUTE format('CREATE POLICY owner_all ON pgboss.%I TO CURRENT_USER USING (true) WITH CHECK (true)', name);
  END LOOP;
END
$$;
