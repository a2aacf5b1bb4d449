import { demoInfrastructureChanges } from '@scout/detection/demo';
import { expect, openDemo, test } from './support/demo.ts';
import { figure, panel, rows } from './support/table.ts';

const path = '/dashboard/infrastructure';
const words = { high: 'High', medium: 'Medium', low: 'Low' };

test('fifteen changes, the newest five apart, as the seed says; a subscribed organization sees none of it', async ({
  demo: page,
  visitor,
}) => {
  await openDemo(page, path);
  await expect(
    page.getByText('Real-time monitoring of system modifications and configuration updates'),
  ).toBeVisible();
  await expect(figure(page, 'Total Changes')).toHaveText('15');
  await expect(figure(page, 'High Severity')).toHaveText('5');
  const withoutTime = (lines: Record<string, string>[]) =>
    lines.map(({ Time: time, ...rest }) => {
      expect(time).not.toBe('');
      return rest;
    });
  const expected = demoInfrastructureChanges(7, Date.now()).log.map((row) => ({
    'Service Account': row.serviceAccount,
    Server: row.server,
    'Change Type': row.changeType,
    Severity: words[row.severity],
    Description: row.description,
  }));
  expect(withoutTime(await rows(panel(page, 'Infrastructure Changes Log')))).toEqual(expected);
  await expect(panel(page, 'Recent Infrastructure Changes').getByRole('listitem')).toContainText(
    expected
      .slice(0, 5)
      .map((row) => `${row.Severity}${row['Service Account']}: ${row.Description} on ${row.Server}`),
  );
  await test.step('a subscribed organization sees none of it', async () => {
    await page.clock.resume();
    await visitor.setSubscribed(true);
    await page.goto(path);
    await expect(page.getByText('No agent is installed yet').first()).toBeVisible();
    await expect(figure(page, 'Total Changes')).toHaveText('0');
  });
});
