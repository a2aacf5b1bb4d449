import { countOf, expect, openDemo, test } from './support/demo.ts';
import { expectColumns, figure, panel, rows } from './support/table.ts';

const second = 1_000;

test('panels in range, one logon more every 5 seconds, 200 at most', async ({ demo: page }) => {
  await openDemo(page, '/dashboard/interactive-logons');
  await expect(
    page.getByText('Real-time monitoring of user session activity and access patterns'),
  ).toBeVisible();
  const total = figure(page, 'Total Incidents');
  const first = countOf(await total.textContent());
  expect(first).toBeGreaterThanOrEqual(180);
  expect(first).toBeLessThanOrEqual(200);
  const workstations = countOf(await figure(page, 'Total Workstations').textContent());
  expect(workstations).toBeGreaterThanOrEqual(20);
  expect(workstations).toBeLessThanOrEqual(25);
  const byWorkstation = panel(page, 'Incident Count by Workstation');
  await expectColumns(byWorkstation, ['Workstation', 'Incident Count']);
  expect(await rows(byWorkstation)).toHaveLength(12);
  const log = panel(page, 'Incident Log');
  await expectColumns(log, ['Time', 'Service Account', 'Workstation']);

  const newest = async () => (await rows(log))[0];
  const before = await newest();
  await page.clock.runFor(5 * second);
  await expect.poll(newest).not.toEqual(before);
  const after = await newest();
  await page.clock.runFor(4 * second);
  expect(await newest()).toEqual(after);
  await page.clock.runFor(150 * second);
  await expect(total).toHaveText('200');
});
