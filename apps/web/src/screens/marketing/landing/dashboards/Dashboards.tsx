import { Island } from '../../../../site/Island.tsx';
import { Section } from '../Section.tsx';
import { dashboardTabs } from './TabList.tsx';

/** The four dashboards on seeded data. Their scripts load once a visitor scrolls to them. */
export function Dashboards() {
  return (
    <Section
      id="dashboards"
      title="Four dashboards, running"
      lead="These are the product’s own screens on generated events, refreshing as they do for a customer. Sort, search, point at a line."
    >
      <Island name="dashboards" className="h-[46rem] border border-stroke-subtle bg-surface-2">
        <ul className="flex flex-wrap gap-x-8 gap-y-2 border-b border-stroke-subtle px-4 py-3.5 text-body text-content-muted">
          {dashboardTabs.map(({ id, title }) => (
            <li key={id}>{title}</li>
          ))}
        </ul>
      </Island>
    </Section>
  );
}
