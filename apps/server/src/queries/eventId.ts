/** Where an event stands: its batch, and its line in it from 0. */
export interface EventPlace {
  readonly batchId: string;
  readonly batchIndex: number;
}

/** The identity of an event in every answer; it sorts by code point as (batch, line) do. */
export function eventId({ batchId, batchIndex }: EventPlace): string {
  return `${batchId}-${String(batchIndex).padStart(6, '0')}`;
}

/** The place that an identity of the contract's form names. */
export function placeOf(id: string): EventPlace {
  return { batchId: id.slice(0, 36), batchIndex: Number(id.slice(37)) };
}

/** When a batch was numbered, epoch milliseconds: the first 48 bits of a UUID of version 7; null for any other UUID. */
export function batchTime(batchId: string): number | null {
  return batchId[14] === '7' ? Number.parseInt(batchId.slice(0, 8) + batchId.slice(9, 13), 16) : null;
}
