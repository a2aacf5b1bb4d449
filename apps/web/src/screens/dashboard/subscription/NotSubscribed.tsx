import { Button, buttonClass } from '@scout/ui';
import { paths } from '../../../paths.ts';
import { dashboards } from '../dashboards.ts';

/** The question that each dashboard answers, by its title. */
const questions: Record<(typeof dashboards)[number]['title'], string> = {
  'Service Account Activity':
    'Who opened a production database as a service account, from which machine, with which tool?',
  'Failed Logons': 'Which service account is refused, by which server, how often, and why?',
  'Interactive Logons': 'Which service account signed in at a workstation, where only people should?',
  'Infrastructure Changes': 'What did a service account change on a server, and how severe is it?',
};

interface NotSubscribedProps {
  company: string;
  onContinue: () => void;
}

/** Replaces the dashboards of an organization that is neither subscribed nor in demo mode: their purpose, and the next steps. */
export function NotSubscribed({ company, onContinue }: NotSubscribedProps) {
  return (
    <div className="mx-auto w-full max-w-4xl px-4 py-16 lg:px-6">
      <h1 className="text-title font-medium text-balance">Dashboards require a subscription</h1>
      <p className="mt-2 max-w-[62ch] text-lead text-content-muted">
        {company} has no active subscription, so there is no data to show. Explore with demo data, or request
        early access.
      </p>
      <div className="mt-6 flex flex-col gap-3 sm:flex-row">
        <a href={paths.earlyAccess} className={buttonClass({ variant: 'primary', size: 'large' })}>
          Request Early Access
        </a>
        <Button size="large" onClick={onContinue}>
          Continue browsing
        </Button>
      </div>
      <dl className="mt-12 border-t border-stroke-subtle">
        {dashboards.map(({ title }) => (
          <div
            key={title}
            className="grid gap-x-8 gap-y-1 border-b border-stroke-subtle py-4 md:grid-cols-[14rem_1fr]"
          >
            <dt className="font-medium">{title}</dt>
            <dd className="text-content-muted">{questions[title]}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
