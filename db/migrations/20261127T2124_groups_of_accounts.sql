-- A group of the account that names its manager, as a proposal for the owner.
ALTER TABLE scout.directory_accounts
  ADD COLUMN group_name text,
  ADD COLUMN group_managed_by text;
