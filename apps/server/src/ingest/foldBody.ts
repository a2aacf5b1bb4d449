import { ActivityFold } from '@scout/cases/parts';
import { type ActivityPart, packParts } from './activityParts.ts';
import { type LineLimits, linesOf } from './lines.ts';
import { rowOfLine } from './rowOfLine.ts';
import type { Slice } from './slices.ts';

export interface FoldOptions {
  readonly limits: LineLimits;
  /** Numbers of the lines, from 1, that were rejected when the batch arrived. */
  readonly rejected: ReadonlySet<number>;
  /** Told when a line made the detection library throw, which is a fault of ours; the line is left out. */
  readonly onFault: (error: unknown, line: number) => void;
  readonly slice: Slice;
}

/**
 * Folds the activity of a batch that was stored by an earlier version: what ingest would have written with it, from the same lines.
 * Gives way to other work between slices.
 */
export async function foldBody(body: Buffer, options: FoldOptions): Promise<ActivityPart[]> {
  const { rejected, slice } = options;
  const activity = new ActivityFold();
  for (const bodyLine of linesOf(body, options.limits)) {
    if (slice.isOver) await slice.next();
    const { line } = bodyLine;
    if (!('text' in bodyLine) || rejected.has(line)) continue;
    try {
      // It was accepted once, so no event of it is late enough to be refused for lying in the future.
      const read = rowOfLine(bodyLine.text, Number.MAX_SAFE_INTEGER, 'stored');
      if (read.ok) activity.add(read.row, Date.parse(read.row.timestamp), line - 1);
    } catch (error) {
      options.onFault(error, line);
    }
  }
  return packParts(activity.parts());
}
