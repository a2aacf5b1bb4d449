-- The overview asks which accounts were refused, signed in to by a person, or started a program. Of service accounts these rows are
-- few, so that only their writes cost more.
CREATE INDEX account_activity_refused ON scout.account_activity (tenant_id, account_key, hour) WHERE kind LIKE 'refused%';
CREATE INDEX account_activity_interactive ON scout.account_activity (tenant_id, account_key, hour) WHERE kind IN ('logon:2', 'logon:10');
CREATE INDEX account_activity_started ON scout.account_activity (tenant_id, account_key, hour) WHERE kind IN ('process', 'command');
