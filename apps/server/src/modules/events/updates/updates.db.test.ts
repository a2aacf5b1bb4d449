import { limits } from '@scout/contract';
import { createOrganization, startServer, type TestClient, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fresh } from '../../../testing/fresh.ts';
import { organizationWithAdmin, signedIn } from '../../../testing/people.ts';
import { batchRequest } from '../../../testing/world.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

interface Followed extends AsyncDisposable {
  readonly response: Response;
  /** The names of the events so far. */
  readonly heard: string[];
  /** Everything sent so far. */
  text(): string;
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<void>;
}

/** Opens a client's stream and reads until it ends. */
async function follow(client: TestClient, init: RequestInit = {}): Promise<Followed> {
  const leave = new AbortController();
  const response = await client.request('/api/v1/updates', { ...init, signal: leave.signal });
  expect(response.status).toBe(200);
  const heard: string[] = [];
  let text = '';
  const ended = (async () => {
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
      text += piece;
      heard.splice(0, Infinity, ...[...text.matchAll(/^event: (.*)$/gm)].map(([, name]) => name!));
    }
  })();
  ended.catch(() => {});
  return {
    response,
    heard,
    text: () => text,
    ended,
    [Symbol.asyncDispose]: async () => {
      leave.abort();
      await ended.catch(() => {});
    },
  };
}

const organization = () => createOrganization(server, fresh('Northwind'));

async function store(bank: Awaited<ReturnType<typeof organization>>): Promise<void> {
  const agent = await bank.as('agent');
  const stored = await agent.request('/api/ingest/v1/events', batchRequest('svc.billing', 'PRD-SQL01'));
  expect(await stored.json()).toMatchObject({ accepted: 1 });
}

const hears = (stream: Followed, name: string) => expect.poll(() => stream.heard).toContain(name);

describe('a page with a stream', () => {
  test('is told that its organization has new events, and nothing about them', async () => {
    const bank = await organization();
    await using stream = await follow(await bank.as('member'));
    await store(bank);
    await hears(stream, 'events');
    expect(stream.text().replaceAll(/^(: still here|event: events\ndata: new)\n\n/gm, '')).toBe('');
  });

  test('gets each piece as it comes: neither cached, compressed nor buffered by a proxy', async () => {
    const bank = await organization();
    const headers = { 'accept-encoding': 'gzip, br, zstd' };
    await using stream = await follow(await bank.as('member'), { headers });
    const { response } = stream;
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
  });

  test('gets nothing about another organization', async () => {
    const [bank, rival] = [await organization(), await organization()];
    await using own = await follow(await rival.as('member'));
    await using other = await follow(await bank.as('member'));
    await store(bank);
    await hears(other, 'events');
    await store(rival);
    await hears(own, 'events');
    expect(own.heard).toEqual(['events']);
  });

  test('gets what another server process has stored', async () => {
    await using second = await startServer({ database: server.database });
    const bank = await organization();
    const member = await bank.as('member');
    const elsewhere: TestClient = {
      ...member,
      request: (path, init) =>
        fetch(`${second.url}${path}`, { ...init, headers: { authorization: `Bearer ${member.bearer}` } }),
    };
    await using stream = await follow(elsewhere);
    await store(bank);
    await hears(stream, 'events');
  });

  test('of an organization without a subscription gets the subscription, and events only from then on', async () => {
    const bank = await createOrganization(server, fresh('Alder'), { isSubscribed: false });
    await using stream = await follow(await bank.as('member'));
    const { updates } = server.context;
    const announced = new Promise<void>((resolve) => {
      updates.onAssessable((tenantId) => tenantId === bank.tenantId && resolve());
    });
    // From a batch in progress when the subscription ended: a later one is refused.
    updates.eventsStored(bank.tenantId);
    // Its notice arrived before the subscription starts.
    await announced;
    const operator = await bank.as('operator');
    await operator.api.operatorTenantsUpdate({ tenant_id: bank.tenantId, is_subscribed: true });
    await hears(stream, 'organization');
    expect(stream.heard).toEqual(['organization']);
    await store(bank);
    await hears(stream, 'events');
  });

  test('is updated again after the listening connection was lost', async () => {
    const bank = await organization();
    await using stream = await follow(await bank.as('member'));
    await server.database.asOwner((owner) =>
      owner.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE application_name = 'scout updates' AND datname = current_database()`,
      ),
    );
    await hears(stream, 'organization');
    await hears(stream, 'events');
    stream.heard.length = 0;
    await store(bank);
    await expect.poll(() => stream.heard.filter((name) => name === 'events')).toHaveLength(2);
  });
});

describe('a stream ends', () => {
  test('with its session, however that ends', async () => {
    const { tenantId, domain } = await organizationWithAdmin(server);
    const ada = await signedIn(server, tenantId, `ada@${domain}`);
    const elsewhere = await ada.again();
    await using stream = await follow(ada);
    await using kept = await follow(elsewhere);
    await elsewhere.api.authSessionsEndOthers({});
    await stream.ended;
    await server.database.asOwner((owner) =>
      owner.query('UPDATE auth.session SET expires_at = now() WHERE user_id = $1', [ada.userId]),
    );
    // No notice is sent when a session expires: the next update detects it.
    await server.context.pool.query(`SELECT pg_notify('scout_updates', 'organization ' || $1)`, [tenantId]);
    await kept.ended;
    expect(kept.heard).toEqual([]);
  });

  test('with the membership', async () => {
    const { tenantId, domain, admin } = await organizationWithAdmin(server);
    const ada = await signedIn(server, tenantId, `ada@${domain}`);
    await using stream = await follow(ada);
    await using own = await follow(admin);
    await admin.api.removeMember({ p_tenant_id: tenantId, p_email: ada.email });
    await stream.ended;
    await admin.api.deleteAccount({ password: 'a password of the test', confirm: 'DELETE' });
    await own.ended;
  });

  test('when the server stops, without delaying it', async () => {
    const second = await startServer({ database: server.database });
    const bank = await createOrganization(second, fresh('Northwind'));
    const stream = await follow(await bank.as('member'));
    await second.stop();
    await stream.ended;
  });
});

test('streams hold no database connection, and are limited per user', async () => {
  const bank = await organization();
  const member = await bank.as('member');
  await using streams = new AsyncDisposableStack();
  for (let n = 0; n < limits.updates.perPerson; n += 1) streams.use(await follow(member));
  const refused = await member.request('/api/v1/updates');
  expect([refused.status, await refused.json()]).toMatchObject([503, { code: 'unavailable' }]);
  expect(refused.headers.get('retry-after')).toBe(String(limits.updates.heartbeatSeconds));
  expect(server.context.pool.totalCount - server.context.pool.idleCount).toBe(0);
  // A colleague has separate places.
  await using colleague = await follow(await bank.as('admin'));
  await store(bank);
  await hears(colleague, 'events');
  await streams.disposeAsync();
  await expect
    .poll(async () => {
      const again = await member.request('/api/v1/updates');
      await again.body?.cancel();
      return again.status;
    })
    .toBe(200);
});
