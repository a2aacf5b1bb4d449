import type { ReactNode } from 'react';
import { useSession } from '../session/useSession.ts';
import { Footer } from './Footer.tsx';
import { mainId } from './RouteFocus.tsx';
import { TopBar } from './TopBar.tsx';

interface ShellProps {
  children: ReactNode;
  /** Beside the logo: whose page this is. */
  context?: ReactNode;
  /** At the right of the top bar. */
  actions?: ReactNode;
  /** A second line of the top bar: the pages of a section. */
  navigation?: ReactNode;
}

/** Top bar, page and, when signed in, footer. */
export function Shell({ children, context, actions, navigation }: ShellProps) {
  const signedIn = useSession().status === 'signed-in';
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href={`#${mainId}`}
        className="sr-only z-50 focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:rounded-control focus:bg-surface-popup focus:px-3 focus:py-2"
      >
        Skip to content
      </a>
      <TopBar context={context} actions={actions} navigation={navigation} />
      <main id={mainId} tabIndex={-1} className="flex grow flex-col outline-none">
        {children}
      </main>
      {signedIn && <Footer />}
    </div>
  );
}
