const tenant = `'00000000-0000-4000-8000-000000000001'`;
const agent = `'00000000-0000-4000-8000-0000000000a1'`;
const batch = `'01990000-0000-7000-8000-000000000001'`;
const tomorrow = `now() + interval '1 day'`;
const caseId = `'00000000-0000-4000-8000-0000000000c1'`;
const channelId = `'00000000-0000-4000-8000-0000000000c2'`;
const ticketChannelId = `'00000000-0000-4000-8000-0000000000c7'`;
const directoryId = `'00000000-0000-4000-8000-0000000000d1'`;
const agentDirectoryId = `'00000000-0000-4000-8000-0000000000d2'`;
const snapshotId = `'00000000-0000-4000-8000-0000000000d3'`;
const bytes = (character: string) => `decode(repeat('${character}', 64), 'hex')`;

/** Rows of an installation in use, in every table, as SQL for an empty database. */
export const rows = `
  INSERT INTO auth."user" (id, name, email, email_verified, created_at, updated_at) VALUES
    ('u1', 'Ada Moreno', 'ada@northwind.example', true, now(), now()),
    ('u2', 'Bo Lindqvist', 'bo@northwind.example', true, now(), now());
  INSERT INTO auth.account (id, account_id, provider_id, user_id, password) VALUES ('c1', 'u1', 'credential', 'u1', 'salt:hash');
  INSERT INTO auth.verification (id, identifier, value, expires_at) VALUES ('v1', 'ada@northwind.example', 'x', ${tomorrow});
  INSERT INTO auth.rate_limits (key, points, expire) VALUES ('sign-in:192.0.2.1', 3, 4102444800000);
  INSERT INTO scout.tenants (tenant_id, company_name, company_key, is_subscribed, created_at, updated_at)
    VALUES (${tenant}, 'Northwind Bank', 'northwind bank', true, now(), now());
  INSERT INTO scout.memberships (tenant_id, email, user_id, role, status) VALUES
    (${tenant}, 'ada@northwind.example', 'u1', 'admin', 'active'), (${tenant}, 'bo@northwind.example', 'u2', 'member', 'active');
  INSERT INTO scout.profiles (tenant_id, user_id, first_name, last_name, email)
    VALUES (${tenant}, 'u1', 'Ada', 'Moreno', 'ada@northwind.example');
  INSERT INTO scout.organization_domains (tenant_id, domain, state) VALUES (${tenant}, 'northwind.example', 'claimed');
  INSERT INTO scout.removed_addresses (tenant_id, email, removed_at) VALUES (${tenant}, 'cy@northwind.example', now());
  INSERT INTO scout.enrolment_tokens (tenant_id, token_hash, label) VALUES (${tenant}, ${bytes('1')}, 'servers');
  INSERT INTO scout.agents (tenant_id, agent_id, machine_id, host, platform, version, credential_hash, enrolled_at,
    credential_issued_at, lag_seconds)
    VALUES (${tenant}, ${agent}, 'm1', 'WS-1042', 'windows', '0.1.0', ${bytes('2')}, now(), now(), 7);
  INSERT INTO scout.batches (tenant_id, agent_id, batch_no, batch_id, received_at, body_sha256, accepted, rejected)
    VALUES (${tenant}, ${agent}, 1, ${batch}, now(), ${bytes('3')}, 1, 0);
  INSERT INTO scout.batch_bodies VALUES (${tenant}, ${batch}, now(), 'identity', '\\x7b7d');
  INSERT INTO scout.tenant_events (tenant_id, occurred_at, batch_id, batch_index, agent_id, event_type, target_user_name)
    VALUES (${tenant}, now(), ${batch}, 0, ${agent}, 'WINDOWS_SECURITY_4625', 'svc.backup');
  INSERT INTO scout.packed_events (tenant_id, first_at, last_at, arrived_on, n, types, type_counts, at, batch_id, batch_index, agent_id,
    event_type, target_user_name)
    VALUES (${tenant}, now() - interval '9 days', now() - interval '9 days', current_date - 9, 1, '{WINDOWS_SECURITY_4625}', '{1}', '{0}',
      ARRAY[${batch}::uuid], '{1}', ARRAY[${agent}::uuid], '{WINDOWS_SECURITY_4625}', '{svc.backup}');
  INSERT INTO scout.packed_bodies VALUES (${tenant}, ${batch}, ${batch}, current_date - 9, ARRAY[${batch}::uuid],
    ARRAY[now() - interval '9 days'], '{0}', '\\x7b7d');
  INSERT INTO scout.incidents (tenant_id, rule, occurred_at, batch_id, batch_index, agent_id, service_account,
    service_account_key) VALUES (${tenant}, 'failed-logons', now(), ${batch}, 0, ${agent}, 'svc.backup', 'svc.backup');
  INSERT INTO scout.rollups (tenant_id, rule, dimension, bucket, key, n, label, first_at)
    VALUES (${tenant}, 'failed-logons', 'account', date_trunc('hour', now()), 'svc.backup', 1, 'svc.backup', now());
  INSERT INTO auth.session (id, expires_at, token, user_id, created_at, updated_at)
    VALUES ('s1', ${tomorrow}, 'hashed', 'u1', now(), now());
  INSERT INTO auth.confirmations (confirmation_id, user_id, code_hash, token_hash, created_at, expires_at)
    VALUES (gen_random_uuid(), 'u2', ${bytes('4')}, ${bytes('5')}, now(), ${tomorrow});
  INSERT INTO auth.password_resets VALUES ('u2', ${bytes('6')}, now(), ${tomorrow});
  INSERT INTO auth.factors (user_id, factor_id, factor_type, status, friendly_name, secret, created_at)
    VALUES ('u1', gen_random_uuid(), 'totp', 'unverified', 'Phone', 'sealed', now());
  INSERT INTO auth.recovery_codes (user_id, code_hash, key_id) VALUES ('u1', ${bytes('7')}, 'k1');
  INSERT INTO auth.passkeys (passkey_id, user_id, credential_id, public_key, counter, transports, backed_up, friendly_name, created_at)
    VALUES (gen_random_uuid(), 'u1', 'credential', ${bytes('7')}, 0, '{internal}', false, 'Laptop', now());
  INSERT INTO auth.passkey_challenges VALUES (${bytes('7')}, 'sign-in', ${bytes('7')}, ${tomorrow});
  INSERT INTO auth.devices VALUES ('u1', ${bytes('8')}, now(), now());
  INSERT INTO scout.audit_logs (tenant_id, id, occurred_at, actor, action, target_email)
  SELECT ${tenant}, gen_random_uuid(), '2026-02-01Z'::timestamptz + n * interval '1 minute', 'ada@northwind.example', action, target
  FROM (VALUES (1, 'member_added', 'bo@northwind.example'), (2, 'member_added', 'cy@northwind.example'),
    (3, 'member_removed', 'cy@northwind.example')) entry (n, action, target);
  INSERT INTO scout.alert_recipients (tenant_id, email, position) VALUES (${tenant}, 'ada@northwind.example', 1);
  INSERT INTO scout.invitations (tenant_id, invitation_id, email, token_hash, inviter_email, created_at, expires_at)
    VALUES (${tenant}, gen_random_uuid(), 'dee@northwind.example', ${bytes('9')}, 'ada@northwind.example', now(), ${tomorrow});
  SELECT pgboss.create_queue('a-queue', '{"policy": "standard", "retryLimit": 2, "retryDelay": 0, "retryBackoff": false,
    "expireInSeconds": 900, "retentionSeconds": 1209600, "deletionSeconds": 604800, "partition": false, "notify": false}');
  INSERT INTO pgboss.job (name, data) VALUES ('a-queue', '{}');
  INSERT INTO pgboss.schedule (name, cron) VALUES ('a-queue', '0 3 * * *');
  INSERT INTO pgboss.subscription (event, name) VALUES ('event', 'a-queue');
  INSERT INTO pgboss.warning (type, message) VALUES ('slow_query', 'was slow');
  INSERT INTO pgboss.job_dependency
    SELECT name, gen_random_uuid(), name, gen_random_uuid() FROM pgboss.queue WHERE name = 'a-queue';
  INSERT INTO scout.demo_requests (request_id, created_at, kind, first_name, last_name, email, company_name, suspected)
    VALUES (gen_random_uuid(), now(), 'early_access', 'Eli', 'Novak', 'eli@alder.example', 'Alder Health', false);
  INSERT INTO scout.mailing_list VALUES ('fay@alder.example', now(), false);
  INSERT INTO scout.payments VALUES (${tenant}, 'cs_test_1', now());
  INSERT INTO scout.agent_gaps (tenant_id, agent_id, gap_id, source, reason, missing, happened_at, received_at)
    VALUES (${tenant}, ${agent}, gen_random_uuid(), 'Security', 'log_cleared', 12, now(), now());
  INSERT INTO scout.enrolment_tokens (tenant_id, token_hash, label, created_by) VALUES
    (${tenant}, ${bytes('a')}, 'Download for Windows', 'ada@northwind.example'),
    (${tenant}, ${bytes('b')}, 'Download for Windows', 'bo@northwind.example'),
    (${tenant}, ${bytes('c')}, 'Download for Linux', NULL);
  INSERT INTO scout.download_tickets (tenant_id, ticket_hash, token_id, path, created_at, expires_at)
    SELECT tenant_id, ${bytes('d')}, token_id, '/x', now(), ${tomorrow} FROM scout.enrolment_tokens WHERE label = 'servers';
  INSERT INTO scout.quotas (tenant_id, events_per_second, updated_at) VALUES (${tenant}, 500, now());
  INSERT INTO scout.ingest_usage VALUES (${tenant}, ${agent}, now(), now(), 1, 2);
  INSERT INTO scout.agent_upgrades (tenant_id, version, started_at, started_by)
    VALUES (${tenant}, '0.2.0', now(), 'ada@northwind.example');
  INSERT INTO scout.agent_upgrade_rings VALUES (${tenant}, '0.2.0', ${agent});
  INSERT INTO scout.agent_groups (tenant_id, name, patterns, created_at, created_by, next_version)
    VALUES (${tenant}, 'Web servers', '{web-*}', now(), 'ada@northwind.example', 2);
  INSERT INTO scout.agent_group_versions (tenant_id, group_id, version, settings, created_at, created_by)
    SELECT tenant_id, group_id, n, '{"tags": ["web"]}', now(), created_by FROM scout.agent_groups, generate_series(1, 2) n
    WHERE tenant_id = ${tenant};
  INSERT INTO scout.agent_group_rings (tenant_id, group_id, version, agent_id, ring)
    SELECT tenant_id, group_id, 2, ${agent}, 1 FROM scout.agent_groups WHERE tenant_id = ${tenant};
  INSERT INTO scout.agent_configuration_keys (tenant_id, public_key, sealed, created_at)
    VALUES (${tenant}, 'spki', 'v1.sealed', now());
  INSERT INTO scout.audit_logs (tenant_id, id, actor, action)
    VALUES (${tenant}, gen_random_uuid(), 'ada@northwind.example', 'settings_changed');
  INSERT INTO scout.incidents (tenant_id, rule, occurred_at, batch_id, batch_index, agent_id, service_account,
    service_account_key, subject_user, subject_user_key)
    VALUES (${tenant}, 'failed-logons', now(), ${batch}, 1, ${agent}, 'svc.backup', 'svc.backup', 'bo', 'bo');
  INSERT INTO scout.tenant_events (tenant_id, occurred_at, batch_id, batch_index, agent_id, event_type, target_user_name, change)
    VALUES (${tenant}, now(), ${batch}, 2, ${agent}, 'WINDOWS_SECURITY_4738', 'svc.backup', 'password never expires');
  INSERT INTO scout.incidents (tenant_id, rule, occurred_at, batch_id, batch_index, agent_id, service_account,
    service_account_key, change_type, severity, description)
    VALUES (${tenant}, 'infrastructure-changes', now(), ${batch}, 2, ${agent}, 'svc.backup', 'svc.backup', 'Account',
      'medium', 'Account changed: password never expires');
  INSERT INTO scout.activity_parts (tenant_id, hour, batch_id, body, stored_at)
    VALUES (${tenant}, date_trunc('hour', now()), ${batch}, '{}', now());
  INSERT INTO scout.assessments (tenant_id, closed_through, read_through)
    VALUES (${tenant}, date_trunc('hour', now()), pg_current_snapshot());
  INSERT INTO scout.assessment_snapshots (tenant_id, hour, state) VALUES (${tenant}, date_trunc('hour', now()), ${bytes('e')});
  INSERT INTO scout.cases (tenant_id, case_id, number, case_key, account, account_key, kind, severity, score, sentence, first_seen,
    last_seen, opened_at) VALUES (${tenant}, ${caseId}, 1, 'svc.backup', 'svc.backup', 'svc.backup', 'new-source', 'high', 12,
    'svc.backup logged on from WS-1042.', now(), now(), now());
  INSERT INTO scout.findings (tenant_id, finding_id, case_id, hour, occurred_at, account, account_key, kind, severity, score, sentence)
    VALUES (${tenant}, gen_random_uuid(), ${caseId}, date_trunc('hour', now()), now(), 'svc.backup', 'svc.backup', 'new-source', 'high',
    12, 'svc.backup logged on from WS-1042.');
  INSERT INTO scout.case_comments (tenant_id, comment_id, case_id, author, body)
    VALUES (${tenant}, gen_random_uuid(), ${caseId}, 'ada@northwind.example', 'Asked Bo.');
  INSERT INTO scout.case_exceptions (tenant_id, exception_id, account_key, starts_at, ends_at, reason, created_by)
    VALUES (${tenant}, gen_random_uuid(), 'svc.backup', now(), ${tomorrow}, 'Restore test', 'ada@northwind.example');
  INSERT INTO scout.account_activity (tenant_id, account_key, hour, cell, kind, n, first_at, last_at)
    VALUES (${tenant}, 'svc.backup', date_trunc('hour', now()), gen_random_uuid(), 'logon:3', 1, now(), now());
  INSERT INTO scout.account_days VALUES (${tenant}, 'svc.backup', date_trunc('day', now(), 'UTC'), 1, 'signed-in', 'app1', 'prd-sql01', '', '{3,5}', '{2,9}', now());
  INSERT INTO scout.unsummed_days VALUES (${tenant}, 'svc.backup', date_trunc('day', now(), 'UTC'));
  INSERT INTO scout.account_names VALUES (${tenant}, 'svc.backup', 'host', 'ws-1042', date_trunc('hour', now()));
  INSERT INTO scout.account_uses (tenant_id, account_key, done_hour) VALUES (${tenant}, 'svc.backup', date_trunc('hour', now()));
  INSERT INTO scout.seen_names VALUES (${tenant}, 'host', 'ws-1042', date_trunc('hour', now()));
  INSERT INTO scout.rc4_uses (tenant_id, account_key, cell, requester, client, cause, n, first_at, last_at)
    VALUES (${tenant}, 'svc.backup', gen_random_uuid(), 'svc.etl', 'app1', 'no-key', 1, now(), now());
  INSERT INTO scout.account_postures (tenant_id, account_key, posture, since)
    VALUES (${tenant}, 'svc.backup', 'privileged', now());
  INSERT INTO scout.posture_changes (tenant_id, account_key, posture, appeared_at, hour)
    VALUES (${tenant}, 'svc.backup', 'privileged', now(), date_trunc('hour', now()));
  INSERT INTO scout.service_accounts (tenant_id, account_key, name, known_by) VALUES (${tenant}, 'svc.backup', 'svc.backup', 'name');
  INSERT INTO scout.service_accounts (tenant_id, account_key, name, known_by, contract, contract_approved_by,
    contract_approved_at)
    VALUES (${tenant}, 'svc.treasury', 'svc.treasury', 'name', '{"sources": ["app1"], "destinations": [], "kinds": [], "hours": []}',
    'ada@northwind.example', now());
  INSERT INTO scout.detection_settings (tenant_id, version, judged_version, settings, updated_at, updated_by) VALUES (${tenant}, 1, 1,
    '{"service_accounts": {"standard": true, "entries": ["sa_*"]}, "production_servers": {"standard": true, "entries": []},
      "workstations": {"standard": true, "entries": []}, "database_clients": {"standard": true, "entries": []}}',
    now(), 'ada@northwind.example');
  INSERT INTO scout.case_changes (tenant_id, change_id, case_id, kind, author)
    VALUES (${tenant}, gen_random_uuid(), ${caseId}, 'acknowledged', 'ada@northwind.example');
  INSERT INTO scout.alert_steps (tenant_id, case_id, step, occurred_at, noted_at, is_history, due_at)
    VALUES (${tenant}, ${caseId}, 'opened', now(), now(), false, now());
  INSERT INTO scout.alert_preferences (tenant_id, email, link_key) VALUES (${tenant}, 'ada@northwind.example', ${bytes('f')});
  INSERT INTO scout.alert_messages (tenant_id, email, case_id, kind, severity, created_at, due_at)
    VALUES (${tenant}, 'ada@northwind.example', ${caseId}, 'opened', 'high', now(), now());
  INSERT INTO scout.channels (tenant_id, channel_id, name, url, min_severity, created_at, created_by)
    VALUES (${tenant}, ${channelId}, 'SIEM', 'https://siem.northwind.example/scout', 'high', now(), 'ada@northwind.example');
  INSERT INTO scout.channel_secrets (tenant_id, channel_id, sealed, created_at) VALUES (${tenant}, ${channelId}, 'v1.sealed', now());
  INSERT INTO scout.channel_deliveries (tenant_id, channel_id, kind, body, created_at, due_at)
    VALUES (${tenant}, ${channelId}, 'test', '{}', now(), now());
  INSERT INTO scout.channels (tenant_id, channel_id, kind, format, name, url, min_severity, settings, created_at, created_by)
    VALUES (${tenant}, ${ticketChannelId}, 'jira', 'ticket', 'Jira', 'https://northwind.atlassian.net', 'high', '{"checks_changes": false}',
      now(), 'ada@northwind.example');
  INSERT INTO scout.tickets (tenant_id, channel_id, case_id, case_number, remote_id, reference, url, state, state_at, created_at, due_at)
    VALUES (${tenant}, ${ticketChannelId}, ${caseId}, 1, 'SEC-1', 'SEC-1', 'https://northwind.atlassian.net/browse/SEC-1', 'open', now(), now(), now());
  INSERT INTO scout.channels (tenant_id, kind, name, url, min_severity, finding_kinds, created_at, created_by)
    VALUES (${tenant}, 'slack', 'SOC', 'https://hooks.slack.com/', 'high', '{new-source}', now(), 'ada@northwind.example');
  INSERT INTO scout.channels (tenant_id, kind, format, name, url, min_severity, ca, created_at, created_by)
    VALUES (${tenant}, 'syslog', 'cef', 'Collector', 'syslog+tls://siem.northwind.example:6514', 'low', 'pem', now(), 'ada@northwind.example');
  INSERT INTO scout.directories (tenant_id, directory_id, name, url, bind_name, base, filter, ca, created_at, created_by, due_at,
    attempted_at, synced_at, read_fully_at, domain, invocation_id, usn, accounts, computers)
    VALUES (${tenant}, ${directoryId}, 'Corp', 'ldaps://dc1.northwind.example', 'reader@northwind.example', 'DC=northwind', '(ou=Services)',
    'pem', now(), 'ada@northwind.example', now(), now(), now(), now(), 'northwind.example', gen_random_uuid(), 4711, 1, 1);
  INSERT INTO scout.directory_secrets (tenant_id, directory_id, sealed, created_at) VALUES (${tenant}, ${directoryId}, 'v1.sealed', now());
  INSERT INTO scout.directories (tenant_id, directory_id, name, agent_id, connector_key, created_at, created_by, due_at, sync_id)
    VALUES (${tenant}, ${agentDirectoryId}, 'Branch', ${agent}, 'spki', now(), 'ada@northwind.example', now(), ${snapshotId});
  INSERT INTO scout.directory_snapshots (tenant_id, directory_id, snapshot_id, begun_at, pieces, digest)
    VALUES (${tenant}, ${agentDirectoryId}, ${snapshotId}, now(), 1, ${bytes('d')});
  INSERT INTO scout.directory_pieces (tenant_id, snapshot_id, number, body) VALUES (${tenant}, ${snapshotId}, 1, '\\x1f8b');
  INSERT INTO scout.directory_accounts (tenant_id, directory_id, object_guid, account_key, name, kind, sid, upn, dn, spns, password_set_at,
    is_enabled, password_never_expires, without_preauthentication, encryption_types, admin_count, privileged_groups, delegation,
    delegates_to, acted_for_by, password_readers, managed_by)
    VALUES (${tenant}, ${directoryId}, gen_random_uuid(), 'svc.backup', 'svc.backup', 'user', 'S-1-5-21-1-2-3-1104', 'svc.backup@northwind',
    'CN=svc.backup,DC=northwind', '{HTTP/app1}', now(), true, true, false, 24, true, '{Domain Admins}', 'constrained', '{CIFS/app1}',
    '{S-1-5-21-1-2-3-1105}', '{S-1-5-21-1-2-3-1106}', 'Ada');
  INSERT INTO scout.directory_computers (tenant_id, directory_id, object_guid, host_key, name, dn, spns, role, is_enabled, delegation,
    delegates_to, acted_for_by)
    VALUES (${tenant}, ${directoryId}, gen_random_uuid(), 'dc1', 'DC1', 'CN=DC1,DC=northwind', '{HOST/dc1}', 'controller', true,
    'unconstrained', '{}', '{}');
  INSERT INTO scout.sso_connections (tenant_id, issuer, client_id, state, admission, created_at, created_by, test, tested_at)
    VALUES (${tenant}, 'https://login.northwind.example', 'scout', 'required', 'active', now(), 'ada@northwind.example',
    '{"at": "2026-11-27T12:00:00.000Z", "by": "ada@northwind.example", "claims": ["sub"], "email": null, "problems": []}', now());
  INSERT INTO scout.sso_secrets (tenant_id, sealed, created_at) VALUES (${tenant}, 'v1.sealed', now());
  INSERT INTO scout.sso_identities (tenant_id, subject, email, user_id, linked_at)
    VALUES (${tenant}, 'ada', 'ada@northwind.example', 'u1', now());
  INSERT INTO scout.sso_break_glass (tenant_id, email, user_id) VALUES (${tenant}, 'ada@northwind.example', 'u1');
  WITH person AS (
      INSERT INTO scout.scim_users (tenant_id, user_name, address, email, external_id, given_name, family_name, display_name, active, role,
        person, version, created_at, updated_at)
      VALUES (${tenant}, 'ada@northwind.example', 'ada@northwind.example', 'ada@northwind.example', 'e-1', 'Ada', 'Lovelace', 'Ada', true,
        'member', 'u1', 2, now(), now()) RETURNING tenant_id, scim_id),
    kind AS (
      INSERT INTO scout.scim_groups (tenant_id, display_name, external_id, version, created_at, updated_at)
      VALUES (${tenant}, 'Admins', 'g-1', 3, now(), now()) RETURNING group_id)
    INSERT INTO scout.scim_group_members (tenant_id, group_id, scim_id) SELECT tenant_id, group_id, scim_id FROM person, kind;
  INSERT INTO scout.group_roles (tenant_id, group_name, role, created_at, created_by)
    VALUES (${tenant}, 'Admins', 'admin', now(), 'ada@northwind.example');
  INSERT INTO auth.sso_attempts (state_hash, browser_hash, tenant_id, connection_id, tester, expires_at)
    VALUES (${bytes('7')}, ${bytes('8')}, ${tenant}, gen_random_uuid(), 'u1', ${tomorrow});
  INSERT INTO auth.sso_assertions (tenant_id, assertion_hash, expires_at) VALUES (${tenant}, ${bytes('9')}, ${tomorrow});
  INSERT INTO auth.sso_sessions (session_id, tenant_id, connection_id, subject, sid, end_session_url)
    VALUES ('s1', ${tenant}, gen_random_uuid(), 'ada', 'sid-1', 'https://login.northwind.example/end');
  INSERT INTO scout.report_subscriptions (tenant_id, email, user_id, receives, mailed_month)
    SELECT tenant_id, email, user_id, true, '2026-10' FROM scout.memberships WHERE tenant_id = ${tenant} LIMIT 1;
  INSERT INTO scout.api_tokens (tenant_id, email, user_id, name, scopes, token_hash, created_at, created_by, expires_at) VALUES
    (${tenant}, 'ada@northwind.example', 'u1', 'nightly report', '{cases:read}', ${bytes('5')}, now(), 'ada@northwind.example', ${tomorrow}),
    (${tenant}, NULL, NULL, 'deployment', '{detection:write}', ${bytes('6')}, now(), 'ada@northwind.example', ${tomorrow});
  INSERT INTO scout.saved_views (tenant_id, user_id, email, page, name, query)
    SELECT tenant_id, user_id, email, 'cases', 'Grave', 'severity=high' FROM scout.memberships
    WHERE tenant_id = ${tenant} AND user_id IS NOT NULL LIMIT 1;
  INSERT INTO scout.alert_preferences (tenant_id, email, link_key, time_zone)
    VALUES (${tenant}, 'bo@northwind.example', ${bytes('f')}, 'Europe/Zurich');
  INSERT INTO scout.assessment_requests (tenant_id, version) VALUES (${tenant}, 1);
  INSERT INTO scout.former_organizations (organization_id, deleted_at) VALUES (gen_random_uuid(), now());
  INSERT INTO scout.owner_reviews (tenant_id, number, started_at, started_by, due_at, is_open, closed_at, organization, head)
    VALUES (${tenant}, 1, now(), 'ada@northwind.example', ${tomorrow}, false, now(), 'Northwind Bank', repeat('a', 64));
  INSERT INTO scout.owner_review_accounts (tenant_id, number, account_key, is_open, account, owner, asked_email, asked_user_id, decision,
    decided_at, decided_by) VALUES (${tenant}, 1, 'svc.backup', false, 'svc.backup', 'bo@northwind.example', 'bo@northwind.example', 'u2',
    'keep', now(), 'bo@northwind.example');
  INSERT INTO scout.payment_cancellations (subscription_id) VALUES ('sub_1');
  INSERT INTO scout.event_counts (tenant_id, hour, type_key, event_type, n)
    VALUES (${tenant}, date_trunc('hour', now()), 'WINDOWS_SECURITY_4625', 'WINDOWS_SECURITY_4625', 3);
  INSERT INTO scout.web_files (path, body) VALUES ('assets/app-3f2a.js', '\\x7b7d');
  INSERT INTO scout.operator_troubles (trouble, since) VALUES ('agents_silent', now());
  INSERT INTO scout.backups (made_at, bytes) VALUES (now(), 7300000);
  INSERT INTO scout.rollup_sums (tenant_id, rule, days, first_day, dimension, keys, labels, n, first_at, hours, peaks)
    VALUES (${tenant}, 'failed-logons', 1, date_trunc('day', now(), 'UTC') - interval '24 hours', 'account', '{svc.backup}',
      '{svc.backup}', '{1}', ARRAY[now()], '{1}', '{1}');
  INSERT INTO scout.summed_tenants (tenant_id) VALUES (${tenant});`;

/** Tables without rows here: servers create keys, and the queue fills the last two during operation. */
export const withoutRows = ['auth.jwks', 'auth.keys', 'pgboss.bam', 'pgboss.queue_stats'];
