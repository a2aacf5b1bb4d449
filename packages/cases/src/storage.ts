import type { TenantState } from './state.ts';

/** Version of the state and of the judgment: with a different one, history is judged again. */
export const ASSESSOR_VERSION = 13;

/** Converts maps to lists of pairs for JSON. */
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

/** Bytes of the state: accounts, machines, addresses and rates, without the open day. */
export function stateSize(state: TenantState): number {
  return Buffer.byteLength(
    writeState({
      ...state,
      buckets: new Map(),
      today: new Map(),
      sessions: new Map(),
      requests: new Map(),
      unproved: new Map(),
    }),
  );
}
