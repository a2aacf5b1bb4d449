-- The migration of 19:05 replaces a function of scout_definer, which an owner that is no superuser may only as its member. The one of
-- 19:24 ends the membership.
DO $$
BEGIN
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE format('GRANT scout_definer TO %I', current_user)
      || CASE WHEN current_setting('server_version_num')::int >= 160000 THEN ' WITH INHERIT TRUE, SET TRUE' ELSE '' END;
  END IF;
END
$$;
