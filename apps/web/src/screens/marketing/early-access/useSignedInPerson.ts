import { useEffect, useState } from 'react';
import type { EarlyAccessPerson } from './askAboutPerson.ts';

type State =
  /** True until the response arrives. */
  { status: 'unknown' } | { status: 'visitor' } | { status: 'known'; person: EarlyAccessPerson };

/** The signed-in person, to prefill the form. Only requested when the hint of public/theme.js indicates a session. */
export function useSignedInPerson(): State {
  const [state, setState] = useState<State>({ status: 'unknown' });

  useEffect(() => {
    let gone = false;
    const settle = (person: EarlyAccessPerson | null) => {
      if (!gone) setState(person === null ? { status: 'visitor' } : { status: 'known', person });
    };
    if (!('signedIn' in document.documentElement.dataset)) settle(null);
    else {
      import('./askAboutPerson.ts')
        .then(({ askAboutPerson }) => askAboutPerson())
        // On failure the form is shown as for any visitor.
        .then(settle, () => settle(null));
    }
    return () => {
      gone = true;
    };
  }, []);

  return state;
}
