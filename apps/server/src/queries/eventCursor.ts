import { hash } from 'node:crypto';
import type { Seal } from '../crypto/seal.ts';
import type { EventScope } from './eventScope.ts';

/** Position of a caller in the events, from an earlier answer. */
export interface EventCursor {
  readonly tenantId: string;
  /** Hash of the query, so that an answer to another query is not continued. */
  readonly question: string;
  /** The window then, as ISO times. */
  readonly from: string;
  readonly to: string;
  /** PostgreSQL's snapshot then, as text: `xmin:xmax:running,…`. */
  readonly snapshot: string;
}

/** Longer snapshots, of thousands of transactions at a time, are widened: their first half is one in which less is visible. */
const snapshotLength = 2_000;

/** The cursor of an answer for `scope`, read at a snapshot that is no newer than its rows. */
export function cursorAt(scope: EventScope, asked: object, snapshot: string): EventCursor {
  const xmin = snapshot.split(':', 1)[0]!;
  return {
    tenantId: scope.tenantId,
    question: hash('sha256', JSON.stringify(asked), 'base64url').slice(0, 16),
    from: scope.from,
    to: scope.to,
    snapshot: snapshot.length <= snapshotLength ? snapshot : `${xmin}:${xmin}:`,
  };
}

export function sealCursor(seal: Seal, cursor: EventCursor): Promise<string> {
  return seal.seal(JSON.stringify(cursor));
}

/**
 * The cursor that a caller gives back; null when it is none of ours, of another organization or question, or when its window
 * ends or begins after the one that is asked for now, as behind a clock that was set back.
 */
export async function openCursor(seal: Seal, text: string, now: EventCursor): Promise<EventCursor | null> {
  let cursor: EventCursor;
  try {
    cursor = JSON.parse(await seal.open(text)) as EventCursor;
  } catch {
    return null;
  }
  const continues =
    cursor.tenantId === now.tenantId &&
    cursor.question === now.question &&
    cursor.from <= now.from &&
    cursor.to <= now.to;
  return continues ? cursor : null;
}
