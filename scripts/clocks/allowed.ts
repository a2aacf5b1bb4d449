/** Places that may ask another clock than the server's, and why. */
export interface Allowed {
  readonly file: string;
  /** As {@link ClockUse.how}, each with how often. */
  readonly asks: Readonly<Record<string, number>>;
  readonly because: string;
}

const server = 'apps/server/src';
const baseline = 'db/migrations/baseline';
const written = 'when the row was written, unless the writer says it; nothing ends, begins or is due by it';
const once = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 1]));

export const allowed: readonly Allowed[] = [
  {
    file: `${server}/context.ts`,
    asks: { Date: 1, 'Date.now': 1 },
    because:
      'the server’s clock itself, and the age of pg-boss’s last look, which pg-boss dates by the system’s',
  },
  {
    file: `${server}/platform/database/open.ts`,
    asks: { Date: 1 },
    because: 'the server’s clock, before its context',
  },
  {
    file: `${server}/settleOrganizations.ts`,
    asks: { 'new Date()': 1 },
    because: 'the server’s clock, before its context',
  },
  {
    file: `${server}/modules/sample/sample.ts`,
    asks: { 'new Date()': 3 },
    because: 'the server’s clock, before its context',
  },
  {
    file: `${server}/modules/cases/assessor/thread.ts`,
    asks: { Date: 1 },
    because: 'the server’s clock in its thread',
  },
  {
    file: `${server}/modules/sample/fleet.ts`,
    asks: { 'Date.now': 3 },
    because: 'the clock of the sample’s machines',
  },
  {
    file: `${server}/cli/setUp.ts`,
    asks: { 'Date.now': 1 },
    because: 'the clock of the machine with the example events',
  },
  {
    file: `${server}/cli/support.ts`,
    asks: { 'new Date()': 1 },
    because: 'a command, which is a process without a server',
  },
  {
    file: `${server}/modules/operator/support/database.ts`,
    asks: { 'clock_timestamp()': 3 },
    because: 'ages of the database’s own sessions, for people',
  },
  {
    file: `${server}/modules/operator/backup/writeBackup.ts`,
    asks: { 'new Date()': 1 },
    because: 'a command, which is a process without a server',
  },
  {
    file: `${server}/platform/metrics/exportMetrics.ts`,
    asks: { 'Date.now': 2 },
    because: 'the time of a measurement',
  },
  {
    file: `${server}/platform/metrics/processMetrics.ts`,
    asks: { 'Date.now': 1 },
    because: 'the start of the process, which the system knows',
  },
  ...[
    ['platform/database/audit.ts', 1],
    ['modules/alerts/sql/tickets.ts', 1],
    ['modules/cases/sql/changes.ts', 2],
    ['modules/cases/sql/exceptions.ts', 1],
    ['modules/sales/sql/demoRequests.ts', 1],
  ].map(([file, times]) => ({
    file: `${server}/${file}`,
    asks: { 'randomUUIDv7()': Number(times) },
    because: 'an id: its time only keeps neighbors together in the index',
  })),
  {
    file: `${server}/modules/operator/sql/databaseMetrics.ts`,
    asks: { 'now()': 1 },
    because: 'the age of jobs, which pg-boss dates by the database’s clock',
  },
  {
    file: `${server}/modules/operator/sql/status.ts`,
    asks: { 'now()': 2 },
    because: 'the age of jobs, which pg-boss dates by the database’s clock',
  },
  {
    file: `${server}/platform/database/migrate.ts`,
    asks: { 'now()': 1 },
    because: 'when a migration was applied; nobody decides by it',
  },
  {
    file: `${baseline}/13_jobs.sql`,
    asks: once(
      'now()',
      'pgboss.bam.created_on',
      'pgboss.job.created_on',
      'pgboss.job.keep_until',
      'pgboss.job.start_after',
      'pgboss.queue.created_on',
      'pgboss.queue.updated_on',
      'pgboss.queue_stats.captured_on',
      'pgboss.schedule.created_on',
      'pgboss.schedule.updated_on',
      'pgboss.subscription.created_on',
      'pgboss.subscription.updated_on',
      'pgboss.warning.created_on',
    ),
    because: 'pg-boss’s own schema: it plans, takes and ends its jobs by the database’s clock alone',
  },
  {
    file: `${baseline}/04_audit.sql`,
    asks: once('scout.audit_logs.occurred_at'),
    because:
      'evidence: no role of the server may choose the time of an entry; it is kept for two years, against which a difference is nothing',
  },
  {
    file: `${baseline}/02_sign_in.sql`,
    asks: once(
      'auth.account.created_at',
      'auth.account.updated_at',
      'auth.verification.created_at',
      'auth.verification.updated_at',
      'auth.keys.created_at',
    ),
    because: written,
  },
  {
    file: `${baseline}/03_organizations.sql`,
    asks: once(
      'scout.memberships.created_at',
      'scout.memberships.updated_at',
      'scout.organization_domains.created_at',
      'scout.profiles.created_at',
      'scout.profiles.updated_at',
    ),
    because: written,
  },
  { file: `${baseline}/05_agents.sql`, asks: once('scout.enrolment_tokens.created_at'), because: written },
  {
    file: `${baseline}/08_cases.sql`,
    asks: once(
      'scout.case_changes.created_at',
      'scout.case_comments.created_at',
      'scout.case_exceptions.created_at',
      'scout.cases.created_at',
      'scout.cases.graver_at',
      'scout.cases.updated_at',
      'scout.saved_views.saved_at',
      'scout.service_accounts.created_at',
      'scout.service_accounts.updated_at',
    ),
    because: written,
  },
  {
    file: `${baseline}/09_alerts.sql`,
    asks: once('scout.alert_preferences.updated_at', 'scout.alert_recipients.created_at'),
    because: written,
  },
  {
    file: `${baseline}/10_reports.sql`,
    asks: once('scout.report_subscriptions.updated_at'),
    because: written,
  },
];
