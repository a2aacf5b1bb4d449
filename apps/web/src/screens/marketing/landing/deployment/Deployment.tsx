import { Badge } from '@scout/ui';
import { Section } from '../Section.tsx';
import { Diagram } from './Diagram.tsx';
import { deployments } from './deployments.ts';

/** The deployment options of Scout, with the customer's boundary. */
export function Deployment() {
  return (
    <Section
      id="deployment"
      title="You draw the boundary"
      lead="The same program in three places. You choose which boundary your events cross."
    >
      <ul className="grid gap-px border border-stroke-subtle bg-stroke-subtle lg:grid-cols-3">
        {deployments.map((deployment) => (
          <li
            key={deployment.id}
            className="grid bg-surface-2 sm:grid-cols-[20rem_minmax(0,1fr)] lg:grid-cols-1 lg:grid-rows-[auto_1fr]"
          >
            <div className="border-b border-stroke-subtle p-5 sm:border-r sm:border-b-0 lg:border-r-0 lg:border-b">
              <Diagram deployment={deployment} />
            </div>
            <div className="p-5">
              <h3 className="flex items-center gap-3 text-lead font-medium">
                {deployment.name}
                {deployment.recommended && <Badge>Recommended</Badge>}
              </h3>
              <p className="mt-2 text-body text-content-muted text-pretty">{deployment.words}</p>
              <p className="mt-4 text-label text-content-faint">
                Leaves your network: <span className="text-content-muted">{deployment.leaves}</span>
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
