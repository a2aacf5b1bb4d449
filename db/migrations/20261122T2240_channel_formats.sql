-- Channels of syslog, and formats of messages. ca: certificates of authorities as PEM, by which a receiver over TLS is checked instead of
-- those of the public web.
ALTER TABLE scout.channels DROP CONSTRAINT channels_kind_check;
ALTER TABLE scout.channels ADD CONSTRAINT channels_kind_check CHECK (kind IN ('webhook', 'slack', 'teams', 'syslog'));
ALTER TABLE scout.channels ADD COLUMN format text COLLATE "C" NOT NULL DEFAULT 'scout'
  CHECK (format IN ('scout', 'ecs', 'ocsf', 'cef', 'chat'));
UPDATE scout.channels SET format = 'chat' WHERE kind IN ('slack', 'teams');
ALTER TABLE scout.channels ADD COLUMN ca text CHECK (char_length(ca) BETWEEN 1 AND 20000);
-- A message holds its own id.
GRANT INSERT (delivery_id) ON scout.channel_deliveries TO scout_admin;
