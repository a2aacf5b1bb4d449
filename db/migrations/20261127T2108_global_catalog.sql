-- A global catalog has a part of the attributes: what it lacks is unknown, not false. Of a directory that an agent reads, the address is
-- not known here.
ALTER TABLE scout.directories ADD COLUMN is_catalog boolean NOT NULL GENERATED ALWAYS AS (coalesce(url ~ ':326[89]/?$', false)) STORED;
GRANT SELECT (is_catalog) ON scout.directories TO scout_member;
ALTER TABLE scout.directory_accounts
  ALTER COLUMN admin_count DROP NOT NULL,
  ALTER COLUMN delegation DROP NOT NULL,
  ALTER COLUMN delegates_to DROP NOT NULL,
  ALTER COLUMN acted_for_by DROP NOT NULL,
  ALTER COLUMN password_readers DROP NOT NULL;
ALTER TABLE scout.directory_computers
  ALTER COLUMN role DROP NOT NULL,
  ALTER COLUMN delegation DROP NOT NULL,
  ALTER COLUMN delegates_to DROP NOT NULL,
  ALTER COLUMN acted_for_by DROP NOT NULL;
