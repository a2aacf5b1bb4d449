import { expect, type Locator, type Page } from '@playwright/test';

/** A panel of a dashboard, by its title. */
export function panel(page: Page, title: string): Locator {
  return page.getByRole('region', { name: title, exact: true });
}

/** Headings of the table in a panel, from left to right. */
export async function columns(within: Locator): Promise<string[]> {
  return trimmed(await within.getByRole('columnheader').allTextContents());
}

/** The rows of the table in a panel as objects from heading to text. */
export async function rows(within: Locator): Promise<Record<string, string>[]> {
  const headings = await columns(within);
  const lines = await within.locator('tbody tr[data-row]').all();
  return Promise.all(
    lines.map(async (line) => {
      const cells = trimmed(await line.getByRole('cell').allTextContents());
      expect(cells).toHaveLength(headings.length);
      return Object.fromEntries(headings.map((heading, index) => [heading, cells[index]!]));
    }),
  );
}

/** Waits until the table in a panel shows just these rows; of each row only the named cells are compared. */
export async function expectRows(within: Locator, expected: Record<string, string>[]): Promise<void> {
  await expect
    .poll(async () => {
      const names = Object.keys(expected[0] ?? {});
      return (await rows(within)).map((row) => Object.fromEntries(names.map((name) => [name, row[name]])));
    })
    .toEqual(expected);
}

/** A figure of the row of totals, by its label. */
export function figure(page: Page, label: string): Locator {
  return page
    .locator('dl > div', { has: page.getByText(label, { exact: true }) })
    .locator('dd > span')
    .first();
}

const trimmed = (texts: readonly string[]) => texts.map((text) => text.replaceAll(/\s+/g, ' ').trim());
