import { ActivityFold } from '@scout/cases/parts';
import { type ActivityPart, packParts } from './activityParts.ts';
import { type LineLimits, linesOf } from './lines.ts';
import { rowOfLine } from './rowOfLine.ts';
import type { Slice } from './slices.ts';

export interface FoldOptions {
  readonly limits: LineLimits;
  /** 1-based numbers of the lines rejected on arrival of the batch. */
  readonly rejected: ReadonlySet<number>;
  /** Called when a line makes the detection library throw, which is a bug; the line is skipped. */
  readonly onFault: (error: unknown, line: number) => void;
  readonly slice: Slice;
}

/** Folds the activity of a batch from an earlier version as ingest would have, from the same lines. Yields to other work between slices. */
export async function foldBody(body: Buffer, options: FoldOptions): Promise<ActivityPart[]> {
  const { rejected, slice } = options;
  const activity = new ActivityFold();
  for (const bodyLine of linesOf(body, options.limits)) {
    if (slice.isOver) await slice.next();
    const { line } = bodyLine;
    if (!('text' in bodyLine) || rejected.has(line)) continue;
    try {
      // It was accepted before, so no event may be rejected now as being in the future.
      const read = rowOfLine(bodyLine.text, Number.MAX_SAFE_INTEGER, 'stored');
      if (read.ok) activity.add(read.row, Date.parse(read.row.timestamp), line - 1);
    } catch (error) {
      options.onFault(error, line);
    }
  }
  return packParts(activity.parts());
}
