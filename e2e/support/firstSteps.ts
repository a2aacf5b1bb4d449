import type { Page } from '@playwright/test';

/** A step as the front page shows it. */
export interface ShownStep {
  readonly title: string;
  /** The lines to type, verbatim. */
  readonly lines: readonly string[];
}

/** The steps shown on the open front page. */
export async function stepsOnPage(page: Page): Promise<ShownStep[]> {
  const items = await page.locator('#setup li').all();
  return Promise.all(
    items.map(async (item) => ({
      title: await item.getByRole('heading').innerText(),
      lines: await Promise.all(
        (await item.locator('pre').all()).map(async (line) =>
          // The prompt is only visual.
          (await line.innerText())
            .replace(/^\$\s*/, '')
            .replaceAll(/\s+/g, ' ')
            .trim(),
        ),
      ),
    })),
  );
}

/** The output of `setup` on the terminal. */
export function signInOn(terminal: string): {
  address: string;
  email: string;
  password: string;
  token: string;
} {
  const valueAt = (name: RegExp) => {
    const found = name.exec(terminal)?.[1];
    if (found === undefined) throw new Error(`Not on the terminal: ${name}\n${terminal}`);
    return found;
  };
  return {
    address: valueAt(/^sign in +(\S+)$/m),
    email: valueAt(/^email +(\S+)$/m),
    password: valueAt(/^password +(\S+)$/m),
    token: valueAt(/--token (\S+)/),
  };
}
