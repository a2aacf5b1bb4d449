import { cx } from '@scout/ui';
import { NavLink, useSearchParams } from 'react-router';
import { paths } from '../../paths.ts';
import { useViewTransition } from '../../shell/useViewTransition.ts';
import { rangeOnly } from '../../view/viewState.ts';

import { dashboards } from './dashboards.ts';

const pages = [{ path: paths.dashboard, short: 'Overview' }, ...dashboards];

/** The pages of the dashboard, one press away from each other. */
export function DashboardNavigation() {
  const [params] = useSearchParams();
  const crosses = useViewTransition();
  return (
    <nav aria-label="Dashboards" className="overflow-x-auto px-4 [scrollbar-width:none] lg:px-6">
      <ul className="flex gap-5">
        {pages.map(({ path, short }) => (
          <li key={path}>
            <NavLink
              to={path + rangeOnly(params)}
              end
              viewTransition={crosses}
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
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
