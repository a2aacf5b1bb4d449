/** A route's entry in the build's manifest: its script and the scripts that it imports. */
interface RouteEntry {
  id: string;
  parentId?: string;
  path?: string;
  module: string;
  imports?: string[];
}

declare global {
  interface Window {
    /** Written into every document by the build; the router loads its routes from it. */
    __reactRouterManifest?: { routes: Record<string, RouteEntry> };
  }
}

/** Route scripts loaded in this page. */
const here = new Set<string>();

/** The nested routes of a page, outermost first; those of the not-found page for an unknown address. */
export function routesOf(routes: Readonly<Record<string, RouteEntry>>, pathname: string): RouteEntry[] {
  const address = pathname.replace(/\/+$/, '') || '/';
  const page = Object.values(routes).find(({ path }) => path === address) ?? findUnknown(routes);
  const chain: RouteEntry[] = [];
  for (let each = page; each; each = each.parentId === undefined ? undefined : routes[each.parentId]) {
    chain.unshift(each);
  }
  return chain;
}

const findUnknown = (routes: Readonly<Record<string, RouteEntry>>) =>
  Object.values(routes).find(({ path }) => path === '*');

const routes = () => window.__reactRouterManifest?.routes ?? {};
const scriptsOf = ({ module, imports = [] }: RouteEntry) => [module, ...imports];

/** True when a page opens without a request for a script, and none of its scripts is on its way for a navigation. */
export function isHere(pathname: string): boolean {
  return routesOf(routes(), pathname).every(({ module }) => here.has(module) && !loads.has(module));
}

/** Loads the scripts of a page. @throws TypeError when one fails to load */
export async function fetchPage(pathname: string): Promise<void> {
  await Promise.all(
    routesOf(routes(), pathname)
      .filter(({ module }) => !here.has(module) || loads.has(module))
      .map(load),
  );
}

/** Loads of routes, shared by the navigations that wait for them: one that passed meanwhile would end the wait of another. */
const loads = new Map<string, Promise<void>>();

function load(route: RouteEntry): Promise<void> {
  const known = loads.get(route.module);
  if (known) return known;
  const made = loadRoute(route).finally(() => loads.delete(route.module));
  loads.set(route.module, made);
  return made;
}

async function loadRoute(route: RouteEntry): Promise<void> {
  await Promise.all(scriptsOf(route).map(fetchScript));
  await import(/* @vite-ignore */ route.module);
  here.add(route.module);
}

/** Records that the scripts of the current page are loaded. */
export function notePage(pathname: string): void {
  for (const { module } of routesOf(routes(), pathname)) here.add(module);
}

/** Preloads the scripts of these pages without running them, so that they open even while the server is down. */
export function fetchAhead(pathnames: readonly string[]): void {
  const wanted = new Set(pathnames.flatMap((pathname) => routesOf(routes(), pathname)));
  for (const route of wanted) {
    const loads = scriptsOf(route).map(preload);
    void Promise.all(loads).then((loaded) => {
      if (loaded.every(Boolean)) here.add(route.module);
    });
  }
}

const preloads = new Map<string, Promise<boolean>>();

function preload(href: string): Promise<boolean> {
  const known = preloads.get(href);
  if (known) return known;
  const made = fetchScript(href).then(
    () => loadLink(href),
    () => false,
  );
  preloads.set(href, made);
  return made;
}

/**
 * Puts a script into the browser's cache, where it stays, before it is loaded as a module: Chromium answers every further import of a
 * module with the failure of the first until the document is gone. @throws TypeError
 */
async function fetchScript(href: string): Promise<void> {
  const response = await fetch(href);
  if (!response.ok) throw new TypeError(`${href} answers HTTP ${response.status}`);
  await response.arrayBuffer();
}

function loadLink(href: string): Promise<boolean> {
  return new Promise((resolve) => {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = href;
    link.onload = () => resolve(true);
    link.onerror = () => resolve(false);
    document.head.append(link);
  });
}
