import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import vm from 'node:vm';
import { gzipSync } from 'node:zlib';
import type { Chunk } from './listChunks.ts';

const build = join(import.meta.dirname, 'build');

/** Resources that a page needs for its first render. */
export interface PageSize {
  readonly path: string;
  readonly scripts: number;
  /** Bytes of its scripts and style sheets, gzip level 9. */
  readonly scriptBytes: number;
  readonly styleBytes: number;
}

interface RouteEntry {
  readonly id: string;
  readonly parentId?: string;
  readonly path?: string;
  readonly index?: boolean;
  readonly module: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

interface Manifest {
  readonly entry: { readonly module: string; readonly css?: readonly string[] };
  readonly routes: Readonly<Record<string, RouteEntry>>;
}

/** Reads the build from disk. Throws without one. */
export function readBuild() {
  const chunks = JSON.parse(readFileSync(join(build, 'chunks.json'), 'utf8')) as Record<string, Chunk>;
  const assets = join(build, 'client/assets');
  const name = readdirSync(assets).find((file) => /^manifest-.*\.js$/.test(file));
  if (name === undefined) throw new Error('The web application is not built.');
  const page = { window: {} as { __reactRouterManifest?: Manifest } };
  vm.runInNewContext(readFileSync(join(assets, name), 'utf8'), page);
  const manifest = page.window.__reactRouterManifest!;

  /** A script with all its imports. */
  function closure(files: readonly string[]): Set<string> {
    const found = new Set<string>();
    const visit = (file: string) => {
      if (found.has(file)) return;
      found.add(file);
      for (const other of chunks[file]?.imports ?? []) visit(other);
    };
    for (const file of files) visit(file);
    return found;
  }

  /** The chunk in which a source file is the last module: loaded by a dynamic import of it. */
  const chunkOf = (source: string) =>
    Object.keys(chunks).find((file) => chunks[file]!.modules.at(-1) === source);

  const entry = manifest.entry.module.slice(1);
  const boot = chunkOf('apps/web/src/boot.tsx');

  /** A page of the application: scripts of the shell's document and of the routes around it, up to the root. */
  function routeSize(path: string, route: RouteEntry): PageSize {
    const line = lineOf(manifest, route);
    const files = closure([entry, ...(boot ? [boot] : []), ...line.map(({ module }) => module.slice(1))]);
    const styles = new Set(line.flatMap(({ css = [] }) => css));
    return {
      path,
      scripts: files.size,
      scriptBytes: sum([...files].map((file) => gzipped(join(build, 'client', file)))),
      styleBytes: sum([...styles].map((file) => gzipped(join(build, 'client', file)))),
    };
  }

  /** Bytes (gzip) of all scripts loaded by a public page with this source's island. */
  function islandBytes(source: string): number {
    const island = Object.keys(chunks).find((file) => chunks[file]!.modules.includes(source));
    if (island === undefined) throw new Error(`No script holds ${source}.`);
    return sum([...closure([entry, island])].map((file) => gzipped(join(build, 'client', file))));
  }

  /** Scripts of a public page: the entry and everything its islands may load, without parts for signed-in users. */
  function publicScripts(): Set<string> {
    const start = closure([entry]);
    const later = [...start]
      .flatMap((file) => chunks[file]?.dynamicImports ?? [])
      .filter((file) => file !== boot && !file.includes('staySignedIn'));
    return closure([entry, ...later]);
  }

  return { chunks, manifest, routeSize, islandBytes, publicScripts, entryScripts: closure([entry]), gzipped };

  function gzipped(file: string): number {
    return gzipSync(readFileSync(file), { level: 9 }).length;
  }
}

/** A route and its parents. */
function lineOf(manifest: Manifest, route: RouteEntry): RouteEntry[] {
  const parent = route.parentId === undefined ? undefined : manifest.routes[route.parentId];
  return parent === undefined ? [route] : [route, ...lineOf(manifest, parent)];
}

/** Sources for signed-in users: no script of a public page may contain them. */
const signedInOnly: readonly RegExp[] = [
  /^apps\/web\/src\/boot\.tsx$/,
  /^apps\/web\/src\/root\.tsx$/,
  /^apps\/web\/src\/events\/(?!clock)/,
  /^apps\/web\/src\/(session|store\/recentEvents|updates)/,
  /^apps\/web\/src\/app\/(?!islands)/,
  /^apps\/web\/src\/screens\/(account|settings|downloads)\//,
  /^apps\/web\/src\/screens\/dashboard\/(Dashboard|Figures|RefreshCountdown|LivePill|NothingYet)/,
  /^apps\/web\/src\/screens\/dashboard\/home\/Home\.tsx$/,
  /^apps\/web\/src\/screens\/dashboard\/[a-z-]+\/(ServiceAccounts|FailedLogons|InteractiveLogons|Infrastructure)\.tsx$/,
  /^apps\/web\/src\/shell\/(Shell|TopBar)/,
  /^node_modules\/react-router\//,
  /^node_modules\/@tanstack\/react-query\//,
];

/** Signed-in sources in the scripts of the public pages; must be empty. */
export function strays(chunks: Readonly<Record<string, Chunk>>, files: ReadonlySet<string>): string[] {
  const modules = [...files].flatMap((file) => chunks[file]?.modules ?? []);
  return modules.filter((module) => signedInOnly.some((pattern) => pattern.test(module)));
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0);
