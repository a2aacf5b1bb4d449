import type { WindowsPosition } from '../../spool/position.ts';

const RECORD_ID = /<EventRecordID>\s*(\d+)\s*<\/EventRecordID>/;
const EVENT_ID = /<EventID[^>]*>\s*(\d+)\s*<\/EventID>/;
// To a tenth of a microsecond: some Windows versions print two digits more.
const TIME = /<TimeCreated\s[^>]*SystemTime=["']([^"'.Z]*(?:\.\d{1,7})?)/;

/** Before the first record of a log. */
export const BEGINNING: WindowsPosition = { kind: 'windows', record: '0', identity: '' };

/** The position after an event, from its XML. Null when it has no record id. */
export function positionAfter(xml: string): WindowsPosition | null {
  const record = RECORD_ID.exec(xml)?.[1];
  if (record === undefined) return null;
  // Not the whole text: what must not change between two readings of one record is only this.
  const identity = `${EVENT_ID.exec(xml)?.[1] ?? ''} ${TIME.exec(xml)?.[1] ?? ''}`;
  return { kind: 'windows', record, identity };
}
