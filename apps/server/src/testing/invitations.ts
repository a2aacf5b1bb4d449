import {
  clientOf,
  createClock,
  createInbox,
  type Inbox,
  startServer,
  type TestClock,
  type TestServer,
} from '@scout/testkit';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { organizationWithAdmin, signedIn, type TestPerson } from './people.ts';

/** A server with an inbox and a clock per test file, and a new organization before each test. */
export class Invitations {
  server!: TestServer;
  inbox!: Inbox;
  clock!: TestClock;
  /** Organization of people outside the one under test. */
  elsewhere!: string;
  tenantId!: string;
  companyName!: string;
  domain!: string;
  admin!: TestPerson;

  at(name: string): string {
    return `${name}@${this.domain}`;
  }

  /** Adds and invites a person; the token is the one in the mail. */
  async invite(email: string): Promise<string> {
    await this.admin.api.membersAdd({ email });
    await this.admin.api.sendMemberInvitation({ to: email });
    return this.mailedToken(email);
  }

  async mailedToken(email: string): Promise<string> {
    const { link } = await this.inbox.next(email);
    const url = new URL(link ?? '');
    expect(url.origin + url.pathname).toBe(`${this.server.url}/accept-invitation`);
    return url.searchParams.get('token') ?? '';
  }

  /** A user without an organization. */
  account(name: string): Promise<TestPerson> {
    return signedIn(this.server, this.elsewhere, this.at(name), 'none');
  }

  async statusOf(token: string): Promise<string> {
    return (await clientOf(this.server).api.invitation({ token })).status;
  }

  /** The organization's audit log, oldest first. */
  async actions(): Promise<string[]> {
    return (await this.admin.api.auditLogs({})).map(({ action }) => action).toReversed();
  }
}

/** Called once at the top of a test file. */
export function useInvitations(): Invitations {
  const here = new Invitations();
  beforeAll(async () => {
    here.inbox = await createInbox();
    here.clock = createClock(new Date().toISOString());
    here.server = await startServer({ inbox: here.inbox, clock: here.clock });
    here.elsewhere = (await organizationWithAdmin(here.server)).tenantId;
  });
  afterAll(async () => {
    await here.server.stop();
    await here.inbox.stop();
  });
  beforeEach(async () => {
    Object.assign(here, await organizationWithAdmin(here.server));
  });
  return here;
}
