-- Links in monthly reports end them: each choice has an id for them, and a key of 32 bytes that signs them (244 bits of them random).
ALTER TABLE scout.report_subscriptions
  ADD COLUMN subscription_id uuid NOT NULL DEFAULT gen_random_uuid(),
  ADD COLUMN link_key bytea NOT NULL DEFAULT decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex')
    CHECK (octet_length(link_key) = 32),
  ADD UNIQUE (tenant_id, subscription_id);
-- Members need no key, and never did the ones of alerts.
REVOKE SELECT ON scout.report_subscriptions FROM scout_member;
GRANT SELECT (tenant_id, email, user_id, receives, mailed_month, updated_at) ON scout.report_subscriptions TO scout_member;
GRANT UPDATE (receives, updated_at) ON scout.report_subscriptions TO scout_alerts;
