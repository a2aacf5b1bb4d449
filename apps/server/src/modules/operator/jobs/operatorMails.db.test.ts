import {
  createClock,
  createInbox,
  createOrganization,
  type Inbox,
  startServer,
  type TestOrganization,
  type TestServer,
} from '@scout/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { mailTroubles } from './operatorMails.ts';

const MINUTE = 60_000;
const operatorEmails = ['ops@scout.example', 'night@scout.example'];

// The database compares the enrollment token's end with its own clock.
const clock = createClock(new Date().toISOString());
let inbox: Inbox;
let server: TestServer;
let bank: TestOrganization;
beforeAll(async () => {
  inbox = await createInbox();
  server = await startServer({
    inbox,
    clock,
    config: { operatorEmails, publicUrl: 'https://scout.example' },
  });
  bank = await createOrganization(server);
  await bank.as('agent');
});
afterAll(async () => {
  await server.stop();
  await inbox.stop();
});
beforeEach(() => heard(true));
afterEach(() => server.database.asOwner((owner) => owner.query('DELETE FROM scout.operator_troubles')));

/** The agent was heard now, or long ago: then it is silent. */
const heard = async (now: boolean) => {
  const agentId = await bank.agentId();
  await server.database.asOwner((owner) =>
    owner.query('UPDATE scout.agents SET last_seen_at = $2 WHERE agent_id = $1', [
      agentId,
      new Date(clock.now() + (now ? 0 : -86_400_000)),
    ]),
  );
};
/** A round after so many minutes. The agent is unchanged. */
async function round(minutes: number, isHeard: boolean): Promise<number> {
  clock.set(clock.now() + minutes * MINUTE);
  await heard(isHeard);
  return mailTroubles(server.context);
}

test('one mail tells each operator of a trouble that goes on for five minutes, and one that it is over', async () => {
  expect(await round(0, true)).toBe(0);
  expect(await round(1, false)).toBe(0);
  const began = new Date(clock.now());
  expect(await round(4, false)).toBe(0);
  expect(await round(1, false)).toBe(1);
  for (const to of operatorEmails) {
    const mail = await inbox.next(to);
    expect(mail.subject).toBe('Agents are silent: scout.example');
    const text = mail.text.replaceAll(/\s+/g, ' ');
    expect(text).toContain('Count 1');
    expect(text).toContain('https://scout.example/installation');
    expect(text).toContain(`${began.toISOString().slice(11, 16)} UTC`);
  }
  expect(await round(60, false)).toBe(0);

  // Away and back within a quarter of an hour is the same trouble.
  expect(await round(1, true)).toBe(0);
  expect(await round(14, true)).toBe(0);
  expect(await round(1, false)).toBe(0);
  expect(await round(1, true)).toBe(0);
  expect(await round(15, true)).toBe(1);
  for (const to of operatorEmails)
    expect((await inbox.next(to)).subject).toBe('Resolved: Agents are silent: scout.example');
  expect(await round(60, true)).toBe(0);
});

test('nothing is mailed of a trouble that passes within five minutes', async () => {
  expect(await round(1, false)).toBe(0);
  expect(await round(4, true)).toBe(0);
  expect(await round(1, false)).toBe(0);
  expect(await round(4, true)).toBe(0);
});

test('of several servers one sends', async () => {
  await round(0, false);
  clock.set(clock.now() + 5 * MINUTE);
  await heard(false);
  const before = inbox.mails.length;
  const notes = await Promise.all(Array.from({ length: 4 }, () => mailTroubles(server.context)));
  expect(notes.toSorted()).toEqual([0, 0, 0, 1]);
  for (const to of operatorEmails) await inbox.next(to);
  expect(inbox.mails.length).toBe(before + operatorEmails.length);
});
