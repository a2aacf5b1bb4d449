import { spawn } from 'node:child_process';
import { limits } from '@scout/contract/limits';
import type { ReadPosition, SnapshotContent, SnapshotDocument } from '@scout/directory';
import { ownProgram } from '../runtime/ownProgram.ts';

/** Input of `read-directory`. */
export interface DirectoryOrder {
  readonly url: string;
  readonly bindName: string;
  /** Null: by Kerberos, with the keytab. */
  readonly password: string | null;
  /** In base64. */
  readonly keytab: string | null;
  /** Kerberos service; null: the controller. */
  readonly kdc: string | null;
  readonly ca: string | null;
  readonly base: string | null;
  readonly filter: string | null;
  readonly position: ReadPosition | null;
}

/** Summary of a read directory, before its lines are packed into pieces. */
export type ReadEnd = Omit<SnapshotContent, 'pieces' | 'digest'>;
export type Problem = NonNullable<SnapshotDocument['problem']>;

/** The last line of `read-directory`. */
export type ReadMessage = { readonly end: ReadEnd } | { readonly problem: Problem };

/** A directory that this machine cannot read. */
export class ReadProblem extends Error {
  override name = 'ReadProblem';
  readonly isSignIn: boolean;

  constructor(message: string, isSignIn = false) {
    super(message);
    this.isSignIn = isSignIn;
  }
}

const UNREADABLE = 'The response of the controller could not be read.';
const LAST = /^\{"(?:end|problem)":/;

/**
 * Reads a directory in a process of its own, no faster than its lines are taken.
 * @returns the lines of a snapshot, some at a time, and at last what they are
 * @throws {ReadProblem}
 */
export async function* readInProcess(
  order: DirectoryOrder,
  signal: AbortSignal,
  longestMs = limits.directories.seconds * 1_000,
): AsyncGenerator<string, ReadEnd> {
  const late = AbortSignal.timeout(longestMs);
  const child = spawn(...ownProgram('read-directory'), {
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true,
    signal: AbortSignal.any([signal, late]),
    killSignal: 'SIGKILL',
  });
  const failed = new Promise<void>((resolve) => child.on('error', () => resolve()));
  child.stdin.on('error', () => {});
  // Not among the arguments, which others of the machine can see. Its end would be the end of the process.
  child.stdin.write(`${JSON.stringify(order)}\n`);
  let rest = '';
  let last: ReadMessage | undefined;
  try {
    for await (const chunk of child.stdout.setEncoding('utf8') as AsyncIterable<string>) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop()!;
      const newest = lines.at(-1);
      if (newest !== undefined && LAST.test(newest)) last = JSON.parse(lines.pop()!) as ReadMessage;
      if (lines.length > 0) yield `${lines.join('\n')}\n`;
    }
    if (last === undefined)
      await Promise.race([failed, new Promise((resolve) => child.once('close', resolve))]);
  } finally {
    child.kill('SIGKILL');
  }
  if (late.aborted)
    throw new ReadProblem(`The directory was not read within ${Math.round(longestMs / 60_000)} minutes.`);
  if (last === undefined) throw new ReadProblem(UNREADABLE);
  if ('problem' in last) throw new ReadProblem(last.problem.message, last.problem.is_sign_in);
  return last.end;
}
