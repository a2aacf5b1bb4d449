import { join } from 'node:path';
import { type Readings, readReadings } from '../directories/readings.ts';
import { nodeFs } from '../runtime/durableFs.ts';
import { lockHolder } from '../runtime/lock.ts';
import { type CheckpointState, readCheckpoint } from '../spool/checkpoint.ts';
import type { Position } from '../spool/position.ts';
import { eventsOf, scanBatches } from '../spool/scan.ts';
import { readDocument, verifiedDocument } from './centralDocument.ts';
import { type Credential, readCredential } from './credential.ts';
import { readMachineId } from './machine.ts';
import { readNames } from './names.ts';
import { readStanding, type StandingRecord } from './standing.ts';

/** The content of a state directory with or without a running agent, excluding the credential itself. */
export interface Status {
  readonly state: string;
  /** Process id of the running agent. */
  readonly process: number | null;
  readonly enrolment: { server: string; agent_id: string; enrolled_at: string } | null;
  readonly machine_id: string | null;
  /** The configuration of the machine's group; null: its own file. */
  readonly configuration: { group: string; version: number } | null;
  /** Version of the detection settings by whose names events are selected, and since when; null: none yet. */
  readonly names: { version: number; since: string } | null;
  /** Reason why the server refuses this machine; null if it does not. */
  readonly standing: StandingRecord | null;
  readonly queue: { batches: number; events: number; bytes: number; waiting_seconds: number };
  readonly totals: CheckpointState['totals'];
  readonly next_batch: number | null;
  readonly positions: Readonly<Record<string, Position>>;
  /** Directories that this machine reads for its server, by name. */
  readonly directories: Readings;
  readonly rejections: CheckpointState['rejections'];
  readonly notices: CheckpointState['notices'];
  /** Files that could not be sent. */
  readonly quarantine: string[];
  readonly last_acknowledged_at: string | null;
  readonly last_contact_at: string | null;
  readonly last_error: CheckpointState['last_error'];
}

const NOTHING_READ = { read: 0, accepted: 0, duplicates: 0, rejected: 0 };

async function listOrNone(folder: string): Promise<string[]> {
  try {
    return (await nodeFs.list(folder)).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

async function configurationIn(
  folder: string,
  credential: Credential | null,
): Promise<Status['configuration']> {
  const { configuration_key: key, agent_id } = credential ?? {};
  if (key === undefined || agent_id === undefined) return null;
  try {
    const stored = await readDocument(nodeFs, folder);
    const group = stored === null ? null : verifiedDocument(stored, key, agent_id).group;
    return group && { group: group.name, version: group.version };
  } catch {
    return null;
  }
}

/** Reads a state directory without changing it. */
export async function readStatus(folder: string): Promise<Status> {
  const checkpoint = await readCheckpoint(nodeFs, folder);
  const credential = await readCredential(nodeFs, folder);
  const spool = join(folder, 'spool');
  const hasSpool = (await listOrNone(spool)).length > 0;
  const batches = hasSpool ? (await scanBatches(nodeFs, spool, checkpoint?.acknowledged ?? '')).batches : [];
  const positions: Record<string, Position> = { ...checkpoint?.positions };
  for (const { header } of batches) if (header.position !== null) positions[header.source] = header.position;
  const totals = checkpoint?.totals ?? NOTHING_READ;
  const oldest = batches[0]?.header.sealed_at;
  return {
    state: folder,
    process: await lockHolder(folder),
    enrolment: credential && {
      server: credential.moved_to ?? credential.server,
      agent_id: credential.agent_id,
      enrolled_at: credential.enrolled_at,
    },
    machine_id: await readMachineId(nodeFs, folder),
    configuration: await configurationIn(folder, credential),
    names: credential && (await readNames(nodeFs, folder, credential)),
    standing: await readStanding(nodeFs, folder),
    queue: {
      batches: batches.length,
      events: batches.reduce((sum, { header }) => sum + header.lines, 0),
      bytes: batches.reduce((sum, { bytes }) => sum + bytes, 0),
      waiting_seconds: oldest === undefined ? 0 : Math.max(0, (Date.now() - Date.parse(oldest)) / 1000),
    },
    totals: { ...totals, read: batches.reduce((sum, { header }) => sum + eventsOf(header), totals.read) },
    next_batch: checkpoint?.next_batch ?? credential?.first_batch ?? null,
    positions,
    directories: await readReadings(nodeFs, folder),
    rejections: checkpoint?.rejections ?? { by_code: {}, recent: [] },
    notices: checkpoint?.notices ?? [],
    quarantine: await listOrNone(join(folder, 'quarantine')),
    last_acknowledged_at: checkpoint?.last_acknowledged_at ?? null,
    last_contact_at: checkpoint?.last_contact_at ?? null,
    last_error: checkpoint?.last_error ?? null,
  };
}
