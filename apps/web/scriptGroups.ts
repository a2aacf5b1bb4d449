import type { Rolldown } from 'vite';
import { type Context, reachedFrom } from './reachedFrom.ts';

/**
 * Shells of the application's pages, each with its parent. One script per set of pages that share a module would give a dashboard
 * 140 scripts; instead a module goes into the narrowest shell that contains all pages reaching it. A script therefore imports
 * only from its own shell or wider ones. A module used by one page stays in that page's script.
 */
const applicationShells = {
  frame: null,
  login: 'frame',
  inside: 'frame',
  account: 'inside',
  organization: 'inside',
  invitation: 'organization',
  app: 'organization',
  dashboards: 'app',
  charts: 'dashboards',
  cases: 'app',
  accounts: 'app',
  settings: 'app',
} as const;

/** Shells of the public pages' islands. Code shared with the application has separate scripts. */
const siteShells = {
  site: null,
  forms: 'site',
  widget: 'forms',
  landing: 'site',
  hero: 'landing',
  demos: 'landing',
} as const;

type Shell = keyof typeof applicationShells | keyof typeof siteShells | 'start';
type Shells = Readonly<Record<string, string | null>>;

/** The shell of each build entry, by the first matching pattern; null for entries loaded later. */
const shellOf: readonly (readonly [RegExp, Shell | null])[] = [
  [/\/src\/entry\.client\./, 'start'],
  [/\/site\/mount\./, 'site'],
  [/\/landing\/hero\/HeroCase\./, 'hero'],
  [/\/landing\/\w+\/(LiveDashboards|IndustryCarousel|AlertMatcher)\./, 'demos'],
  [/\/screens\/marketing\/contact-widget\/Contact(Widget|Panel)\./, 'widget'],
  [/\/screens\/marketing\/.*\/(\w+Form|Notify|ReturnHome|LaunchCountdown)\./, 'forms'],
  [/\/src\/(root|boot)\./, 'frame'],
  // Pages have a query in the build.
  [/^[^?]+$/, null],
  [/\/screens\/account\/login\//, 'login'],
  [/\/screens\/account\/accept-invitation\//, 'invitation'],
  [/\/screens\/account\//, 'account'],
  [/\/dashboard\/[a-z-]+\/(ServiceAccounts|FailedLogons)\./, 'charts'],
  [/\/screens\/dashboard\//, 'dashboards'],
  [/\/screens\/cases\//, 'cases'],
  [/\/screens\/accounts\//, 'accounts'],
  [/\/screens\/settings\//, 'settings'],
  [/\/app\/\w+Layout\.|\/screens\/(downloads|payment-confirmation)\//, 'app'],
];

const shellOfEntry = (id: string): Shell | null => shellOf.find(([pattern]) => pattern.test(id))?.[1] ?? null;

/** A group includes imports of its modules that no other group has, so groups are formed from the widest to the narrowest. */
const widest = 12;

/** Groups of modules for the build; each becomes a script. */
export function scriptGroups(): Rolldown.CodeSplittingGroup[] {
  const known = new Map<string, Group | null>();
  const groupOf = (id: string, context: Context): Group | null => {
    if (!known.has(id)) known.set(id, findGroup(id, context));
    return known.get(id)!;
  };
  return Array.from({ length: widest }, (_, index) => ({
    name: (id: string, context: Context) => {
      const group = groupOf(id, context);
      return group?.width === index + 1 ? group.name : null;
    },
    priority: index + 1,
    debugName: `scripts of width ${index + 1}`,
  }));
}

interface Group {
  readonly name: string;
  readonly width: number;
}

function findGroup(id: string, context: Context): Group | null {
  // The style sheet stays with the root, which links it.
  if (id.endsWith('.css')) return null;
  if (id.includes('/node_modules/zod/')) return { name: 'schemas', width: widest - 1 };
  // A form or the widget has a separate script, regardless of shared modules.
  if (['forms', 'widget'].includes(shellOfEntry(id) ?? '')) return null;
  const entries = [...reachedFrom(id, context)];
  if (entries.length < 2) return null;
  const shells = entries.flatMap((entry) => shellOfEntry(entry) ?? []);
  if (shells.includes('start')) return { name: 'start', width: widest };
  const application = commonShell(applicationShells, shells);
  const site = commonShell(siteShells, shells);
  const [ofSite, ofApplication] = site && application ? sharedLines(site, application) : [site, application];
  if (!ofSite && !ofApplication) return null;
  return {
    name: [ofSite?.[0], ofApplication?.[0]].filter((shell) => shell !== undefined).join('-'),
    width: (ofSite ? 4 - ofSite.length : 0) + (ofApplication ? 7 - ofApplication.length : 0),
  };
}

/**
 * Shells of code shared by islands and the application, fewer than all combinations: every page of the application loads each
 * such script. Forms have a separate one, because the hero does not need it.
 */
function sharedLines(
  site: readonly string[],
  application: readonly string[],
): [readonly string[], readonly string[]] {
  const [narrowest] = application;
  if (narrowest === 'frame')
    return [lineOf(siteShells, site.includes('forms') ? 'forms' : 'site'), application];
  if (narrowest === 'dashboards') return [site, lineOf(applicationShells, 'app')];
  return [site, application];
}

/** The narrowest common shell of all of these, followed by its parents; null if none is in the tree. */
function commonShell(tree: Shells, names: readonly string[]): readonly string[] | null {
  const [first, ...others] = names.filter((name) => name in tree).map((name) => lineOf(tree, name));
  return first?.slice(first.findIndex((shell) => others.every((line) => line.includes(shell)))) ?? null;
}

function lineOf(tree: Shells, name: string): string[] {
  const around = tree[name];
  return around ? [name, ...lineOf(tree, around)] : [name];
}
