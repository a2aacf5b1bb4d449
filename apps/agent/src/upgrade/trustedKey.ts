import { randomUUID } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import type { Layout } from '../installation/layout.ts';
import { Failure } from '../runtime/failure.ts';

/** PEM of the trusted release key: the successor, otherwise that of the installation. @throws {Failure} without one */
export async function readTrustedKey({ followingKey, releaseKey }: Layout): Promise<string> {
  for (const path of [followingKey, releaseKey]) {
    const pem = await readFile(path, 'utf8').catch(() => null);
    if (pem !== null) return pem;
  }
  throw new Failure(`${releaseKey} is missing: no release is trusted`);
}

/** Replaces the trusted key. Run by root or an administrator. */
export async function followKey({ followingKey }: Layout, pem: string): Promise<void> {
  const temporary = `${followingKey}.${randomUUID()}`;
  // The service also reads it, before it downloads anything.
  const file = await open(temporary, 'wx', 0o644);
  try {
    await file.writeFile(pem);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, followingKey);
}
