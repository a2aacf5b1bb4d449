-- The time zone of a recipient's quiet hours, daily mail and times; null: the organization's.
ALTER TABLE scout.alert_preferences ADD COLUMN time_zone text CHECK (char_length(time_zone) BETWEEN 1 AND 64);
GRANT UPDATE (time_zone) ON scout.alert_preferences TO scout_alerts;
