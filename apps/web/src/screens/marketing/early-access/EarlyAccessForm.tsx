import { Spinner } from '@scout/ui';
import { AlreadySubmitted } from './AlreadySubmitted.tsx';
import { RequestForm } from './RequestForm.tsx';
import { useSignedInPerson } from './useSignedInPerson.ts';

/** The form, or what a signed-in person sees in its place. An island: it works before a script has come. */
export default function EarlyAccessForm() {
  const state = useSignedInPerson();
  if (state.status === 'known' && state.person.hasExistingRequest) return <AlreadySubmitted />;
  // Until it is known who is here, the hint that hides 'Log In' (site.css) chooses between the two.
  const isOpen = state.status === 'unknown';
  return (
    <>
      {isOpen && (
        <div
          role="status"
          className="when-signed-in border border-stroke-subtle bg-surface-2 px-5 py-16 sm:px-8"
        >
          <p className="flex items-center justify-center gap-2.5 text-body text-content-muted">
            <Spinner />
            Checking for an existing request...
          </p>
        </div>
      )}
      <div className={isOpen ? 'when-signed-out' : ''}>
        <RequestForm
          key={state.status === 'known' ? 'known' : 'visitor'}
          known={state.status === 'known' ? state.person : null}
        />
      </div>
    </>
  );
}
