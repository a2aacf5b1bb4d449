import { HOUR, MINUTE } from '@scout/detection/time';
import { describe, expect, test } from 'vitest';
import { alertingServer, NOON } from './testing/alertingServer.ts';
import { finding } from './testing/finding.ts';

const scene = alertingServer();

describe('a recipient’s limits', () => {
  const crowd = (count: number, time: number, severity: 'critical' | 'high' = 'high') =>
    Array.from({ length: count }, (_, i) =>
      finding({ account: `svc.${severity}${i}`, time, severity, score: 20 + i / 1000 }),
    );

  test('500 accounts at once are ten mails, the most severe individually and the others counted in the last', async () => {
    const bank = await scene.judgedOrganization();
    const [email] = await bank.recipients('soc');
    const findings = crowd(500, NOON);
    await bank.tell(NOON, findings);
    const first = scene.mailsTo(email!);
    expect(first).toHaveLength(10);
    const summaries = first.filter(({ subject }) => subject.startsWith('491 more cases'));
    expect(summaries).toHaveLength(1);
    expect(summaries[0]!.text).toContain('491 high');
    expect(summaries[0]!.text).toContain('And 471 more cases');
    const alone = first
      .filter((mail) => mail !== summaries[0])
      .map(({ subject }) => subject.split(/[ :]/)[1]);
    expect(new Set(alone)).toEqual(new Set(Array.from({ length: 9 }, (_, i) => `svc.high${499 - i}`)));

    // Further cases within the hour wait for its end and are combined; critical cases are combined earlier.
    const more = [...findings, ...crowd(30, NOON + MINUTE, 'critical')];
    await bank.tell(NOON + 2 * MINUTE, more);
    expect(scene.mailsTo(email!)).toHaveLength(10);
    await bank.alert(NOON + 11 * MINUTE);
    expect(scene.mailsTo(email!)).toHaveLength(11);
    expect(scene.mailsTo(email!).at(-1)!.subject).toMatch(/^30 more critical cases/);
    more.push(finding({ account: 'svc.late1', time: NOON + 20 * MINUTE }));
    more.push(finding({ account: 'svc.late2', time: NOON + 20 * MINUTE }));
    await bank.tell(NOON + 20 * MINUTE, more);
    expect(scene.mailsTo(email!)).toHaveLength(11);
    await bank.alert(NOON + 61 * MINUTE);
    expect(scene.mailsTo(email!)).toHaveLength(13);
    const [{ n }] = (await bank.sql<{ n: number }>(
      'SELECT count(*)::int AS n FROM scout.alert_messages WHERE tenant_id = $1 AND outcome IS NULL',
    )) as [{ n: number }];
    expect(n).toBe(0);
  });

  test('quiet hours and times use the recipient’s own time zone', async () => {
    const bank = await scene.judgedOrganization();
    const [zurich, tokyo] = await bank.recipients('zurich', 'tokyo');
    await bank.admin.api.tenantsUpdate({ time_zone: 'Europe/Zurich' });
    const quiet_hours = { from: 20 * 60, to: 22 * 60 };
    for (const email of [zurich!, tokyo!]) await bank.admin.api.alertRecipientsUpdate({ email, quiet_hours });
    const changed = await bank.admin.api.alertRecipientsUpdate({ email: tokyo!, time_zone: 'Asia/Tokyo' });
    expect(changed).toMatchObject({ time_zone: 'Asia/Tokyo', quiet_hours });
    await expect(
      bank.admin.api.alertRecipientsUpdate({ email: tokyo!, time_zone: 'Mars/Olympus' }),
    ).rejects.toMatchObject({ code: 'invalid_input' });

    // 14:00 in Zurich, 21:00 in Tokyo.
    await bank.tell(NOON, [finding({ account: 'svc.billing', time: NOON })]);
    expect(scene.mailsTo(zurich!)).toHaveLength(1);
    expect(scene.mailsTo(tokyo!)).toEqual([]);
    await bank.alert(NOON + HOUR - 1);
    expect(scene.mailsTo(tokyo!)).toEqual([]);
    await bank.alert(NOON + HOUR);
    expect(scene.mailsTo(tokyo!)).toHaveLength(1);
    expect(scene.mailsTo(zurich!)[0]!.text).toContain('14:00 Europe/Zurich (30 Sept, 12:00 UTC)');
    expect(scene.mailsTo(tokyo!)[0]!.text).toContain('21:00 Asia/Tokyo (30 Sept, 12:00 UTC)');
  });

  test('quiet hours in the organization’s time zone delay all but critical cases', async () => {
    const bank = await scene.judgedOrganization();
    const [email, awake] = await bank.recipients('sleeps', 'awake');
    await bank.admin.api.tenantsUpdate({ time_zone: 'Europe/Zurich' });
    const quiet_hours = { from: 22 * 60, to: 6 * 60 };
    await bank.admin.api.alertRecipientsUpdate({ email: email!, quiet_hours });
    const night = Date.UTC(2026, 8, 30, 21);
    const findings = [
      finding({ account: 'svc.billing', time: night }),
      finding({ account: 'svc.ledger', time: night }),
    ];
    await bank.tell(night, findings);
    findings.push(finding({ account: 'svc.payroll', time: night, severity: 'critical' }));
    await bank.tell(night + MINUTE, findings);
    expect(scene.mailsTo(email!).map(({ subject }) => subject)).toEqual(['C-3 svc.payroll: New source']);
    expect(scene.mailsTo(awake!)).toHaveLength(3);
    expect(await bank.isWaiting(Date.UTC(2026, 9, 1, 3, 59))).toBe(false);
    await bank.alert(Date.UTC(2026, 9, 1, 4));
    expect(scene.mailsTo(email!)).toHaveLength(3);
  });

  test('a daily mail summarizes the previous day; critical cases are mailed at once', async () => {
    const bank = await scene.judgedOrganization();
    const [email] = await bank.recipients('soc');
    await bank.admin.api.tenantsUpdate({ time_zone: 'Asia/Kolkata' });
    await bank.admin.api.alertRecipientsUpdate({ email: email!, delivery: 'daily' });
    const findings = [...crowd(40, NOON), ...crowd(1, NOON, 'critical')];
    await bank.tell(NOON, findings);
    expect(scene.mailsTo(email!).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^C-\d+ svc\.critical0: New source$/),
    ]);
    const eight = Date.UTC(2026, 9, 1, 2, 30);
    expect(await bank.isWaiting(eight - 1)).toBe(false);
    await bank.alert(eight);
    const [, summary, ...others] = scene.mailsTo(email!);
    expect(others).toEqual([]);
    expect(summary!.subject).toMatch(/^40 cases since yesterday’s summary/);
    expect(summary!.text).toContain('40 high');
  });
});
