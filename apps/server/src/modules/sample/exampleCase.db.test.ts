import { toWindowsXml } from '@scout/detection/simulation/windowsXml';
import { createOrganization, startServer } from '@scout/testkit';
import { expect, it } from 'vitest';
import { assess } from '../cases/assessor/assess.ts';
import { createMemory } from '../cases/assessor/memory.ts';
import { ship } from '../ingest/testing/ship.ts';
import { exampleEvents } from './exampleEvents.ts';

it('the example events open a case as soon as they are assessed', async () => {
  const server = await startServer();
  try {
    const bank = await createOrganization(server);
    const now = Date.now();
    const lines = exampleEvents('vm', now).map((entry) => JSON.stringify({ xml: toWindowsXml(entry) }));
    const { body } = await ship(await bank.as('agent'), 1, lines);
    expect(body).toMatchObject({ accepted: lines.length });
    const parts = { pool: server.context.pool, clock: { now: () => now }, memory: createMemory() };
    expect(await assess(parts, bank.tenantId)).toBe('done');
    const { cases } = await (await bank.as('member')).api.cases({ limit: 10 });
    expect(cases).toMatchObject([{ account: 'svc.example', severity: 'critical', persons: ['you'] }]);
  } finally {
    await server.stop();
  }
});
