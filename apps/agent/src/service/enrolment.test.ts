import { beforeEach, describe, expect, it } from 'vitest';
import { MemoryDisk } from '../../test/memoryDisk.ts';
import { silentLog } from '../../test/silentLog.ts';
import type { Enrolled, Unauthorised } from '../transport/server.ts';
import { type Credential, readCredential, writeCredential } from './credential.ts';
import { ensureEnrolled } from './enrolment.ts';
import { exitCodes } from './failure.ts';

const url = 'https://scout.northwind.example';
const former: Credential = {
  server: url,
  agent_id: '00000000-0000-4000-8000-000000000001',
  credential: 'former',
  first_batch: 1,
  enrolled_at: '2026-11-21T08:00:00.000Z',
};
const enrolled: Enrolled = { kind: 'enrolled', agentId: former.agent_id, credential: 'next', nextBatch: 7 };
const expired: Unauthorised = { kind: 'unauthorised', reason: 'the token has expired' };

let disk: MemoryDisk;
let tokens: string[];
const log = silentLog();
beforeEach(() => {
  disk = new MemoryDisk();
  tokens = [];
});

function start(answer: Enrolled | Unauthorised, { tokenIsNew }: { tokenIsNew: boolean }) {
  const enrol = async (token: string) => {
    tokens.push(token);
    return answer;
  };
  const signal = new AbortController().signal;
  const common = { fs: disk, folder: '/state', host: 'WS-1042', log, patienceMs: 0, signal };
  return ensureEnrolled({ ...common, server: { url, enrol }, token: 'scout_enrol_x', tokenIsNew });
}
const kept = async () => (await readCredential(disk, '/state'))?.credential;

describe('with a credential', () => {
  beforeEach(() => writeCredential(disk, '/state', former));

  it('a token of the command line is left alone', async () => {
    expect(await start(enrolled, { tokenIsNew: false })).toEqual(former);
    expect(tokens).toEqual([]);
  });

  it('a token that an installation brought is used: the machine was revoked, or has moved to another organization', async () => {
    expect(await start(enrolled, { tokenIsNew: true })).toMatchObject({ credential: 'next' });
    expect(tokens).toEqual(['scout_enrol_x']);
    expect(await kept()).toBe('next');
  });

  it('a token that an installation brought too late changes nothing, and is told', async () => {
    expect(await start(expired, { tokenIsNew: true })).toEqual(former);
    expect(await kept()).toBe('former');
    expect(log.lines.at(-1)).toMatch(/token has expired.*going on as agent 0{8}/);
  });
});

describe('with a credential of another server', () => {
  const elsewhere = { ...former, server: 'https://scout.alder.example' };
  beforeEach(() => writeCredential(disk, '/state', elsewhere));

  it('it is shown to nobody, unless an installation brings the right to enrol', async () => {
    await expect(start(enrolled, { tokenIsNew: false })).rejects.toMatchObject({ exitCode: exitCodes.usage });
    await expect(start(expired, { tokenIsNew: true })).rejects.toMatchObject({
      exitCode: exitCodes.unauthorised,
    });
    expect(await kept()).toBe('former');
    expect(await start(enrolled, { tokenIsNew: true })).toMatchObject({ server: url, credential: 'next' });
  });
});
