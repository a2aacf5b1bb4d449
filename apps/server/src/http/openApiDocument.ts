import { OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import { accessKinds, contract, type Proof } from '@scout/contract';

const schemes: Record<Exclude<Proof, 'none'>, { type: 'http'; scheme: 'bearer'; description: string }> = {
  jwt: { type: 'http', scheme: 'bearer', description: 'An access token of POST /auth/v1/token.' },
  agent: { type: 'http', scheme: 'bearer', description: "An agent's credential." },
  operator: { type: 'http', scheme: 'bearer', description: 'The operator token of this installation.' },
};

/** The OpenAPI document of the whole contract, ingest included, with who may make each call. */
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
  for (const { '~orpc': call } of Object.values(contract)) {
    const { method, path } = call.route;
    const operation = document.paths?.[path!]?.[method!.toLowerCase() as 'get'];
    if (!operation) throw new TypeError(`${method} ${path} is missing in the document`);
    const { proof, text } = accessKinds[call.meta.access];
    operation.description = text;
    operation.security = proof === 'none' ? [] : [{ [proof]: [] }];
  }
  return document;
}
