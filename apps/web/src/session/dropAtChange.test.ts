import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { createStore } from '../store/createStore.ts';
import { dropAtChange } from './dropAtChange.ts';
import type { SessionState } from './session.ts';

function signedIn(subject: string): SessionState {
  return { status: 'signed-in', claims: { subject }, user: { id: subject } } as SessionState;
}

/** Ada's session with one of her responses. */
function adas() {
  const session = createStore<SessionState>(signedIn('ada'));
  const queries = new QueryClient();
  dropAtChange(session, queries);
  queries.setQueryData(['figures'], 1);
  return { session, answer: () => queries.getQueryData(['figures']) };
}

test('signing out drops what was asked for', () => {
  const { session, answer } = adas();
  session.set({ status: 'signed-out', deliberate: true });
  expect(answer()).toBeUndefined();
});

test('another person in the same tab starts without it', () => {
  const { session, answer } = adas();
  session.set(signedIn('ben'));
  expect(answer()).toBeUndefined();
});

test('a renewal of the same person keeps it', () => {
  const { session, answer } = adas();
  session.set(signedIn('ada'));
  expect(answer()).toBe(1);
});
