import { buttonClass, Logo } from '@scout/ui';
import { lazy, type Ref, Suspense } from 'react';
import { Link, useLocation } from 'react-router';
import { paths } from '../paths.ts';
import { useSession } from '../session/useSession.ts';
import { barItems } from './barRules.ts';

/** Apart, so that the sign-in screens load nothing of it. */
export const loadSignedInActions = () => import('./SignedInActions.tsx');
const SignedInActions = lazy(loadSignedInActions);

/** The places that pages put something into (ShellSlot.tsx). */
interface TopBarProps {
  context: Ref<HTMLDivElement>;
  actions: Ref<HTMLDivElement>;
  navigation: Ref<HTMLDivElement>;
}

/** Logo, whose page it is, and what a person can do from every page. */
export function TopBar({ context, actions, navigation }: TopBarProps) {
  const { status } = useSession();
  const { pathname } = useLocation();
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
          {signedIn && (
            <Suspense>
              <SignedInActions />
            </Suspense>
          )}
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
