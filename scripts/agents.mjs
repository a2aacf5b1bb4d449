import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { environment, pinnedNode, root } from './toolchain.mjs';

/**
 * Builds the packages of the agent beside a server that starts, when there are none of this version. Nobody waits for it, and it
 * gives way to everything else; until it is done downloads say that there is no agent yet. Its words are in build/agents.log.
 */
export function buildAgentsInBackground() {
  const folder = join(root, 'build', 'agents');
  const { version } = JSON.parse(readFileSync(join(root, 'apps', 'agent', 'package.json'), 'utf8'));
  if (process.env.SCOUT_BUILD_AGENTS === 'off' || isBuilt(folder, version)) return;
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
    // It is over already, or the system does not allow it.
  }
  child.unref();
  console.log('  … Building the agent packages in the background (build/agents.log)');
}

function isBuilt(folder, version) {
  try {
    const { folder: name } = JSON.parse(readFileSync(join(folder, 'current.json'), 'utf8'));
    // Earlier versions left releases for the server to sign, and the .exe out where there was no compiler.
    const there = ['manifest.json.sig', 'windows/scout-agent-latest.exe'];
    return name.startsWith(`${version}-`) && there.every((file) => existsSync(join(folder, name, file)));
  } catch {
    return false;
  }
}
