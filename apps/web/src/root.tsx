import './app.css';
import { DensityContext, Logo } from '@scout/ui';
import { type ReactNode, useEffect } from 'react';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteError,
} from 'react-router';
import { messageOf } from './api/error.ts';
import { Providers } from './app/Providers.tsx';
import { NotFoundPage } from './screens/not-found/NotFoundPage.tsx';
import { followSession } from './session/followSession.ts';
import { useDensity } from './shell/appearance.ts';
import { Failure } from './shell/pageState.tsx';
import { RouteCode } from './shell/RouteCode.tsx';
import { RouteFocus } from './shell/RouteFocus.tsx';
import { Shell } from './shell/Shell.tsx';
import { Toaster } from './shell/toast.tsx';
import { EntryScript, usePublicPage } from './site/publicPage.tsx';
import { titled } from './title.ts';

export const meta = titled('Service-account security');

/** The document around every page. */
export function Layout({ children }: { children: ReactNode }) {
  const isPublic = usePublicPage();
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <script src="/theme.js" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        {isPublic ? (
          <EntryScript />
        ) : (
          <>
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  );
}

export default function Root() {
  return usePublicPage() ? <Outlet /> : <Application />;
}

/** The frame of the application's pages: session, providers, toasts. */
function Application() {
  useEffect(() => followSession(window), []);
  const [density] = useDensity();
  return (
    <Providers>
      <RouteFocus />
      <RouteCode />
      {/* Before the page, so that it is mounted when the page's first effect shows a toast. */}
      <Toaster />
      <DensityContext value={density}>
        <Outlet />
      </DensityContext>
    </Providers>
  );
}

/** Shown in the prerendered document until the page's code runs. */
export function HydrateFallback() {
  return (
    <div className="flex h-12 items-center border-b border-stroke-subtle px-4 lg:px-6">
      <Logo />
    </div>
  );
}

/** Catches the errors of all pages. */
export function ErrorBoundary() {
  const error = useRouteError();
  return (
    <Providers>
      {isRouteErrorResponse(error) && error.status === 404 ? (
        <NotFoundPage />
      ) : (
        <Shell>
          <Failure
            title="This page stopped working"
            safe="Nothing on the server changed; agents keep sending events."
            nextStep="Load the page again. If it stops again, report what you see here to your Scout operator."
            detail={messageOf(error)}
            onRetry={() => window.location.reload()}
          />
        </Shell>
      )}
    </Providers>
  );
}
