import { useSyncExternalStore } from 'react';
import { session } from './current.ts';
import type { SessionState } from './session.ts';

const loading: SessionState = { status: 'loading' };

/** The session of this tab, as it changes. */
export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.getState, () => loading);
}
