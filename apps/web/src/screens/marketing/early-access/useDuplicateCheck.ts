import { emailProblem } from '@scout/contract/validation/emailProblem';
import { useRef, useState } from 'react';
import { callPublicly } from '../../../api/publicCall.ts';

type State = 'unchecked' | 'asking' | 'free' | 'duplicate';

/** Checks on blur if an address has already requested early access. Failures are ignored, because the server checks again. */
export function useDuplicateCheck() {
  const [state, setState] = useState<State>('unchecked');
  const checked = useRef('');

  async function ask(text: string) {
    const email = text.trim().toLowerCase();
    if (email === checked.current || emailProblem(email) !== undefined) return;
    checked.current = email;
    setState('asking');
    const answer = await callPublicly('checkExistingRequest', { email }).catch(() => null);
    // The address was changed meanwhile.
    if (checked.current !== email) return;
    if (answer === null) checked.current = '';
    setState(answer === null ? 'unchecked' : answer.hasExistingRequest ? 'duplicate' : 'free');
  }

  /** Clears the result when the address changes. */
  function forget() {
    checked.current = '';
    setState('unchecked');
  }

  /** Records that the server reported a duplicate on submit. */
  function found(email: string) {
    checked.current = email.trim().toLowerCase();
    setState('duplicate');
  }

  return { state, ask, forget, found };
}
