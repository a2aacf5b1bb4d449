-- The register has the service accounts of directories, whether an event names them or not.

-- in_directory: a directory has an account of this name that counts as a service account.
ALTER TABLE scout.service_accounts
  ADD COLUMN in_directory boolean NOT NULL DEFAULT false,
  DROP CONSTRAINT service_accounts_known_by_check,
  ADD CONSTRAINT service_accounts_known_by_check CHECK (known_by IN ('name', 'list', 'behaviour', 'directory'));
GRANT INSERT (in_directory), UPDATE (in_directory) ON scout.service_accounts TO scout_assessor;

-- registered_version: of the detection settings by which the register was compared with what was read; null: not since then.
ALTER TABLE scout.directories ADD COLUMN registered_version integer;
GRANT UPDATE (registered_version) ON scout.directories TO scout_operator;
