-- A backup is made by the owner, whom FORCE ROW LEVEL SECURITY binds where it is no superuser. On every table it gets a policy to read by,
-- which holds only in a transaction that says it makes a backup; anything else of the owner's still reads nothing.
-- migrate() calls this after other migrations too, so that a new table needs no line for it.
CREATE FUNCTION scout.let_owner_back_up() RETURNS void
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  v_table regclass;
BEGIN
  FOR v_table IN
    SELECT c.oid FROM pg_class c
    WHERE c.relnamespace IN ('scout'::regnamespace, 'auth'::regnamespace) AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname IN ('owner_all', 'owner_backs_up'))
  LOOP
    EXECUTE format(
      'CREATE POLICY owner_backs_up ON %s FOR SELECT TO CURRENT_USER USING (current_setting(''scout.backup'', true) = ''on'')',
      v_table);
  END LOOP;
END
$$;
REVOKE ALL ON FUNCTION scout.let_owner_back_up() FROM PUBLIC;
SELECT scout.let_owner_back_up();
