import { createRandom } from '@scout/detection/simulation/random';
import { clientOf, createDatabase, startServer, type TestDatabase, type TestServer } from '@scout/testkit';
import { seedMember } from '@scout/testkit/seed';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fresh } from '../../testing/fresh.ts';
import { organizationWithAdmin, signedIn, type TestPerson } from '../../testing/people.ts';

/** Strictly increasing, so that the audit log gives the order of the changes. */
let time = Date.now();
const clock = { now: () => ++time };

let database: TestDatabase;
/** Two servers, as separate processes, on one database. */
let servers: readonly TestServer[];

beforeAll(async () => {
  database = await createDatabase();
  servers = [await startServer({ database, clock }), await startServer({ database, clock })];
});
afterAll(async () => {
  for (const server of servers) await server.stop();
  await database.drop();
});

interface RoleAndStatus {
  readonly role: string;
  readonly status: string;
}
type Roster = Map<string, RoleAndStatus>;

async function rosterOf(tenantId: string): Promise<Roster> {
  return database.asOwner(async (owner) => {
    const { rows } = await owner.query<RoleAndStatus & { email: string }>(
      'SELECT email, role, status FROM scout.memberships WHERE tenant_id = $1 ORDER BY email',
      [tenantId],
    );
    return new Map(rows.map(({ email, role, status }) => [email, { role, status }]));
  });
}

interface Entry {
  readonly action: string;
  readonly actor: string;
  readonly target_email: string;
  readonly details: Partial<RoleAndStatus> & { former_role?: string; former_status?: string };
}

async function entriesOf(tenantId: string): Promise<Entry[]> {
  return database.asOwner(async (owner) => {
    const { rows } = await owner.query<Entry>(
      `SELECT action, actor, target_email, details FROM scout.audit_logs
       WHERE tenant_id = $1 AND actor <> 'operator' AND action ~ '^(admin|member)_' ORDER BY occurred_at`,
      [tenantId],
    );
    return rows;
  });
}

const effects: Record<string, (before: RoleAndStatus) => RoleAndStatus | undefined> = {
  admin_promoted: (before) => ({ ...before, role: 'admin' }),
  admin_demoted: (before) => ({ ...before, role: 'member' }),
  member_approved: (before) => ({ ...before, status: 'active' }),
  member_rejected: () => undefined,
  member_removed: () => undefined,
};

