import { exitCodes, Failure } from '../runtime/failure.ts';
import { fieldsOf } from '../transport/request.ts';
import { parseServerUrl, ServerUrlError } from '../transport/serverUrl.ts';

/** The input of an installation: the server, the enrollment token, and the release key to trust. */
export interface Enrolment {
  readonly server: string;
  readonly token: string | null;
  readonly allowCleartext: boolean;
  /** PEM; null: no release is trusted, so the agent does not upgrade itself. */
  readonly releaseKey: string | null;
}

/** Parses the configuration in a package. @throws {Failure} */
export function parseEnrolment(text: string, from: string): Enrolment {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new Failure(`${from} is damaged: download the package again`);
  }
  const { server, token, allow_cleartext, release_key } = fieldsOf(parsed);
  if (typeof server !== 'string' || typeof token !== 'string' || typeof release_key !== 'string')
    throw new Failure(`${from} is damaged: download the package again`);
  const allowCleartext = allow_cleartext === true;
  return { server: checkedServer(server, allowCleartext), token, allowCleartext, releaseKey: release_key };
}

/** @throws {Failure} */
export function checkedServer(server: string, allowCleartext: boolean): string {
  try {
    return parseServerUrl(server, allowCleartext);
  } catch (error) {
    if (error instanceof ServerUrlError) throw new Failure(error.message, exitCodes.usage);
    throw error;
  }
}
