import { compareMarks, type Mark } from '../fold/bucket.ts';

/** Events stored per finding. */
const EVENTS = 16;

/** Unique events in order of time. */
export function evidenceOf(marks: readonly Mark[]): Mark[] {
  const seen = new Set<string>();
  return marks
    .filter(({ event, record, time }) => {
      const id = event === '' ? `${time}|${record}` : event;
      return seen.size < seen.add(id).size;
    })
    .slice(0, EVENTS)
    .sort(compareMarks);
}
