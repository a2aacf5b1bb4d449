import { limits, salesAddressPlaceholder } from '@scout/contract';
import { paths } from '../../../paths.ts';
import { Island } from '../../../site/Island.tsx';
import { publicMeta } from '../../../site/publicMeta.ts';
import { ExampleCase } from '../request/ExampleCase.tsx';
import ContactForm from './ContactForm.tsx';

export const meta = publicMeta({
  title: 'Contact sales',
  description:
    'Ask a question about Scout, its plans, or how it would run in your network. Sales answers within 24 hours.',
  path: paths.contact,
});

const facts = [
  { name: 'Answer', text: 'Sales follows up within 24 hours.' },
  {
    name: 'Call',
    text: `A discovery call takes ${limits.plan.discoveryCallMinutes} minutes.`,
  },
  { name: 'Kept', text: 'Only our sales team reads what you write.' },
];

/** Contact sales (spec section 2). */
export default function Contact() {
  return (
    <div className="site-width grid gap-x-16 gap-y-10 py-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,34rem)] lg:py-20">
      <div className="flex flex-col gap-8 lg:sticky lg:top-28 lg:self-start">
        <div className="flex flex-col gap-4">
          <h1 className="text-figure font-medium text-balance">Contact sales</h1>
          <p className="max-w-[46ch] text-lead text-content-muted text-pretty">
            Ask about plans, deployment, or whether Scout can read a log.
          </p>
        </div>
        <dl className="max-w-[28rem] border-t border-stroke-subtle">
          {facts.map(({ name, text }) => (
            <div key={name} className="grid grid-cols-[6.5rem_1fr] gap-4 border-b border-stroke-subtle py-3">
              <dt className="font-mono text-body text-content-faint">{name.toLowerCase()}</dt>
              <dd className="text-body text-content-muted">{text}</dd>
            </div>
          ))}
        </dl>
        <p className="text-body text-content-muted">
          Or email{' '}
          <a
            href={`mailto:${salesAddressPlaceholder}`}
            className="font-mono text-accent underline underline-offset-2 [overflow-wrap:anywhere]"
          >
            {salesAddressPlaceholder}
          </a>
        </p>
        <ExampleCase />
      </div>
      <Island name="contact" component={ContactForm} />
    </div>
  );
}
