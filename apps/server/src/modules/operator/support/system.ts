import { statfs } from 'node:fs/promises';
import { arch, availableParallelism, freemem, loadavg, platform, release, totalmem, uptime } from 'node:os';
import packageJson from '../../../../package.json' with { type: 'json' };

/** Versions of Scout and of what it runs on. */
export function describeVersions(env: Readonly<Record<string, string | undefined>>): unknown {
  const { node, v8, openssl, uv, zlib } = process.versions;
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return {
    scout: packageJson.version,
    is_release: Boolean(env.SCOUT_RELEASE),
    node: { node, v8, openssl, uv, zlib },
    system: { platform: platform(), release: release(), arch: arch(), glibc: header.glibcVersionRuntime },
  };
}

/** Size and load of the machine, and the free space of the data directory. */
export async function describeMachine(dataDir: string): Promise<unknown> {
  const disk = await statfs(dataDir).catch(() => undefined);
  return {
    processors: availableParallelism(),
    load: loadavg(),
    memory_bytes: totalmem(),
    free_memory_bytes: freemem(),
    up_seconds: Math.round(uptime()),
    data_directory: disk
      ? { bytes: disk.blocks * disk.bsize, free_bytes: disk.bavail * disk.bsize }
      : 'does not exist or cannot be read',
  };
}
