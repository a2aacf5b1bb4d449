import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { currentText } from '@scout/agent-release/currentRelease';
import { deflateProgram } from '@scout/agent-release/formats/gzip';
import { buildTarball } from '@scout/agent-release/packages/tarball';
import { partsOf, type Recipes } from '@scout/agent-release/pieces';
import { ReleaseFolder } from '@scout/agent-release/releaseFolder';
import { type ReleaseSigner, temporarySigner } from '@scout/agent-release/signing/signer';
import type {
  ConfigurableKind,
  ReleaseManifest,
  ReleasePackage,
  ReleasePlatform,
} from '@scout/contract/releases';
import { createOrganization, startServer, type TestOrganization, type TestServer } from '@scout/testkit';
import { buildRelease } from '../../packaging/release.ts';
import { securityEvent } from '../windows/standIn.ts';

const MTIME = 1_780_000_000;
const CACHE = join(import.meta.dirname, '../../../../build/runtimes');

/** Releases 0.1.0 and 0.2.0 are of the real agent, 0.3.0 of one that does not start. */
type Version = '0.1.0' | '0.2.0' | '0.3.0';

/** A server with releases, each built when it is first offered. */
export class PackagesFixture {
  readonly out: string;
  readonly server: TestServer;
  readonly #only: (wanted: ReleasePackage) => boolean;
  readonly #signer = temporarySigner();
  readonly #folders = new Map<Version, string>();
  #organization: TestOrganization | null = null;

  private constructor(out: string, only: (wanted: ReleasePackage) => boolean, server: TestServer) {
    this.out = out;
    this.#only = only;
    this.server = server;
  }

  static async open(only: (wanted: ReleasePackage) => boolean): Promise<PackagesFixture> {
    const out = await mkdtemp(join(tmpdir(), 'scout-releases-'));
    const server = await startServer({ config: { releasesRoot: out } });
    return new PackagesFixture(out, only, server);
  }

  async #folderOf(version: Version): Promise<string> {
    const known = this.#folders.get(version);
    if (known !== undefined) return known;
    const options = { out: this.out, cache: CACHE, mtime: MTIME, level: 1, progress: () => {} };
    const folder =
      version === '0.3.0'
        ? await broken(this.out, this.#signer)
        : (await buildRelease({ ...options, only: this.#only, signer: this.#signer, version })).folder;
    this.#folders.set(version, folder);
    return folder;
  }

  async close(): Promise<void> {
    await this.server.stop();
    await rm(this.out, { recursive: true, force: true });
  }

  /** Makes a release the latest. */
  async offer(version: Version): Promise<void> {
    const next = join(this.out, 'next.json');
    await writeFile(next, currentText(basename(await this.#folderOf(version))));
    await rename(next, join(this.out, 'current.json'));
  }

  /** Changes a byte in the middle of a package's largest piece. Returns a function that restores it. */
  async spoil(version: Version, path: string): Promise<() => Promise<void>> {
    const folder = await this.#folderOf(version);
    const recipes = JSON.parse(await readFile(join(folder, 'recipes.json'), 'utf8')) as Recipes;
    const parts = partsOf(folder, recipes[path]!);
    const file = parts.reduce((largest, part) => (part.length > largest.length ? part : largest)).path;
    const before = await readFile(file);
    const after = Buffer.from(before);
    after[after.length >> 1]! ^= 1;
    await writeFile(file, after);
    return () => writeFile(file, before);
  }

  /** SHA-256 of a release's program for Linux, by its signed manifest. */
  async programHash(version: Version, arch: string): Promise<string | undefined> {
    const manifest = await readFile(join(await this.#folderOf(version), 'manifest.json'), 'utf8');
    const { files } = JSON.parse(manifest) as ReleaseManifest;
    return files.find((file) => file.kind === 'tar.gz' && file.arch === arch)?.program?.sha256;
  }

  /** As an admin: offers the current release to a first ring of one machine. */
  async upgrade(organization: TestOrganization, version: Version): Promise<void> {
    await (await organization.as('admin')).api.agentUpgradeStart({ version, machines: 1 });
  }

  /** Upgrade state of the organization's only machine. */
  async upgradeState(organization: TestOrganization): Promise<string | undefined> {
    const upgrade = await (await organization.as('member')).api.agentUpgrade({});
    return upgrade?.machines[0]?.state;
  }

  /** A new organization with agents and events of a single test. */
  async organization(name: string): Promise<TestOrganization> {
    this.#organization = await createOrganization(this.server, name);
    return this.#organization;
  }

  /** A package with a configuration, downloaded by an admin of the organization: its machines need no approval. */
  async download(
    organization: TestOrganization,
    platform: ReleasePlatform,
    kind?: ConfigurableKind,
  ): Promise<Buffer> {
    const admin = await organization.as('admin');
    const { agent_url } = await admin.api.downloadsAgentWithConfig({
      tenant_id: organization.tenantId,
      platform,
      ...(kind && { package: kind }),
    });
    const answer = await fetch(`${this.server.url}${agent_url}`);
    if (answer.status !== 200) throw new Error(`HTTP ${answer.status} for ${agent_url}`);
    return Buffer.from(await answer.arrayBuffer());
  }

  /** Record ids of the organization's stored events, ascending. */
  stored({ tenantId }: TestOrganization): Promise<number[]> {
    return this.server.database.asOwner(async (client) => {
      const { rows } = await client.query<{ record_id: string }>(
        'SELECT record_id::text FROM scout.tenant_events WHERE tenant_id = $1 ORDER BY tenant_events.record_id',
        [tenantId],
      );
      return rows.map(({ record_id }) => Number(record_id));
    });
  }

  /** The organization's only agent from the fleet list. */
  async agent(organization: TestOrganization) {
    const member = await organization.as('member');
    const agents = await member.api.agents({});
    if (agents.length !== 1) throw new Error(`${agents.length} agents instead of one`);
    return agents[0]!;
  }
}

/** Release 0.3.0, correctly signed, whose program exits immediately. */
async function broken(out: string, signer: ReleaseSigner): Promise<string> {
  const elsewhere = await mkdtemp(join(tmpdir(), 'scout-broken-'));
  const input = { version: '0.3.0', mtime: MTIME };
  const data = Buffer.from('#!/bin/sh\nexit 1\n');
  await using release = await ReleaseFolder.open(elsewhere, signer);
  const content = await deflateProgram(data);
  const wanted: ReleasePackage = {
    platform: 'linux',
    arch: process.arch === 'arm64' ? 'arm64' : 'x64',
    kind: 'tar.gz',
  };
  await release.add(wanted, await buildTarball(input, 'linux', content));
  const { folder } = await release.publish(input);
  const here = join(out, basename(folder));
  await rename(folder, here);
  await rm(elsewhere, { recursive: true, force: true });
  return here;
}

/** Security events in the format of a log. */
export const eventLines = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => `${securityEvent(from + index)}\n`).join('');

/** Waits for results of other processes. */
export async function eventually<T>(
  look: () => Promise<T>,
  holds: (seen: T) => boolean,
  patienceMs = 90_000,
): Promise<T> {
  const end = Date.now() + patienceMs;
  for (;;) {
    const seen = await look();
    if (holds(seen)) return seen;
    if (Date.now() > end) throw new Error(`still ${JSON.stringify(seen)} after ${patienceMs / 1000} s`);
    await sleep(100);
  }
}
