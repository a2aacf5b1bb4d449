import { limits } from '@scout/contract';
import { Badge, buttonClass, CheckIcon, Notice, Panel, PanelGrid } from '@scout/ui';
import { useLocation } from 'react-router';
import { paths } from '../../../paths.ts';
import { useOrganization } from '../../../session/organization.ts';
import { stateOfSubscription } from '../../../session/trial.ts';
import { titled } from '../../../title.ts';
import { planFeatures } from '../../planFeatures.ts';
import { Facts } from '../Facts.tsx';
import type { LockedState } from '../PaidTab.tsx';
import { lockedTexts } from '../tabs.ts';
import { PurchaseButton } from './PurchaseButton.tsx';
import { planOf } from './plan.ts';

export const meta = titled('Billing');

/** The offers for an organization without a subscription (spec section 2). */
const offers = {
  purchase: { words: 'Purchase Subscription', path: paths.subscribe },
  request: { words: 'Request Early Access', path: paths.earlyAccess },
} as const;

/** The organization's plan. Locked tabs redirect here with the reason (spec section 6). */
export default function BillingTab() {
  const { tenant } = useOrganization();
  const locked = (useLocation().state as Partial<LockedState> | null)?.locked;
  const state = stateOfSubscription(tenant, Date.now());
  const plan = planOf(tenant.is_subscribed);
  const offer = tenant.can_purchase_subscription ? offers.purchase : offers.request;
  return (
    <div className="flex flex-col gap-4">
      {state.kind === 'ended' && (
        <Notice tone="warning" title="Your subscription has ended">
          We delete your events and cases on {dateOf(tenant.data_until!)} unless you subscribe again. Agents
          keep their events on their machines.
        </Notice>
      )}
      {locked !== undefined && !tenant.is_subscribed && (
        <Notice tone="warning" title={lockedTexts[locked]}>
          {tenant.company_name} is on the {plan.name} plan.
        </Notice>
      )}
      <PanelGrid>
        <Panel title="Plan details" span={4}>
          <div className="flex flex-col gap-5 pt-1">
            <p className="text-title font-medium">{plan.name}</p>
            <Facts
              facts={[
                { name: 'Status', value: plan.status },
                { name: 'Price', value: <span className="font-mono">{plan.price}</span> },
                { name: 'Billing period', value: plan.period },
                ...(state.kind === 'trial'
                  ? [
                      { name: 'Trial', value: trialDays(state.daysLeft) },
                      { name: 'Trial ends', value: dateOf(tenant.trial_ends_at!) },
                    ]
                  : []),
                ...(tenant.is_subscribed
                  ? [
                      { name: 'Billed', value: 'annually' },
                      { name: 'Event retention', value: `${tenant.retention_days} days` },
                    ]
                  : []),
              ]}
            />
            {state.kind !== 'subscribed' && (
              <>
                <p className="max-w-[64ch] text-body text-content-muted">
                  {state.kind === 'trial'
                    ? `The trial costs nothing and ends automatically. Without a subscription, the dashboards then return to demo data, and we keep your events for ${limits.subscription.dataKeptDays} days.`
                    : 'Dashboards, reports and agents become available with a subscription; your members and settings stay.'}
                </p>
                <p>
                  <PurchaseButton mayPurchase={tenant.can_purchase_subscription}>
                    <a href={offer.path} className={buttonClass({ variant: 'primary' })}>
                      {offer.words}
                    </a>
                  </PurchaseButton>
                </p>
              </>
            )}
          </div>
        </Panel>
        <Panel title={tenant.is_subscribed ? 'In your plan' : 'With a subscription'} span={8}>
          <PlanFeatures />
        </Panel>
      </PanelGrid>
    </div>
  );
}

const dates = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' });
const dateOf = (time: string): string => dates.format(new Date(time));

const trialDays = (days: number): string => `${days} ${days === 1 ? 'day' : 'days'} left`;

/** The features of the plan. */
function PlanFeatures() {
  return (
    <ul className="grid gap-x-6 gap-y-4 pt-1 sm:grid-cols-2 xl:grid-cols-3">
      {planFeatures.map(({ name, text, soon }) => (
        <li key={name} className="grid grid-cols-[1rem_1fr] content-start gap-x-3 text-body">
          <span className="mt-0.5 text-positive">{soon === undefined && <CheckIcon />}</span>
          <div>
            <h3 className="flex flex-wrap items-center gap-2">
              {name}
              {soon && <Badge>{soon}</Badge>}
            </h3>
            <p className="text-label text-content-muted">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
