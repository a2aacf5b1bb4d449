import type { QueryClient } from '@tanstack/react-query';
import type { Store } from '../store/createStore.ts';
import type { SessionState } from './session.ts';

const subjectOf = (state: SessionState) => (state.status === 'signed-in' ? state.claims.subject : null);

/** Drops cached responses when the session ends or the person changes. @returns a function that stops it */
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
