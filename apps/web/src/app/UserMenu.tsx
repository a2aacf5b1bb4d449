import { roleTable } from '@scout/contract';
import { Menu, MenuGroup, MenuItem, VisuallyHidden } from '@scout/ui';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { mayOpen } from '../session/openPages.ts';
import { type Organization, useRole } from '../session/organization.ts';

interface UserMenuProps {
  organization: Organization;
  onKeys: () => void;
}

/** Name and role of the signed-in person, with links to their own pages. */
export function UserMenu({ organization, onKeys }: UserMenuProps) {
  const role = useRole();
  return (
    <Menu
      trigger={
        <button
          type="button"
          className="grid size-7 cursor-pointer place-items-center rounded-full border border-stroke-strong text-label font-medium text-content-muted transition-colors hover:text-content"
        >
          <span aria-hidden="true">{initialsOf(organization)}</span>
          <VisuallyHidden>Account</VisuallyHidden>
        </button>
      }
    >
      <MenuGroup label={<Person of={organization} />}>
        <MenuItem render={<Link to={paths.settings} />}>Your profile</MenuItem>
        {mayOpen(role, paths.settingsNotifications) && (
          <MenuItem render={<Link to={paths.settingsNotifications} />}>Your notifications</MenuItem>
        )}
        <MenuItem onSelect={onKeys}>Keyboard shortcuts</MenuItem>
      </MenuGroup>
    </Menu>
  );
}

/** Name, address and role of the signed-in person. */
function Person({ of: { tenant, profile, user } }: { of: Organization }) {
  const { label } = roleTable[useRole()];
  const name = [profile?.first_name, profile?.last_name].filter(Boolean).join(' ');
  return (
    <span className="flex max-w-72 flex-col gap-0.5 pb-1 wrap-anywhere text-content-muted">
      {name !== '' && <span className="text-body font-medium text-content">{name}</span>}
      <span className="font-mono">{user.email}</span>
      <span>
        {label} of {tenant.company_name}
      </span>
    </span>
  );
}

/** Two letters for a person. */
function initialsOf({ profile, user }: Pick<Organization, 'profile' | 'user'>): string {
  const letters = [profile?.first_name, profile?.last_name]
    .map((name) => Array.from(name ?? '')[0] ?? '')
    .join('');
  return (letters === '' ? Array.from(user.email)[0]! : letters).toUpperCase();
}
