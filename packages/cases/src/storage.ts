import type { TenantState } from './state.ts';

/** Version of what is remembered and of how it is judged: with another one, history is judged anew. */
export const ASSESSOR_VERSION = 4;

/** Maps as lists of pairs, so that JSON can hold them. */
function plain(_key: string, value: unknown): unknown {
  return value instanceof Map ? { map: [...value] } : value;
}

function revived(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'map')) return value;
  return new Map((value as { map: [unknown, unknown][] }).map);
}

/** The state as text. */
export function writeState(state: TenantState): string {
  return JSON.stringify(state, plain);
}

export function readState(text: string): TenantState {
  return JSON.parse(text, revived) as TenantState;
}

/** Bytes of what is remembered: accounts, machines, addresses and rates; not the open day. */
export function stateSize(state: TenantState): number {
  return Buffer.byteLength(
    writeState({ ...state, buckets: new Map(), today: new Map(), sessions: new Map() }),
  );
}
