import { emailProblem } from '@scout/contract/validation/emailProblem';
import { useRef, useState } from 'react';
import { callPublicly } from '../../../api/publicCall.ts';

type State = 'unasked' | 'asking' | 'free' | 'duplicate';

/** Checks on blur if an address has already requested early access. Failures are ignored, because the server checks again. */
export function useDuplicateCheck() {
  const [state, setState] = useState<State>('unasked');
  const asked = useRef('');

  async function ask(text: string) {
    const email = text.trim().toLowerCase();
    if (email === asked.current || emailProblem(email) !== undefined) return;
    asked.current = email;
    setState('asking');
    const answer = await callPublicly('checkExistingRequest', { email }).catch(() => null);
    // The address was changed meanwhile.
    if (asked.current !== email) return;
    if (answer === null) asked.current = '';
    setState(answer === null ? 'unasked' : answer.hasExistingRequest ? 'duplicate' : 'free');
  }

  /** Clears the result when the address changes. */
  function forget() {
    asked.current = '';
    setState('unasked');
  }

  /** Records that the server reported a duplicate on submit. */
  function found(email: string) {
    asked.current = email.trim().toLowerCase();
    setState('duplicate');
  }

  return { state, ask, forget, found };
}
