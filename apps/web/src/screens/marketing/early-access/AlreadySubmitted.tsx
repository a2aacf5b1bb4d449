import { buttonClass } from '@scout/ui';
import { paths } from '../../../paths.ts';

/** A signed-in person has requested before. */
export function AlreadySubmitted() {
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
