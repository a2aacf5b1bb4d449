import type { FastifyBaseLogger } from 'fastify';
import { makeFirstOrganization } from './modules/operator/module.ts';
import { type SampleSignIn, settleSample } from './modules/sample/index.ts';
import type { Config } from './platform/config/config.ts';
import type { Installation } from './platform/processes/installation.ts';

/**
 * Creates or removes the organizations given in settings, before the server listens.
 * @returns sign-in data of the sample organization; undefined without one
 */
export async function settleOrganizations(
  config: Config,
  { database: { pool }, directory }: Installation,
  log: FastifyBaseLogger,
): Promise<SampleSignIn | undefined> {
  const sample = await settleSample(config, pool, directory, (message) => log.warn(message));
  if (config.first) {
    const outcome = await makeFirstOrganization(pool, config.first, new Date());
    log.info({ organization: config.first.organization, outcome }, 'The first organization');
    if (outcome === 'refused')
      log.warn(
        'SCOUT_FIRST_ORGANIZATION created nothing, because another organization already exists: unset it.',
      );
  }
  return sample;
}
