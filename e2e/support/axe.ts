import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** True while something fades or slides in or out. What never ends, such as a spinner, and what goes with scrolling does not count. */
const moves = `document.querySelector('[data-starting-style], [data-ending-style]') !== null ||
  document.getAnimations().some(({ effect, playState, timeline }) =>
    playState === 'running' && timeline === document.timeline && effect.getComputedTiming().endTime !== Infinity)`;

/** Looks once the page is at rest: half-transparent text has no contrast. */
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
 * Axe on a page, at the cost of what is read of its results: nothing is described that is in order, and no second page is
 * opened to put results of frames of other origins together, which no page has.
 */
export const axeOn = (page: Page): AxeBuilder =>
  new RestingAxe(page).options({ resultTypes: ['violations'] }).setLegacyMode();

/** Findings of axe, short enough to read in a failed test. */
export async function describeFaults(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary}`),
  );
}
