import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { environment, pinnedNode, root } from './toolchain.mjs';

/**
 * Builds the agent packages in the background of a starting server, if there are none of this version and form, at low priority; until
 * then downloads report that there is no agent yet. The output is in build/agents.log.
 */
export function buildAgentsInBackground() {
  const folder = join(root, 'build', 'agents');
  if (process.env.SCOUT_BUILD_AGENTS === 'off' || hasAgents(folder)) return;
  mkdirSync(folder, { recursive: true });
  const log = openSync(join(root, 'build', 'agents.log'), 'w');
  const child = spawn(pinnedNode, ['apps/agent/packaging/build.ts'], {
    cwd: root,
    env: environment,
    detached: true,
    stdio: ['ignore', log, log],
  });
  child.on('error', () => {});
  try {
    setPriority(child.pid, constants.priority.PRIORITY_LOW);
  } catch {
    // Already finished, or not permitted by the system.
  }
  child.unref();
  console.log('  … Building the agent packages in the background (build/agents.log)');
}

/** True when `folder` has packages of the agent's present version, in the form that servers read. */
export function hasAgents(folder) {
  const contentOf = (workspace) => JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8'));
  const { version } = contentOf('apps/agent');
  const { releaseFormat } = contentOf('packages/agent-release');
  try {
    const { folder: name, format } = JSON.parse(readFileSync(join(folder, 'current.json'), 'utf8'));
    return format === releaseFormat && name.startsWith(`${version}-`) && existsSync(join(folder, name));
  } catch {
    return false;
  }
}
