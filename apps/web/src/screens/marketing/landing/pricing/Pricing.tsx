import { buttonClass, CheckIcon } from '@scout/ui';
import { Section } from '../Section.tsx';
import { type Plan, plans } from './plans.ts';

/** The three plans side by side. */
export function Pricing() {
  return (
    <Section
      id="pricing"
      title="Priced by what it watches"
      lead="A plan fee plus a small charge for stored data. Pay monthly, or yearly and save. Every plan runs the same program; Settings show your billable machines and volume."
    >
      <ul className="grid gap-px border border-stroke-subtle bg-stroke-subtle lg:grid-cols-3">
        {plans.map((plan) => (
          <PlanColumn key={plan.name} plan={plan} />
        ))}
      </ul>
    </Section>
  );
}

function PlanColumn({ plan }: { plan: Plan }) {
  return (
    <li className="flex flex-col bg-surface-2 p-6 lg:p-8">
      <h3 className="text-lead font-medium">{plan.name}</h3>
      <p className="mt-1 text-body text-content-muted">{plan.devices}</p>
      <p className="mt-6 flex items-baseline gap-1.5">
        <span className="text-figure font-medium">{plan.price}</span>
        {plan.unit && <span className="text-body text-content-muted">{plan.unit}</span>}
      </p>
      <p className="mt-1 text-body text-content-muted">{plan.perGb}</p>
      <p className="mt-4 min-h-11 lg:min-h-15 border-t border-stroke-subtle pt-4 text-body">
        {plan.annual ? (
          <>
            <span className="font-medium">{plan.annual.price}</span>/year{' '}
            <span className="text-content-muted">
              instead of <s>{plan.annual.insteadOf}</s>
              {plan.annual.saving && `, ${plan.annual.saving}`}
            </span>
          </>
        ) : (
          <span className="text-content-muted">Billing terms by agreement.</span>
        )}
      </p>
      <ul className="mt-6 flex grow flex-col gap-2.5 text-body text-content-muted">
        {plan.features.map((feature) => {
          const isThere = typeof feature === 'string';
          const text = isThere ? feature : feature.soon;
          return (
            <li key={text} className="flex gap-2.5">
              <span className="mt-0.5 w-3.5 shrink-0 text-content-faint">
                {isThere && <CheckIcon size={14} />}
              </span>
              {text}
            </li>
          );
        })}
      </ul>
      <a href={plan.href} className={`mt-8 ${buttonClass({ size: 'large', block: true })}`}>
        {plan.action}
      </a>
    </li>
  );
}
