import { expect, type Locator, type Page } from '@playwright/test';

/** A panel of a dashboard, by its title. */
export function panel(page: Page, title: string): Locator {
  return page.getByRole('region', { name: title, exact: true });
}

/** Waits until the table in a panel has these headings, from left to right. */
export async function expectColumns(within: Locator, headings: readonly string[]): Promise<void> {
  await expect.poll(async () => (await snapshot(within)).headings).toEqual(headings);
}

/** Words of the mark before an account with a case. Whether it is there depends on how far the assessor has come. */
const CASE_MARK = /^(?:Critical|High|Medium|Low) case /;

/** The rows of the table in a panel as objects from heading to text, without marks of cases; empty without a table. */
export async function rows(within: Locator): Promise<Record<string, string>[]> {
  const { headings, lines } = await snapshot(within);
  return lines.map((cells) =>
    Object.fromEntries(headings.map((heading, index) => [heading, cells[index]!.replace(CASE_MARK, '')])),
  );
}

/** The part of a DOM element read in the page; tests are checked without the browser's types. */
interface PageElement {
  readonly textContent: string | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
}

/** Headings and cells from one snapshot: separate reads could be from two renderings. */
function snapshot(within: Locator): Promise<{ headings: string[]; lines: string[][] }> {
  return within.evaluate((panel: PageElement) => {
    // The second line of a cell is no part of its value.
    const textIn = (cell: PageElement) =>
      Array.from(cell.querySelectorAll('[data-note]')).reduce(
        (text, note) => text.replace(note.textContent ?? '', ''),
        cell.textContent ?? '',
      );
    const texts = (root: PageElement, selector: string) =>
      Array.from(root.querySelectorAll(selector), (cell) => textIn(cell).replaceAll(/\s+/g, ' ').trim());
    return {
      headings: texts(panel, 'thead th'),
      lines: Array.from(panel.querySelectorAll('tbody tr[data-row]'), (line) => texts(line, 'td')),
    };
  });
}

/** Waits until the table in a panel shows exactly these rows; only the given cells are compared. */
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
