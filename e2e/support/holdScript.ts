import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

const assets = join(import.meta.dirname, '../../apps/web/build/client/assets');

/**
 * Holds a page's script until the returned function is called. A page that redirects to it after a few seconds stays until then,
 * on any machine. @throws Error when the build has no script of this name, because nothing would be held
 */
export async function holdScript(page: Page, name: string): Promise<() => void> {
  const script = new RegExp(`^${name}-[\\w-]{8}\\.js$`);
  if (!readdirSync(assets).some((file) => script.test(file))) throw new Error(`No script is called ${name}.`);
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(new RegExp(`/assets/${name}-[\\w-]{8}\\.js$`), async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
