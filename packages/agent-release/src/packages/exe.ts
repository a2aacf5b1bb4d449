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
 * The self-installing program for Windows. After the program itself, in a part ignored by Windows: the service host, an optional
 * configuration, and the trailer that locates both.
 */
export function buildExe(program: Uint8Array, host: Uint8Array): Built<ExeRecipe> {
  const length = program.length + host.length;
  const recipe: ExeRecipe = { kind: 'exe', body: { offset: 0, length }, hostBytes: host.length };
  return { parts: [program, host, trailerOf(host.length, 0)], recipe };
}

/** The program as it is installed: what the .exe leaves, without a configuration. */
export const installedProgram = (program: Uint8Array, host: Uint8Array): Buffer =>
  Buffer.concat([program, host, trailerOf(host.length, 0)]);

/** The program with a configuration. */
export function configureExe({ hostBytes }: ExeRecipe, body: readonly Part[], enrolment: Enrolment): Part[] {
  const configuration = Buffer.from(enrolmentText(enrolment));
  return [...body, configuration, trailerOf(hostBytes, configuration.length)];
}
