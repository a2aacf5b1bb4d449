import { writeFile } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import config from '../playwright.config.ts';
import { iconOf } from './support/icon.ts';
import { startScout } from './support/scout.ts';

/**
 * `npm run -s pictures:preview`: the preview picture of links to our site, taken from our own hero, and the icon requested by
 * browsers for a file that is not a page.
 */
const file = 'apps/web/public/og.png';
const icon = 'apps/web/public/favicon.ico';
const iconPixels = [16, 32, 48] as const;
const size = { width: 1200, height: 630 };

await using scout = await startScout();
const browser = await chromium.launch(config.use?.launchOptions ?? {});
const page = await browser.newPage({
  viewport: size,
  colorScheme: 'dark',
  reducedMotion: 'reduce',
  timezoneId: 'UTC',
});
// The account of the headline's story, at its hour.
await page.clock.setFixedTime('2025-09-15T02:14:31Z');
await page.goto(scout.url);
await page.locator('[data-island="hero"][data-live]').waitFor();
await page.evaluate('document.fonts.ready');
// It floats over the picture, and cannot be pressed there.
await page
  .locator('[data-island="contact-widget"]')
  .evaluate((widget: { remove(): void }) => widget.remove());
const hero = (await page
  .getByRole('heading', { level: 1 })
  .locator('xpath=ancestor::section[1]/div[1]')
  .boundingBox())!;
const y = Math.max(0, hero.y + (hero.height - size.height) / 2);
await page.screenshot({ path: file, fullPage: true, clip: { x: 0, y, ...size } });

await page.goto(`${scout.url}/favicon.svg`);
const drawn: { pixels: number; png: Buffer }[] = [];
for (const pixels of iconPixels) {
  await page.setViewportSize({ width: pixels, height: pixels });
  drawn.push({ pixels, png: await page.screenshot({ omitBackground: true }) });
}
await writeFile(icon, iconOf(drawn));
await browser.close();
process.stdout.write(`${file}\n${icon}\n`);
