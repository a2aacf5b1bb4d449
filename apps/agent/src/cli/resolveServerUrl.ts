import { exitCodes, Failure } from '../runtime/failure.ts';
import { parseServerUrl, ServerUrlError } from '../transport/serverUrl.ts';

/**
 * The server to use.
 * @throws {Failure} without one, or for cleartext.
 */
export function resolveServerUrl(text: string | undefined, allowCleartext: boolean): string {
  if (text === undefined) throw new Failure('no server: use --server URL or SCOUT_SERVER', exitCodes.usage);
  try {
    return parseServerUrl(text, allowCleartext);
  } catch (error) {
    if (error instanceof ServerUrlError) throw new Failure(error.message, exitCodes.usage);
    throw error;
  }
}
