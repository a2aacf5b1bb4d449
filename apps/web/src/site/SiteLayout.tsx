import inter from '@fontsource-variable/inter/files/inter-latin-opsz-normal.woff2?url';
import mono from '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2?url';
import {
  type ClientLoaderFunctionArgs,
  type LinkDescriptor,
  Outlet,
  redirectDocument,
  useMatches,
} from 'react-router';
import { mainId } from '../shell/RouteFocus.tsx';
import { SiteFooter } from './SiteFooter.tsx';
import { AnnouncementBar, SiteHeader } from './SiteHeader.tsx';

/** Loads nothing; without it, the client loader would exclude the pages from prerendering. */
export function loader(): null {
  return null;
}

/** The application never renders a public page; it loads the document. */
export function clientLoader({ request }: ClientLoaderFunctionArgs): never {
  const { pathname, search, hash } = new URL(request.url);
  throw redirectDocument(`${pathname}${search}${hash}`);
}

/** Preloads the headline's typeface and the one of names before the style sheet is parsed: later than that neither is used. */
export function links(): LinkDescriptor[] {
  return [inter, mono].map((href) => ({
    rel: 'preload',
    as: 'font',
    type: 'font/woff2',
    href,
    crossOrigin: 'anonymous',
  }));
}

/** A public page's `handle`. */
export interface SiteHandle {
  /** Omits the site's header. */
  hidesHeader?: boolean;
  /** Shows the announcement above the header. */
  announces?: boolean;
}

/** The frame of every public page: header and footer. */
export default function SiteLayout() {
  const handles = useMatches().map(({ handle }) => handle as SiteHandle | undefined);
  const announces = handles.some((handle) => handle?.announces);
  const hidesHeader = handles.some((handle) => handle?.hidesHeader);
  return (
    <div className="site flex min-h-dvh flex-col normal-nums">
      <a
        href={`#${mainId}`}
        className="sr-only z-50 focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:rounded-control focus:bg-surface-popup focus:px-3 focus:py-2"
      >
        Skip to content
      </a>
      {announces && <AnnouncementBar />}
      {!hidesHeader && <SiteHeader />}
      <main id={mainId} tabIndex={-1} className="flex grow flex-col outline-none">
        <Outlet />
      </main>
      <SiteFooter />
    </div>
  );
}
