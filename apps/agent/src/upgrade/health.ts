import { setTimeout as sleep } from 'node:timers/promises';
import { fieldsOf } from '../transport/request.ts';
import { readOwn } from './ownFile.ts';

/** How far a version has come: it reads its sources into its spool, or the server has heard it too. */
export type Health = 'reading' | 'heard';

/** What the agent writes of itself. */
export const healthText = (version: string, health: Health, now: Date): string =>
  JSON.stringify({ version, health, at: now.toISOString() });

/** Waits until a version says that the server heard it, and no longer than `patienceMs`. Answers how far it came; null: it said nothing. */
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
    const fields = fieldsOf(JSON.parse((await readOwn(path, 1_000)).toString('utf8')));
    if (fields.version !== version) return null;
    return fields.health === 'heard' ? 'heard' : 'reading';
  } catch {
    return null;
  }
}
