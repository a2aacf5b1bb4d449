import { join } from 'node:path';
import { atomicWrite } from '../runtime/atomicWrite.ts';
import type { DurableFs } from '../runtime/durableFs.ts';

/** The result of enrollment: `credential.json` in the state directory, readable by the agent's user only. */
export interface Credential {
  /** Original address of the server. */
  readonly server: string;
  /** Address at which the agent found the moved server; absent if it has not moved. */
  readonly moved_to?: string;
  /** Other addresses announced by the server. */
  readonly addresses?: readonly string[];
  readonly agent_id: string;
  readonly credential: string;
  /** First batch number for a new state directory. */
  readonly first_batch: number;
  readonly enrolled_at: string;
  /** Key that signs the configurations of this organization: SPKI, base64. Pinned by the first heartbeat. */
  readonly configuration_key?: string;
}

const FILE = 'credential.json';

/** The credential of a state directory; null before enrollment. */
export async function readCredential(fs: DurableFs, folder: string): Promise<Credential | null> {
  try {
    return JSON.parse((await fs.readFile(join(folder, FILE))).toString('utf8')) as Credential;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Writes a credential, durable on return. */
export async function writeCredential(fs: DurableFs, folder: string, credential: Credential): Promise<void> {
  await atomicWrite(fs, folder, FILE, [Buffer.from(`${JSON.stringify(credential, null, 2)}\n`)]);
}
