import { afterAll, beforeAll } from 'vitest';
import { PackagesFixture } from './packagesFixture.ts';
import { Wine } from './wine.ts';

/** A server with a release for Windows, and a Windows by Wine, for the tests of a block. Not to be read before they run. */
export function wineScene() {
  let fixture: PackagesFixture;
  let wine: Wine;
  beforeAll(async () => {
    [fixture, wine] = await Promise.all([
      PackagesFixture.open(({ platform }) => platform === 'windows'),
      Wine.open(),
    ]);
  }, 600_000);
  afterAll(async () => {
    await wine[Symbol.asyncDispose]();
    await fixture.close();
  });
  return {
    get fixture() {
      return fixture;
    },
    get wine() {
      return wine;
    },
  };
}
