import type { Browser, BrowserContext } from '@playwright/test';

/** Forbidden events of a test's pages (console errors, failed requests), as they happen. */
export interface Watch {
  readonly trouble: readonly string[];
  stop(): void;
}

/**
 * Collects console errors and warnings, uncaught errors and requests to other origins, of every page of every context of the
 * browser, including second tabs, popups and later contexts. `expected` matches console messages that a test causes on purpose.
 */
export function watchForTrouble(browser: Browser, ownOrigins: ReadonlySet<string>, expected?: RegExp): Watch {
  const trouble: string[] = [];
  const watch = (context: BrowserContext) => {
    context.on('console', (message) => {
      const { url } = message.location();
      const text = `${message.type()}: ${message.text()} (${url})`;
      const grave = message.type() === 'error' || message.type() === 'warning';
      if (grave && !expected?.test(text)) trouble.push(text);
    });
    // Unhandled rejections arrive here too.
    context.on('weberror', (webError) => {
      const error = webError.error();
      trouble.push(`uncaught: ${error.stack ?? error.message}`);
    });
    context.on('request', (request) => {
      const url = new URL(request.url());
      const here = ownOrigins.has(url.origin) || url.protocol === 'data:' || url.protocol === 'blob:';
      if (!here) trouble.push(`request to another origin: ${url.href}`);
    });
  };
  browser.contexts().forEach(watch);
  browser.on('context', watch);
  return { trouble, stop: () => void browser.off('context', watch) };
}
