import { compareMarks, type Mark } from './bucket.ts';

/** Events kept of one finding. */
const EVENTS = 16;

/** Each event once, in the order of time. */
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
