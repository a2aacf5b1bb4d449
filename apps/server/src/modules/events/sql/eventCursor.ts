import { hash } from 'node:crypto';
import type { Seal } from '../../../platform/crypto/seal.ts';
import type { EventScope } from './eventScope.ts';

/** A caller's position in the events, from an earlier response. */
export interface EventCursor {
  readonly tenantId: string;
  /** Hash of the query, so that a cursor does not continue another query. */
  readonly question: string;
  /** Window of that response, as ISO times. */
  readonly from: string;
  readonly to: string;
  /** PostgreSQL's snapshot of that response, as text: `xmin:xmax:running,…`. */
  readonly snapshot: string;
}

/** Longer snapshots, with thousands of running transactions, are widened: truncated to one in which less is visible. */
const snapshotLength = 2_000;

/** The cursor of a response for `scope`, read at a snapshot no newer than its rows. */
export function cursorAt(scope: EventScope, query: object, snapshot: string): EventCursor {
  const xmin = snapshot.split(':', 1)[0]!;
  return {
    tenantId: scope.tenantId,
    question: hash('sha256', JSON.stringify(query), 'base64url').slice(0, 16),
    from: scope.from,
    to: scope.to,
    snapshot: snapshot.length <= snapshotLength ? snapshot : `${xmin}:${xmin}:`,
  };
}

export function sealCursor(seal: Seal, cursor: EventCursor): Promise<string> {
  return seal.seal(JSON.stringify(cursor));
}

/**
 * Opens a caller's cursor; null if it is invalid, from another organization or query, or if its window ends or starts after the
 * requested one, as after setting a clock back.
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
