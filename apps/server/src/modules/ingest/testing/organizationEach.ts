import { randomUUID } from 'node:crypto';
import {
  createOrganization,
  startServer,
  type TestClient,
  type TestOrganization,
  type TestServer,
} from '@scout/testkit';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { counts } from './ship.ts';

/** A server per test file, and a new organization with a member and an agent before each test. */
export class OrganizationEach {
  server!: TestServer;
  organization!: TestOrganization;
  member!: TestClient;
  agent!: TestClient;

  /** Events and incidents that are stored for the organization. */
  stored(): ReturnType<typeof counts> {
    return counts(this.server.database, this.organization.tenantId);
  }
}

/** Called once at the top of a test file. */
export function useOrganizationEach(): OrganizationEach {
  const here = new OrganizationEach();
  beforeAll(async () => {
    here.server = await startServer();
  });
  afterAll(() => here.server.stop());
  beforeEach(async () => {
    here.organization = await createOrganization(here.server, `Organization ${randomUUID()}`);
    here.member = await here.organization.as('member');
    here.agent = await here.organization.as('agent');
  });
  return here;
}
