import { buttonClass } from '@scout/ui';
import { paths } from '../../../../paths.ts';
import { Island } from '../../../../site/Island.tsx';
import { Claims } from '../Claims.tsx';
import HeroCase from './HeroCase.tsx';

/** The headline beside the case of the account that it names. */
export function Hero() {
  return (
    <section aria-labelledby="hero-title">
      <div className="site-width grid items-center gap-x-14 gap-y-12 pt-14 pb-16 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:pt-20 lg:pb-20">
        <div>
          <h1 id="hero-title" className="text-display font-medium text-balance">
            See who is behind every service account.
          </h1>
          <p className="mt-6 max-w-[34rem] text-lead text-content-muted text-pretty">
            <span className="font-mono text-content">svc.billing</span> signed in at{' '}
            <span className="font-mono text-content">FIN-LAPTOP3</span> at{' '}
            <span className="font-mono text-content">02:14</span>. No person owns its password, and it opens
            your production database. Scout reads the Windows security events that say so and shows you the
            one line that should not be there.
          </p>
          <div className="mt-8 flex flex-col gap-3 sm:flex-row">
            <a href={paths.earlyAccess} className={buttonClass({ variant: 'primary', size: 'large' })}>
              Request Early Access
            </a>
            <a href={paths.register} className={buttonClass({ size: 'large' })}>
              Create an account
            </a>
          </div>
        </div>
        <Island name="hero" component={HeroCase} className="min-w-0" />
      </div>
      <div className="site-width">
        <Claims />
      </div>
    </section>
  );
}
