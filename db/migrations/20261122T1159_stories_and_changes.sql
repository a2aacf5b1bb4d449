-- What accounts' stories are told from: sessions, tickets, the program that asked, and changes. No defaults, so that no row is written
-- again; of events that are there already these are null.
ALTER TABLE scout.tenant_events
  ADD COLUMN logon_id text,
  ADD COLUMN subject_logon_id text,
  ADD COLUMN linked_logon_id text,
  ADD COLUMN process_name text,
  ADD COLUMN authentication_package text,
  ADD COLUMN service_name text,
  ADD COLUMN ticket_encryption text,
  ADD COLUMN object_name text,
  ADD COLUMN object_id text,
  ADD COLUMN change text;

-- What an infrastructure change says of itself; null in incidents of other rules.
ALTER TABLE scout.incidents
  ADD COLUMN change_type text,
  ADD COLUMN severity text COLLATE "C",
  ADD COLUMN description text;
