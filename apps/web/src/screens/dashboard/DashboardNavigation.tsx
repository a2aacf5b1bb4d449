import { cx, formatCount, VisuallyHidden } from '@scout/ui';
import { useQuery } from '@tanstack/react-query';
import { use, useEffect, useRef } from 'react';
import { NavLink, useLocation, useSearchParams } from 'react-router';
import { paths } from '../../paths.ts';
import { mayOpen } from '../../session/openPages.ts';
import { OrganizationContext, roleOf } from '../../session/organization.ts';
import { query } from '../../session/queries.ts';
import { rangeOnly } from '../../view/viewState.ts';
import { dashboards } from './dashboards.ts';

interface Page {
  path: string;
  short: string;
  /** True if pages below it count as part of it. */
  nested?: boolean;
}

const overview: Page = { path: paths.dashboard, short: 'Overview' };
const demoPages: readonly Page[] = [overview, ...dashboards];
const livePages: readonly Page[] = [
  overview,
  { path: paths.cases, short: 'Cases', nested: true },
  { path: paths.accounts, short: 'Accounts', nested: true },
  ...dashboards,
];

/** Links to the pages of a subscribed organization, or to the dashboards of demo mode. */
export function DashboardNavigation({ demo = false }: { demo?: boolean }) {
  const organization = use(OrganizationContext);
  const pages = (demo ? demoPages : livePages).filter(
    ({ path }) => organization === null || mayOpen(roleOf(organization), path),
  );
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const strip = useRef<HTMLElement>(null);
  // On a phone the strip is wider than the screen: centers the current page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current page changes with the path.
  useEffect(() => {
    // In the next frame, which computes the layout anyway.
    const frame = requestAnimationFrame(() => {
      const open = strip.current?.querySelector<HTMLElement>('[aria-current]');
      if (!open || !strip.current) return;
      strip.current.scrollLeft = open.offsetLeft - (strip.current.clientWidth - open.offsetWidth) / 2;
    });
    return () => cancelAnimationFrame(frame);
  }, [pathname]);
  return (
    <nav
      ref={strip}
      aria-label="Dashboards"
      className="scroll-hint relative overflow-x-auto px-4 [scrollbar-width:none] lg:px-6"
    >
      <ul className="flex w-max gap-5 pr-4 lg:pr-6">
        {pages.map(({ path, short, nested = false }) => (
          <li key={path}>
            <NavLink
              to={path + rangeOnly(params)}
              end={!nested}
              className={({ isActive }) =>
                cx(
                  '-mb-px flex h-9 items-center whitespace-nowrap border-b-2 text-body transition-colors outline-offset-[-2px]',
                  isActive
                    ? 'border-accent text-content'
                    : 'border-transparent text-content-muted hover:text-content',
                )
              }
            >
              {short}
              {path === paths.cases && <OpenCases />}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const REFRESH_MS = 60_000;

/** Number of unacknowledged cases; nothing for zero or while unknown. */
function OpenCases() {
  const organization = use(OrganizationContext);
  const { data } = useQuery(
    query.cases.queryOptions({
      // The navigation is visible during the check of the organization, and beside the offer to one without a subscription.
      enabled: organization?.tenant.is_subscribed === true,
      input: { limit: 1 },
      queryKey: ['cases', 'open'],
      refetchInterval: REFRESH_MS,
    }),
  );
  const open = data?.counts.open ?? 0;
  if (open === 0) return null;
  return (
    <span className="ml-1.5 font-mono text-label text-content-muted tabular-nums">
      {formatCount(open)}
      <VisuallyHidden> open</VisuallyHidden>
    </span>
  );
}
