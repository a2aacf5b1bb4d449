import { SeverityBadge } from '@scout/ui';
import { ACCOUNT, ways } from '../landing/hero/caseStory.ts';

/** The case of the front page beside a form: what Scout says about an account, way by way. */
export function ExampleCase() {
  return (
    <section aria-label="An example of a case" className="max-w-[34rem] max-lg:hidden">
      <p className="flex items-baseline gap-x-3 border-l-2 border-l-severity-high bg-surface-2 px-4 py-3 text-label outline outline-stroke-subtle">
        <SeverityBadge level="high" />
        <span className="font-mono text-body font-medium">{ACCOUNT}</span>
        <span className="text-content-muted">An example of a case</span>
      </p>
      <ul>
        {ways.map(({ id, person, source, server, description }) => (
          <li key={id} className="border-b border-stroke-subtle px-4 py-3">
            <p className="flex flex-wrap gap-x-2 font-mono text-label">
              <span>{person}</span>
              <span aria-hidden="true" className="text-content-faint">
                →
              </span>
              <span>{source}</span>
              <span aria-hidden="true" className="text-content-faint">
                →
              </span>
              <span>{server}</span>
            </p>
            <p className="mt-1 text-body text-content-muted text-pretty">{description}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
