import { beforeEach, describe, expect, it } from 'vitest';
import { MemoryDisk } from '../../test/memoryDisk.ts';
import { silentLog } from '../../test/silentLog.ts';
import { exitCodes } from '../runtime/failure.ts';
import type { Enrolled, Server, Unauthorised } from '../transport/server.ts';
import { type Credential, readCredential, writeCredential } from './credential.ts';
import { ensureEnrolled } from './enrolment.ts';
import { Standing } from './standing.ts';

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
let proofs: string[];
/** Result of the server's proof of identity. */
let isSame = false;
const log = silentLog();
beforeEach(() => {
  disk = new MemoryDisk();
  tokens = [];
  proofs = [];
  isSame = false;
});

function start(answer: Enrolled | Unauthorised, { tokenIsNew }: { tokenIsNew: boolean }) {
  const enrol: Server['enrol'] = async ({ token, proof }) => {
    tokens.push(token ?? '');
    proofs.push(proof);
    return answer;
  };
  const signal = new AbortController().signal;
  const standing = new Standing(disk, '/state');
  const common = { fs: disk, folder: '/state', host: 'WS-1042', standing, log, patienceMs: 0, signal };
  const server = { url, given: url, enrol, identify: async () => isSame, moveTo: () => {} };
  return ensureEnrolled({ ...common, server, token: 'scout_enrol_x', tokenIsNew });
}
const kept = async () => (await readCredential(disk, '/state'))?.credential;

describe('with a credential', () => {
  beforeEach(() => writeCredential(disk, '/state', former));

  it('a token from the command line is not used', async () => {
    expect(await start(enrolled, { tokenIsNew: false })).toEqual(former);
    expect(tokens).toEqual([]);
  });

  it('a token from an installation is used: the machine was released or has moved to another organization', async () => {
    expect(await start(enrolled, { tokenIsNew: true })).toMatchObject({ credential: 'next' });
    expect(tokens).toEqual(['scout_enrol_x']);
    expect(proofs).toEqual(['former']);
    expect(await kept()).toBe('next');
  });

  it('an expired token from an installation changes nothing and is logged', async () => {
    expect(await start(expired, { tokenIsNew: true })).toEqual(former);
    expect(await kept()).toBe('former');
    expect(log.lines.at(-1)).toMatch(/token has expired.*continuing as agent 0{8}/);
  });
});

describe('with a credential of another server', () => {
  const elsewhere = { ...former, server: 'https://scout.alder.example' };
  beforeEach(() => writeCredential(disk, '/state', elsewhere));

  it('that proves to be the same server, it is kept under the new address', async () => {
    isSame = true;
    expect(await start(enrolled, { tokenIsNew: false })).toEqual(former);
    expect(await readCredential(disk, '/state')).toEqual(former);
    // Also with a token from a package installed over it: the server knows the machine, which proves its identity.
    await writeCredential(disk, '/state', elsewhere);
    await start(enrolled, { tokenIsNew: true });
    expect(proofs).toEqual(['former']);
  });

  it('it is sent to nobody, unless an installation brings a token', async () => {
    await expect(start(enrolled, { tokenIsNew: false })).rejects.toMatchObject({ exitCode: exitCodes.usage });
    await expect(start(expired, { tokenIsNew: true })).rejects.toMatchObject({
      exitCode: exitCodes.unauthorised,
    });
    expect(await kept()).toBe('former');
    expect(await start(enrolled, { tokenIsNew: true })).toMatchObject({ server: url, credential: 'next' });
    expect(new Set(proofs).size).toBe(1);
    expect(proofs[0]).toMatch(/^scout_key_[\w-]{43}$/);
  });
});

describe('without a credential', () => {
  it('the machine enrolls with the same secret until it has one, also after a crash, and then forgets it', async () => {
    await expect(start(expired, { tokenIsNew: false })).rejects.toMatchObject({
      exitCode: exitCodes.unauthorised,
    });
    disk = disk.reboot('nothing', () => 0);
    await start(enrolled, { tokenIsNew: false });
    expect(proofs[0]).toMatch(/^scout_key_[\w-]{43}$/);
    expect(proofs).toEqual([proofs[0], proofs[0]]);
    expect(await disk.list('/state')).not.toContain('enrolment-key');
  });
});
