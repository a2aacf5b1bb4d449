import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import {
  clientOf,
  createClock,
  createOrganization,
  startServer,
  type TestClient,
  type TestClock,
  type TestOrganization,
  type TestServer,
} from '@scout/testkit';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createApp } from '../../../../app.ts';
import { line, type Shipped, ship } from '../../../ingest/testing/ship.ts';

export const NOW = '2026-11-21T10:00:00.000Z';
export const HOUR = 3_600_000;

/** An ISO time before the clock starts. */
export const ago = (hours: number, ms = 0) => new Date(Date.parse(NOW) - hours * HOUR + ms).toISOString();

/** A server per test file; before each test a new organization, at the clock's start time. */
export class Events {
  readonly clock: TestClock = createClock(NOW);
  server!: TestServer;
  /** URL of a second server with a separate clock for events: tokens need the real time. */
  url!: string;
  organization!: TestOrganization;
  member!: TestClient;
  agent!: TestClient;

  /** Sends a batch with one event at each time. */
  shipAt(batchNo: number, ...times: string[]): Promise<Shipped> {
    const lines = times.map((timestamp) => line({ timestamp }));
    return ship(this.agent, batchNo, lines);
  }
}

/** Called once at the top of a test file. */
export function useEvents(): Events {
  const here = new Events();
  let app: Awaited<ReturnType<typeof createApp>>;
  beforeAll(async () => {
    here.server = await startServer();
    app = await createApp({ ...here.server.context, clock: here.clock });
    await app.listen({ host: '127.0.0.1', port: 0 });
    here.url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await app.close();
    await here.server.stop();
  });
  beforeEach(async () => {
    here.clock.set(NOW);
    here.organization = await createOrganization(here.server, `Organization ${randomUUID()}`);
    here.member = clientOf(here, (await here.organization.as('member')).bearer);
    here.agent = clientOf(here, (await here.organization.as('agent')).bearer);
  });
  return here;
}
