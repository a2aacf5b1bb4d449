import { expect, type Page } from '@playwright/test';

/** Resizes the open page from a phone to a desktop and expects nothing wider than it; `each` checks more at every width. */
export async function expectFits(
  page: Page,
  what: string,
  {
    widths = [360, 768, 1440],
    each,
  }: { widths?: readonly number[]; each?(width: number): Promise<void> } = {},
): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const over = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    await expect.poll(() => page.evaluate(over), `${what} at ${width}`).toBeLessThanOrEqual(0);
    await each?.(width);
  }
}
