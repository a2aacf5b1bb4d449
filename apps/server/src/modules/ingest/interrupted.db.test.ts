import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { clientOf, createOrganization } from '@scout/testkit';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Gone } from '../../platform/http/gone.ts';
import { createGate, GATE_LIMITS, type Gate, type GateLimits } from './gate.ts';
import { ingestAlone, openRequest } from './testing/ingestAlone.ts';
import { useOrganizationEach } from './testing/organizationEach.ts';
import { line, NOTHING, ship } from './testing/ship.ts';

const here = useOrganizationEach();

describe('a revoked credential', () => {
  const revoke = async () => {
    const operator = clientOf(here.server, here.server.operatorToken);
    const agent_id = await here.organization.agentId();
    await operator.api.operatorAgentsRevoke({
      params: { agent_id },
      query: { tenant_id: here.organization.tenantId },
    });
  };

  it('is refused with the next request', async () => {
    await ship(here.agent, 1, [line()]);
    await revoke();
    const answer = await ship(here.agent, 2, [line()]);
    expect(answer).toMatchObject({ status: 401, body: { code: 'credential_revoked' } });
    expect(await here.stored()).toMatchObject({ batches: 1, events: 1 });
  });

  it('stores nothing of a body that is being read', async () => {
    const alone = await ingestAlone(here.server, here.agent, {});
    const { request, answer } = openRequest(here.agent, alone.url, 1);
    request.write(`${line()}\n`);
    await alone.letIn;
    await revoke();
    request.end(line());
    expect(await answer).toMatchObject({ status: 401, body: { code: 'credential_revoked' } });
    expect(await here.stored()).toEqual(NOTHING);
  });
});

describe('a body that is refused before it is read', () => {
  it('closes its connection, so that no other request waits behind it', async () => {
    const connections = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => connections.destroy());
    const send = (headers: Record<string, string>, body: Buffer) =>
      new Promise<{ status: number | undefined; connection: string | undefined }>((resolve, reject) => {
        const sent = request(`${here.server.url}/api/ingest/v1/events`, {
          method: 'POST',
          agent: connections,
          headers: {
            authorization: `Bearer ${here.agent.bearer}`,
            'content-length': body.length,
            ...headers,
          },
        });
        sent.on('error', reject).on('response', (response) => {
          const { statusCode: status, headers } = response;
          response.resume().on('end', () => resolve({ status, connection: headers.connection }));
        });
        sent.end(body);
      });
    const type = { 'scout-batch': '1' };
    // Fits into the buffers between both sides, so that its sender has sent all of it.
    expect(await send({ ...type, 'content-type': 'text/plain' }, Buffer.alloc(2 ** 20 + 1))).toEqual({
      status: 415,
      connection: 'close',
    });
    const next = await send({ ...type, 'content-type': 'application/x-ndjson' }, Buffer.from(line()));
    expect(next.status).toBe(200);
  }, 20_000);

  it('stays unread when it is long, and its connection is closed', async () => {
    const alone = await ingestAlone(here.server, here.agent, {
      gate: createGate({ ...GATE_LIMITS, perAgent: 0 }),
    });
    const body = Buffer.alloc(32 * 1024 * 1024, ' ');
    const { request, answer } = openRequest(here.agent, alone.url, 1, { 'content-length': body.length });
    const sent = new Promise((resolve) => request.write(body, (error) => resolve(error ? 'cut' : 'whole')));
    expect(await answer).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(await sent).toBe('cut');
    expect(alone.bytesRead()).toBeLessThan(1024 * 1024);
  }, 20_000);
});

describe('a broken connection', () => {
  it('in mid-body stores nothing, and the same batch can be sent again', async () => {
    const alone = await ingestAlone(here.server, here.agent, {});
    const lines = [line(), line()];
    const body = gzipSync(lines.join('\n'));
    const { request, answer } = openRequest(here.agent, alone.url, 1, {
      'content-encoding': 'gzip',
      'content-length': body.length,
    });
    request.write(body.subarray(0, 40));
    await alone.letIn;
    request.destroy();
    await expect(answer).rejects.toThrow();
    expect(await alone.failed).toMatchObject({ code: 'truncated_body' });
    expect(await here.stored()).toEqual(NOTHING);
    expect((await ship(here.agent, 1, lines)).body).toMatchObject({ accepted: 2, duplicates: 0 });
  });

  it.each(['before its turn', 'while it is judged'])(
    'after the body %s ends the work on it, and the same batch can be sent again',
    async (when) => {
      const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const { enter, held, isFull } = createGate(GATE_LIMITS);
      const pausing: Gate['enter'] = (sender) => {
        const place = enter(sender);
        const turn = async (): Promise<void> => {
          await place.turn();
          reached.resolve();
          if (when === 'before its turn') await released.promise;
        };
        return { ...place, turn };
      };
      const alone = await ingestAlone(here.server, here.agent, {
        gate: { enter: pausing, held, isFull },
      });
      // Several slices: judging goes on between them, unless nobody waits.
      const lines = Array.from({ length: 10_000 }, (_, index) => line({ record_id: String(index) }));
      const { request, answer } = openRequest(here.agent, alone.url, 1);
      answer.catch(() => {});
      request.end(lines.join('\n'));
      await reached.promise;
      request.destroy();
      await expect.poll(() => alone.connections()).toBe(0);
      released.resolve();
      expect(await alone.failed).toBeInstanceOf(Gone);
      expect(held).toEqual({ batches: 0, bytes: 0, working: 0 });
      expect(await here.stored()).toEqual(NOTHING);
      expect((await ship(here.agent, 1, lines)).body).toMatchObject({ accepted: 10_000, duplicates: 0 });
    },
  );
});

