import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createApp } from '@scout/server/app';
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

const NOW = '2026-11-21T10:00:00.000Z';
export const HOUR = 3_600_000;

/** An ISO time before the clock starts. */
export const ago = (hours: number, ms = 0) => new Date(Date.parse(NOW) - hours * HOUR + ms).toISOString();

export interface EventsServer {
  readonly server: TestServer;
  /** Of the same server once more, with a clock that only events follow: tokens keep to the real time. */
  readonly url: string;
  readonly clock: TestClock;
  /** A new organization with a member and an agent, at the time that the clock starts. */
  arrange(): Promise<{ organization: TestOrganization; member: TestClient; agent: TestClient }>;
  stop(): Promise<void>;
}

export async function startEventsServer(): Promise<EventsServer> {
  const clock = createClock(NOW);
  const server = await startServer();
  const app = await createApp({ ...server.context, clock });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return {
    server,
    url,
    clock,
    async arrange() {
      clock.set(NOW);
      const organization = await createOrganization(server, `Organization ${randomUUID()}`);
      const member = clientOf({ url }, (await organization.as('member')).bearer);
      return { organization, member, agent: clientOf({ url }, (await organization.as('agent')).bearer) };
    },
    async stop() {
      await app.close();
      await server.stop();
    },
  };
}
