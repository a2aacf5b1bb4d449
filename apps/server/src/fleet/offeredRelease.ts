import type { Context } from '../context.ts';
import { Refusal } from '../http/refusal.ts';
import type { OfferedRelease } from '../queries/agentUpgrades.ts';

/** The newest release; null until there is one. */
export function offeredRelease({ releases }: Pick<Context, 'releases'>): OfferedRelease | null {
  const release = releases.current();
  if (!release) return null;
  const { version, built_at } = release.manifest;
  return { version, built_at, fits: (platform) => releases.latestAgent(platform) !== null };
}

/**
 * The newest release, which must be the one that the caller decides about.
 * @throws Refusal release_changed
 */
export function requireOffered(app: Pick<Context, 'releases'>, version: string): OfferedRelease {
  const release = offeredRelease(app);
  if (release?.version !== version) throw new Refusal('release_changed');
  return release;
}
