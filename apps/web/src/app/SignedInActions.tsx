import { Badge, Button, buttonClass, IconButton, Menu, MenuIcon, MenuItem, MenuSeparator } from '@scout/ui';
import { lazy, Suspense, use, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useDemoMode } from '../demo/demoMode.ts';
import { paths } from '../paths.ts';
import { OrganizationContext, RememberedSubscription } from '../session/organization.ts';
import { barItems } from '../shell/barRules.ts';
import { LogOutDialog } from '../shell/LogOutDialog.tsx';
import { discardWork } from '../shell/unsavedWork.ts';
import { usePageKeys } from './keys/usePageKeys.ts';
import { PaletteButton } from './palette/PaletteButton.tsx';
import { UserMenu } from './UserMenu.tsx';

const CommandMenu = lazy(() => import('./palette/CommandMenu.tsx'));
const KeysDialog = lazy(() => import('./keys/KeysDialog.tsx'));

/** The actions of a signed-in person on every page; on a phone all but the search are in a menu. */
export default function SignedInActions() {
  const organization = use(OrganizationContext);
  const remembered = use(RememberedSubscription);
  const inDemoMode = useDemoMode();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [searching, setSearching] = useState(false);
  const [searched, setSearched] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const [helping, setHelping] = useState(false);
  const [helped, setHelped] = useState(false);
  const shows = barItems({
    status: 'signed-in',
    pathname,
    isSubscribed: organization?.tenant.is_subscribed ?? remembered,
    inDemoMode,
  });
  const links = [{ shown: shows.settings, path: paths.settings, label: 'Settings' }].filter(
    ({ shown }) => shown,
  );

  const search = () => {
    setSearched(true);
    setSearching(true);
  };
  const help = () => {
    setHelped(true);
    setHelping(true);
  };
  const hasPalette = organization !== null || remembered !== null;
  usePageKeys(hasPalette, { onSearch: search, onHelp: help });

  return (
    <>
      {shows.demoMode && <Badge tone="strong">DEMO MODE</Badge>}
      {hasPalette && <PaletteButton onOpen={search} />}
      <div className="flex items-center gap-1 max-md:hidden">
        {/* A public page: a separate document. */}
        {shows.earlyAccess && (
          <a href={paths.earlyAccess} className={buttonClass({ variant: 'quiet', size: 'small' })}>
            Early Access
          </a>
        )}
        {links.map(({ path, label }) => (
          <Link key={path} to={path} className={buttonClass({ variant: 'quiet', size: 'small' })}>
            {label}
          </Link>
        ))}
        <Button variant="quiet" size="small" onClick={() => setLeaving(true)}>
          Log Out
        </Button>
        {organization !== null && <UserMenu organization={organization} onKeys={help} />}
      </div>
      <div className="md:hidden">
        <Menu trigger={<IconButton label="Menu" icon={<MenuIcon />} plain />}>
          {shows.earlyAccess && <MenuItem render={<a href={paths.earlyAccess} />}>Early Access</MenuItem>}
          {links.map(({ path, label }) => (
            <MenuItem key={path} render={<Link to={path} />}>
              {label}
            </MenuItem>
          ))}
          {links.length > 0 && <MenuSeparator />}
          <MenuItem onSelect={() => setLeaving(true)}>Log Out</MenuItem>
        </Menu>
      </div>
      <LogOutDialog
        open={leaving}
        onOpenChange={setLeaving}
        onLoggedOut={(continueAt) => {
          discardWork();
          if (continueAt === null) void navigate(paths.logoutConfirm, { replace: true });
          else window.location.assign(continueAt);
        }}
      />
      {organization !== null && searched && (
        <Suspense>
          <CommandMenu
            open={searching}
            onOpenChange={setSearching}
            onKeys={help}
            onLogOut={() => setLeaving(true)}
          />
        </Suspense>
      )}
      {helped && (
        <Suspense>
          <KeysDialog open={helping} onOpenChange={setHelping} />
        </Suspense>
      )}
    </>
  );
}
