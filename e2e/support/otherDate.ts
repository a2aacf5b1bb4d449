import type { BrowserContext } from '@playwright/test';

/** Seconds that the date of this run is ahead (scripts/otherDates.mjs); undefined in usual runs. */
const ahead = process.env.SCOUT_TEST_AHEAD;

/** Moves the clock of a context's pages to the date of the run. */
export async function moveDate(context: BrowserContext): Promise<void> {
  if (ahead === undefined) return;
  await context.addInitScript(`{
    const realNow = Date.now.bind(Date);
    const now = () => realNow() + ${Number(ahead) * 1000};
    globalThis.Date = new Proxy(Date, {
      construct: (target, given, made) => Reflect.construct(target, given.length > 0 ? given : [now()], made),
      apply: () => String(new Date(now())),
      get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
    });
  }`);
}