describe('more than the server can hold', () => {
  /** A gate, and a promise that resolves when it first holds part of a body. */
  function watchedGate(limits: Partial<GateLimits>): { gate: Gate; holds: Promise<void> } {
    const holds = Promise.withResolvers<void>();
    const { enter, held, isFull } = createGate({ ...GATE_LIMITS, ...limits });
    const watched: Gate['enter'] = (sender) => {
      const place = enter(sender);
      const hold = (bytes: number): void => {
        place.hold(bytes);
        holds.resolve();
      };
      return { ...place, hold };
    };
    return { gate: { enter: watched, held, isFull }, holds: holds.promise };
  }

  it('is refused with the time to retry, and accepted once there is room', async () => {
    const { gate, holds } = watchedGate({ bytes: 3000, smallBytes: 0 });
    const alone = await ingestAlone(here.server, here.agent, { gate });
    const slow = openRequest(here.agent, alone.url, 1);
    slow.request.write(Buffer.alloc(900, ' '));
    await holds;
    const body = Buffer.from(line().padEnd(400));
    const refused = await ship(alone.agent, 2, body);
    expect(refused).toMatchObject({ status: 429, retryAfter: '1', body: { code: 'rate_limited' } });
    slow.request.end();
    expect(await slow.answer).toMatchObject({ status: 200 });
    expect((await ship(alone.agent, 2, body)).status).toBe(200);
    expect(gate.held).toEqual({ batches: 0, bytes: 0, working: 0 });
  });

  it('from one agent is refused while others continue', async () => {
    const { gate, holds } = watchedGate({ perAgent: 1 });
    const alone = await ingestAlone(here.server, here.agent, { gate });
    const slow = openRequest(here.agent, alone.url, 1);
    slow.request.write(' ');
    await holds;
    const refused = await ship(alone.agent, 2, [line()]);
    expect(refused).toMatchObject({ status: 429, retryAfter: '1', body: { code: 'rate_limited' } });
    const other = await (await createOrganization(here.server, `Organization ${randomUUID()}`)).as('agent');
    expect((await ship(clientOf(alone, other.bearer), 1, [line()])).status).toBe(200);
    slow.request.end();
    expect((await slow.answer).status).toBe(200);
  });

  it('a body that takes too long is dropped', async () => {
    const alone = await ingestAlone(here.server, here.agent, { readMs: 50 });
    const { request, answer } = openRequest(here.agent, alone.url, 1);
    request.write(line());
    expect(await answer).toMatchObject({ status: 408, body: { code: 'body_too_slow' } });
    request.destroy();
  });
});

describe('bodies of 32 MiB that stop 400 bytes before their end', () => {
  const BODY = 32 * 1024 * 1024;

  it('block nobody else, and are cut', async () => {
    const gate = createGate(GATE_LIMITS);
    const pace = { everyMs: 3_000, bytesPerSecond: 8192 };
    const alone = await ingestAlone(here.server, here.agent, { gate, pace });
    const stalled = [1, 2, 3, 4].map((batchNo) => {
      const { request, answer } = openRequest(here.agent, alone.url, batchNo, { 'content-length': BODY });
      request.write(Buffer.alloc(BODY - 400, ' '));
      onTestFinished(() => void request.destroy());
      return answer;
    });
    const answered: number[] = [];
    for (const answer of stalled) void answer.then(({ status }) => answered.push(status));
    // Each is either held except for its last 400 bytes, or refused.
    await expect.poll(() => Math.round(gate.held.bytes / BODY) + answered.length).toBeGreaterThanOrEqual(4);

    const other = await (await createOrganization(here.server, `Organization ${randomUUID()}`)).as('agent');
    const lines = Array.from({ length: 1000 }, (_, index) => line({ record_id: String(index) }));
    const body = Buffer.from(lines.join('\n'));
    expect(await ship(clientOf(alone, other.bearer), 1, body)).toMatchObject({ status: 200 });
    const answers = await Promise.all(stalled);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([408, 429]));
    await expect.poll(() => gate.held).toMatchObject({ batches: 0, bytes: 0, working: 0 });
  });
});

describe('an unavailable database', () => {
  it('makes the agent retry, and nothing is lost', async () => {
    const nowhere = new pg.Pool({ host: '127.0.0.1', port: 1, max: 1 });
    onTestFinished(() => nowhere.end());
    const alone = await ingestAlone(here.server, here.agent, {}, { pool: nowhere });
    const answer = await ship(alone.agent, 1, [line()]);
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(Number(answer.retryAfter)).toBeGreaterThan(0);
    expect((await ship(here.agent, 1, [line()])).body.accepted).toBe(1);
  });
});
