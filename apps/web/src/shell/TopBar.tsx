import { buttonClass, Logo } from '@scout/ui';
import { createContext, type ReactNode, type Ref, use } from 'react';
import { Link, useLocation } from 'react-router';
import { paths } from '../paths.ts';
import { useSession } from '../session/useSession.ts';
import { barItems } from './barRules.ts';

/** The part of the top bar for signed-in people; the application provides it. */
export const ShellActions = createContext<ReactNode>(null);

/** The elements that pages render into (ShellSlot.tsx). */
interface TopBarProps {
  context: Ref<HTMLDivElement>;
  actions: Ref<HTMLDivElement>;
  navigation: Ref<HTMLDivElement>;
}

/** Logo, context of the page, and the actions common to all pages. */
export function TopBar({ context, actions, navigation }: TopBarProps) {
  const { status } = useSession();
  const { pathname } = useLocation();
  const signedInActions = use(ShellActions);
  const signedIn = status === 'signed-in';
  const { bar, logIn } = barItems({ status, pathname, isSubscribed: null, inDemoMode: false });
  if (!bar) return null;
  return (
    <header className="top-bar sticky top-0 z-30 border-b border-stroke-subtle bg-surface-1">
      <div className="flex h-12 items-center gap-3 px-4 lg:px-6">
        <Link to={signedIn ? paths.dashboard : paths.landing} className="rounded-control">
          {signedIn ? (
            <>
              <span className="contents sm:hidden">
                <Logo mark />
              </span>
              <span className="hidden sm:contents">
                <Logo />
              </span>
            </>
          ) : (
            <Logo />
          )}
        </Link>
        <div ref={context} className="contents" />
        <div className="ml-auto flex items-center gap-2 sm:gap-3">
          <div ref={actions} className="contents" />
          {signedIn && signedInActions}
          {logIn && (
            <Link to={paths.login} className={buttonClass({ size: 'small' })}>
              Log In
            </Link>
          )}
        </div>
      </div>
      <div ref={navigation} className="contents" />
    </header>
  );
}
