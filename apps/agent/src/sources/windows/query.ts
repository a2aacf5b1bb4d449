/** The part of a Windows event log to read. */
export interface Selection {
  /** Channel: `Security`. */
  readonly channel: string;
  /** Event ids to ship; empty means all. */
  readonly eventIds: readonly number[];
  /** Which of these events leave the machine, told from their XML; all when left out. */
  readonly keeps?: (xml: string) => boolean;
}

/** Comparisons that Windows takes in one expression: with some more it says that the query is not valid. */
const COMPARISONS = 20;

/**
 * A condition that holds for `ids`. Where they are many, neighbors are asked for as a range, and what lies between them is read too, and
 * left out by {@link isWanted}.
 */
function oneOf(ids: readonly number[]): string {
  // Two comparisons are for the record itself and those after it.
  const ranges = rangesOf(ids, COMPARISONS - 2);
  return ranges
    .map(([first, last]) =>
      first === last ? `EventID=${first}` : `(EventID>=${first} and EventID<=${last})`,
    )
    .join(' or ');
}

/** The ids as ranges that cost at most `most` comparisons, with as little as possible between them. */
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

/** True for an event that the selection ships: its id is one of those asked for, and what else it asks holds. */
export function isWanted({ eventIds, keeps }: Selection, xml: string): boolean {
  if (eventIds.length > 0 && !eventIds.includes(Number(EVENT_ID.exec(xml)?.[1]))) return false;
  return keeps === undefined || keeps(xml);
}

/**
 * XPath for the record `record` itself, whatever it is, and what `selection` wants after it: the first proves that the
 * log is still the one that was read. Record ids begin at 1.
 */
export function pageQuery({ eventIds }: Selection, record: string): string {
  const after =
    eventIds.length === 0 ? `EventRecordID>${record}` : `(EventRecordID>${record} and (${oneOf(eventIds)}))`;
  return `*[System[EventRecordID=${record} or ${after}]]`;
}

/** XPath for every record. */
export const ANY = '*';

/** Arguments of `wevtutil` for up to `count` events of `query`. `/uni` keeps names outside the code page whole. */
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
