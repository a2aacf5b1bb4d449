-- Directories may sign in by Kerberos: directory_secrets then has the account's keys instead of its password. kdc: host of the Kerberos
-- service, if it is not the controller.
ALTER TABLE scout.directories
  ADD COLUMN sign_in text COLLATE "C" NOT NULL DEFAULT 'password' CHECK (sign_in IN ('password', 'keytab')),
  ADD COLUMN kdc text CHECK (char_length(kdc) BETWEEN 1 AND 260),
  ADD CHECK (kdc IS NULL OR sign_in = 'keytab');
GRANT INSERT (sign_in, kdc) ON scout.directories TO scout_admin, scout_operator;
