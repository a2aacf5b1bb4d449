-- decoy_added: the register has the account because an admin marked it. former_decoy_since, former_decoy_until: its last time as a decoy,
-- so that cases of that time stay when history is judged again.
ALTER TABLE scout.service_accounts
  ADD COLUMN decoy_added boolean NOT NULL DEFAULT false,
  ADD COLUMN former_decoy_since timestamptz(3),
  ADD COLUMN former_decoy_until timestamptz(3),
  ADD CONSTRAINT service_accounts_former_decoy CHECK (num_nulls(former_decoy_since, former_decoy_until) IN (0, 2));
GRANT UPDATE (decoy_added, former_decoy_since, former_decoy_until) ON scout.service_accounts TO scout_admin;
