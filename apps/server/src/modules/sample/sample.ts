import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { Config } from '../../platform/config/config.ts';
import { withOwnCommands } from '../../platform/config/inRelease.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { createTenantEnrolment } from '../operator/index.ts';
import { SAMPLE_HOSTS } from './bank.ts';
import { startFleet } from './fleet.ts';
import {
  createSampleOrganization,
  findSampleSignIn,
  SAMPLE_LABEL,
  type SampleSignIn,
} from './organization.ts';
import { type KeptOrganization, removeSampleOrganization } from './removal.ts';

const folderOf = (dataDir: string): string => join(dataDir, 'sample');
const signInFile = (dataDir: string): string => join(folderOf(dataDir), 'sign-in.json');

/** Reports the retained parts of a former sample organization, with the reason. */
export type Warn = (message: string) => void;

/**
 * The sample organization: created at the first start, found at later ones. An incomplete one is recreated. Undefined when it
 * cannot be created because its addresses are in use.
 */
export async function prepareSample(
  pool: pg.Pool,
  dataDir: string,
  warn: Warn,
): Promise<SampleSignIn | undefined> {
  const found = await findSampleSignIn(pool, signInFile(dataDir));
  if (found) return found;
  await removeSample(pool, dataDir, warn);
  try {
    return await createSampleOrganization(pool, signInFile(dataDir), new Date());
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await removeSample(pool, dataDir, warn);
    warn(
      `There is no sample organization, because its name or its people's addresses are taken: ${error.message}`,
    );
    return undefined;
  }
}

/** Creates or completely removes the sample organization as configured. Before the server listens. */
export async function settleSample(
  { databaseUrl, sample }: Pick<Config, 'databaseUrl' | 'sample'>,
  pool: pg.Pool,
  dataDir: string,
  warn: Warn,
): Promise<SampleSignIn | undefined> {
  if (databaseUrl !== undefined) return undefined;
  if (sample) return prepareSample(pool, dataDir, warn);
  await removeSample(pool, dataDir, warn);
  return undefined;
}

/** Starts the sample's fleet. `serverUrl`: the running server's own address, used by its agents. */
export async function startSample(
  signIn: SampleSignIn,
  options: {
    readonly pool: pg.Pool;
    readonly dataDir: string;
    readonly serverUrl: string;
    readonly warn: Warn;
  },
): Promise<{ stop: () => Promise<void> }> {
  const { pool, dataDir, serverUrl, warn } = options;
  const enrolment = await createTenantEnrolment(
    pool,
    { tenant_id: signIn.tenantId, label: SAMPLE_LABEL, max_uses: SAMPLE_HOSTS.length, expires_in_hours: 1 },
    new Date(),
  );
  return startFleet({ folder: folderOf(dataDir), serverUrl, token: enrolment.token, warn });
}

/**
 * Removes everything created by the sample: rows, users, logs, agents' state. Other content of its organization stays, and is
 * reported. Before the server listens, so that nothing is ingested meanwhile.
 */
export async function removeSample(
  pool: pg.Pool,
  dataDir: string,
  warn: Warn = () => {},
): Promise<KeptOrganization | undefined> {
  const kept = await removeSampleOrganization(pool, new Date());
  await rm(folderOf(dataDir), { recursive: true, force: true });
  if (kept) warn(withOwnCommands(explained(kept)));
  return kept;
}

function explained({ company, agents, members, admins }: KeptOrganization): string {
  const what = [counted(agents, 'agent'), counted(members, 'member')].filter(Boolean).join(' and ');
  const stays = `The sample's agents, events and people were removed from ${company}. The organization stays, because ${what || 'a payment'} in it came from elsewhere.`;
  return admins > 0
    ? stays
    : `${stays} It has no admin: npm run -s scout -- user create --tenant "${company}" --admin --email ADDRESS --password-stdin`;
}

const counted = (n: number, noun: string) => (n === 0 ? '' : `${n} ${noun}${n === 1 ? '' : 's'}`);
