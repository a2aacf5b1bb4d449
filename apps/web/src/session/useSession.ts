import { useSyncExternalStore } from 'react';
import { session } from './current.ts';
import type { SessionState } from './session.ts';

const loading: SessionState = { status: 'loading' };

/** The state of this tab's session. */
export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.get, () => loading);
}
