import { access } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { RenderEmail } from '@scout/emails';

const built = new URL('../../../../../packages/emails/build/render.js', import.meta.url);

/** The rendering function from the built package. @throws Error without a build */
export async function loadTemplates(): Promise<RenderEmail> {
  await access(fileURLToPath(built)).catch((cause: unknown) => {
    throw new Error('The mail templates are not built. Start with `npm start`, which builds them.', {
      cause,
    });
  });
  const { renderEmail } = (await import(built.href)) as { renderEmail: RenderEmail };
  return renderEmail;
}
