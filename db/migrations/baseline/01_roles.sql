-- Roles and their rights. Roles belong to the cluster, so each may be there already. The login of each database, scout_app_<database>, which may
-- change into them, is made by apps/server/src/database/login.ts, because its password is derived from the authentication secret.
--
--   scout_member    calls of a signed-in person, bound to one tenant by the policies
--   scout_admin     what admins of an organization do: the server changes into it after it has found the caller to be an admin of the
--                   tenant that is set, or to hold an invitation to it; scout_member changes none of this, whatever a call gets wrong
--   scout_ingest    stores what agents send, under the policies: a batch is copied into temporary tables of the session and inserted from
--                   them, so that no row of another organization can be written
--   scout_judge     judges stored events again after a change of names, and sums rollups
--   scout_assessor  reads what ingest folded, writes the cases that follow from it; no status, owner or comment, which are people's
--   scout_alerts    makes mails and messages of the steps of cases, and delivers them; mails reports
--   scout_auth      sign-in tables, and the look-ups that say who is asking
--   scout_visitor   writes what visitors leave, and reads nothing of it
--   scout_operator  calls of the person who runs this installation, and upkeep
--   scout_jobs      the queue of jobs: may change jobs but makes and drops nothing
--   scout_definer   owns the SECURITY DEFINER functions; nobody changes into it. It owns no table: it sees what each one grants it
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['scout_member', 'scout_admin', 'scout_ingest', 'scout_judge', 'scout_assessor', 'scout_alerts',
    'scout_auth', 'scout_visitor', 'scout_operator', 'scout_jobs', 'scout_definer'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) THEN
      BEGIN
        EXECUTE format('CREATE ROLE %I NOLOGIN NOINHERIT', name);
      EXCEPTION
        WHEN duplicate_object OR unique_violation THEN NULL; -- another database of this cluster was first
      END;
    END IF;
  END LOOP;
  -- Everybody has it unless it was taken away.
  IF NOT has_database_privilege('scout_ingest', current_database(), 'TEMPORARY') THEN
    EXECUTE format('GRANT TEMPORARY ON DATABASE %I TO scout_ingest', current_database());
  END IF;
  -- An owner that is no superuser has to be a member of a role to make functions in its name; the last file ends this.
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    -- PostgreSQL 15 has no options of a grant.
    EXECUTE format('GRANT scout_definer TO %I', current_user)
      || CASE WHEN current_setting('server_version_num')::int >= 160000 THEN ' WITH INHERIT FALSE, SET TRUE' ELSE '' END;
  END IF;
END
$$;

-- scout itself is there already, with the ledger of migrations.
CREATE SCHEMA auth;
GRANT USAGE ON SCHEMA auth TO scout_auth;
GRANT USAGE ON SCHEMA scout TO scout_member, scout_admin, scout_ingest, scout_judge, scout_assessor, scout_alerts, scout_auth, scout_visitor,
  scout_operator, scout_definer;
GRANT CREATE ON SCHEMA scout TO scout_definer;
