import { cx } from '@scout/ui';
import { Link, Outlet, useLocation } from 'react-router';
import { keepsFocus } from '../../../shell/RouteFocus.tsx';
import { PaidTab } from '../PaidTab.tsx';
import { agentParts } from '../tabs.ts';

/** The agents of a subscribed organization, in three parts with separate addresses. */
export default function AgentLayout() {
  const { pathname } = useLocation();
  return (
    <PaidTab name="agent">
      <nav aria-label="Agent" className="pb-4">
        <ul className="inline-flex gap-0.5 rounded-control border border-stroke-strong p-0.5">
          {agentParts.map(({ path, label }) => (
            <li key={path}>
              <Link
                to={path}
                state={keepsFocus}
                aria-current={path === pathname ? 'page' : undefined}
                className={cx(
                  'flex h-7 items-center rounded-[3px] px-3 text-label transition-colors hover:text-content',
                  path === pathname ? 'bg-surface-selected font-medium text-content' : 'text-content-muted',
                )}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Outlet />
    </PaidTab>
  );
}
