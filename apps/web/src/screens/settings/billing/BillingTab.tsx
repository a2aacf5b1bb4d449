import { limits } from '@scout/contract';
import { buttonClass, Notice, Panel, PanelGrid } from '@scout/ui';
import { useLocation } from 'react-router';
import { paths } from '../../../paths.ts';
import { useOrganization } from '../../../session/organization.ts';
import { titled } from '../../../title.ts';
import { Facts } from '../Facts.tsx';
import type { LockedState } from '../PaidTab.tsx';
import { lockedTexts } from '../tabs.ts';
import { planOf } from './plan.ts';

export const meta = titled('Billing');

/** What an organization without a subscription is offered (spec section 2). */
const offers = {
  purchase: { words: 'Purchase Subscription', path: paths.subscribe },
  request: { words: 'Request Early Access', path: paths.earlyAccess },
} as const;

/** What the organization pays for. A locked tab leads here and says why (spec section 6). */
export default function BillingTab() {
  const { tenant } = useOrganization();
  const locked = (useLocation().state as Partial<LockedState> | null)?.locked;
  const plan = planOf(tenant.is_subscribed);
  const offer = tenant.can_purchase_subscription ? offers.purchase : offers.request;
  return (
    <div className="flex flex-col gap-4">
      {locked !== undefined && !tenant.is_subscribed && (
        <Notice tone="warning" title={lockedTexts[locked]}>
          {tenant.company_name} is on the {plan.name} plan.
        </Notice>
      )}
      <PanelGrid>
        <Panel title="Plan details">
          <div className="flex flex-col gap-5 pt-1">
            <p className="text-title font-medium">{plan.name}</p>
            <Facts
              facts={[
                { name: 'Status', value: plan.status },
                { name: 'Price', value: <span className="font-mono">{plan.price}</span> },
                { name: 'Billing period', value: plan.period },
                ...(tenant.is_subscribed
                  ? [
                      { name: 'Invoices', value: 'billed annually' },
                      { name: 'Event retention', value: `${limits.events.retentionDays} days` },
                    ]
                  : []),
              ]}
            />
            {!tenant.is_subscribed && (
              <>
                <p className="max-w-[64ch] text-body text-content-muted">
                  Dashboards, reports and agents open with a subscription; your members and settings stay as
                  they are.
                </p>
                <p>
                  <a href={offer.path} className={buttonClass({ variant: 'primary' })}>
                    {offer.words}
                  </a>
                </p>
              </>
            )}
          </div>
        </Panel>
      </PanelGrid>
    </div>
  );
}
