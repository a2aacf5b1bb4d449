import type { Locator, Page } from '@playwright/test';

/** Every message that is shown in passing at the moment. */
export function toasts(page: Page): Locator {
  // Not by role: a failure is announced through a copy of it, and itself hidden from screen readers.
  return page.locator('[data-type]:is([role="dialog"], [role="alertdialog"])');
}

/** The message with this title or text. */
export function toast(page: Page, text: string): Locator {
  return toasts(page)
    .filter({ has: page.getByText(text, { exact: true }) })
    .first();
}
