import { accountPostures, type PostureReport } from '@scout/contract';
import { expect, test } from 'vitest';
import { posturesPdf } from './posturesPdf.ts';

const report = (listed: number, name = (n: number) => `svc.account${n}`): PostureReport => ({
  organization: 'Northwind Bank',
  time_zone: 'Europe/Berlin',
  made_at: '2026-11-27T12:00:00.000Z',
  accounts: 10_000,
  accounts_found: listed,
  kinds: accountPostures.map((posture) => ({
    posture,
    total: listed * 2,
    listed: Array.from({ length: listed }, (_, n) => ({
      account: name(n),
      posture,
      owner: n % 2 === 0 ? null : 'Billing team',
      since: n % 3 === 0 ? null : '2026-01-02T03:04:05.000Z',
    })),
  })),
});
const pagesOf = (file: Buffer): number => file.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;

test('the file has tags, headings and tables for screen readers, and no active content', async () => {
  const text = (await posturesPdf(report(3))).toString('latin1');
  for (const tag of ['H1', 'H2', 'Table', 'TR', 'TH', 'TD']) expect(text).toContain(`/S /${tag}`);
  expect(text).not.toMatch(/\/(JavaScript|JS|Launch|URI|EmbeddedFile|AA|OpenAction)\b/);
});

test('without findings it is one page; the most findings with hostile names have a bounded size', async () => {
  expect(pagesOf(await posturesPdf({ ...report(0), kinds: [] }))).toBe(1);
  const hostile = [') Tj ET endstream %%EOF', '\u202egnillib.cvs', '日'.repeat(256), '\u0000\u0007'];
  const file = await posturesPdf(report(500, (n) => hostile[n % hostile.length]!));
  expect(pagesOf(file)).toBeLessThan(300);
  expect(file.length).toBeLessThan(4 * 1024 * 1024);
}, 60_000);
