import type { Part } from '../formats/part.ts';
import { type Built, type Enrolment, enrolmentText } from './built.ts';

/**
 * Behind the program itself, where Windows looks at nothing: the service host, a configuration or none, and at the very end
 * the lengths of both and a mark. `apps/agent/src/installation/windows/trailer.ts` reads it.
 */
export const TRAILER_MARK = 'SCOUTEXE';
export const TRAILER_BYTES = 16;

export interface ExeRecipe {
  readonly kind: 'exe';
  /** Length of the program and the service host together. */
  readonly body: { readonly offset: 0; readonly length: number };
  readonly hostBytes: number;
}

function trailer(hostBytes: number, configurationBytes: number): Buffer {
  const bytes = Buffer.alloc(TRAILER_BYTES);
  bytes.writeUInt32LE(hostBytes, 0);
  bytes.writeUInt32LE(configurationBytes, 4);
  bytes.write(TRAILER_MARK, 8, 'latin1');
  return bytes;
}

/** The self-installing program for Windows. */
export function buildExe(program: Uint8Array, host: Uint8Array): Built<ExeRecipe> {
  const length = program.length + host.length;
  const recipe: ExeRecipe = { kind: 'exe', body: { offset: 0, length }, hostBytes: host.length };
  return { parts: [program, host, trailer(host.length, 0)], recipe };
}

/** The program once more, with a configuration. */
export function configureExe({ hostBytes }: ExeRecipe, body: readonly Part[], enrolment: Enrolment): Part[] {
  const configuration = Buffer.from(enrolmentText(enrolment));
  return [...body, configuration, trailer(hostBytes, configuration.length)];
}
