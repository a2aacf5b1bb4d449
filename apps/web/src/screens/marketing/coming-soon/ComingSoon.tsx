import { Logo } from '@scout/ui';
import { paths } from '../../../paths.ts';
import { Island } from '../../../site/Island.tsx';
import { publicMeta } from '../../../site/publicMeta.ts';
import LaunchCountdown from './LaunchCountdown.tsx';
import Notify from './Notify.tsx';

export const meta = publicMeta({
  title: 'Coming soon',
  description:
    'Scout finds the service account that should not be there. Leave your address and be the first to know.',
  path: paths.comingSoon,
  indexed: false,
});

/** The page has no bar (spec section 2). */
export const handle = { hidesHeader: true };

/** The launch countdown and the mailing list. */
export default function ComingSoon() {
  return (
    <div className="site-width flex grow flex-col justify-center gap-12 py-16">
      <div className="flex flex-col items-start gap-6">
        <Logo />
        <h1 className="max-w-[18ch] text-display font-medium text-balance">
          Know when a person uses a service account
        </h1>
        <p className="max-w-[56ch] text-lead text-content-muted text-pretty">
          Scout is an agent on your database servers and workstations, four dashboards, and the one line that
          says that <span className="font-mono text-content">svc.billing</span> signed in where it never
          should.
        </p>
      </div>
      <Island name="launch-countdown" component={LaunchCountdown} />
      <div className="max-w-[34rem]">
        <Island name="notify" component={Notify} />
      </div>
    </div>
  );
}
