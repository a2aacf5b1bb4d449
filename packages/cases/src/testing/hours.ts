import type { NormalisedRow } from '@scout/detection';
import { HOUR } from '@scout/detection/time';
import { type AssessorOptions, openAssessor } from '../assessor.ts';
import { type Bucket, emptyBucket } from '../fold/bucket.ts';
import { foldEvent } from '../fold/fold.ts';
import type { Finding } from '../report/alert.ts';
import { at } from './rows.ts';

const DAYS = 31;

/**
 * Findings when rows of a month from START on are judged hour by hour, as on the server.
 * @param stops hours since START before which the assessor is saved and reopened
 */
export function judgeHours(
  rows: readonly NormalisedRow[],
  options: AssessorOptions,
  stops: readonly number[] = [],
): Finding[] {
  const buckets = new Map<number, Bucket>();
  for (const row of rows) {
    const time = Date.parse(row.timestamp);
    const hour = Math.floor(time / HOUR);
    const bucket = buckets.get(hour) ?? emptyBucket(hour);
    buckets.set(hour, bucket);
    foldEvent(bucket, row, time);
  }
  let assessor = openAssessor(options);
  const findings: Finding[] = [];
  const begin = at(0, 0) / HOUR;
  for (let hour = begin; hour <= begin + DAYS * 24; hour += 1) {
    if (stops.includes(hour - begin)) assessor = openAssessor({ ...options, saved: assessor.save() });
    findings.push(...assessor.endDays(hour));
    const bucket = buckets.get(hour);
    if (bucket !== undefined) findings.push(...assessor.closeHour(bucket).findings);
  }
  return findings;
}
