import type { Part } from '../formats/part.ts';
import { trailerOf } from '../trailer.ts';
import { type Built, type Enrolment, enrolmentText } from './built.ts';

export interface ExeRecipe {
  readonly kind: 'exe';
  /** Length of the program and the service host together. */
  readonly body: { readonly offset: 0; readonly length: number };
  readonly hostBytes: number;
}

/**
 * The self-installing program for Windows. Behind the program itself, where Windows looks at nothing: the service host, a
 * configuration or none, and the trailer by which the program finds both.
 */
export function buildExe(program: Uint8Array, host: Uint8Array): Built<ExeRecipe> {
  const length = program.length + host.length;
  const recipe: ExeRecipe = { kind: 'exe', body: { offset: 0, length }, hostBytes: host.length };
  return { parts: [program, host, trailerOf(host.length, 0)], recipe };
}

/** The program once more, with a configuration. */
export function configureExe({ hostBytes }: ExeRecipe, body: readonly Part[], enrolment: Enrolment): Part[] {
  const configuration = Buffer.from(enrolmentText(enrolment));
  return [...body, configuration, trailerOf(hostBytes, configuration.length)];
}
