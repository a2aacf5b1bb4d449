import { buttonClass, cx, Tabs, VisuallyHidden } from '@scout/ui';
import { Link, Outlet, useLocation, useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { homeOf, mayOpen } from '../../session/openPages.ts';
import { useOrganization, useRole } from '../../session/organization.ts';
import { OrganizationName } from '../../shell/OrganizationName.tsx';
import { keepsFocus } from '../../shell/RouteFocus.tsx';
import { ShellSlot } from '../../shell/ShellSlot.tsx';
import { DashboardNavigation } from '../dashboard/DashboardNavigation.tsx';
import { settingsTabs, tabOf } from './tabs.ts';

/** The settings: one tab at a time, each with its own address (spec section 2). */
export default function SettingsLayout() {
  const { tenant } = useOrganization();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const role = useRole();
  const home = homeOf(role);
  const current = tabOf(pathname)?.path ?? pathname;
  const tabs = settingsTabs
    .filter(({ path }) => mayOpen(role, path))
    .map(({ path, label, paid, narrow }) => ({
      value: path,
      label:
        paid && !tenant.is_subscribed ? (
          <span className="inline-flex items-center gap-1.5">
            {label}
            <LockIcon />
            <VisuallyHidden>(locked)</VisuallyHidden>
          </span>
        ) : (
          label
        ),
      content:
        path === current ? (
          <div className={cx(narrow && 'max-w-5xl')}>
            <Outlet />
          </div>
        ) : null,
    }));
  return (
    <>
      <ShellSlot place="context">
        <OrganizationName />
      </ShellSlot>
      <ShellSlot place="actions">
        <Link to={home} className={buttonClass({ variant: 'quiet', size: 'small' })}>
          {home === paths.dashboard ? 'Dashboard' : 'Accounts'}
        </Link>
      </ShellSlot>
      {tenant.is_subscribed && (
        <ShellSlot place="navigation">
          <DashboardNavigation />
        </ShellSlot>
      )}
      <div className="mx-auto flex w-full max-w-[1600px] flex-col gap-2 px-4 py-5 lg:px-6">
        <h1 className="text-title font-medium">Settings</h1>
        <Tabs
          label="Settings"
          tabs={tabs}
          value={current}
          onValueChange={(path) => void navigate(path, { state: keepsFocus })}
        />
      </div>
    </>
  );
}

/** Marks a tab that is locked for this organization. */
function LockIcon() {
  return (
    <svg
      width="12"
      height="12"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
    >
      <path d="M3.5 7.5h9v6h-9zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5" />
    </svg>
  );
}
