import { lazy, type ReactNode, Suspense } from 'react';
import { ShellActions } from '../shell/TopBar.tsx';

/** A chunk of its own, so that the sign-in screens do not load it. */
export const loadSignedInActions = () => import('./SignedInActions.tsx');
const SignedInActions = lazy(loadSignedInActions);

const signedInActions = (
  <Suspense>
    <SignedInActions />
  </Suspense>
);

/** The context of every page of the application. */
export function Providers({ children }: { children: ReactNode }) {
  return <ShellActions value={signedInActions}>{children}</ShellActions>;
}
