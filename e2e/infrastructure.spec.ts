import { expect, test } from './support/fixtures.ts';
import type { SecurityLogEntry } from './support/securityLog.ts';
import { expectRows, figure, panel } from './support/table.ts';

const minute = 60_000;
const subject = { SubjectUserName: 'm.keller', SubjectDomainName: 'NORTHWIND', SubjectLogonId: '0x9a3f1' };

const change = (
  eventId: number,
  time: number,
  computer: string,
  data: Record<string, string>,
): SecurityLogEntry => ({ eventId, time, computer, data: { ...data, ...subject } });

test('changes of service accounts appear while the page is open, and other events do not', async ({
  signedIn: page,
  organization,
}) => {
  const now = Date.now();
  await organization.ship([
    change(4728, now - minute, 'DC01', {
      MemberName: 'CN=svc.billing,OU=Service,DC=northwind,DC=example',
      MemberSid: 'S-1-5-21-1-2-3-1123',
      TargetUserName: 'Domain Admins',
      TargetSid: 'S-1-5-21-1-2-3-512',
    }),
    change(4724, now - 2 * minute, 'DC01', { TargetUserName: 'svc.billing' }),
    change(4720, now - 3 * minute, 'DC01', { TargetUserName: 'j.weber' }),
  ]);
  await page.goto('/dashboard/infrastructure');
  await expect(figure(page, 'Total Changes')).toHaveText('2');
  await expect(figure(page, 'High Severity')).toHaveText('1');
  const rows = [
    {
      'Service Account': 'svc.billing',
      Server: 'DC01',
      'Change Type': 'Group',
      Severity: 'High',
      Description: 'Added to Domain Admins (by m.keller)',
    },
    {
      'Service Account': 'svc.billing',
      Server: 'DC01',
      'Change Type': 'Password',
      Severity: 'Low',
      Description: 'Password reset (by m.keller)',
    },
  ];
  await expectRows(panel(page, 'Infrastructure Changes Log'), rows);
  await expect(panel(page, 'Recent Infrastructure Changes').getByRole('listitem')).toHaveText([
    /^High.*svc\.billing: Added to Domain Admins \(by m\.keller\) on DC01/,
    /^Low.*svc\.billing: Password reset \(by m\.keller\) on DC01/,
  ]);

  await organization.ship([
    change(4698, now, 'PRD-SQL01', {
      TaskName: '\\Ledger\\nightly',
      TaskContent:
        '<Task><Principals><Principal><UserId>NORTHWIND\\svc.billing</UserId></Principal></Principals><Actions><Exec><Command>C:\\Ledger\\export.exe</Command></Exec></Actions></Task>',
    }),
  ]);
  await expect(figure(page, 'Total Changes')).toHaveText('3', { timeout: 20_000 });
  await expectRows(panel(page, 'Infrastructure Changes Log'), [
    {
      'Service Account': 'svc.billing',
      Server: 'PRD-SQL01',
      'Change Type': 'Scheduled task',
      Severity: 'Medium',
      Description:
        'Task "\\Ledger\\nightly" created to run as this account: C:\\Ledger\\export.exe (by m.keller)',
    },
    ...rows,
  ]);

  await panel(page, 'Infrastructure Changes Log').getByText('Added to Domain Admins').click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByText('Member added to a global group')).toBeVisible();
  await expect(drawer.getByText('S-1-5-21-1-2-3-512').first()).toBeVisible();
});
