import { cpSync, existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { currentFolder } from '@scout/agent-release/currentRelease';
import { closure, shipments } from '../notices.mjs';
import { pinnedNode, root } from '../toolchain.mjs';

/** Workspaces that run from source; the browser's part and the mails run as built. */
const programs = [
  'apps/server',
  'apps/agent',
  'packages/agent-release',
  'packages/cases',
  'packages/contract',
  'packages/detection',
  'packages/directory',
];

/** Files copied unchanged, by their path in the release. */
const copies: Readonly<Record<string, string>> = {
  'CHANGELOG.md': 'CHANGELOG.md',
  'apps/web/build/client': 'apps/web/build/client',
  'packages/agent-release/files': 'packages/agent-release/files',
  'packages/emails/build': 'packages/emails/build',
  'packages/emails/package.json': 'packages/emails/package.json',
  'packages/emails/src/props.ts': 'packages/emails/src/props.ts',
  'db/migrations': 'db/migrations',
  docker: 'scripts/release/files/docker',
  helm: 'scripts/release/files/helm',
  kubernetes: 'scripts/release/files/kubernetes',
  'docs/agents.md': 'docs/agents.md',
  'docs/containers.md': 'docs/containers.md',
  'docs/api.md': 'docs/api.md',
  'docs/decisions': 'docs/decisions',
  'docs/detections.md': 'docs/detections.md',
  'docs/configuration-as-code.md': 'docs/configuration-as-code.md',
  'docs/directory.md': 'docs/directory.md',
  'docs/evidence.md': 'docs/evidence.md',
  'docs/faults.md': 'docs/faults.md',
  'docs/monitoring': 'docs/monitoring',
  'docs/notifications.md': 'docs/notifications.md',
  'docs/operations.md': 'docs/operations.md',
  'docs/permissions.md': 'docs/permissions.md',
  'docs/rollout': 'docs/rollout',
  'docs/rollout.md': 'docs/rollout.md',
  'docs/scale.md': 'docs/scale.md',
  'docs/security.md': 'docs/security.md',
  'docs/scout.schema.json': 'docs/scout.schema.json',
  'docs/settings.md': 'docs/settings.md',
  'docs/siem.md': 'docs/siem.md',
  'docs/single-sign-on.md': 'docs/single-sign-on.md',
  'docs/provisioning.md': 'docs/provisioning.md',
  'third-party-notices.txt': Object.keys(shipments)[0]!,
  'bin/scout': 'scripts/release/files/scout',
  systemd: 'scripts/release/files/systemd',
};

/** An npm package that runs in the release. */
export interface ShippedPackage {
  /** Its folder, such as `node_modules/pg`. */
  readonly key: string;
  readonly name: string;
  readonly version: string;
  readonly license: string | undefined;
  /** As in the lock file: `sha512-` and base64. */
  readonly integrity: string | undefined;
}

interface Locked {
  readonly version: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly optional?: boolean;
}

/** Packages that the programs need at run time, without those of other operating systems. @throws Error when one is not installed */
export function shippedPackages(): ShippedPackage[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const shipped: ShippedPackage[] = [];
  for (const key of closure(packages, {
    workspaces: ['apps/server', 'apps/agent'],
    bundled: {},
    others: [],
  })) {
    const { version, license, integrity, optional } = packages[key]!;
    if (existsSync(join(root, key))) {
      const name = key.slice(key.lastIndexOf('node_modules/') + 'node_modules/'.length);
      shipped.push({ key, name, version, license, integrity });
    } else if (!optional) throw new Error(`${key} is not installed. Run npm ci.`);
  }
  return shipped.sort((one, other) => (one.key < other.key ? -1 : 1));
}

/** True for sources that run, without tests. */
const isProgram = (path: string) => !/(\.test\.tsx?$)|(\/testing(\/|$))/.test(path);

/** The folder of the Node that npm installed for this system, with its license. */
const nodeLicense = (): string =>
  join(root, 'node_modules/node/node_modules', `node-${process.platform}-${process.arch}`, 'LICENSE');

/**
 * Writes everything that runs into `folder`, which must not exist.
 * @param agents the folder of agent releases; undefined: none included
 */
export function writeContents(folder: string, version: string, agents: string | undefined): void {
  const put = (from: string, to: string, filter: (path: string) => boolean = () => true) => {
    mkdirSync(dirname(join(folder, to)), { recursive: true });
    cpSync(join(root, from), join(folder, to), { recursive: true, verbatimSymlinks: true, filter });
  };
  for (const [to, from] of Object.entries(copies)) put(from, to);
  for (const workspace of programs) {
    put(`${workspace}/package.json`, `${workspace}/package.json`);
    put(`${workspace}/src`, `${workspace}/src`, isProgram);
  }
  const packages = shippedPackages();
  const keys = new Set(packages.map(({ key }) => key));
  for (const { key } of packages) {
    // Nested packages are listed separately, if needed.
    const within = join(root, key, 'node_modules');
    put(key, key, (path) => path !== within && !/\.(map|d\.[cm]?ts)$/.test(path));
  }
  if (keys.size === 0) throw new Error('No package was found.');
  for (const workspace of [...programs, 'packages/emails']) {
    const link = join(folder, 'node_modules/@scout', workspace.slice(workspace.indexOf('/') + 1));
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(relative(dirname(link), join(folder, workspace)), link);
  }
  mkdirSync(join(folder, 'node/bin'), { recursive: true });
  cpSync(pinnedNode, join(folder, 'node/bin/node'), { dereference: true });
  cpSync(nodeLicense(), join(folder, 'node/LICENSE'));
  writeFileSync(
    join(folder, 'package.json'),
    `${JSON.stringify({ name: 'scout', version, private: true, type: 'module' }, null, 2)}\n`,
  );
  if (agents !== undefined) copyAgents(agents, join(folder, 'build/agents'));
}

/** The current agent release, without earlier ones. */
function copyAgents(from: string, to: string): void {
  const pointer = readFileSync(join(from, 'current.json'), 'utf8');
  const folder = currentFolder(pointer);
  if (!lstatSync(join(from, folder)).isDirectory()) throw new Error(`${from} holds no release of the agent.`);
  mkdirSync(to, { recursive: true });
  cpSync(join(from, folder), join(to, folder), { recursive: true, verbatimSymlinks: true });
  writeFileSync(join(to, 'current.json'), pointer);
}
