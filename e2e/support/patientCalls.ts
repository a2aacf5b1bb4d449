import type { BrowserContext } from '@playwright/test';

/**
 * Lets the calls of a context's pages take ten times as long before they count as failed: a busy machine may need that. Tests that
 * install a clock of their own have the product's time limits, by that clock.
 */
export async function makeCallsPatient(context: BrowserContext): Promise<void> {
  await context.addInitScript(`{
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (milliseconds) => timeout(10 * milliseconds);
  }`);
}
