import type { AgentState, OperatorTrouble } from '@scout/contract';
import { DAY } from '@scout/detection/time';
import { withRole } from '../../../platform/database/pool.ts';
import { deadMailQueue, mailQueue } from '../../../platform/mail/mail.ts';
import { fleetView, noStates, summarizeFleets } from '../../agents/index.ts';
import { listUsage } from './usage.ts';

type App = Parameters<typeof listUsage>[0] &
  Parameters<typeof fleetView>[0] & { readonly config: { readonly backupDays: number | undefined } };

/** Mail is overdue this long only when the mail server does not respond. */
const MAIL_STUCK_SECONDS = 15 * 60;
const CASES_BEHIND_SECONDS = 60 * 60;

interface Queued {
  readonly waiting: number;
  readonly oldest: number;
  readonly lost: number;
}

/** State of the whole installation. */
export async function readStatus(app: App) {
  const now = app.clock.now();
  const { storage, organizations: usage } = await listUsage(app);
  const fleets = await withRole(app.pool, { role: 'scout_operator' }, (tx) =>
    summarizeFleets(tx, fleetView(app)),
  );
  const { rows: queued } = await withRole(app.pool, { role: 'scout_jobs' }, (_tx, client) =>
    client.query<Queued>(
      `SELECT count(*) FILTER (WHERE waits)::int AS waiting,
         greatest(0, coalesce(extract(epoch FROM now() - min(greatest(created_on, start_after)) FILTER (WHERE waits)), 0))::float8 AS oldest,
         count(*) FILTER (WHERE name = $2 AND created_on > now() - interval '1 day')::int AS lost
       FROM (SELECT *, name = $1 AND state::text IN ('created', 'retry', 'active') AS waits FROM pgboss.job WHERE name IN ($1, $2)) AS mails`,
      [mailQueue, deadMailQueue],
    ),
  );
  const { rows: delivered } = await withRole(app.pool, { role: 'scout_alerts' }, (_tx, client) =>
    client.query<{ waiting: number; failed: number }>(
      `SELECT count(*) FILTER (WHERE outcome IS NULL)::int AS waiting,
         count(*) FILTER (WHERE outcome = 'failed' AND settled_at > $1)::int AS failed
       FROM scout.channel_deliveries`,
      [new Date(now - DAY)],
    ),
  );
  const backup = await readLastBackup(app);
  const { waiting, oldest, lost } = queued[0]!;
  const organizations = usage.map(({ tenant_id, company_name, organization, assessment }) => {
    const fleet = fleets.get(tenant_id) ?? { states: noStates(), lagging: 0, waiting: 0 };
    return {
      tenant_id,
      company_name,
      agents: fleet.states,
      lagging: fleet.lagging,
      events_waiting: fleet.waiting,
      quota_wait_seconds: organization.wait_seconds,
      bytes_today: organization.bytes_today,
      bytes_per_day: organization.bytes_per_day,
      cases_behind_seconds: assessment.lag_seconds,
    };
  });
  const status = {
    storage,
    mail: { waiting, oldest_seconds: oldest, lost },
    channels: delivered[0]!,
    backup,
    organizations,
  };
  return { at: new Date(now).toISOString(), troubles: troublesOf(status, now), ...status };
}

async function readLastBackup({ pool, config }: App) {
  const { rows } = await withRole(pool, { role: 'scout_operator' }, (_tx, client) =>
    client.query<{ made_at: Date; bytes: string }>(
      'SELECT made_at, bytes FROM scout.backups ORDER BY made_at DESC LIMIT 1',
    ),
  );
  const [last] = rows;
  return {
    last: last ? { made_at: last.made_at.toISOString(), bytes: Number(last.bytes) } : null,
    due_days: config.backupDays ?? null,
  };
}

interface Status {
  readonly storage: { readonly low: boolean };
  readonly mail: { readonly waiting: number; readonly oldest_seconds: number; readonly lost: number };
  readonly channels: { readonly failed: number };
  readonly backup: { readonly last: { readonly made_at: string } | null; readonly due_days: number | null };
  readonly organizations: readonly {
    readonly agents: Readonly<Record<AgentState, number>>;
    readonly lagging: number;
    readonly quota_wait_seconds: number;
    readonly cases_behind_seconds: number;
  }[];
}

/** A problem, its count, its sentence and the next step. It exists when its count is above zero. */
type Rule = readonly [
  OperatorTrouble,
  (status: Status, now: number) => number,
  text: string,
  nextStep: string,
];

const rules: readonly Rule[] = [
  [
    'disk_low',
    ({ storage }) => Number(storage.low),
    'The disk is nearly full: no events are taken.',
    'Free up space on the disk of the database. Agents keep their events and send them afterward.',
  ],
  [
    'mail_stuck',
    ({ mail }) => (mail.oldest_seconds > MAIL_STUCK_SECONDS ? mail.waiting : 0),
    'Emails have waited for more than 15 minutes.',
    'Check the mail server in SMTP_URL. Waiting emails are sent after it responds.',
  ],
  [
    'mail_lost',
    ({ mail }) => mail.lost,
    'Emails could not be delivered in the last day.',
    'Search the log of the server for “an email could not be delivered”: it names templates and domains.',
  ],
  [
    'channels_failed',
    ({ channels }) => channels.failed,
    'Deliveries to channels failed in the last day.',
    'Ask the admins of the organizations: Settings > Notifications shows each receiver and its response.',
  ],
  [
    'agents_silent',
    inState('silent'),
    'Agents are silent.',
    'List them with scout agent list --tenant ID, and check that these machines run and reach this server.',
  ],
  [
    'agents_conflict',
    inState('conflict'),
    'Two machines claim to be the same agent.',
    'List them with scout agent list --tenant ID, revoke the agent, and reinstall it on each machine.',
  ],
  [
    'agents_lagging',
    ({ organizations }) => organizations.reduce((sum, { lagging }) => sum + lagging, 0),
    'Events wait on machines for longer than they should.',
    'Check the load of the server and its database, then the network of these machines.',
  ],
  [
    'agents_wait_for_quota',
    ({ organizations }) => organizations.filter((one) => one.quota_wait_seconds > 0).length,
    'Organizations have used up their quota and wait.',
    'List them with scout tenant usage. Raise the quota with scout tenant quota --tenant ID, or ask the organization for the cause.',
  ],
  [
    'cases_behind',
    ({ organizations }) =>
      organizations.filter((one) => one.cases_behind_seconds > CASES_BEHIND_SECONDS).length,
    'Cases of organizations are more than an hour behind their events.',
    'Check the log for errors of the assessor and the load of the server.',
  ],
  [
    'backup_due',
    ({ backup: { last, due_days } }, now) =>
      Number(
        due_days !== null && now - Date.parse(last?.made_at ?? new Date(0).toISOString()) > due_days * DAY,
      ),
    'The last backup is older than SCOUT_BACKUP_DAYS allows, or there is none.',
    'Create one with scout backup FILE --key-file KEY, and check the job that should have done so.',
  ],
];

/** Troubles that are there or not. */
const UNCOUNTED: ReadonlySet<OperatorTrouble> = new Set(['disk_low', 'backup_due']);

function inState(state: AgentState): (status: Status) => number {
  return ({ organizations }) => organizations.reduce((sum, { agents }) => sum + agents[state], 0);
}

/** Problems, most urgent first. */
export const troublesOf = (status: Status, now: number) =>
  rules.flatMap(([trouble, of, text, nextStep]) => {
    const count = of(status, now);
    if (count === 0) return [];
    return [{ trouble, count: UNCOUNTED.has(trouble) ? null : count, text, next_step: nextStep }];
  });
