-- The account that acted (the event's subject), beside the service account that it used. No default, so that no row is written again;
-- of incidents that are there already the server reads it from their events.
ALTER TABLE scout.incidents
  ADD COLUMN subject_user text COLLATE "C",
  ADD COLUMN subject_user_key text COLLATE "C";
