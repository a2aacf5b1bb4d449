import { ORPCError } from '@orpc/contract';
import { z } from './zod.ts';

const errorBody = z.object({ code: z.string(), message: z.string() });

/**
 * Reads our `{code, message}` error form for `OpenAPILink`'s `customErrorResponseBodyDecoder`.
 * An answer in another form (a proxy's page, say) becomes `HTTP {status}`, as spec section 8 words it.
 */
export function decodeErrorBody(body: unknown, response: { status: number }): ORPCError<string, unknown> {
  const { status } = response;
  const parsed = errorBody.safeParse(body);
  if (!parsed.success) return new ORPCError('http_error', { status, message: `HTTP ${status}` });
  return new ORPCError(parsed.data.code, { defined: true, status, message: parsed.data.message });
}
