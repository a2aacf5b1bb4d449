-- Keys and ciphers that Kerberos events tell since the updates of January 2025; null for all others, and for earlier rows.
ALTER TABLE scout.tenant_events ADD COLUMN ticket_details text;
