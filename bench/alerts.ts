import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { rowMaker } from '@scout/cases/testing/rows';
import { DAY, HOUR, MINUTE } from '@scout/detection/time';
import { createInbox, type Inbox } from '@scout/testkit/inbox';
import pg from 'pg';
import { Bodies } from './fleet/bodies.ts';
import { Caller } from './fleet/call.ts';
import { Machine, newTally } from './fleet/machine.ts';
import { type Installation, install } from './ingest/installation.ts';

const HELP = `npm run bench:alerts -- [--agents N] [--alerts K] [--json]

Milliseconds from the acknowledgement of an event to the hand-over of its mail to a real SMTP server: someone signs in at a workstation
as a service account that was watched for three weeks, which opens a case. Meanwhile simulated agents of another organization send what
those of bench:fleet do. The server process runs over its own embedded PostgreSQL.

  --agents N   agents of the other organization (default 1000)
  --alerts K   cases that open, one every two seconds on average, at most 60 (default 50)
  --json       print one JSON object
  --help       print this

Exit codes: 0; 1 when a mail was not handed over within a minute; 2 wrong usage.`;

const HISTORY_DAYS = 21;
/** Maximum number of alerts: each case has a different person. */
const PEOPLE = 60;
const BATCH_LINES = 5_000;
/** A mail that takes longer counts as missing. */
const LONGEST_MS = 60_000;

