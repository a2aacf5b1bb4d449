import type { DetectionSettings } from '@scout/detection';
import type { Refusal } from '../../../platform/http/refusal.ts';
import type { BatchIdentity, ParsedBatch } from '../parseBatch.ts';
import type { ActivityPart } from '../sql/activityParts.ts';
import type { BodyEncoding } from '../unpack.ts';
import type { ReadBatch, ToRead } from './localReader.ts';

/** A batch for a thread. Its body is the thread's own. */
export interface Task {
  readonly identity: BatchIdentity;
  readonly encoding: BodyEncoding;
  readonly body: Uint8Array;
  readonly now: number;
  /** Other than 0 when its sender has gone. */
  readonly gone: Int32Array;
  /** Version of the settings. */
  readonly version: number;
  readonly settings: DetectionSettings;
}

/** Messages to a thread and from it, by the number of the batch. */
export interface Given {
  readonly batch: number;
  readonly task: Task;
}
export interface Answered {
  readonly batch: number;
  readonly answer: Answer;
}

/** Result of a batch in a thread. */
export interface Answer {
  readonly processorMs: number;
  readonly faults: readonly Fault[];
  readonly outcome: Outcome;
}

/** An error of the detection library, with the line that it is about. */
export interface Fault {
  readonly error: unknown;
  readonly line: number;
}

type Outcome =
  | { readonly read: SentBatch }
  | { readonly refused: Pick<Refusal, 'code' | 'message' | 'retryAfter'> }
  | { readonly failed: unknown };

/** A batch as sent between threads: as few pieces of memory as possible, none of them shared with others. */
interface SentBatch extends Pick<ReadBatch, 'encoding' | 'unpackedBytes'> {
  readonly sha256: Uint8Array;
  /** Undefined: as received. */
  readonly body: Uint8Array | undefined;
  readonly parsed: Omit<ParsedBatch, Rows | 'activity'>;
  readonly rows: Readonly<Record<Rows, Uint8Array | undefined>>;
  readonly activity: {
    readonly hours: readonly number[];
    readonly ends: readonly number[];
    readonly bodies: Uint8Array;
  };
}

/** Buffers whose memory is their own, and is released after storing. */
type Rows = 'events' | 'incidents' | 'rollups';

/** Message of a thread about a batch that it has read from `received`. */
export function sentOf({ parsed, ...batch }: ReadBatch, received: Buffer): SentBatch {
  const { events, incidents, rollups, activity, ...rest } = parsed;
  let end = 0;
  return {
    ...batch,
    sha256: new Uint8Array(batch.sha256),
    body: batch.body === received ? undefined : new Uint8Array(batch.body),
    parsed: rest,
    rows: { events, incidents, rollups },
    activity: {
      hours: activity.map(({ hour }) => hour),
      ends: activity.map(({ body }) => (end += body.length)),
      bodies: new Uint8Array(Buffer.concat(activity.map(({ body }) => body))),
    },
  };
}

/** The batch that was sent, read from the body of `given`. */
export function readOf({ rows, activity, parsed, ...sent }: SentBatch, given: ToRead): ReadBatch {
  const { events, incidents, rollups } = rows;
  const bodies = bufferOf(activity.bodies);
  return {
    ...sent,
    sha256: bufferOf(sent.sha256),
    body: sent.body === undefined ? given.body : bufferOf(sent.body),
    parsed: {
      ...parsed,
      events: bufferOf(events!),
      incidents: incidents && bufferOf(incidents),
      rollups: rollups && bufferOf(rollups),
      activity: activity.hours.map(
        (hour, index): ActivityPart => ({
          hour,
          body: bodies.subarray(activity.ends[index - 1] ?? 0, activity.ends[index]),
        }),
      ),
    },
  };
}

/** Memory that changes its thread with an answer, without a copy. */
export function memoryOfAnswer({ outcome }: Answer): ArrayBuffer[] {
  if (!('read' in outcome)) return [];
  const { rows, body, activity } = outcome.read;
  return memoryOf([...Object.values(rows), body, activity.bodies]);
}

/** Memory of arrays that share theirs with no others. */
export const memoryOf = (arrays: readonly (Uint8Array | undefined)[]): ArrayBuffer[] =>
  arrays.flatMap((array) => (array?.buffer as ArrayBuffer | undefined) ?? []);

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);
