/** Position of an event: its batch, and its 0-based line. */
export interface EventPlace {
  readonly batchId: string;
  readonly batchIndex: number;
}

/** The identity of an event in every response; sorts by code point like (batch, line). */
export function eventId({ batchId, batchIndex }: EventPlace): string {
  return `${batchId}-${String(batchIndex).padStart(6, '0')}`;
}

/** The position in an identity. */
export function placeOf(id: string): EventPlace {
  return { batchId: id.slice(0, 36), batchIndex: Number(id.slice(37)) };
}

/** Creation time of a batch id, epoch milliseconds: the first 48 bits of a UUID version 7; null for any other UUID. */
export function batchTime(batchId: string): number | null {
  return batchId[14] === '7' ? Number.parseInt(batchId.slice(0, 8) + batchId.slice(9, 13), 16) : null;
}

/** The first batch id of a time in epoch milliseconds. */
export const batchIdAt = (time: number): string =>
  `${time
    .toString(16)
    .padStart(12, '0')
    .replace(/^(.{8})/, '$1-')}-0000-0000-000000000000`;
