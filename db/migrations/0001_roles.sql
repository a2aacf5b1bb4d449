-- Who may do what. Roles belong to the cluster, so each may be there already; the login's password is set by
-- apps/server/src/database/login.ts because it is derived from the owner's.
--
--   scout_app       the only login of the server: owns nothing, inherits nothing, changes into one of the four below
--   scout_member    calls of a signed-in person, bound to one tenant by the policies
--   scout_ingest    stores what agents send; BYPASSRLS where that may be granted, because COPY is refused without it
--   scout_auth      sign-in tables, and the look-ups that say who is asking
--   scout_operator  calls of the person who runs this installation
--   scout_definer   owns the SECURITY DEFINER look-ups; nobody changes into it
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['scout_app', 'scout_member', 'scout_ingest', 'scout_auth', 'scout_operator', 'scout_definer'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) THEN
      BEGIN
        EXECUTE format('CREATE ROLE %I NOLOGIN NOINHERIT', name);
      EXCEPTION
        WHEN duplicate_object OR unique_violation THEN NULL; -- another database of this cluster was first
      END;
    END IF;
  END LOOP;

  IF NOT (SELECT rolbypassrls FROM pg_roles WHERE rolname = 'scout_ingest') THEN
    BEGIN
      ALTER ROLE scout_ingest BYPASSRLS;
    EXCEPTION
      WHEN insufficient_privilege THEN
        RAISE NOTICE 'scout_ingest has no BYPASSRLS: events are inserted row by row under their policy';
    END;
  END IF;

  FOREACH name IN ARRAY ARRAY['scout_member', 'scout_ingest', 'scout_auth', 'scout_operator'] LOOP
    IF NOT pg_has_role('scout_app', name, 'MEMBER') THEN
      -- PostgreSQL 15 has no per-grant options; there NOINHERIT on scout_app alone keeps it from inheriting.
      EXECUTE format('GRANT %I TO scout_app', name)
        || CASE WHEN current_setting('server_version_num')::int >= 160000 THEN ' WITH INHERIT FALSE, SET TRUE' ELSE '' END;
    END IF;
  END LOOP;
END
$$;

CREATE SCHEMA auth;

GRANT USAGE ON SCHEMA scout TO scout_member, scout_ingest, scout_auth, scout_operator, scout_definer;
GRANT USAGE ON SCHEMA auth TO scout_auth;
