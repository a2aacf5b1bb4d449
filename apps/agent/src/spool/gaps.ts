import { createHash, randomUUID } from 'node:crypto';
import { limits } from '@scout/contract/limits';
import type { CheckpointState } from './checkpoint.ts';

/** Why events are missing, or late: the heartbeat's words. */
export type GapReason =
  | 'record_gap'
  | 'log_cleared'
  | 'log_rolled_over'
  | 'spool_full'
  | 'spool_corrupt'
  | 'source_replaced';

/** What a source or the spool knows of events that it could not deliver. */
export interface Missing {
  readonly reason: GapReason;
  /** The last record before and the first after, in the source's own terms; null where there is none. */
  readonly from: string | null;
  readonly to: string | null;
  /** How many events; null when nobody can know. */
  readonly missing: number | null;
}

/** A gap as it is told to the server. */
export interface Gap {
  readonly gap_id: string;
  readonly source: string;
  readonly reason: GapReason;
  readonly from_record: string | null;
  readonly to_record: string | null;
  readonly missing: number | null;
  readonly happened_at: string;
}

/** Gaps that wait to be acknowledged; of more, the last of one kind grows. */
const KEPT = 500;
/** Acknowledged gaps that are known again when their source finds them once more. */
const REMEMBERED = 200;
const { sourceNameMax, recordIdMax, gapsPerHeartbeat } = limits.agent;

/** A gap that starts after a record is the same gap whenever it is found: after a crash it is found again. */
function idOf(source: string, { from }: Missing): string {
  if (from === null) return randomUUID();
  const hash = createHash('sha256')
    .update(JSON.stringify(['scout-gap', source, from]))
    .digest('hex');
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
}

/** Writes a gap into the books. False when it is there already. */
export function recordGap(state: CheckpointState, source: string, missing: Missing, now: Date): boolean {
  const gap_id = idOf(source, missing);
  if (state.gaps.some((gap) => gap.gap_id === gap_id) || state.gaps_told.includes(gap_id)) return false;
  const gap: Gap = {
    gap_id,
    source: source.slice(0, sourceNameMax),
    reason: missing.reason,
    from_record: missing.from?.slice(0, recordIdMax) ?? null,
    to_record: missing.to?.slice(0, recordIdMax) ?? null,
    missing: missing.missing,
    happened_at: now.toISOString(),
  };
  const last = state.gaps.findLastIndex(
    (known) => known.source === gap.source && known.reason === gap.reason,
  );
  if (state.gaps.length < KEPT || last === -1) state.gaps.push(gap);
  else state.gaps[last] = grown(state.gaps[last]!, gap);
  return true;
}

const grown = (known: Gap, more: Gap): Gap => ({
  ...known,
  to_record: more.to_record,
  missing: known.missing === null || more.missing === null ? null : known.missing + more.missing,
});

/** What the next heartbeat carries. */
export const gapsToTell = (state: Readonly<CheckpointState>): Gap[] => state.gaps.slice(0, gapsPerHeartbeat);

/** The server has these. */
export function gapsWereTold(state: CheckpointState, ids: readonly string[]): void {
  const told = new Set(ids);
  state.gaps_told = [
    ...state.gaps_told,
    ...state.gaps.filter(({ gap_id }) => told.has(gap_id)).map(({ gap_id }) => gap_id),
  ].slice(-REMEMBERED);
  state.gaps = state.gaps.filter(({ gap_id }) => !told.has(gap_id));
}
