import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmdirSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findTool } from '../../../../scripts/testTools.mjs';

const SYSTEMD = '/lib/systemd/systemd';

/**
 * A disposable copy of this machine: its file system as an overlay in memory, with its own systemd in separate process, mount and
 * control group namespaces. The network is shared, so that installed agents reach the test's server. Units that would touch the
 * kernel are masked.
 */
export class TemporaryRoot implements AsyncDisposable {
  readonly #folder: string;
  readonly #group: string;
  readonly #launcher: ChildProcess;
  readonly #pid: number;

  private constructor(folder: string, group: string, launcher: ChildProcess, pid: number) {
    this.#folder = folder;
    this.#group = group;
    this.#launcher = launcher;
    this.#pid = pid;
  }

  /** Reason, as a sentence, why it cannot run here; null if it can. */
  static obstacle(): string | null {
    if (process.platform !== 'linux') return 'only Linux has what a temporary root is made of';
    if (process.getuid?.() !== 0) return 'a temporary root can only be made by root';
    if (!findTool('systemctl') || !existsSync(SYSTEMD))
      return 'this machine has no systemd to start in a temporary root';
    if (groupRoot() === null) return 'this machine has no control groups of version 2 to start a systemd in';
    const folder = `/tmp/.scout-overlay-${process.pid}`;
    const script = `mkdir -p ${folder} && mount -t tmpfs tmpfs ${folder} && mkdir ${folder}/u ${folder}/w ${folder}/m && mount -t overlay overlay -o lowerdir=/,upperdir=${folder}/u,workdir=${folder}/w ${folder}/m`;
    const { status } = spawnSync('unshare', ['--mount', '--pid', '--cgroup', '--fork', 'sh', '-c', script]);
    try {
      rmdirSync(folder);
    } catch {
      // It was not even created.
    }
    return status === 0 ? null : 'this machine does not let root make namespaces and overlays';
  }

