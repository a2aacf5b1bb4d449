import { createHash, randomUUID } from 'node:crypto';
import type { AgentGap, GapReason } from '@scout/contract';
import { limits } from '@scout/contract/limits';
import type { CheckpointState } from './checkpoint.ts';

/** Events known to be missing from a source or the spool. */
export interface Missing {
  readonly reason: GapReason;
  /** The last record before and the first after, in the source's own notation; null if none. */
  readonly from: string | null;
  readonly to: string | null;
  /** Number of events; null if unknown. */
  readonly missing: number | null;
}

/** Maximum unacknowledged gaps; above it the last one of the same source and reason is extended. */
const KEPT = 500;
/** Remembered ids of acknowledged gaps, for a source that finds the same gap again. */
const REMEMBERED = 200;
const { sourceNameMax, recordIdMax, gapsPerHeartbeat } = limits.agent;

/** Derived from the record before the gap, so that a gap found again after a crash keeps its id. */
function idOf(source: string, { from }: Missing): string {
  if (from === null) return randomUUID();
  const hash = createHash('sha256')
    .update(JSON.stringify(['scout-gap', source, from]))
    .digest('hex');
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
}

/** Adds a gap to the checkpoint. Returns false for a known one. */
export function recordGap(state: CheckpointState, source: string, missing: Missing, now: Date): boolean {
  const gap_id = idOf(source, missing);
  if (state.gaps.some((gap) => gap.gap_id === gap_id) || state.gaps_told.includes(gap_id)) return false;
  const gap: AgentGap = {
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

const grown = (known: AgentGap, more: AgentGap): AgentGap => ({
  ...known,
  to_record: more.to_record,
  missing: known.missing === null || more.missing === null ? null : known.missing + more.missing,
});

/** The gaps of the next heartbeat. */
export const pendingGaps = (state: Readonly<CheckpointState>): AgentGap[] =>
  state.gaps.slice(0, gapsPerHeartbeat);

/** Removes the gaps that the server has confirmed by id. */
export function acknowledgeGaps(state: CheckpointState, ids: readonly string[]): void {
  const acknowledged = new Set(ids);
  state.gaps_told = [
    ...state.gaps_told,
    ...state.gaps.filter(({ gap_id }) => acknowledged.has(gap_id)).map(({ gap_id }) => gap_id),
  ].slice(-REMEMBERED);
  state.gaps = state.gaps.filter(({ gap_id }) => !acknowledged.has(gap_id));
}
