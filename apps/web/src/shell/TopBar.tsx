import { buttonClass, Logo } from '@scout/ui';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { paths } from '../paths.ts';
import { useSession } from '../session/useSession.ts';

interface TopBarProps {
  context: ReactNode;
  actions: ReactNode;
  navigation: ReactNode;
}

/** Logo, whose page it is, and what a person can do from every page. */
export function TopBar({ context, actions, navigation }: TopBarProps) {
  const { status } = useSession();
  const { pathname } = useLocation();
  const offersLogIn = status === 'signed-out' && pathname !== paths.login;
  return (
    <header className="sticky top-0 z-30 border-b border-stroke-subtle bg-surface-1">
      <div className="flex h-12 items-center gap-3 px-4 lg:px-6">
        <Link to={status === 'signed-in' ? paths.dashboard : paths.landing} className="rounded-control">
          <Logo />
        </Link>
        {context}
        <div className="ml-auto flex items-center gap-3">
          {actions}
          {offersLogIn && (
            <Link to={paths.login} className={buttonClass({ size: 'small' })}>
              Log In
            </Link>
          )}
        </div>
      </div>
      {navigation}
    </header>
  );
}