const { values } = parseArgs({
  options: {
    agents: { type: 'string', default: '1000' },
    alerts: { type: 'string', default: '50' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const agents = Number(values.agents);
const alerts = Number(values.alerts);

if (values.help) console.log(HELP);
else if (!Number.isSafeInteger(agents) || agents < 0 || !(alerts >= 1 && alerts <= 60)) {
  console.error(HELP);
  process.exitCode = 2;
} else process.exitCode = await main();

async function main(): Promise<number> {
  await using inbox = await createInbox();
  await using installation = await install([], { SMTP_URL: inbox.smtpUrl });
  const watched = await watchedOrganization(installation);
  const caller = new Caller(installation.url, 200);
  const machines = Array.from({ length: agents }, (_, index) => new Machine(caller, index));
  await Promise.all(machines.map((machine) => machine.enrol(installation.enrolmentToken)));

  const bodies = new Bodies(10);
  const pace = { heartbeatMs: 30_000, batchMs: 10_000 };
  const until = performance.now() + alerts * 2_000 + 10_000;
  const tally = newTally();
  const fleet = machines.flatMap((machine) => [
    machine.sendHeartbeats(pace, until),
    machine.keepShipping(bodies, pace, until, tally),
  ]);
  // Until the agents send at a steady rate.
  await pause(agents > 0 ? 10_000 : 0);

  const alerted = await alertsOf(watched, inbox);
  await Promise.all(fleet);
  caller.close();
  const steps = await stepsOf(installation.ownerUrl, watched.tenantId);
  const delivered = alerted.flatMap(({ handedOver, ...one }) =>
    handedOver === undefined ? [] : [{ ...one, handedOver, step: steps.get(one.account) }],
  );
  const parts = delivered.flatMap(({ step, ...one }) => (step === undefined ? [] : [{ ...one, ...step }]));
  const report = {
    agents,
    alerts,
    missing: alerts - delivered.length,
    milliseconds: spread(delivered.map(({ acknowledged, handedOver }) => handedOver - acknowledged)),
    parts: {
      assessed: spread(parts.map(({ acknowledged, noted }) => noted - acknowledged)),
      planned: spread(parts.map(({ noted, planned }) => planned - noted)),
      mailed: spread(parts.map(({ planned, handedOver }) => handedOver - planned)),
    },
  };
  if (values.json) console.log(JSON.stringify(report));
  else {
    const { p50, p99, max } = report.milliseconds;
    console.log(
      `${delivered.length} of ${alerts} mails beside ${agents} agents; acknowledgement to hand-over: p50 ${p50} ms, p99 ${p99} ms, longest ${max} ms`,
    );
    console.table(report.parts);
  }
  return report.missing === 0 ? 0 : 1;
}

/** An organization whose accounts have a history. */
interface Watched {
  /** Sends lines; resolves when they are acknowledged. */
  send(lines: readonly object[]): Promise<void>;
  readonly maker: ReturnType<typeof rowMaker>;
  readonly tenantId: string;
}

/** Epoch milliseconds. */
interface Alerted {
  readonly account: string;
  readonly acknowledged: number;
  handedOver?: number;
}

/** Creates the organization, sends three weeks of its accounts' daily work, and waits for the assessment. */
async function watchedOrganization(installation: Installation): Promise<Watched> {
  const { tenantId, enrol } = await installation.addOrganization();
  const credential = await enrol();
  let batch = 0;
  const send = async (lines: readonly object[]): Promise<void> => {
    batch += 1;
    const response = await fetch(`${installation.url}/api/ingest/v1/events`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${credential}`,
        'content-type': 'application/x-ndjson',
        'content-encoding': 'gzip',
        'scout-batch': String(batch),
      },
      body: gzipSync(lines.map((line) => JSON.stringify(line)).join('\n')),
    });
    if (!response.ok) throw new Error(`HTTP ${response.status} ${await response.text()}`);
    await response.text();
  };

  const owner = new pg.Client({ connectionString: installation.ownerUrl });
  await owner.connect();
  try {
    await owner.query(
      `INSERT INTO scout.alert_recipients (tenant_id, email, position) VALUES ($1, 'soc@northwind.example', 0)`,
      [tenantId],
    );
    // One mail per case.
    await owner.query(
      `INSERT INTO scout.alert_preferences (tenant_id, email, link_key, hourly_cap)
       VALUES ($1, 'soc@northwind.example', decode(repeat('0', 64), 'hex'), 60)`,
      [tenantId],
    );
    const maker = rowMaker();
    const history = dailyWork(maker);
    for (let from = 0; from < history.length; from += BATCH_LINES)
      await send(history.slice(from, from + BATCH_LINES));
    for (;;) {
      const { rows } = await owner.query<{ done: boolean }>(
        'SELECT $1 NOT IN (SELECT scout.tenants_to_assess(now())) AS done',
        [tenantId],
      );
      if (rows[0]?.done) return { send, maker, tenantId };
      await pause(500);
    }
  } finally {
    await owner.end();
  }
}

/** Accounts that log on three times a day from their application's server to its database, and people at their workstations. */
function dailyWork(maker: ReturnType<typeof rowMaker>) {
  const today = Math.floor(Date.now() / DAY) * DAY;
  const days = Array.from({ length: HISTORY_DAYS + 1 }, (_, day) => {
    const at = (hour: number, minute: number) =>
      today - (HISTORY_DAYS - day) * DAY + hour * HOUR + minute * MINUTE;
    const services = Array.from({ length: alerts }, (_, n) => [
      maker.logon(at(1, n), accountOf(n), '5', appOf(n)),
      ...[2, 9, 15].map((hour) => maker.logon(at(hour, n), accountOf(n), '3', databaseOf(n), appOf(n))),
    ]);
    const people = Array.from({ length: PEOPLE }, (_, n) => [
      maker.logon(at(8, n), `person${n}`, '2', `PC${n}`),
      maker.logon(at(9, n), `person${n}`, '3', 'FILES', `PC${n}`, `10.0.0.${n}`),
    ]);
    return [...services.flat(), ...people.flat()];
  });
  // Today's events up to now.
  return days.flat().filter(({ timestamp }) => Date.parse(timestamp) < Date.now() - MINUTE);
}

/** For each account with a person's sign-in, the times of its acknowledgment and of its mail. */
async function alertsOf({ send, maker }: Watched, inbox: Inbox): Promise<Alerted[]> {
  const alerted: Alerted[] = [];
  let read = 0;
  const look = (): void => {
    for (; read < inbox.mails.length; read += 1) {
      const { subject } = inbox.mails[read]!;
      const one = alerted.find(({ account }) => subject.includes(account));
      if (one !== undefined) one.handedOver ??= Date.now();
    }
  };
  const looking = setInterval(look, 5);
  for (let n = 0; n < alerts; n += 1) {
    await pause(1_000 + Math.random() * 2_000);
    const account = accountOf(n);
    const now = Date.now();
    await send([
      maker.refusal(now - 2_000, account, databaseOf(n), `PC${n}`),
      maker.logon(now - 1_000, account, '2', `PC${n}`),
    ]);
    alerted.push({ account, acknowledged: Date.now() });
  }
  const end = performance.now() + LONGEST_MS;
  while (alerted.some(({ handedOver }) => handedOver === undefined) && performance.now() < end)
    await pause(100);
  clearInterval(looking);
  return alerted;
}

/** Times at which the assessor noted each account's case and planned its messages; epoch milliseconds. */
async function stepsOf(ownerUrl: string, tenantId: string) {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    const { rows } = await owner.query<{ account: string; noted: Date; planned: Date }>(
      `SELECT c.account, s.noted_at AS noted, s.planned_at AS planned FROM scout.alert_steps s
       JOIN scout.cases c USING (tenant_id, case_id)
       WHERE tenant_id = $1 AND step = 'opened' AND NOT is_history AND planned_at IS NOT NULL`,
      [tenantId],
    );
    return new Map(
      rows.map(({ account, noted, planned }) => [
        account,
        { noted: noted.getTime(), planned: planned.getTime() },
      ]),
    );
  } finally {
    await owner.end();
  }
}

function accountOf(n: number): string {
  return `svc.job${n}x`;
}

function appOf(n: number): string {
  return `APP${Math.floor(n / 3)}`;
}

function databaseOf(n: number): string {
  return `DB${Math.floor(n / 3)}`;
}

function spread(times: readonly number[]) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN);
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
}
