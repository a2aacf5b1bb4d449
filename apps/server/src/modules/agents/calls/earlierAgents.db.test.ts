import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { writeTestRelease } from '@scout/agent-release/testing';
import type { HeartbeatResponse } from '@scout/contract';
import type { ReleaseManifest } from '@scout/contract/releases';
import { createClock } from '@scout/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fleet, startFleet } from '../../../testing/fleet.ts';

type EnrolResponse = Readonly<Record<'agent_id' | 'credential', string>>;

/** Bodies as the programs sent them, recorded from agents built of the sources of these days. */
const HEARTBEAT = {
  host: 'web-1',
  platform: 'linux 6.12.1 x64',
  version: '0.1.0',
  instance_id: '45d910dd-88a6-4a72-a43f-bebe9955e409',
  queue_depth: 0,
  waiting_seconds: 0,
  events_read: 1,
  events_sent: 1,
  events_rejected: 0,
  gaps: [],
  sources: [],
};
const EARLIER = [
  { built: 'of 2026-11-23, before names', heartbeat: HEARTBEAT, names: false },
  { built: 'of 2026-11-26, before groups', heartbeat: { ...HEARTBEAT, names_etag: null }, names: true },
];
/** Everything that these agents read of an answer; they leave other fields alone. */
const READ = [
  'server_time',
  'next_batch',
  'gaps_received',
  'addresses',
  'latest',
  'upgrade',
  'rotate_credential',
  'awaiting_approval',
  'subscribed',
];

describe.each(EARLIER)('an agent $built', ({ heartbeat, names }) => {
  let fleet: Fleet;
  beforeAll(async () => {
    fleet = await startFleet(createClock(new Date().toISOString()));
    await writeTestRelease(fleet.server.context.config.releasesRoot, '0.2.0', Buffer.from('program'));
  });
  afterAll(() => fleet.server.stop());

  const send = async <T extends object>(
    path: string,
    body: string | Buffer<ArrayBuffer>,
    headers: Record<string, string>,
  ): Promise<T> => {
    const answer = await fetch(`${fleet.server.url}${path}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'user-agent': 'scout-agent/0.1.0', ...headers },
    });
    expect(answer.status, path).toBe(200);
    return (await answer.json()) as T;
  };

  it('enrolls, sends, is in its group without its configuration, and is offered a release that it can read', async () => {
    const { admin } = fleet;
    const { token } = await admin.api.enrolmentsCreate({});
    const { group_id } = await admin.api.agentGroupCreate({ name: 'Web', patterns: ['web-*'] });
    await admin.api.agentGroupConfigure({ group_id, based_on: 1, settings: { events_per_second: 10 } });
    await admin.api.agentGroupRollOut({ group_id, version: 2, all: true });

    const { host, platform, version } = heartbeat;
    const enrollment = {
      token,
      machine_id: randomUUID(),
      proof: `scout_key_${randomUUID()}`,
      host,
      platform,
      version,
    };
    const enrolled = await send<EnrolResponse>('/api/agents/v1/enrol', JSON.stringify(enrollment), {});
    expect(enrolled).toMatchObject({
      agent_id: expect.any(String),
      credential: expect.any(String),
      next_batch: 1,
    });
    const authorization = `Bearer ${enrolled.credential}`;
    const beat = async () => {
      const body = JSON.stringify({ ...heartbeat, sent_at: new Date().toISOString() });
      return send<HeartbeatResponse>('/api/agents/v1/heartbeat', body, { authorization });
    };
    const answer = await beat();
    expect(Object.keys(answer).sort()).toEqual([...READ, ...(names ? ['names'] : [])].sort());
    const stored = await send('/api/ingest/v1/events', gzipSync('{"xml":"<Event></Event>"}\n'), {
      authorization,
      'content-type': 'application/x-ndjson',
      'content-encoding': 'gzip',
      'scout-batch': '1',
    });
    expect(stored).toMatchObject({ accepted: expect.any(Number), rejected: expect.any(Array) });
    expect((await admin.api.agentGroupRead({ group_id })).machines).toMatchObject([
      { host, state: 'unsupported', joined_by: 'name' },
    ]);

    expect(answer).toMatchObject({ upgrade: false, latest: { version: '0.2.0' } });
    await admin.api.agentUpgradeStart({ version: '0.2.0', agent_ids: [enrolled.agent_id] });
    const { latest, upgrade } = await beat();
    expect(upgrade).toBe(true);
    const { files } = (await (
      await fetch(`${fleet.server.url}/releases/latest/manifest.json`)
    ).json()) as ReleaseManifest;
    // The fields by which an earlier agent finds and checks its package, which it fetches as a whole.
    const file = files.find(({ path }) => latest!.url.endsWith(path));
    expect(file).toMatchObject({
      platform: 'linux',
      arch: 'x64',
      kind: 'tar.gz',
      sha256: latest!.sha256,
      bytes: latest!.bytes,
    });
    const bytes = await (await fetch(`${fleet.server.url}${latest!.url}`)).arrayBuffer();
    expect(bytes.byteLength).toBe(latest!.bytes);
  });
});
