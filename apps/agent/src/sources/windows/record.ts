import type { WindowsPosition } from '../../spool/position.ts';

const RECORD_ID = /<EventRecordID>\s*(\d+)\s*<\/EventRecordID>/;
const EVENT_ID = /<EventID[^>]*>\s*(\d+)\s*<\/EventID>/;
// Precision of 0.1 microseconds: some Windows versions print two more digits.
const TIME = /<TimeCreated\s[^>]*SystemTime=["']([^"'.Z]*(?:\.\d{1,7})?)/;

/** Before the first record of a log. */
export const BEGINNING: WindowsPosition = { kind: 'windows', record: '0', identity: '' };

/** The position after an event, from its XML. Null without a record id. */
export function positionAfter(xml: string): WindowsPosition | null {
  const record = RECORD_ID.exec(xml)?.[1];
  if (record === undefined) return null;
  // Not the whole text: only this is guaranteed to be stable between two reads of a record.
  const identity = `${EVENT_ID.exec(xml)?.[1] ?? ''} ${TIME.exec(xml)?.[1] ?? ''}`;
  return { kind: 'windows', record, identity };
}