/** Replays the log; each entry must be consistent with the previous state, and its actor an admin at that time. */
function replay(start: Roster, entries: readonly Entry[]): Roster {
  const roster = new Map(start);
  for (const { action, actor, target_email, details } of entries) {
    expect(roster.get(actor), `${actor} ${action} ${target_email}`).toEqual({
      role: 'admin',
      status: 'active',
    });
    const before = roster.get(target_email);
    if (action === 'member_added') {
      expect(before).toBeUndefined();
      roster.set(target_email, { role: 'member', status: 'pending' });
      continue;
    }
    const { role, status, former_role = role, former_status = status } = details;
    expect(before, `${action} ${target_email}`).toEqual({ role: former_role, status: former_status });
    const after = effects[action]?.(before!);
    if (after) expect({ role, status }).toEqual(after);
    if (after) roster.set(target_email, after);
    else roster.delete(target_email);
    expect([...roster.values()].some(({ role }) => role === 'admin')).toBe(true);
  }
  return new Map([...roster].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

type Change = 'promoteAdmin' | 'demoteAdmin' | 'removeMember' | 'approveMember' | 'rejectMember';
const written: Record<Change | 'membersAdd', string> = {
  promoteAdmin: 'admin_promoted',
  demoteAdmin: 'admin_demoted',
  removeMember: 'member_removed',
  approveMember: 'member_approved',
  rejectMember: 'member_rejected',
  membersAdd: 'member_added',
};
const outcomeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'ok',
    (error: { code?: string }) => error.code ?? String(error),
  );

describe('concurrent admins', () => {
  it('do 200 mixed operations and leave an admin, and a log that explains every change', async () => {
    const { tenantId, domain, admin } = await organizationWithAdmin(servers[0]!);
    const at = (name: string) => `${name}@${domain}`;
    const admins: TestPerson[] = [admin];
    for (let n = 0; n < 5; n++) admins.push(await signedIn(servers[0]!, tenantId, at(`admin${n}`), 'admin'));
    for (let n = 0; n < 10; n++) await seedMember(database, tenantId, { email: at(`member${n}`) });
    for (let n = 0; n < 8; n++) {
      await seedMember(database, tenantId, { email: at(`pending${n}`), status: 'pending' });
    }
    const start = await rosterOf(tenantId);
    const targets = [...start.keys(), at('new0'), at('new1'), at('new2')];

    const random = createRandom('mixed operations');
    const changes = [
      ...Array<Change>(6).fill('promoteAdmin'),
      ...Array<Change>(6).fill('demoteAdmin'),
      ...Array<Change>(2).fill('removeMember'),
      ...Array<Change>(3).fill('approveMember'),
      ...Array<Change>(2).fill('rejectMember'),
    ];
    const operations = Array.from({ length: 200 }, async (_, n) => {
      const { api } = clientOf(servers[n % 2]!, random.pick(admins).bearer);
      const p_email = random.pick(targets);
      if (random() < 0.1) {
        return ['membersAdd', await outcomeOf(api.membersAdd({ email: p_email }))] as const;
      }
      const change = random.pick(changes);
      return [change, await outcomeOf(api[change]({ p_tenant_id: tenantId, p_email }))] as const;
    });
    const outcomes = await Promise.all(operations);

    const known = [
      'ok',
      'admin_required',
      'last_admin',
      'member_exists',
      'member_state',
      'no_organization',
      'not_found',
      'not_yourself',
      'session_ended',
    ];
    for (const [change, outcome] of outcomes) expect(known, change).toContain(outcome);
    const done = outcomes.filter(([, outcome]) => outcome === 'ok').map(([change]) => written[change]);
    expect(done.length).toBeGreaterThan(20);

    const entries = await entriesOf(tenantId);
    expect(entries.map(({ action }) => action).toSorted()).toEqual(done.toSorted());
    const end = await rosterOf(tenantId);
    expect(replay(start, entries)).toEqual(end);
    const { rows: leftovers } = await database.asOwner((owner) =>
      owner.query(
        `SELECT p.email FROM scout.profiles p WHERE p.tenant_id = $1 AND NOT EXISTS (
           SELECT FROM scout.memberships m WHERE m.tenant_id = p.tenant_id AND m.user_id = p.user_id)
         UNION ALL SELECT s.user_id FROM auth.session s WHERE NOT EXISTS (
           SELECT FROM scout.memberships m WHERE m.user_id = s.user_id)`,
        [tenantId],
      ),
    );
    expect(leftovers).toEqual([]);
  });

  it.each(['demoteAdmin', 'removeMember'] as const)(
    'who attack each other by %s: one stays',
    async (change) => {
      for (let round = 0; round < 5; round++) {
        const { tenantId, domain, admin } = await organizationWithAdmin(servers[0]!);
        const other = await signedIn(servers[0]!, tenantId, `other@${domain}`, 'admin');
        const outcomes = await Promise.all([
          outcomeOf(
            clientOf(servers[0]!, admin.bearer).api[change]({ p_tenant_id: tenantId, p_email: other.email }),
          ),
          outcomeOf(
            clientOf(servers[1]!, other.bearer).api[change]({ p_tenant_id: tenantId, p_email: admin.email }),
          ),
        ]);
        expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
        const left = [...(await rosterOf(tenantId)).values()];
        expect(left.filter(({ role }) => role === 'admin')).toHaveLength(1);
      }
    },
  );

  it('who join while others act share a lock with sign-up and leaving', async () => {
    const { tenantId, domain, admin } = await organizationWithAdmin(servers[0]!);
    const { promise: locked, resolve: isLocked } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const joining = database.withRole({ role: 'scout_auth' }, async (_tx, client) => {
      await client.query('SELECT scout.join_organization($1, $2, $3, true, NULL, NULL, NULL, NULL, now())', [
        fresh('user'),
        `joins@${domain}`,
        domain,
      ]);
      isLocked();
      await released;
    });
    await locked;
    const adding = outcomeOf(admin.api.membersAdd({ email: `joins@${domain}` }));
    await waitsForLock();
    release();
    await joining;
    expect(await adding).toBe('member_exists');
    expect((await rosterOf(tenantId)).get(`joins@${domain}`)).toEqual({ role: 'member', status: 'pending' });
  });
});

/** Waits until a session of this database waits for an advisory lock. */
async function waitsForLock(): Promise<void> {
  await database.asOwner(async (owner) => {
    for (;;) {
      const { rowCount } = await owner.query(
        `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      );
      if (rowCount) return;
    }
  });
}
