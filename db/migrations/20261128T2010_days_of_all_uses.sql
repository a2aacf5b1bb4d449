-- Days of accounts keep every use ('other': those that lanes do not draw) and the time of the last one: how a case continues is read from
-- them, too. All days count by their hours until the server has added them up again.
TRUNCATE scout.account_days, scout.unsummed_days;
ALTER TABLE scout.account_days DROP CONSTRAINT account_days_use_check,
  ADD CONSTRAINT account_days_use_check CHECK (use IN ('refused', 'signed-in', 'started', 'other')),
  ADD COLUMN last_at timestamptz(3) NOT NULL;
ALTER TABLE scout.assessments NO FORCE ROW LEVEL SECURITY;
UPDATE scout.assessments SET days_summed_before = NULL WHERE days_summed_before IS NOT NULL;
ALTER TABLE scout.assessments FORCE ROW LEVEL SECURITY;
