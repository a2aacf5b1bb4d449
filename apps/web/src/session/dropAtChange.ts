import type { QueryClient } from '@tanstack/react-query';
import type { Store } from '../store/createStore.ts';
import type { SessionState } from './session.ts';

const subjectOf = (state: SessionState) => (state.status === 'signed-in' ? state.claims.subject : null);

/** Drops what one person has asked for when the session ends or becomes another person's. @returns how to stop */
export function dropAtChange(
  session: Pick<Store<SessionState>, 'get' | 'subscribe'>,
  queries: QueryClient,
): () => void {
  let before = subjectOf(session.get());
  return session.subscribe(() => {
    const subject = subjectOf(session.get());
    if (subject !== before) queries.clear();
    before = subject;
  });
}
