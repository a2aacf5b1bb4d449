import { join } from 'node:path';
import type { CaseRow } from '@scout/contract';
import { toWindowsXml } from '@scout/detection/simulation/windowsXml';
import { clientOf, startServer, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assess } from '../cases/assessor/assess.ts';
import { createMemory } from '../cases/assessor/memory.ts';
import { ship } from '../ingest/testing/ship.ts';
import { createTenantEnrolment } from '../operator/sql/enrolments.ts';
import { SAMPLE_ACCOUNTS, SAMPLE_HOSTS } from './bank.ts';
import { historyOf } from './history.ts';
import { createSampleOrganization, SAMPLE_LABEL } from './organization.ts';

const DAY_MS = 86_400_000;
const BATCH = 1_000;

let server: TestServer;
let cases: CaseRow[];
let api: ReturnType<typeof clientOf>['api'];
/** Ingest accepts no future events, so the sample's story is told up to this time. */
const now = Date.now();

beforeAll(async () => {
  server = await startServer();
  const sample = await createSampleOrganization(
    server.context.pool,
    join(server.dataDir, 'sample', 'sign-in.json'),
    new Date(now),
  );
  const { token } = await createTenantEnrolment(
    server.context.pool,
    { tenant_id: sample.tenantId, label: SAMPLE_LABEL },
    new Date(now),
  );
  for (const host of SAMPLE_HOSTS) {
    const machine = { token, machine_id: `m-${host}`, host, platform: 'linux', version: '0.1.0' } as const;
    const { credential } = await clientOf(server).api.agentEnrol(machine);
    const lines = historyOf(host, now).map((entry) => JSON.stringify({ xml: toWindowsXml(entry) }));
    for (let at = 0; at < lines.length; at += BATCH) {
      const batch = lines.slice(at, at + BATCH);
      const { body } = await ship(clientOf(server, credential), at / BATCH + 1, batch);
      expect(body).toMatchObject({ accepted: batch.length });
    }
  }
  const parts = { pool: server.context.pool, clock: { now: () => now }, memory: createMemory() };
  while ((await assess(parts, sample.tenantId)) === 'more');
  const { session } = await clientOf(server).api.authToken({
    query: { grant_type: 'password' },
    body: sample.member,
  });
  ({ api } = clientOf(server, session.access_token));
  ({ cases } = await api.cases({ limit: 100 }));
}, 120_000);
afterAll(() => server.stop());

const dayOf = (daysAgo: number) => new Date(now - daysAgo * DAY_MS).toISOString().slice(0, 10);

interface ExpectedCase {
  readonly account: string;
  readonly kind: string;
  readonly severity: CaseRow['severity'];
  readonly persons?: readonly string[];
  readonly level?: CaseRow['person_level'];
  readonly from?: string;
  readonly to?: string;
  readonly daysAgo?: number;
  readonly says?: RegExp;
}

const EXPECTED: Readonly<Record<string, ExpectedCase>> = {
  'a person uses an application’s account from a laptop': {
    account: 'svc.billing',
    kind: 'person-used-account',
    severity: 'high',
    persons: ['m.keller'],
    level: 'acted',
    from: 'fin-laptop3',
    to: 'prd-sql01',
    daysAgo: 11,
    says: /^m\.keller used svc\.billing from FIN-LAPTOP3 to open PRD-SQL01: /,
  },
  'a password was changed, and two machines go on with the old one': {
    account: 'svc.reporting',
    kind: 'refused-old-password',
    severity: 'low',
    daysAgo: 5,
    says: /Still failing: APP-BATCH07, APP-REPORT01\.$/,
  },
  'a try ended in success': {
    account: 'svc.payments',
    kind: 'refused-then-successful',
    severity: 'critical',
    persons: ['d.moreau'],
    level: 'present',
    from: 'nw-lt-017',
    daysAgo: 5,
  },
  'someone tries many accounts from a meeting room': {
    account: 'svc.atm',
    kind: 'spraying',
    severity: 'high',
    persons: [],
    level: 'nobody',
    from: 'nw-meet02',
    daysAgo: 8,
  },
  'someone guesses at one account until it is locked': {
    account: 'svc.cards',
    kind: 'refused-guess',
    severity: 'medium',
    from: 'nw-print04',
    daysAgo: 9,
  },
  'an account opens the ledger at night for the first time': {
    account: 'svc.webshop',
    kind: 'new-destination',
    severity: 'medium',
    to: 'prod-ledger-02',
    daysAgo: 7,
  },
  'a silent account wakes': {
    account: 'svc.legacyfx',
    kind: 'silent-account',
    severity: 'medium',
    daysAgo: 5,
  },
  'an account comes from a server that its contract does not name': {
    account: 'svc.treasury',
    kind: 'outside-contract',
    severity: 'high',
    from: 'app-trs02',
    daysAgo: 3,
    says: /Outside its contract: from APP-TRS02\./,
  },
  'a service is installed that runs as the account, and the security log cleared': {
    account: 'svc.swift',
    kind: 'security-log-cleared',
    severity: 'critical',
    persons: ['p.vance'],
    level: 'acted',
    to: 'prd-app01',
    daysAgo: 2,
    says: /^p\.vance installed PSEXESVC, a service for remote commands that runs as svc\.swift on PRD-APP01, and the security log was cleared: 2 changes on /,
  },
  'a password has expired': {
    account: 'svc.docs',
    kind: 'refused-expired',
    severity: 'medium',
    daysAgo: 12,
  },
};