  static async open(): Promise<TemporaryRoot> {
    const folder = await mkdtemp(join(tmpdir(), 'scout-root-'));
    const group = join(groupRoot()!, `scout-test-${process.pid}-${Date.now()}`);
    await mkdir(group);
    const script = join(folder, 'boot.sh');
    await writeFile(script, bootScript(join(folder, 'overlay')));
    const launcher = spawn(
      'sh',
      [
        '-c',
        `echo $$ >${group}/cgroup.procs; exec unshare --mount --pid --cgroup --uts --ipc --fork --kill-child sh ${script}`,
      ],
      {
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    let said = '';
    launcher.stderr?.on('data', (chunk) => {
      said += chunk;
    });
    const end = Date.now() + 120_000;
    for (;;) {
      const pid = childOf(launcher.pid!);
      if (pid !== null) {
        const root = new TemporaryRoot(folder, group, launcher, pid);
        const { stdout } = await root.run('systemctl', 'is-system-running');
        if (/running|degraded/.test(stdout)) return root;
      }
      if (launcher.exitCode !== null || Date.now() > end) {
        launcher.kill('SIGKILL');
        throw new Error(`the temporary root does not start: ${said}`);
      }
      await sleep(100);
    }
  }

  /** Runs a program inside, to its end. */
  run(...words: string[]): Promise<{ code: number | null; stdout: string }> {
    return this.#enter(words, null);
  }

  /** Runs it, and fails unless it exits with 0. Returns its output. */
  async ok(...words: string[]): Promise<string> {
    const { code, stdout } = await this.run(...words);
    if (code !== 0)
      throw new Error(`${words.join(' ')} ended with ${code}:\n${stdout}\n${await this.#journal()}`);
    return stdout;
  }

  /** Writes a file inside, or appends to it. */
  async write(path: string, content: Uint8Array | string, { append = false } = {}): Promise<void> {
    await this.#enter(['sh', '-c', `cat ${append ? '>>' : '>'} "$0"`, path], content);
  }

  async #journal(): Promise<string> {
    return (await this.run('journalctl', '--no-pager', '-n', '60', '-o', 'short')).stdout;
  }

  /** The last lines of the journal, for a failed test. */
  journal(): Promise<string> {
    return this.#journal();
  }

  #enter(words: readonly string[], input: Uint8Array | string | null) {
    const child = spawn('nsenter', ['-t', String(this.#pid), '-m', '-p', '-C', '-r', '-w', ...words], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8' },
    });
    child.stdin.on('error', () => {});
    child.stdin.end(input ?? '');
    let stdout = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        stdout += chunk;
      });
    return new Promise<{ code: number | null; stdout: string }>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code) => resolve({ code, stdout }));
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = new Promise((resolve) => this.#launcher.once('close', resolve));
    process.kill(this.#pid, 'SIGKILL');
    await ended;
    await removeGroup(this.#group);
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** Mount point of control groups version 2; null without them. */
function groupRoot(): string | null {
  const line = readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .find((mount) => mount.split(' ')[2] === 'cgroup2');
  return line?.split(' ')[1] ?? null;
}

function childOf(pid: number): number | null {
  try {
    const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    if (!child) return null;
    // Before it becomes systemd it is still creating the root.
    return readFileSync(`/proc/${child}/comm`, 'utf8').trim() === 'systemd' ? Number(child) : null;
  } catch {
    return null;
  }
}

async function removeGroup(group: string): Promise<void> {
  for (const entry of await readdir(group, { withFileTypes: true }).catch(() => []))
    if (entry.isDirectory()) await removeGroup(join(group, entry.name));
  for (let attempt = 0; attempt < 50; attempt += 1) {
    try {
      rmdirSync(group);
      return;
    } catch {
      // Its last process is still being cleaned up.
      await sleep(20);
    }
  }
}

const masked = [
  'console-getty.service',
  'dev-hugepages.mount',
  'dev-mqueue.mount',
  'proc-sys-fs-binfmt_misc.automount',
  'sys-fs-fuse-connections.mount',
  'sys-kernel-config.mount',
  'sys-kernel-debug.mount',
  'sys-kernel-tracing.mount',
  'systemd-binfmt.service',
  'systemd-firstboot.service',
  'systemd-hwdb-update.service',
  'systemd-logind.service',
  'systemd-modules-load.service',
  'systemd-remount-fs.service',
  'systemd-sysctl.service',
  'systemd-sysusers.service',
  'systemd-tmpfiles-clean.timer',
  'systemd-tmpfiles-setup.service',
  'systemd-tmpfiles-setup-dev.service',
  'systemd-udevd.service',
  'systemd-udev-trigger.service',
  'systemd-update-utmp.service',
];

const bootScript = (folder: string): string => `set -e
mkdir -p ${folder}
mount -t tmpfs tmpfs ${folder}
mkdir ${folder}/u ${folder}/w ${folder}/m
mount -t overlay overlay -o lowerdir=/,upperdir=${folder}/u,workdir=${folder}/w ${folder}/m
cd ${folder}/m
mount -t proc proc proc
mount -t tmpfs tmpfs run
mount -t tmpfs tmpfs tmp
mount -t tmpfs tmpfs dev
for device in null zero full random urandom tty; do touch dev/$device; mount --bind /dev/$device dev/$device; done
mkdir dev/shm dev/pts
mount -t devpts devpts dev/pts -o newinstance,ptmxmode=0666
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
mount -t tmpfs tmpfs sys
mkdir -p sys/fs/cgroup
mount -t cgroup2 cgroup2 sys/fs/cgroup
rm -rf etc/systemd/system/*.wants
for unit in ${masked.join(' ')}; do ln -sf /dev/null etc/systemd/system/$unit; done
ln -sf /lib/systemd/system/multi-user.target etc/systemd/system/default.target
mkdir -p run/before
pivot_root . run/before
umount -l /run/before
exec env -i container=scout PATH=/usr/sbin:/usr/bin:/sbin:/bin ${SYSTEMD} --system --show-status=false
`;
