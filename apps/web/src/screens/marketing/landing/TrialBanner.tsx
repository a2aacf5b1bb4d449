import { limits } from '@scout/contract';
import { buttonClass } from '@scout/ui';
import { paths } from '../../../paths.ts';

const days = limits.plan.freeTrialDays;

/** The free trial, between the hero and the rest. */
export function TrialBanner() {
  return (
    <section aria-labelledby="trial-title" className="border-t border-stroke-subtle bg-surface-2">
      <div className="site-width flex flex-wrap items-center gap-x-8 gap-y-4 py-6">
        <div className="flex min-w-0 grow items-center gap-5">
          <TrialDays />
          <div>
            <h2 id="trial-title" className="text-lead font-medium">
              Free trial: {days} days
            </h2>
            <p className="text-body text-content-muted">
              It starts with your organization and ends automatically; we keep your data for{' '}
              {limits.subscription.dataKeptDays} more days.
            </p>
          </div>
        </div>
        <a href={paths.register} className={buttonClass({ size: 'large' })}>
          Start your trial
        </a>
      </div>
    </section>
  );
}

/** One mark per day. */
function TrialDays() {
  return (
    <svg width={days * 7 - 4} height="24" aria-hidden="true" className="hidden shrink-0 sm:block">
      {Array.from({ length: days }, (_, day) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: days have no other identity.
        <rect key={day} x={day * 7} width="3" height="24" className="fill-accent" opacity={1 - day * 0.055} />
      ))}
    </svg>
  );
}