describe('the incidents staged in the sample organization', () => {
  it.each(Object.entries(EXPECTED))('%s: one case', (_name, expected) => {
    const { account, kind, severity, persons, level, from, to, daysAgo, says } = expected;
    expect(cases.filter((each) => each.account === account && each.kind === kind)).toEqual([
      expect.objectContaining({
        severity,
        ...(persons && { persons }),
        ...(level && { person_level: level }),
        ...(from && { sources: expect.arrayContaining([from]) }),
        ...(to && { destinations: expect.arrayContaining([to]) }),
        ...(daysAgo !== undefined && { first_seen: expect.stringContaining(dayOf(daysAgo)) }),
        ...(says && { sentence: expect.stringMatching(says) }),
      }),
    ]);
  });

  it('one case for an account, whatever was found: what a person did at the laptop, in management studio and at odd hours', async () => {
    const counts = Map.groupBy(cases, ({ account }) => account);
    expect([...counts].filter(([, { length }]) => length > 1).map(([account]) => account)).toEqual([]);
    const kindsOf = async (account: string) => {
      const { rows } = await server.database.asOwner((client) =>
        client.query('SELECT DISTINCT kind FROM scout.findings WHERE account = $1 ORDER BY kind', [account]),
      );
      return rows.map(({ kind }) => kind);
    };
    expect(await kindsOf('svc.billing')).toEqual(['odd-hour', 'person-signed-in', 'person-used-account']);
    expect(await kindsOf('svc.cards')).toEqual(['refused-guess', 'refused-locked']);
  });

  it('every case has the person of its strongest evidence', async () => {
    const rank = (level: string) => `array_position(ARRAY['acted', 'same-session', 'present'], ${level})`;
    const weaker = await server.database.asOwner(
      async (client) =>
        (
          await client.query(`SELECT c.number, c.account, c.person_level FROM scout.cases c WHERE EXISTS (
            SELECT FROM scout.findings f WHERE f.tenant_id = c.tenant_id AND f.case_id = c.case_id AND f.excused_by IS NULL
              AND ${rank('f.person_level')} < coalesce(${rank('c.person_level')}, 4))`)
        ).rows,
    );
    expect(weaker).toEqual([]);
  });

  it('every case names the servers of its own path', async () => {
    for (const { number, destinations } of cases) {
      const { ways } = await api.casesActivity({ number });
      const servers = ways.flatMap(({ part, source, server }) =>
        part === 'case' && server !== null && server !== source ? [server] : [],
      );
      expect(destinations, `C-${number}`).toEqual(expect.arrayContaining(servers));
      expect(destinations.length, `C-${number}`).toBeGreaterThan(0);
    }
  });

  it('no event of a case, and no refusal, is drawn as usual', async () => {
    for (const { number, account, reasons, destinations } of cases) {
      const { ways } = await api.casesActivity({ number });
      const usual = ways.filter(({ part }) => part === 'usual');
      expect(
        usual.filter(({ refused }) => refused),
        `C-${number} ${account}`,
      ).toEqual([]);
      if (!reasons.some(({ facet }) => facet === 'destination')) continue;
      const isNew = ({ server }: (typeof ways)[number]) => server !== null && destinations.includes(server);
      const from = ways.filter(({ part }) => part === 'case').map(({ source }) => source);
      expect(
        usual.filter((way) => isNew(way) && (way.source === way.server || from.includes(way.source))),
        `C-${number}`,
      ).toEqual([]);
    }
  });

  it('a person who signed in as the account opened no server', () => {
    const { sentence } = cases.find(({ account }) => account === 'svc.datalake')!;
    expect(sentence).toMatch(/^j\.okafor signed in as svc\.datalake at WS-1042: 2 sessions on /);
  });

  it('nothing is reported about accounts that only work', () => {
    const inStories = new Set(Object.values(EXPECTED).map(({ account }) => account));
    // An analyst shares one, and a deleted one is still configured somewhere.
    for (const name of ['svc.datalake', 'svc.archive']) inStories.add(name);
    expect(cases.filter(({ account }) => !inStories.has(account))).toEqual([]);
    expect(SAMPLE_ACCOUNTS.length).toBe(40);
    expect(cases.length).toBeLessThanOrEqual(Object.keys(EXPECTED).length + 5);
  });
});
