import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Runs on any Node ≥ 20.19, before installation: plain JavaScript without dependencies. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

const windows = process.platform === 'win32';
const installStamp = join(root, 'node_modules', '.scout-install');

/** Build outputs and their source folders; the server runs everything else from source. */
const emails = {
  title: 'Building the mails',
  folder: 'packages/emails',
  sources: ['packages/emails'],
  command: ['vite', ['build', '--ssr', 'src/render.tsx']],
};
const web = {
  title: 'Building the web app',
  folder: 'apps/web',
  sources: ['apps/web', 'packages/ui', 'packages/contract', 'packages/detection'],
  command: ['react-router', ['build']],
};

/** The Node version that Scout is written for, installed as a dependency. */
export const pinnedNode = join(root, 'node_modules', 'node', 'bin', windows ? 'node.exe' : 'node');

/** Environment in which `node` and every installed command resolve to the project's own. */
export const environment = {
  ...process.env,
  PATH: `${join(root, 'node_modules', '.bin')}${windows ? ';' : ':'}${process.env.PATH}`,
  // Read by glibc at program start: batch buffers are returned to the system immediately instead of fragmenting.
  MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2',
  MALLOC_MMAP_THRESHOLD_: process.env.MALLOC_MMAP_THRESHOLD_ ?? '262144',
  MALLOC_TRIM_THRESHOLD_: process.env.MALLOC_TRIM_THRESHOLD_ ?? '524288',
};

/** Exits with one sentence when the current Node cannot even install the pinned one. */
export function requireBootstrapNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(
    `Scout needs Node 20.19 or newer to install itself; this is ${process.version}. Install a newer Node, then run the command again.`,
  );
  process.exit(1);
}

function lockFingerprint() {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  return hash.update(`${process.platform}-${process.arch}`).digest('hex');
}

/** Called by the root's postinstall: node_modules now matches the lock file. */
export function stampInstall() {
  writeFileSync(installStamp, lockFingerprint());
}

/** Runs `npm ci` when node_modules does not match the lock file. Throws when npm fails. */
export async function ensureInstalled() {
  const current = existsSync(installStamp) ? readFileSync(installStamp, 'utf8') : '';
  if (current === lockFingerprint() && existsSync(pinnedNode)) return;
  const [command, ...prefix] = process.env.npm_execpath
    ? [process.execPath, process.env.npm_execpath]
    : ['npm'];
  await step('Installing packages', command, [
    ...prefix,
    'ci',
    '--loglevel=error',
    '--no-audit',
    '--no-fund',
  ]);
}

function* filesBelow(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (['node_modules', 'build', '.react-router'].includes(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else yield path;
  }
}

function fingerprintOf({ sources }) {
  const hash = createHash('sha256').update(lockFingerprint());
  for (const part of sources) {
    for (const path of filesBelow(join(root, part))) {
      const { mtimeMs, size } = statSync(path);
      hash.update(`${path}:${mtimeMs}:${size}\n`);
    }
  }
  return hash.digest('hex');
}

async function build(part) {
  const { title, folder, command } = part;
  const stamp = join(root, folder, 'build', '.scout-build');
  const fingerprint = fingerprintOf(part);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return;
  await step(title, ...command, { cwd: join(root, folder) });
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, fingerprint);
}

/** Builds the mails if their sources changed since the last build. */
export const ensureEmailsBuilt = () => build(emails);

/** Builds the mails and the browser's part if their sources changed since the last build. */
export async function ensureBuilt() {
  await ensureEmailsBuilt();
  await build(web);
}

/**
 * Runs a command to its end, showing its duration on standard error. Its output appears only on failure; with `echo` immediately.
 * @returns {Promise<{seconds: number, output: string}>}
 */
export function step(title, command, args, { env = environment, cwd = root, echo = false } = {}) {
  const started = Date.now();
  const seconds = () => (Date.now() - started) / 1000;
  const live = process.stderr.isTTY && !echo;
  const ticker =
    live && setInterval(() => process.stderr.write(`\r  … ${title} ${seconds().toFixed(0)} s`), 500);
  if (!live) console.error(`  … ${title}`);
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: echo ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        output += chunk;
      });
    }
    child.on('error', (error) => finish(error));
    child.on('close', (code) =>
      finish(code === 0 ? null : new Error(`${title} failed (exit code ${code}).`)),
    );
    function finish(error) {
      if (ticker) clearInterval(ticker);
      console.error(`${live ? '\r' : ''}  ${error ? '✗' : '✓'} ${title} ${seconds().toFixed(1)} s`);
      if (!error) return resolve({ seconds: seconds(), output });
      if (output) console.error(output);
      reject(Object.assign(error, { output }));
    }
  });
}

/** The launching process: npm, or the caller of this script; skips a shell in between. */
function launcherPid() {
  const { stdout } = spawnSync('ps', ['-o', 'ppid=,comm=', '-p', String(process.ppid)], { encoding: 'utf8' });
  const [, parent, command] = /^\s*(\d+)\s+-?(\S+)/.exec(stdout ?? '') ?? [];
  const throughShell = process.env.npm_lifecycle_event && /(^|\/)(sh|dash|bash|zsh)$/.test(command ?? '');
  return throughShell ? Number(parent) : process.ppid;
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/**
 * Passes the terminal to a program under the pinned Node and exits with its result. Signals reach it once: a terminal sends them
 * to the whole process group, a supervisor only to this process.
 */
export function become(args, { env = environment } = {}) {
  const child = spawn(pinnedNode, args, { cwd: root, env, stdio: 'inherit' });
  // Nothing else stops the program after npm is killed.
  const launcher = launcherPid();
  setInterval(() => isAlive(launcher) || child.kill('SIGTERM'), 250).unref();
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'));
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    console.error(error.message);
    process.exit(1);
  });
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGKILL' ? 137 : 1)));
  return child;
}
