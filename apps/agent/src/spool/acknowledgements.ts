import type { Acknowledgement } from '../transport/server.ts';
import type { BatchHeader } from './batchFile.ts';
import type { CheckpointState, Rejection } from './checkpoint.ts';
import { eventsOf } from './scan.ts';

/** Rejections and notices stored in full; older ones are only counted. */
const KEPT = 100;

/** Adds an acknowledged batch to the totals. `number` is its `scout-batch`, null if it was never sent. */
export function recordAcknowledgement(
  state: CheckpointState,
  header: BatchHeader,
  number: number | null,
  outcome: Acknowledgement,
  now: Date,
): void {
  const at = now.toISOString();
  const { source } = header;
  const rejections: Rejection[] = [
    ...outcome.rejected.map(({ line, code, message }) => ({
      at,
      source,
      batch: number,
      line,
      code,
      message,
    })),
    ...header.refused.map(({ code, message }) => ({ at, source, batch: null, line: null, code, message })),
  ];
  state.totals.read += eventsOf(header);
  state.totals.accepted += outcome.accepted;
  state.totals.duplicates += outcome.duplicates;
  state.totals.rejected += rejections.length;
  for (const { code } of rejections) {
    state.rejections.by_code[code] = (state.rejections.by_code[code] ?? 0) + 1;
  }
  if (rejections.length > 0)
    state.rejections.recent = [...state.rejections.recent, ...rejections].slice(-KEPT);
  state.last_acknowledged_at = at;
}

/** Adds a message for `status`. */
export function recordNotice(state: CheckpointState, message: string, now: Date): void {
  state.notices = [...state.notices, { at: now.toISOString(), message }].slice(-KEPT);
}
