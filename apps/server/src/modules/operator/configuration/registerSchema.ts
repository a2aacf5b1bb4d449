import type { FastifyInstance } from 'fastify';
import { SCHEMA_PATH } from './export.ts';
import { configurationSchema } from './schema.ts';

/** Registers the schema of configuration files, for editors. */
export function registerSchema(app: FastifyInstance): void {
  let text: string | undefined;
  app.get(SCHEMA_PATH, { config: { open: 'the schema of configuration files' } }, async (_request, reply) => {
    text ??= JSON.stringify(configurationSchema());
    return reply
      .type('application/schema+json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(text);
  });
}
