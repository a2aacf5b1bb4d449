import { Button, Dialog } from '@scout/ui';
import { useEffect, useState } from 'react';
import { type Location, useBlocker, useLocation, useNavigate } from 'react-router';
import { paths, publicPaths } from '../paths.ts';
import { fetchAhead, fetchPage, isHere, notePage } from './routeCode.ts';

/** Public pages are documents of their own. */
const isDocument = (pathname: string) => publicPaths.includes(pathname);
const pages = Object.values(paths).filter((path) => !isDocument(path) && path !== paths.devLogin);

/** Why a page did not open: the server does not answer, or it does and has other scripts by now. */
type Reason = 'away' | 'updated';

interface Unopened {
  to: Location;
  reason: Reason;
}

/**
 * Opens a page only once its scripts are here, and fetches those of all pages when nothing else is to do. Left to itself the router loads the
 * document of the old page anew when a script cannot be had: a network error while the server restarts, the wrong page after an upgrade.
 */
export function RouteCode() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [unopened, setUnopened] = useState<Unopened | null>(null);
  const [retrying, setRetrying] = useState(false);
  const blocker = useBlocker(
    ({ nextLocation }) => !isDocument(nextLocation.pathname) && !isHere(nextLocation.pathname),
  );

  useEffect(() => notePage(pathname), [pathname]);
  useEffect(() => whenIdle(() => fetchAhead(pages)), []);

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const { location: to, proceed, reset } = blocker;
    let stays = true;
    fetchPage(to.pathname).then(
      () => stays && proceed(),
      async () => {
        const reason = await findReason();
        if (!stays) return;
        reset();
        setUnopened({ to, reason });
      },
    );
    return () => {
      stays = false;
    };
  }, [blocker]);

  if (unopened === null) return null;
  const close = () => setUnopened(null);
  const { title, text } = words[unopened.reason];
  const href = `${unopened.to.pathname}${unopened.to.search}${unopened.to.hash}`;

  async function tryAgain() {
    setRetrying(true);
    const opened = await fetchPage(unopened!.to.pathname).then(
      () => true,
      () => false,
    );
    const reason = opened ? null : await findReason();
    setRetrying(false);
    if (reason !== null) return setUnopened({ ...unopened!, reason });
    close();
    void navigate(unopened!.to);
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={title}
      description={text}
      actions={
        <>
          <Button onClick={close}>Stay on this page</Button>
          {unopened.reason === 'away' ? (
            <Button variant="primary" busy={retrying} onClick={() => void tryAgain()}>
              Try again
            </Button>
          ) : (
            <Button variant="primary" onClick={() => window.location.assign(href)}>
              Load the new version
            </Button>
          )}
        </>
      }
    />
  );
}

const words: Record<Reason, { title: string; text: string }> = {
  away: {
    title: 'The page could not be opened',
    text: 'Scout does not answer; it may be restarting. What you see stays, and agents keep their events until Scout is back.',
  },
  updated: {
    title: 'Scout was updated',
    text: 'This page is of an earlier version and cannot open the next one. Loading the new version opens the page that you chose.',
  },
};

async function findReason(): Promise<Reason> {
  const answer = await fetch('/health', { cache: 'no-store' }).catch(() => null);
  return answer?.ok ? 'updated' : 'away';
}

/** Once the browser has nothing else to do. Safari has no requestIdleCallback. */
function whenIdle(task: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const id = window.requestIdleCallback(task, { timeout: 5_000 });
    return () => window.cancelIdleCallback(id);
  }
  const timer = setTimeout(task, 1_000);
  return () => clearTimeout(timer);
}
