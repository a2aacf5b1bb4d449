-- Payments for subscriptions. Trials and the ends of subscriptions are columns of scout.tenants.

-- Checkout sessions that the payment provider has confirmed: each subscribes its organization once, and never again. A session may begin a
-- subscription, whose end ends that of its organization.
CREATE TABLE scout.payments (
  tenant_id uuid NOT NULL REFERENCES scout.tenants ON DELETE CASCADE,
  session_id text NOT NULL CHECK (char_length(session_id) <= 255),
  confirmed_at timestamptz NOT NULL,
  subscription_id text CHECK (char_length(subscription_id) <= 255),
  ended_at timestamptz,
  PRIMARY KEY (tenant_id, session_id)
);
CREATE INDEX payments_subscription ON scout.payments (subscription_id) WHERE subscription_id IS NOT NULL;
ALTER TABLE scout.payments ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY operator_all ON scout.payments TO scout_operator USING (true) WITH CHECK (true);
CREATE POLICY definer_all ON scout.payments TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE (ended_at) ON scout.payments TO scout_operator;
GRANT SELECT (tenant_id, subscription_id, ended_at), DELETE ON scout.payments TO scout_definer;

-- Subscriptions at the payment provider whose organization is gone: they go on charging until they are canceled there.
CREATE TABLE scout.payment_cancellations (
  subscription_id text PRIMARY KEY CHECK (char_length(subscription_id) <= 255),
  -- Null until the provider has failed to answer.
  try_after timestamptz
);
ALTER TABLE scout.payment_cancellations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY operator_all ON scout.payment_cancellations TO scout_operator USING (true) WITH CHECK (true);
CREATE POLICY definer_insert ON scout.payment_cancellations FOR INSERT TO scout_definer WITH CHECK (true);
GRANT SELECT, INSERT (subscription_id), UPDATE (try_after), DELETE ON scout.payment_cancellations TO scout_operator;
GRANT INSERT ON scout.payment_cancellations TO scout_definer;

-- Ids of organizations that were deleted here, so that what is paid for one afterwards is canceled. Of others that this server does not
-- know nothing is canceled: the account at the payment provider may serve another installation, too.
CREATE TABLE scout.former_organizations (
  organization_id uuid PRIMARY KEY,
  deleted_at timestamptz NOT NULL
);
ALTER TABLE scout.former_organizations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY operator_all ON scout.former_organizations TO scout_operator USING (true) WITH CHECK (true);
CREATE POLICY definer_insert ON scout.former_organizations FOR INSERT TO scout_definer WITH CHECK (true);
GRANT SELECT, DELETE ON scout.former_organizations TO scout_operator;
GRANT INSERT ON scout.former_organizations TO scout_definer;
