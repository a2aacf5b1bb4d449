/**
 * The order of the code, from the top down. A workspace may import from the rows of workspaces below its own; inside a workspace,
 * a module (a folder or file of it) may import from the rows of modules below its own. Never upwards, never from the same row.
 * `architecture.test.ts` checks every import, and `npm run architecture` draws the order for docs/architecture.md.
 */
export interface Workspace {
  /** A folder or file, relative to the root of the repository. */
  readonly path: string;
  /** Its purpose, in a few words. */
  readonly words: string;
  /** Its modules with their contents, row by row; without modules, its files may import each other. */
  readonly modules?: readonly Readonly<Record<string, string>>[];
  /** Files of certain modules by which others import them: what a door does not export is the module's own. */
  readonly doors?: Doors;
}

/** Doors of the modules below a folder. */
export interface Doors {
  readonly of: string;
  /** Names of files, each with the folder or file that may import it, or `*` for all. */
  readonly files: Readonly<Record<string, string>>;
}

const server: Workspace = {
  path: 'apps/server',
  words: 'HTTP, sign-in, ingest, SQL',
  modules: [
    { src: 'the process, its modules in order, tools for assistants, and the operator’s commands' },
    { 'src/modules/sample': 'the sample organization' },
    {
      'src/modules/operator': 'tenants, usage, backup, support, metrics of the installation',
      'src/modules/reports': 'evidence, monthly reports, reviews by owners',
      'src/modules/sales': 'requests of visitors',
    },
    { 'src/modules/cases': 'from activity to cases', 'src/modules/agents': 'enrollment, health, releases' },
    {
      'src/modules/alerts': 'mails and messages about cases',
      'src/modules/directory': 'accounts and computers of Active Directory',
      'src/modules/events': 'events, incidents and figures',
      'src/modules/organizations': 'members, invitations, settings',
    },
    {
      'src/modules/ingest': 'from a batch to a transaction',
      'src/modules/billing': 'trials, subscriptions, Stripe',
    },
    { 'src/modules/auth': 'accounts, sessions, identity providers, keys, and who may call' },
  ],
  doors: {
    of: 'src/modules',
    files: { 'index.ts': '*', 'module.ts': 'src', 'commands.ts': 'src/cli' },
  },
};

const platform: Workspace = {
  path: 'apps/server/src/platform',
  words: 'what the server stands on; it knows no subject',
  modules: [
    { processes: 'several server processes, their data directory' },
    { mail: 'templates, queue, SMTP, inbox', jobs: 'the queue and background work' },
    { outgoing: 'signed requests, their permitted targets, DNS', metrics: 'metrics for collectors' },
    { http: 'errors, headers, pages, shares of organizations' },
    { config: 'the settings' },
    { database: 'pool, roles, migrations, embedded PostgreSQL', crypto: 'encryption and hashes' },
    { 'clock.ts': 'the time' },
  ],
};

const web: Workspace = {
  path: 'apps/web',
  words: 'screens',
  modules: [
    {
      'src/entry.client.tsx': 'entry in the browser',
      'src/entry.server.tsx': 'entry in the build',
      'vite.config.ts': 'the build',
      'react-router.config.ts': 'prerendered pages',
    },
    {
      'src/boot.tsx': 'the application',
      'compress.ts': 'compressed files',
      'scriptGroups.ts': 'scripts by shell',
      'buildSizes.ts': 'scripts of each page',
      'contractRoutes.ts': 'calls without their schemas',
    },
    {
      'src/root.tsx': 'the document',
      'src/routes.tsx': 'every page',
      'reachedFrom.ts': 'importers of a module',
      'listChunks.ts': 'scripts by page',
    },
    { 'src/app': 'layouts, palette and islands, composed' },
    { 'src/screens': 'a folder for each page' },
    { 'src/site': 'the frame of public pages' },
    { 'src/shell': 'the frame of a page', 'src/events': 'the feed and its figures' },
    { 'src/updates': 'news from the server' },
    { 'src/session': 'the signed-in user' },
    { 'src/demo': 'demo mode and its streams', 'src/view': 'state in the URL' },
    {
      'src/store': 'observable values',
      'src/api': 'the calls',
      'src/paths.ts': 'paths',
      'src/title.ts': 'tab titles',
    },
  ],
};

const agent: Workspace = {
  path: 'apps/agent',
  words: 'reads a log, spools, ships',
  modules: [
    { 'src/main.ts': 'the program', packaging: 'compiles and packs' },
    { 'src/cli': 'the command line' },
    {
      'src/service': 'a run of the agent, from lock to last heartbeat',
      'src/upgrade': 'fetches, checks and installs a release',
    },
    { 'src/directories': 'directories, read and shipped' },
    { 'src/installation': 'the service on each system', 'src/sources': 'logs, as events' },
    { 'src/spool': 'the queue on disk' },
    { 'src/transport': 'calls of the server' },
    { 'src/runtime': 'log, locks, durable files, exit codes' },
  ],
};

