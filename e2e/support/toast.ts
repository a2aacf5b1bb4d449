import type { BrowserContext, Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';

// Not by role: a failure is announced through a copy, and is itself hidden from screen readers.
const selector = '[data-type]:is([role="dialog"], [role="alertdialog"])';

/** Every currently visible toast. */
export function toasts(page: Page): Locator {
  return page.locator(selector);
}

/** Titles and texts of toasts that a page has shown and no test has consumed yet. */
const unread = new WeakMap<Page, string[]>();
const unreadOf = (page: Page): string[] => {
  const lines = unread.get(page) ?? [];
  unread.set(page, lines);
  return lines;
};

/** Records toasts of pages in this context: a busy machine must not miss them. */
export async function noteToasts(context: BrowserContext): Promise<void> {
  await context.exposeBinding('noteToast', ({ page }, lines: string[]) => {
    unreadOf(page).push(...lines);
  });
  await context.addInitScript(`{
    const noteToast = globalThis.noteToast;
    new MutationObserver((records) => {
      for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (!(node instanceof Element)) continue;
        for (const toast of [node, ...node.querySelectorAll('*')]) {
          if (!toast.matches(${JSON.stringify(selector)}) || !toast.checkVisibility({ visibilityProperty: true })) continue;
          noteToast([...toast.querySelectorAll('p')].map((line) => line.textContent));
        }
      }
    }).observe(document, { childList: true, subtree: true });
  }`);
}

/** Resolves when the page has shown a toast with this title or text that no earlier call has consumed, even if it has disappeared. */
export async function expectToast(page: Page, text: string): Promise<void> {
  const lines = unreadOf(page);
  await expect.poll(() => lines, 'messages shown in passing').toContain(text);
  lines.splice(lines.indexOf(text), 1);
}
