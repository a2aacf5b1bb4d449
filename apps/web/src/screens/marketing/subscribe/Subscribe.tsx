import { limits } from '@scout/contract';
import { Badge, buttonClass, CheckIcon } from '@scout/ui';
import { paths } from '../../../paths.ts';
import { publicMeta } from '../../../site/publicMeta.ts';
import { planFeatures } from '../../planFeatures.ts';

export const meta = publicMeta({
  title: 'Subscribe',
  description: `${limits.plan.name}: one plan with everything Scout does. Contact sales to subscribe.`,
  path: paths.subscribe,
});

const price = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
}).format(limits.plan.pricePerMonth);

/** The plan card (spec section 2). */
export default function Subscribe() {
  return (
    <div className="site-width flex flex-col gap-10 py-12 lg:py-20">
      <div className="flex flex-col gap-4">
        <h1 className="text-figure font-medium text-balance">One plan, everything in it</h1>
        <p className="max-w-[52ch] text-lead text-content-muted text-pretty">
          Dashboards, reports and agents for everyone in your organization.
        </p>
      </div>
      <section
        aria-labelledby="plan"
        className="grid border border-stroke-subtle bg-surface-2 lg:grid-cols-[22rem_minmax(0,1fr)]"
      >
        <div className="flex flex-col gap-8 border-stroke-subtle p-6 max-lg:border-b sm:p-8 lg:border-r">
          <div className="flex flex-col gap-3">
            <h2 id="plan" className="text-title font-medium">
              {limits.plan.name}
            </h2>
            <p className="flex items-baseline gap-2">
              <span className="text-figure font-medium">{price}</span>
              <span className="text-body text-content-muted">per month</span>
            </p>
            <p className="text-body text-content-muted">Billed annually.</p>
          </div>
          <div className="mt-auto flex flex-col gap-3">
            <a
              href={paths.contact}
              className={buttonClass({ variant: 'primary', size: 'large', block: true })}
            >
              Contact Sales
            </a>
            <p className="text-body text-content-muted">Sales follows up within 24 hours.</p>
          </div>
        </div>
        <ul className="grid sm:grid-cols-2 lg:grid-cols-3">
          {planFeatures.map(({ name, text, soon }) => (
            <li
              key={name}
              className="grid grid-cols-[1rem_1fr] content-start gap-3 border-b border-stroke-subtle p-6 last:border-0 sm:max-lg:px-8 sm:max-lg:last:col-span-2 lg:nth-last-[-n+3]:border-0"
            >
              <span className="mt-0.5 text-positive">{!soon && <CheckIcon />}</span>
              <div className="flex flex-col gap-1">
                <h3 className="flex flex-wrap items-center gap-2 text-body font-medium">
                  {name}
                  {soon && <Badge>{soon}</Badge>}
                </h3>
                <p className="text-body text-content-muted">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
