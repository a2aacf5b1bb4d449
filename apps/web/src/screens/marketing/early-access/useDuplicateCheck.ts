import { emailProblem } from '@scout/contract/validation/emailProblem';
import { useRef, useState } from 'react';
import { callPublicly } from '../../../api/publicCall.ts';

type State = 'unasked' | 'asking' | 'free' | 'duplicate';

/** Asks, when the field is left, whether early access was requested with an address. A failure is silent: the server checks again. */
export function useDuplicateCheck() {
  const [state, setState] = useState<State>('unasked');
  const asked = useRef('');

  async function ask(text: string) {
    const email = text.trim().toLowerCase();
    if (email === asked.current || emailProblem(email) !== undefined) return;
    asked.current = email;
    setState('asking');
    const answer = await callPublicly('checkExistingRequest', { email }).catch(() => null);
    // Another address was entered since.
    if (asked.current !== email) return;
    if (answer === null) asked.current = '';
    setState(answer === null ? 'unasked' : answer.hasExistingRequest ? 'duplicate' : 'free');
  }

  /** The address changes: what was said of it no longer holds. */
  function forget() {
    asked.current = '';
    setState('unasked');
  }

  /** The server has said so when the request was sent. */
  function found(email: string) {
    asked.current = email.trim().toLowerCase();
    setState('duplicate');
  }

  return { state, ask, forget, found };
}
