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

/** A server with an inbox and a clock for the tests of a file, and a new organization before each of them. */
export class Invitations {
  server!: TestServer;
  inbox!: Inbox;
  clock!: TestClock;
  /** Where people come from who belong to no organization. */
  elsewhere!: string;
  tenantId!: string;
  companyName!: string;
  domain!: string;
  admin!: TestPerson;

  at(name: string): string {
    return `${name}@${this.domain}`;
  }

  /** Adds and invites somebody; the token is the one in the mail. */
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

  /** A user who belongs nowhere. */
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

/** To be called once, at the top of a file of tests. */
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
