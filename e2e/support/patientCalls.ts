import type { BrowserContext } from '@playwright/test';

/**
 * Extends the timeouts of a context's calls tenfold for a busy machine. Tests with their own clock have the product's timeouts,
 * by that clock.
 */
export async function makeCallsPatient(context: BrowserContext): Promise<void> {
  await context.addInitScript(`{
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (milliseconds) => timeout(10 * milliseconds);
  }`);
}