const ui: Workspace = {
  path: 'packages/ui',
  words: 'components',
  modules: [
    { gallery: 'every component on a page' },
    { 'src/index.ts': 'public exports' },
    { 'src/table': 'DataTable', 'src/chart': 'bars and trends' },
    { 'src/layout': 'panels and states' },
    { 'src/value': 'formatted values' },
    { 'src/form': 'fields', 'src/overlay': 'dialogs, menus, hover cards' },
    { 'src/base': 'buttons, icons, hooks' },
  ],
};

const contract: Workspace = {
  path: 'packages/contract',
  words: 'calls, limits, permissions, rules of forms',
  modules: [
    { 'src/index.ts': 'public exports' },
    { 'src/caseState.ts': 'what goes on in a case' },
    { 'src/caseAdvice.ts': 'what to do about a case' },
    {
      'src/contract.ts': 'every call by its name',
      'src/client.ts': 'client errors',
      'src/caseWords.ts': 'words of cases',
      'src/reportWords.ts': 'words of reports',
      'src/exports': 'CSV and TXT',
      'src/firstSteps.ts': 'the first steps of a newcomer',
      'src/ssoFailures.ts': 'why a sign-in at a provider failed',
      'src/incidentWay.ts': 'what incidents of one run share',
      'src/siteAddress.ts': 'addresses of the site',
      'src/subscription.ts': 'durations of trials and subscriptions',
    },
    {
      'src/calls': 'path, input, output, errors, access',
      'src/postureWords.ts': 'reasons and remedies of postures',
      'src/rc4Words.ts': 'causes of RC4',
    },
    { 'src/entities': 'rows of responses' },
    { 'src/validation': 'rules of forms' },
    { 'src/agentConfiguration.ts': 'rules of configurations of agents' },
    {
      'src/call.ts': 'declaration of a call',
      'src/limits.ts': 'every number',
      'src/releases.ts': 'packages',
    },
    { 'src/permissions.ts': 'kinds of access' },
    {
      'src/agentPaths.ts': 'paths of the calls of an agent',
      'src/errors.ts': 'codes and messages',
      'src/serverIdentity.ts': 'the proof of a server',
      'src/zod.ts': 'settings of the parser',
    },
  ],
};

const cases: Workspace = {
  path: 'packages/cases',
  words: 'usual activity of accounts, and deviations',
  modules: [
    { 'src/index.ts': 'what others import' },
    { 'src/assessor.ts': 'from rows or hours to findings' },
    { 'src/report': 'findings, their cases and sentences' },
    { 'src/judge': 'what is new, and how grave it is', 'src/attribute': 'the person behind it' },
    { 'src/learn': 'what accounts, machines and people usually do' },
    { 'src/storage.ts': 'the state as text' },
    { 'src/refusalReasons.ts': 'causes of refusals' },
    {
      'src/state.ts': 'what is remembered, as plain data',
      'src/features.ts': 'what a reason is an instance of',
    },
    {
      'src/fold': 'events by hour and way',
      'src/contracts': 'approved use, and exceptions',
      'src/classes.ts': 'what a novelty is like',
    },
    { 'src/inventory.ts': 'the customer’s lists' },
    {
      'src/directory.ts': 'what directories tell of machines and accounts',
      'src/kinds.ts': 'kinds of activity',
      'src/names.ts': 'keys of accounts and machines',
      'src/weights.ts': 'every number that decides a verdict',
      'src/fittedWeights.ts': 'those that are fitted',
    },
  ],
};

/** Workspaces, row by row. */
export const order: readonly (readonly Workspace[])[] = [
  [{ path: 'bench', words: 'measurements' }],
  [
    { path: 'e2e', words: 'tests in a browser' },
    { path: 'db', words: 'migrations and their tests' },
  ],
  [
    { path: 'playwright.config.ts', words: 'settings of the browser tests' },
    { path: 'vitest.config.ts', words: 'settings of the tests' },
  ],
  [
    { path: 'packages/testkit', words: 'a database and a server for tests' },
    { path: 'scripts', words: 'commands of the repository' },
  ],
  [server, web, agent],
  [platform],
  [
    { path: 'packages/agent-release', words: 'agent packages, written and read' },
    { path: 'packages/directory', words: 'reads accounts and computers of a directory' },
    { path: 'packages/emails', words: 'mails' },
    ui,
  ],
  [contract],
  [cases],
  [{ path: 'packages/detection', words: 'rules, figures' }],
];
