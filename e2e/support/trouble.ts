import type { Page } from '@playwright/test';

/** Collects what no page of the product may do: console errors and warnings, uncaught errors, requests to other origins. */
export function watchForTrouble(page: Page, origin: string, expected: readonly RegExp[]): string[] {
  const trouble: string[] = [];
  page.on('console', (message) => {
    const { url } = message.location();
    const text = `${message.type()}: ${message.text()} (${url})`;
    const grave = message.type() === 'error' || message.type() === 'warning';
    if (grave && !expected.some((pattern) => pattern.test(text))) trouble.push(text);
  });
  // Unhandled rejections arrive here too.
  page.on('pageerror', (error) => trouble.push(`uncaught: ${error.stack ?? error.message}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    const here = url.origin === origin || url.protocol === 'data:' || url.protocol === 'blob:';
    if (!here) trouble.push(`request to another origin: ${url.href}`);
  });
  return trouble;
}
