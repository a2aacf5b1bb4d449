import { open } from 'node:fs/promises';
import type { Anonymizer } from './anonymizer.ts';

/** Of a log, its end. */
const BYTES_MAX = 8 * 1024 * 1024;
const LINE_MAX = 8_192;

/** The end of a file, from the beginning of a line. */
export async function readEnd(path: string): Promise<string> {
  await using file = await open(path, 'r');
  const { size } = await file.stat();
  const start = Math.max(0, size - BYTES_MAX);
  const buffer = Buffer.alloc(Math.min(size, BYTES_MAX));
  const { bytesRead } = await file.read(buffer, 0, buffer.length, start);
  const text = buffer.toString('utf8', 0, bytesRead);
  return start === 0 ? text : text.slice(text.indexOf('\n') + 1);
}

/** A log without names: of lines of JSON every field, of other lines every word. */
export function anonymizeLog(log: string, anonymizer: Anonymizer): string {
  const end = log.length > BYTES_MAX ? log.slice(-BYTES_MAX).replace(/^[^\n]*\n/, '') : log;
  return end
    .split('\n')
    .map((line) => anonymizeLine(line, anonymizer))
    .join('\n');
}

function anonymizeLine(line: string, anonymizer: Anonymizer): string {
  if (line.startsWith('{')) {
    try {
      return JSON.stringify(anonymizer.value(shortened(JSON.parse(line))));
    } catch {
      // A line that was cut off.
    }
  }
  return anonymizer.text(cut(line));
}

const cut = (text: string): string => (text.length > LINE_MAX ? `${text.slice(0, LINE_MAX)}…` : text);

/** Every text of a value of JSON at most as long as a line. */
function shortened(value: unknown): unknown {
  if (typeof value === 'string') return cut(value);
  if (Array.isArray(value)) return value.map(shortened);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [cut(key), shortened(one)]));
}
