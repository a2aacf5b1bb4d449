import { setTimeout as sleep } from 'node:timers/promises';
import { fieldsOf } from '../transport/request.ts';
import { readRegularFile } from './ownFile.ts';

/** Progress of a version: it reads its sources into its spool, or has also reached the server. */
export type Health = 'reading' | 'heard';

/** The content of the agent's health file. */
export const healthText = (version: string, health: Health, now: Date): string =>
  JSON.stringify({ version, health, at: now.toISOString() });

/** Waits up to `patienceMs` until a version has reached the server. Returns its progress; null without a report. */
export async function waitForHealth(
  path: string,
  version: string,
  patienceMs: number,
): Promise<Health | null> {
  const end = Date.now() + patienceMs;
  for (;;) {
    const health = await healthIn(path, version);
    if (health === 'heard' || Date.now() >= end) return health;
    await sleep(200);
  }
}

async function healthIn(path: string, version: string): Promise<Health | null> {
  try {
    const fields = fieldsOf(JSON.parse((await readRegularFile(path, 1_000)).toString('utf8')));
    if (fields.version !== version) return null;
    return fields.health === 'heard' ? 'heard' : 'reading';
  } catch {
    return null;
  }
}
