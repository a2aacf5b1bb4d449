import { buttonClass, Spinner } from '@scout/ui';
import { paths } from '../../../paths.ts';
import { RequestForm } from './RequestForm.tsx';
import { useSignedInPerson } from './useSignedInPerson.ts';

/** The form, or its replacement for a signed-in person who has already requested access. An island that works before hydration. */
export default function EarlyAccessForm() {
  const state = useSignedInPerson();
  if (state.status === 'known' && state.person.hasExistingRequest) return <AlreadySubmitted />;
  // Until the session is known, the hint that hides 'Log In' (site.css) selects one of the two.
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

/** Shown when the signed-in person has already requested access. */
function AlreadySubmitted() {
  return (
    <section
      role="status"
      className="flex flex-col items-start gap-3 border border-stroke-subtle bg-surface-2 px-5 py-10 sm:px-8"
    >
      <h2 className="text-title font-medium">Request Already Submitted</h2>
      <p className="max-w-[48ch] text-lead text-content-muted">
        Your early access request is with our team. We will get back to you within 5-7 business days.
      </p>
      <a href={paths.dashboard} className={`mt-3 ${buttonClass({ size: 'large' })}`}>
        Go to Dashboard
      </a>
    </section>
  );
}
