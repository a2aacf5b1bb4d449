/** The part of a Windows event log to read. */
export interface Selection {
  /** Channel: `Security`. */
  readonly channel: string;
  /** Event ids to send; empty means all. */
  readonly eventIds: readonly number[];
  /** By default all are sent. */
  readonly filter?: EventFilter;
}

/** Selects the events to send. */
export interface EventFilter {
  readonly keeps: (xml: string) => boolean;
  /** Resolves when the filter can decide. */
  readonly ready: (signal: AbortSignal) => Promise<void>;
}

/** Comparisons that Windows accepts in one expression: with a few more it rejects the query as invalid. */
const COMPARISONS = 20;

/** A condition for `ids`. For many ids, neighbors are requested as a range, and extra events in it are dropped by {@link isWanted}. */
function oneOf(ids: readonly number[]): string {
  // Two comparisons are for the record itself and those after it.
  const ranges = rangesOf(ids, COMPARISONS - 2);
  return ranges
    .map(([first, last]) =>
      first === last ? `EventID=${first}` : `(EventID>=${first} and EventID<=${last})`,
    )
    .join(' or ');
}

/** The ids as ranges with at most `most` comparisons, and as few extra ids as possible. */
function rangesOf(ids: readonly number[], most: number): [number, number][] {
  const ranges = [...new Set(ids)].sort((a, b) => a - b).map((id): [number, number] => [id, id]);
  const cost = () => ranges.reduce((sum, [first, last]) => sum + (first === last ? 1 : 2), 0);
  while (cost() > most && ranges.length > 1) {
    const gaps = ranges.slice(1).map(([first], index) => first - ranges[index]![1]);
    const at = gaps.indexOf(Math.min(...gaps));
    ranges.splice(at, 2, [ranges[at]![0], ranges[at + 1]![1]]);
  }
  return ranges;
}

const EVENT_ID = /<EventID[^>]*>\s*(\d+)\s*<\/EventID>/;

/** True for an event to send: its id is selected, and it passes the filter. */
export function isWanted({ eventIds, filter }: Selection, xml: string): boolean {
  if (eventIds.length > 0 && !eventIds.includes(Number(EVENT_ID.exec(xml)?.[1]))) return false;
  return filter === undefined || filter.keeps(xml);
}

/**
 * XPath for the record `record` itself, of any kind, and selected events after it: the first proves that the log is unchanged.
 * Record ids begin at 1.
 */
export function pageQuery({ eventIds }: Selection, record: string): string {
  const after =
    eventIds.length === 0 ? `EventRecordID>${record}` : `(EventRecordID>${record} and (${oneOf(eventIds)}))`;
  return `*[System[EventRecordID=${record} or ${after}]]`;
}

/** XPath for every record. */
export const ANY = '*';

/** Arguments of `wevtutil` for up to `count` events of `query`. `/uni` preserves names outside the code page. */
export const queryArguments = (
  channel: string,
  query: string,
  count: number,
  first: 'oldest' | 'newest',
): string[] => [
  'qe',
  channel,
  `/q:${query}`,
  '/f:xml',
  `/rd:${first === 'newest'}`,
  `/c:${count}`,
  '/uni:true',
];
