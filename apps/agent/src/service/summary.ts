/** Totals of a run. `read` counts the events to deliver: read from its sources, or left in the spool by an earlier run. */
export interface Summary {
  readonly read: number;
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejected: number;
}

/** How many events were read, sent to the server at `url` and rejected, for people. */
export function summaryInWords({ read, accepted, duplicates, rejected }: Summary, url: string): string {
  const parts = [
    `${accepted} accepted`,
    ...(duplicates > 0 ? [`${duplicates} already stored`] : []),
    rejected > 0 ? `${rejected} rejected: see 'status'` : '0 rejected',
  ];
  const sent = accepted + duplicates + rejected;
  return `read ${read} ${read === 1 ? 'event' : 'events'}, sent ${sent} to ${url} (${parts.join(', ')})`;
}
