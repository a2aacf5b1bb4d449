import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Server } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { createSecureContext } from 'node:tls';
import type { FastifyBaseLogger } from 'fastify';

/** Paths of the server's certificate chain and private key; both PEM. */
export interface TlsFiles {
  readonly certificate: string;
  readonly key: string;
}

/** The texts of the files. */
export interface TlsTexts {
  readonly cert: string;
  readonly key: string;
}

/** Milliseconds between checks of the files: a watcher would miss a replaced symbolic link. */
const LOOK_MS = 10_000;

/** The certificate and its key. @throws Error with a sentence when they do not match; it contains no file text */
export async function readTls(files: TlsFiles): Promise<TlsTexts> {
  const [cert, key] = await Promise.all([
    readText(files.certificate, 'SCOUT_TLS_CERT_FILE'),
    readText(files.key, 'SCOUT_TLS_KEY_FILE'),
  ]);
  try {
    createSecureContext({ cert, key });
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `The certificate ${files.certificate} and the key ${files.key} cannot be used together: ${problem}`,
      { cause },
    );
  }
  return { cert, key };
}

async function readText(path: string, name: string): Promise<string> {
  return await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new Error(`${name} names a file that cannot be read (${cause.code}): ${path}`, { cause });
  });
}

/**
 * Uses a changed certificate for new connections. Mismatched files, such as during replacement, change nothing and are logged
 * once.
 * @param present the initial certificate and key
 */
export function followTls(
  server: Server,
  files: TlsFiles,
  present: TlsTexts,
  log: FastifyBaseLogger,
  everyMs = LOOK_MS,
): { stop(): void } {
  const stopping = new AbortController();
  void (async () => {
    let known = digestOf(present);
    let lastWarning: string | undefined;
    while (await pause(everyMs, true, { signal: stopping.signal, ref: false }).catch(() => false)) {
      try {
        const found = await readTls(files);
        lastWarning = undefined;
        if (digestOf(found) === known) continue;
        server.setSecureContext(found);
        known = digestOf(found);
        log.info('The certificate has changed; new connections get it');
      } catch (error) {
        const sentence = error instanceof Error ? error.message : String(error);
        if (sentence !== lastWarning) log.warn(`The former certificate stays in use. ${sentence}`);
        lastWarning = sentence;
      }
    }
  })();
  return { stop: () => stopping.abort() };
}

const digestOf = ({ cert, key }: TlsTexts): string =>
  createHash('sha256').update(`${cert}\n${key}`).digest('hex');
