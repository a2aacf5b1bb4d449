import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import type { NodeUrls } from './citus.ts';
import { startTestCluster, type TestCluster } from './cluster.ts';
import { scratchRoot } from './scratch.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the test cluster's owner, database postgres. */
    clusterUrl: string;
    /** With Citus, of all nodes. */
    nodeUrls: NodeUrls | undefined;
  }
}

interface Shared {
  cluster: Promise<TestCluster>;
  users: number;
}

/** Each test project loads this module separately; the process-wide symbol lets them share one cluster. */
const key = Symbol.for('scout.testkit.cluster');
const holder: typeof globalThis & { [key]?: Shared } = globalThis;

/** Vitest's global setup: one PostgreSQL per run, whose address tests get with `inject('clusterUrl')`. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Workers start later and inherit the decision.
  scratchRoot();
  if (!holder[key]) buildEmails();
  holder[key] ??= { cluster: startTestCluster(), users: 0 };
  const shared = holder[key];
  shared.users++;
  const { url, nodeUrls } = await shared.cluster;
  project.provide('clusterUrl', url);
  project.provide('nodeUrls', nodeUrls);
  return async () => {
    shared.users--;
    if (shared.users > 0) return;
    delete holder[key];
    await (await shared.cluster).stop();
  };
}

/** Servers under test send mail, whose templates must be compiled for Node. */
function buildEmails(): void {
  execFileSync(
    process.execPath,
    [fileURLToPath(new URL('../../../scripts/build-emails.mjs', import.meta.url))],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
}
