import { limits } from '@scout/contract';
import { buttonClass } from '@scout/ui';
import { paths } from '../../../paths.ts';
import { Island } from '../../../site/Island.tsx';
import { publicMeta } from '../../../site/publicMeta.ts';
import ReturnHome from './ReturnHome.tsx';

export const meta = publicMeta({
  title: 'Request received',
  description: 'We received your request for early access to Scout.',
  path: paths.earlyAccessSuccessful,
  indexed: false,
});

/** Confirms a request, then opens the landing page (spec section 2). */
export default function EarlyAccessSuccessful() {
  return (
    <div className="site-width flex grow flex-col items-start justify-center gap-5 py-24">
      <h1 className="text-figure font-medium text-balance">Thank you for your request</h1>
      <p className="max-w-[52ch] text-lead text-content-muted text-pretty">
        A confirmation is on its way to your address. We get back to you within 5-7 business days.
      </p>
      <Island
        name="return-home"
        component={ReturnHome}
        props={{ seconds: limits.timers.earlyAccessSuccessSeconds }}
      />
      <a href={paths.landing} className={buttonClass({ size: 'large' })}>
        Go Home
      </a>
    </div>
  );
}
