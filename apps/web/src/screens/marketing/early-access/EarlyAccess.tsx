import { salesAddressPlaceholder } from '@scout/contract';
import { paths } from '../../../paths.ts';
import { Island } from '../../../site/Island.tsx';
import { publicMeta } from '../../../site/publicMeta.ts';
import { ExampleCase } from '../request/ExampleCase.tsx';
import EarlyAccessForm from './EarlyAccessForm.tsx';

export const meta = publicMeta({
  title: 'Request early access',
  description:
    'Ask for early access to Scout: self-hosted detection of service-account misuse on database servers and workstations.',
  path: paths.earlyAccess,
});

const next = [
  { when: 'today', what: 'We email you a confirmation.' },
  { when: '5-7 days', what: 'We reply, in business days, with a few questions.' },
  { when: '15 min', what: 'In a discovery call, we discuss your accounts, servers and deployment.' },
];

/** The early-access request (spec section 2). */
export default function EarlyAccess() {
  return (
    <div className="site-width grid gap-x-16 gap-y-10 py-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,34rem)] lg:py-20">
      <div className="flex flex-col gap-8 lg:sticky lg:top-28 lg:self-start">
        <div className="flex flex-col gap-4">
          <h1 className="text-figure font-medium text-balance">Request early access</h1>
          <p className="max-w-[46ch] text-lead text-content-muted text-pretty">
            Scout watches how service accounts are used on your database servers and workstations. Tell us
            about yourself and your systems.
          </p>
        </div>
        <dl className="max-w-[28rem] border-t border-stroke-subtle">
          {next.map(({ when, what }) => (
            <div key={when} className="grid grid-cols-[6.5rem_1fr] gap-4 border-b border-stroke-subtle py-3">
              <dt className="font-mono text-body text-content-faint">{when}</dt>
              <dd className="text-body text-content-muted">{what}</dd>
            </div>
          ))}
        </dl>
        <ExampleCase />
      </div>
      <div className="flex flex-col gap-5">
        <Island name="early-access" component={EarlyAccessForm} />
        <p className="text-body text-content-muted text-pretty">
          Scout is a paid enterprise security platform. Pricing is based on organization size and
          requirements.
        </p>
        <p className="text-body text-content-muted">
          Prefer email?{' '}
          <a href={`mailto:${salesAddressPlaceholder}`} className="text-accent underline underline-offset-2">
            Email sales
          </a>
        </p>
      </div>
    </div>
  );
}
