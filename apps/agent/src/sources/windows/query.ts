/** What to read of a Windows event log. */
export interface Selection {
  /** Channel: `Security`. */
  readonly channel: string;
  /** Event ids to ship; empty means all. */
  readonly eventIds: readonly number[];
}

const oneOf = (ids: readonly number[]): string => ids.map((id) => `EventID=${id}`).join(' or ');

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
