import { cx } from '@scout/ui';
import { useEffect, useRef } from 'react';
import { NavLink, useLocation, useSearchParams } from 'react-router';
import { paths } from '../../paths.ts';
import { rangeOnly } from '../../view/viewState.ts';

import { dashboards } from './dashboards.ts';

const pages = [{ path: paths.dashboard, short: 'Overview' }, ...dashboards];

/** The pages of the dashboard, one press away from each other. */
export function DashboardNavigation() {
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const strip = useRef<HTMLElement>(null);
  // On a phone the strip is wider than the screen: the page that is open stands in its middle.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the open page changes with the path.
  useEffect(() => {
    // In the frame to come, which lays out the page anyway.
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
        {pages.map(({ path, short }) => (
          <li key={path}>
            <NavLink
              to={path + rangeOnly(params)}
              end
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
