import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newestKey } from '../keys.ts';
import { writeTestRelease } from '../testing.ts';
import { openReleaseKey, type ReleaseSigner, replaceReleaseKey, requireSuccession } from './signer.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scout-signer-'));
  path = join(folder, 'keys', 'release.pem');
});
afterEach(() => rm(folder, { recursive: true }));

const keyOf = ({ chain }: ReleaseSigner) => chain.keys.at(-1)!.key;
const chainOf = ({ chain }: ReleaseSigner) => Buffer.from(JSON.stringify(chain));
const signs = (signer: ReleaseSigner) =>
  verify(null, Buffer.from('a'), createPublicKey(keyOf(signer)), signer.sign(Buffer.from('a')));
async function otherKey(): Promise<{ other: string; pem: string }> {
  const other = join(folder, 'other', 'release.pem');
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  await mkdir(dirname(other));
  const text = (privateKey.export({ type: 'pkcs8', format: 'pem' }) as string).trim();
  await writeFile(other, `${text}\n`, { mode: 0o600 });
  return { other, pem: publicKey.export({ type: 'spki', format: 'pem' }) as string };
}

describe('the key that signs releases', () => {
  it('is created once, readable by this user only', async () => {
    const first = await openReleaseKey(path);
    expect(first.origin).toBe('made');
    expect(signs(first.signer)).toBe(true);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(dirname(path))).mode & 0o777).toBe(0o700);
    await chmod(path, 0o644);
    const second = await openReleaseKey(path);
    expect(second).toMatchObject({ origin: 'present', signer: { chain: first.signer.chain } });
    expect((await stat(path)).mode & 0o777, 'closed again').toBe(0o600);
  });

  it('is the same for two builds started at once', async () => {
    const opened = await Promise.all([1, 2, 3, 4].map(() => openReleaseKey(path)));
    expect(new Set(opened.map(({ signer }) => keyOf(signer))).size).toBe(1);
    expect(await readdir(dirname(path))).toEqual(['release.pem']);
  });

  it('may be created by another tool', async () => {
    const { other, pem } = await otherKey();
    expect(keyOf((await openReleaseKey(other)).signer)).toBe(pem);
    await writeFile(other, 'nothing');
    await expect(openReleaseKey(other)).rejects.toThrow(/holds no Ed25519 private key/);
  });

  it('is not silently replaced when it is lost', async () => {
    await openReleaseKey(path);
    await replaceReleaseKey(path);
    await rm(path);
    await expect(openReleaseKey(path)).rejects.toThrow(/is missing, and .* says that agents trust it/);
  });
});

describe('a new key', () => {
  it('is announced by the previous one, and so on', async () => {
    const { signer: first } = await openReleaseKey(path);
    const second = await replaceReleaseKey(path);
    const third = await replaceReleaseKey(path);
    expect(signs(third)).toBe(true);
    for (const trusted of [first, second, third])
      expect(newestKey(chainOf(third), keyOf(trusted))).toBe(keyOf(third));
    expect((await openReleaseKey(path)).signer.chain).toEqual(third.chain);
    expect((await readFile(path, 'utf8')).match(/PRIVATE KEY/g), 'the one before is gone').toHaveLength(2);
  });

  it('may be an existing one, for agents that trust either', async () => {
    const { other, pem } = await otherKey();
    const { signer: made } = await openReleaseKey(path);
    const adopted = await replaceReleaseKey(path, other);
    expect(keyOf(adopted)).toBe(pem);
    for (const trusted of [keyOf(made), pem]) expect(newestKey(chainOf(adopted), trusted)).toBe(pem);
    await expect(replaceReleaseKey(path, other)).rejects.toThrow(/already/);
  });

  it('that was announced but not in place after a power failure does not count', async () => {
    const { signer: first } = await openReleaseKey(path);
    const before = await readFile(path);
    await replaceReleaseKey(path);
    await writeFile(path, before);
    expect((await openReleaseKey(path)).signer.chain).toEqual(first.chain);
  });
});

describe('a key chain', () => {
  const chained = async () => {
    const { signer: first } = await openReleaseKey(path);
    return { first, second: await replaceReleaseKey(path) };
  };

  it('of another installation changes nothing', async () => {
    const { second } = await chained();
    const stranger = keyOf((await openReleaseKey(join(folder, 'other.pem'))).signer);
    expect(newestKey(chainOf(second), stranger)).toBe(stranger);
  });

  it('does not lead back to an abandoned key', async () => {
    const { first, second } = await chained();
    expect(newestKey(chainOf(first), keyOf(second))).toBe(keyOf(second));
  });

  it('leads to no key that its predecessor did not sign', async () => {
    const { first, second } = await chained();
    const stranger = keyOf((await openReleaseKey(join(folder, 'other.pem'))).signer);
    for (const signature of [null, '', second.chain.keys[1]!.signature]) {
      const forged = { keys: [second.chain.keys[0], { key: stranger, signature }] };
      expect(() => newestKey(Buffer.from(JSON.stringify(forged)), keyOf(first))).toThrow(/not announced/);
    }
  });

  it.each(['', '{}', '{"keys":[]}', '{"keys":[{"key":1,"signature":null}]}'])(
    'is invalid: %j',
    async (text) => {
      const { signer } = await openReleaseKey(path);
      expect(() => newestKey(Buffer.from(text), keyOf(signer))).toThrow(/damaged/);
    },
  );
});

it('a build does not follow a release whose key does not know the build’s own', async () => {
  const out = join(folder, 'releases');
  const { signer } = await openReleaseKey(path);
  await requireSuccession(out, signer);
  await writeTestRelease(out, '0.1.0', Buffer.from('x'), signer);
  await requireSuccession(out, signer);
  await requireSuccession(out, await replaceReleaseKey(path));
  const { signer: other } = await openReleaseKey(join(folder, 'other.pem'));
  await expect(requireSuccession(out, other)).rejects.toThrow(/signed by another key/);
});
