import { keepLogSmall } from './logFile.ts';

/** Where the agent says what it does. Standard output is kept for results. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** The log on standard error; a `file` that a service manager made of it is kept small. */
export const logOnStderr = (json: boolean, file: string | undefined): Log =>
  createLog((line) => {
    process.stderr.write(line);
    if (file !== undefined) keepLogSmall(file);
  }, json);

/** Writes one line a message to `write`: for people, or as JSON objects `{at, level, message}`. */
export function createLog(write: (line: string) => void, json: boolean): Log {
  const say = (level: string) => (message: string) => {
    const at = new Date().toISOString();
    write(json ? `${JSON.stringify({ at, level, message })}\n` : `${at} ${level.padEnd(5)} ${message}\n`);
  };
  return { info: say('info'), warn: say('warn'), error: say('error') };
}
