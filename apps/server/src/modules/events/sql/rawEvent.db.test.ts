import { randomUUID } from 'node:crypto';
import { eventXml, failedLogonData } from '@scout/detection/testing/eventXml';
import { describe, expect, it } from 'vitest';
import { useOrganizationEach } from '../../ingest/testing/organizationEach.ts';
import { line, ship } from '../../ingest/testing/ship.ts';

const here = useOrganizationEach();

const hostile = '<img src=x onerror=alert(1)>\u202e\u0000"; DROP TABLE';
const yesterday = new Date(Date.now() - 86_400_000).toISOString();
const wrapped = JSON.stringify({
  xml: eventXml({
    id: 4625,
    time: yesterday,
    computer: 'PRD-SQL01.corp.example',
    data: failedLogonData({ TargetUserName: 'svc.billing<script>' }),
  }),
});

describe('GET /api/v1/events/{id}', () => {
  it('returns the row and, character by character, the line that the agent sent', async () => {
    const flat = line({ timestamp: yesterday, note: hostile, process_information_command_line: hostile });
    const lines = [line(), '', wrapped, flat, 'no event', line()];
    await ship(here.agent, 1, lines);
    const { body } = await here.member.api.tenantEvents({});
    // Lists omit columns that only the single event shows.
    for (const [index, text, context] of [
      [2, wrapped, { authentication_package: 'NTLM' }],
      [3, flat, {}],
    ] as const) {
      const stored = (body ?? []).find(({ id }) => id.endsWith(`-00000${index}`))!;
      const { event, raw, received_at } = await here.member.api.event({ id: stored.id });
      expect(event).toEqual({ ...stored, ...context });
      expect(raw).toBe(text);
      expect(Math.abs(Date.parse(received_at) - Date.now())).toBeLessThan(60_000);
    }
  });

  it('removes the secret from a command line that arrived with one, and keeps every other line', async () => {
    const secret = 'Sommer-7731';
    const start = (command: string) =>
      line({ event_type: 4688, timestamp: yesterday, process_information_command_line: command });
    const lines = [
      line({ note: 'first' }),
      '',
      start(`sqlcmd -S PRD-SQL01 -U svc.billing -P ${secret}`),
      wrapped,
      start(`net user svc.billing ${secret} /add`),
      start('sqlcmd -S PRD-SQL01 -E'),
    ];
    const first = await ship(here.agent, 1, lines);
    expect(first.body).toMatchObject({ accepted: 5, rejected: [] });
    expect((await ship(here.agent, 1, lines)).body).toMatchObject({ accepted: 0, duplicates: 5 });

    const { body } = await here.member.api.tenantEvents({});
    expect(JSON.stringify(body)).not.toContain(secret);
    const raws: string[] = [];
    for (const { id } of [...(body ?? [])].sort((a, b) => a.id.localeCompare(b.id))) {
      raws.push((await here.member.api.event({ id })).raw ?? '');
    }
    expect(raws).toEqual(
      lines.filter((text) => text !== '').map((text) => text.replaceAll(secret, '[redacted]')),
    );
  });

  it('returns 404 for a rejected line, and for a missing line or batch', async () => {
    await ship(here.agent, 1, [line(), 'no event']);
    const { body } = await here.member.api.tenantEvents({});
    const batch = body![0]!.id.slice(0, 36);
    for (const id of [`${batch}-000001`, `${batch}-000002`, `${randomUUID()}-000000`]) {
      await expect(here.member.api.event({ id }), id).rejects.toMatchObject({
        status: 404,
        code: 'not_found',
      });
    }
  });

  it.each(['x', `${randomUUID()}`, `${randomUUID()}-0`, `${randomUUID()}-00000a`])(
    'refuses %s, which is not an id',
    async (id) => {
      const response = await here.member.request(`/api/v1/events/${id}`);
      expect(response.status).toBe(400);
    },
  );
});
