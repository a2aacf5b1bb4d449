import { useEffect, useState } from 'react';
import type { EarlyAccessPerson } from './askAboutPerson.ts';

type State =
  /** Not asked yet, or no answer yet. */
  { status: 'unknown' } | { status: 'visitor' } | { status: 'known'; person: EarlyAccessPerson };

/** Who is signed in, with what the form may fill in. Only where the hint of public/theme.js says so is anybody asked. */
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
        // Whoever cannot be asked about fills in the form like any visitor.
        .then(settle, () => settle(null));
    }
    return () => {
      gone = true;
    };
  }, []);

  return state;
}
