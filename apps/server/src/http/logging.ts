import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { type DestinationStream, pino } from 'pino';
import { PinoPretty } from 'pino-pretty';
import type { Config } from '../config/config.ts';

/** Names of fields that may hold a secret wherever they appear in a log object. */
const secretKeys = [
  'authorization',
  'cookie',
  '["set-cookie"]',
  'password',
  'token',
  'access_token',
  'credential',
];

/**
 * The log: JSON lines on stdout, or lines for people where stdout is a terminal. A line about a request holds method,
 * path and status: no query, no headers and no body, any of which may hold a secret or a person's data.
 * @param sink instead of stdout
 */
export function createLog(config: Pick<Config, 'logLevel'>, sink?: DestinationStream): FastifyBaseLogger {
  const options = {
    level: config.logLevel,
    redact: {
      paths: secretKeys.flatMap((key) => (key.startsWith('[') ? [key, `*${key}`] : [key, `*.${key}`])),
      censor: '[redacted]',
    },
    serializers: { req: requestLine, err: describeError },
  };
  const forPeople = () => PinoPretty({ sync: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' });
  return pino(options, sink ?? (process.stdout.isTTY ? forPeople() : pino.destination({ sync: true })));
}

function requestLine({ method, url }: FastifyRequest): { method: string; path: string | undefined } {
  // A link to a configured download is a secret by itself.
  const path = url.split('?', 1)[0]?.replace(/^(\/releases\/configured\/)[^/]+/, '$1[redacted]');
  return { method, path };
}

interface Described {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  readonly code?: string;
  readonly cause?: string;
}

/** A database error's detail quotes rows, and a validation error its input; type, message and stack are enough. */
function describeError(error: Error): Described {
  return {
    type: error.name,
    message: error.message,
    stack: error.stack ?? '',
    ...('code' in error && typeof error.code === 'string' && { code: error.code }),
    ...(error.cause instanceof Error && { cause: error.cause.message }),
  };
}

/** One line for each answer: what failed loudly, the rest only when somebody asks for it. */
export async function logAnswer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const status = reply.statusCode;
  const level = status >= 500 ? 'error' : status >= 400 ? 'info' : 'debug';
  request.log[level]({ req: request, status, ms: Math.round(reply.elapsedTime) }, 'answered');
}

/** The cause of an answer that hides it. */
export function logUnexpected(log: FastifyBaseLogger, error: unknown): void {
  log.error({ err: error instanceof Error ? error : new Error(String(error)) }, 'a request failed');
}
