-- A checkout session may begin a subscription, whose end ends that of its organization.
ALTER TABLE scout.payments
  ADD COLUMN subscription_id text CHECK (char_length(subscription_id) <= 255),
  ADD COLUMN ended_at timestamptz;
CREATE INDEX payments_subscription ON scout.payments (subscription_id) WHERE subscription_id IS NOT NULL;
GRANT UPDATE (ended_at) ON scout.payments TO scout_operator;
