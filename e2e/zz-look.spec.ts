import { seedAccount } from '@scout/testkit/seedAccount';
import { seedCase } from '@scout/testkit/seedCase';
import { seedDirectory } from '@scout/testkit/seedDirectory';
import { test } from './support/fixtures.ts';

test('look', async ({ signedIn: page, scout, organization }) => {
  test.setTimeout(240_000);
  const run = async (sql: string, values: unknown[]) => ({ rows: await scout.asOwner(sql, values) });
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
  await seedAccount(run, organization.tenantId, 'svc.billing', [{ time: ago(1), destination: 'prd-sql01', actor: 'm.keller' }]);
  await seedAccount(run, organization.tenantId, 'svc.old', [{ time: ago(60), destination: 'prd-sql01' }]);
  await seedDirectory(run, organization.tenantId, {
    account: 'svc.old', unit: 'Services', privilegedGroups: ['Domain Admins'], delegation: 'unconstrained', passwordSet: ago(800),
    group: { name: 'Batch operators', managedBy: 'Lovelace, Ada' },
  });
  await scout.asOwner("UPDATE scout.service_accounts SET in_directory = true WHERE account_key = 'svc.old'", []);
  const shots: [string, string, (() => Promise<void>)?][] = [
    ['account', '/accounts/account?name=svc.old'],
    ['mark', '/accounts/account?name=svc.old', async () => page.getByRole('button', { name: 'Mark as decoy…' }).click()],
    ['reports', '/settings/reports'],
  ];
  for (const scheme of ['light', 'dark'] as const)
    for (const width of [1440, 768, 360])
      for (const [name, path, act] of shots) {
        await page.emulateMedia({ colorScheme: scheme });
        await page.setViewportSize({ width, height: 1000 });
        await page.goto(path);
        await page.waitForTimeout(700);
        if (act) await act();
        await page.waitForTimeout(300);
        await page.screenshot({ path: `/tmp/h37c-look/${name}-${scheme}-${width}.png`, fullPage: name !== 'mark' });
      }
});
