import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { deadline } from '../../runtime/deadline.ts';
import { freeBuffer } from '../../runtime/freeBuffer.ts';
import { SourceError } from '../source.ts';

/** Windows' own tool by its full path, because PATH is not trusted. */
export const defaultWevtutil = (): string =>
  process.platform === 'win32'
    ? join(process.env.SystemRoot ?? 'C:\\Windows', 'System32', 'wevtutil.exe')
    : 'wevtutil';

const TIMEOUT_MS = 120_000;
const KEPT_ERROR_CHARACTERS = 500;

/**
 * Runs `wevtutil` and yields its output, each part valid until the next one is requested.
 * @throws {SourceError} when it cannot be started, fails or does not end; earlier output was already yielded.
 */
export async function* runWevtutil(
  command: string,
  args: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const limit = deadline(signal, TIMEOUT_MS);
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
    signal: limit.signal,
  });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-KEPT_ERROR_CHARACTERS);
  });
  const ended = new Promise<{ error: Error } | { code: number | null; killer: NodeJS.Signals | null }>(
    (resolve) => {
      child.on('error', (error) => resolve({ error }));
      child.on('close', (code, killer) => resolve({ code, killer }));
    },
  );
  let drained = false;
  try {
    for await (const chunk of child.stdout) {
      yield chunk as Buffer;
      freeBuffer(chunk as Buffer);
    }
    drained = true;
  } finally {
    // The reader has enough, or the output was cut off.
    if (!drained) child.kill();
    limit.clear();
  }
  const end = await ended;
  if (signal.aborted) return;
  if ('error' in end) throw new SourceError(`${command}: ${end.error.message}`);
  const { code, killer } = end;
  if (code === 0) return;
  const words = complaint.replaceAll('\0', '').trim();
  throw new SourceError(`${command} ended with ${killer ?? `code ${code}`}${words && `: ${words}`}`);
}
