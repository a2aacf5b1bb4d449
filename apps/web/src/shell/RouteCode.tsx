import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { type Location, useBlocker, useLocation, useNavigate } from 'react-router';
import { paths, publicPaths } from '../paths.ts';
import { fetchAhead, fetchPage, isHere, notePage } from './routeScripts.ts';
import type { UnopenedReason } from './UnopenedDialog.tsx';
import { discardWork, unsavedWork } from './unsavedWork.ts';
import { whenIdle } from './whenIdle.ts';

/** Public pages are separate documents. */
const isDocument = (pathname: string) => publicPaths.includes(pathname);
const pages = Object.values(paths).filter((path) => !isDocument(path) && path !== paths.devLogin);

// A separate script, because the sign-in page never needs it. Preloaded: the server may be unavailable when it is shown.
const loadUnopenedDialog = () => import('./UnopenedDialog.tsx');
const UnopenedDialog = lazy(loadUnopenedDialog);
const loadUnsavedDialog = () => import('./UnsavedDialog.tsx');
const UnsavedDialog = lazy(loadUnsavedDialog);

interface Unopened {
  to: Location;
  reason: UnopenedReason;
}

/**
 * Asks before unsaved changes are lost. Opens a page only once its scripts are loaded, and preloads those of all pages when idle. By default the router reloads the
 * document of the old page when a script fails: a network error while the server restarts, the wrong page after an upgrade.
 */
export function RouteCode() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [unopened, setUnopened] = useState<Unopened | null>(null);
  const [retrying, setRetrying] = useState(false);
  const retry = useRef<AbortController>(null);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation: { pathname: next } }) =>
      (unsavedWork() !== null && next !== currentLocation.pathname) || (!isDocument(next) && !isHere(next)),
  );
  const [asking, setAsking] = useState<string | null>(null);

  useEffect(() => notePage(pathname), [pathname]);
  useEffect(
    () =>
      whenIdle(() => {
        loadUnopenedDialog().catch(() => {});
        loadUnsavedDialog().catch(() => {});
        fetchAhead(pages);
      }),
    [],
  );

  useEffect(() => {
    if (blocker.state !== 'blocked' || asking !== null) return;
    const { location: to, proceed, reset } = blocker;
    if (unsavedWork() !== null) return setAsking(unsavedWork());
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
  }, [blocker, asking]);

  if (asking !== null) {
    return (
      <Suspense>
        <UnsavedDialog
          work={asking}
          onStay={() => {
            blocker.reset?.();
            setAsking(null);
          }}
          onDiscard={() => {
            discardWork();
            setAsking(null);
          }}
        />
      </Suspense>
    );
  }
  if (unopened === null) return null;
  function close() {
    // Who stays is neither asked again nor taken along when the retry ends.
    retry.current?.abort();
    setRetrying(false);
    setUnopened(null);
  }
  const href = `${unopened.to.pathname}${unopened.to.search}${unopened.to.hash}`;

  async function tryAgain() {
    const begun = new AbortController();
    retry.current = begun;
    setRetrying(true);
    const opened = await fetchPage(unopened!.to.pathname).then(
      () => true,
      () => false,
    );
    const reason = opened ? null : await findReason();
    if (begun.signal.aborted) return;
    setRetrying(false);
    if (reason !== null) return setUnopened({ ...unopened!, reason });
    close();
    void navigate(unopened!.to);
  }

  return (
    <Suspense>
      <UnopenedDialog
        reason={unopened.reason}
        isRetrying={retrying}
        onRetry={() => void tryAgain()}
        onLoad={() => window.location.assign(href)}
        onClose={close}
      />
    </Suspense>
  );
}

async function findReason(): Promise<UnopenedReason> {
  const answer = await fetch('/health', { cache: 'no-store' }).catch(() => null);
  return answer?.ok ? 'updated' : 'away';
}
