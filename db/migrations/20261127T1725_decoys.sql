-- Accounts that nothing uses, so that each touch of one is a case.
ALTER TABLE scout.service_accounts
  ADD COLUMN decoy_since timestamptz(3),
  ADD COLUMN decoy_by text CHECK (char_length(decoy_by) <= 254),
  ADD CONSTRAINT service_accounts_decoy CHECK ((decoy_since IS NULL) = (decoy_by IS NULL));
GRANT UPDATE (decoy_since, decoy_by) ON scout.service_accounts TO scout_admin;
