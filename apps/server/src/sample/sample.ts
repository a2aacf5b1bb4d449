import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { createTenantEnrolment } from '../queries/operator/enrolments.ts';
import { startFleet } from './fleet.ts';
import { SAMPLE_HOSTS } from './habits.ts';
import {
  createSampleOrganization,
  findSampleSignIn,
  removeSampleOrganization,
  type SampleSignIn,
} from './organization.ts';

export interface SampleOptions {
  readonly pool: pg.Pool;
  readonly dataDir: string;
  /** The running server's own address, which the sample agents ship to. */
  readonly serverUrl: string;
  readonly warn: (message: string) => void;
}

const folderOf = (dataDir: string): string => join(dataDir, 'sample');
const signInFile = (dataDir: string): string => join(folderOf(dataDir), 'sign-in.json');

/**
 * The sample organization "Northwind Bank" and its fleet: made at the first start, found again at later ones. One that
 * was left half-made is made anew. `stop` ends the fleet; the organization stays.
 */
export async function startSample(
  options: SampleOptions,
): Promise<{ signIn: SampleSignIn; stop: () => Promise<void> }> {
  const { pool, dataDir, serverUrl, warn } = options;
  let signIn = await findSampleSignIn(pool, signInFile(dataDir));
  if (!signIn) {
    await removeSample(pool, dataDir);
    signIn = await createSampleOrganization(pool, signInFile(dataDir), new Date());
  }
  const enrolment = await createTenantEnrolment(
    pool,
    { tenant_id: signIn.tenantId, label: 'sample fleet', max_uses: SAMPLE_HOSTS.length, expires_in_hours: 1 },
    new Date(),
  );
  const fleet = await startFleet({ folder: folderOf(dataDir), serverUrl, token: enrolment.token, warn });
  return { signIn, stop: fleet.stop };
}

/** Leaves nothing of the sample organization: rows, accounts, logs, agents' state. */
export async function removeSample(pool: pg.Pool, dataDir: string): Promise<void> {
  await removeSampleOrganization(pool);
  await rm(folderOf(dataDir), { recursive: true, force: true });
}
