import { hash } from 'node:crypto';
import { OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import { accessKinds, type CallName, contract, type Proof, roleTable, tokenScopes } from '@scout/contract';
import type { FastifyInstance } from 'fastify';
import { commandOf, examples } from './openApiExamples.ts';

const schemes: Record<
  Exclude<Proof, 'none'> | 'apiToken',
  { type: 'http'; scheme: 'bearer'; description: string }
> = {
  jwt: { type: 'http', scheme: 'bearer', description: 'An access token of POST /auth/v1/token.' },
  apiToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API token, from Settings, with the scope named by the call.',
  },
  agent: { type: 'http', scheme: 'bearer', description: "An agent's credential." },
  operator: { type: 'http', scheme: 'bearer', description: 'The operator token of this installation.' },
};

/** Registers GET /openapi.json. The document is made once, on the first request; a client with the current one gets 304. */
export function registerOpenApi(app: FastifyInstance, serverUrl: string): void {
  let made: Promise<{ text: string; etag: string }> | undefined;
  app.get(
    '/openapi.json',
    { config: { open: 'the description of the calls' } },
    async ({ headers }, reply) => {
      made ??= documentText(serverUrl);
      const { text, etag } = await made;
      reply.headers({ etag, 'cache-control': 'no-cache' });
      const known = headers['if-none-match']?.split(',').some((tag) => tag.trim() === etag);
      if (known) return reply.status(304).send();
      return reply.type('application/json; charset=utf-8').send(text);
    },
  );
}

/** The tag is weak, because the document may be compressed or not. */
async function documentText(serverUrl: string): Promise<{ text: string; etag: string }> {
  const text = JSON.stringify(await openApiDocument(serverUrl));
  return { text, etag: `W/"${hash('sha256', text, 'base64url').slice(0, 27)}"` };
}

/** The OpenAPI document of the whole contract, including ingest, with the permitted callers of each call. */
export async function openApiDocument(serverUrl: string): Promise<object> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  const document = await generator.generate(contract, {
    info: { title: 'Scout', version: '1' },
    servers: [{ url: serverUrl }],
    components: { securitySchemes: schemes },
    customErrorResponseBodySchema: (defined) => ({
      type: 'object',
      required: ['code', 'message'],
      properties: { code: { enum: defined.map(([code]) => code) }, message: { type: 'string' } },
    }),
  });
  for (const [name, { '~orpc': call }] of Object.entries(contract)) {
    const { method, path } = call.route;
    const operation = document.paths?.[path!]?.[method!.toLowerCase() as 'get'];
    if (!operation) throw new TypeError(`${method} ${path} is missing in the document`);
    const { access, roles, scope } = call.meta;
    const { proof, text } = accessKinds[access];
    const also = roles.filter((role) => role !== 'admin' && role !== 'member');
    operation.description = [
      text,
      ...(also.length === 0 ? [] : [`Also: ${also.map((role) => roleTable[role].label).join(', ')}.`]),
      ...(scope === null ? [] : [`API tokens with the scope ${scope}: ${tokenScopes[scope]}`]),
    ].join(' ');
    operation.security = [
      ...(proof === 'none' ? [] : [{ [proof]: [] }]),
      ...(scope === null ? [] : [{ apiToken: [scope] }]),
    ];
    const example = examples[name as CallName];
    if (!example) continue;
    const samples = [{ lang: 'Shell', source: commandOf(name as CallName, example) }];
    Object.assign(operation, { 'x-codeSamples': samples });
  }
  return document;
}
