import { limits } from '@scout/contract';
import { ThemeSwitch } from '@scout/ui';
import { type ReactNode, useMemo, useState } from 'react';
import { useSession } from '../session/useSession.ts';
import { useTheme } from './appearance.ts';
import { mainId } from './RouteFocus.tsx';
import { ShellPlaces } from './ShellSlot.tsx';
import { TopBar } from './TopBar.tsx';

/** Top bar, page and, when signed in, footer. Pages render into the bar by a ShellSlot. */
export function Shell({ children }: { children: ReactNode }) {
  const signedIn = useSession().status === 'signed-in';
  const [context, setContext] = useState<HTMLElement | null>(null);
  const [actions, setActions] = useState<HTMLElement | null>(null);
  const [navigation, setNavigation] = useState<HTMLElement | null>(null);
  const places = useMemo(() => ({ context, actions, navigation }), [context, actions, navigation]);
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href={`#${mainId}`}
        // Following the link would add a history entry unknown to the router.
        onClick={(event) => {
          event.preventDefault();
          document.getElementById(mainId)?.focus();
        }}
        className="sr-only z-50 focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:rounded-control focus:bg-surface-popup focus:px-3 focus:py-2"
      >
        Skip to content
      </a>
      <TopBar context={setContext} actions={setActions} navigation={setNavigation} />
      <main id={mainId} tabIndex={-1} className="flex grow flex-col outline-none">
        <ShellPlaces value={places}>{children}</ShellPlaces>
      </main>
      {signedIn && <Footer />}
    </div>
  );
}

/** The footer of signed-in pages. */
function Footer() {
  return (
    <footer className="flex items-center justify-between gap-4 border-t border-stroke-subtle px-4 py-3 text-label text-content-muted lg:px-6">
      <p>© {limits.footerYear} Scout</p>
      <ThemeControl />
    </footer>
  );
}

/** The theme setting of this browser. */
function ThemeControl() {
  const [choice, choose] = useTheme();
  return <ThemeSwitch value={choice} onValueChange={choose} />;
}
