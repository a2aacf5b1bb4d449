import { ORPCError } from '@orpc/contract';
/**
 * Reads the `{code, message}` error form for `OpenAPILink`'s `customErrorResponseBodyDecoder`. A response in another form (such
 * as a proxy's page) becomes `HTTP {status}`, as spec section 8 words it.
 */
export function decodeErrorBody(body: unknown, response: { status: number }): ORPCError<string, unknown> {
  const { status } = response;
  if (!isErrorBody(body)) return new ORPCError('http_error', { status, message: `HTTP ${status}` });
  return new ORPCError(body.code, { defined: true, status, message: body.message });
}

/** Without a schema, because every page loads this. */
function isErrorBody(body: unknown): body is { code: string; message: string } {
  if (typeof body !== 'object' || body === null) return false;
  return (
    'code' in body && typeof body.code === 'string' && 'message' in body && typeof body.message === 'string'
  );
}
