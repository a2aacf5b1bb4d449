import { limits } from '@scout/contract';
import { buttonClass } from '@scout/ui';
import { paths } from '../../../paths.ts';

const steps = [
  [
    `${limits.plan.discoveryCallMinutes}-minute discovery call`,
    'You tell us what your service accounts open. We tell you whether we can help.',
  ],
  ['Your events', 'We read one export from one server together, and you see what Scout would have shown.'],
  [
    `${limits.plan.freeTrialDays} days on your network`,
    'Agents on machines you choose, with one of our people at your side.',
  ],
  ['A decision', 'Whatever you decide, you keep the findings.'],
] as const;

/** The consultation process, at the end of the page. */
export function Consultation() {
  return (
    <section
      id="consultation"
      aria-labelledby="consultation-title"
      className="scroll-mt-14 border-t border-stroke-subtle"
    >
      <div className="site-width py-20 lg:py-32">
        <h2 id="consultation-title" className="max-w-[52rem] text-display font-medium text-balance">
          Fifteen minutes to know where you stand.
        </h2>
        <ol className="mt-14 grid gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
          {steps.map(([title, words], index) => (
            <li key={title} className="border-t-2 border-stroke-strong pt-4">
              <span className="font-mono text-label text-content-faint">{index + 1}</span>
              <h3 className="mt-1 text-lead font-medium">{title}</h3>
              <p className="mt-1 text-body text-content-muted text-pretty">{words}</p>
            </li>
          ))}
        </ol>
        <a href={paths.contact} className={`mt-12 ${buttonClass({ size: 'large' })}`}>
          Book a discovery call
        </a>
      </div>
    </section>
  );
}
