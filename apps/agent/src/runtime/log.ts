import { keepLogSmall } from './logFile.ts';

/** The agent's log. Standard output is reserved for results. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** The log on standard error; limits the size of `file`, to which a service manager redirects it. */
export const logOnStderr = (json: boolean, file: string | undefined): Log =>
  createLog((line) => {
    process.stderr.write(line);
    if (file !== undefined) keepLogSmall(file);
  }, json);

/** Writes one line for each message to `write`: as text, or as JSON objects `{at, level, message}`. */
export function createLog(write: (line: string) => void, json: boolean): Log {
  const say = (level: string) => (message: string) => {
    const at = new Date().toISOString();
    write(json ? `${JSON.stringify({ at, level, message })}\n` : `${at} ${level.padEnd(5)} ${message}\n`);
  };
  return { info: say('info'), warn: say('warn'), error: say('error') };
}
