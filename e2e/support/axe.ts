import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** True during an animation. Excludes endless ones, such as a spinner, and those linked to scrolling. */
const moves = `document.querySelector('[data-starting-style], [data-ending-style]') !== null ||
  document.getAnimations().some(({ effect, playState, timeline }) =>
    playState === 'running' && timeline === document.timeline && effect.getComputedTiming().endTime !== Infinity)`;

/** Checks once the page is at rest: half-transparent text has no contrast. */
class RestingAxe extends AxeBuilder {
  readonly #page: Page;

  constructor(page: Page) {
    super({ page });
    this.#page = page;
  }

  override async analyze() {
    await expect.poll(() => this.#page.evaluate(moves), 'something moves').toBe(false);
    return super.analyze();
  }
}

/**
 * Axe on a page, limited to the results used: passing checks are not described, and no second page is opened to merge results of
 * cross-origin frames, which no page has.
 */
export const axeOn = (page: Page): AxeBuilder =>
  new RestingAxe(page).options({ resultTypes: ['violations'] }).setLegacyMode();

/** Findings of axe, in a short form for a failed test. */
export async function describeFaults(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary}`),
  );
}
