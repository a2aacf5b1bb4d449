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

/**
 * One line for each answer, with who asked: the address, and the organization and agent where they are proven. For `SCOUT_ACCESS_LOG`,
 * because an address may be a person's.
 */
export async function logAccess(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { claims, agent } = request.proven ?? {};
  const tenant = agent?.tenantId ?? claims?.tenant_id;
  request.log[reply.statusCode >= 500 ? 'error' : 'info'](
    {
      req: request,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      address: request.ip,
      ...(tenant !== undefined && { organization: tenant }),
      ...(agent && { agent: agent.agentId }),
    },
    'answered',
  );
}

/** An error whose cause is the request's sender: what it was, without the stack of a fault of ours. */
export function logBroken(log: FastifyBaseLogger, error: unknown): void {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  log.info({ type: name, message }, 'a request did not come to its end');
}

/** The cause of an answer that hides it. */
export function logUnexpected(log: FastifyBaseLogger, error: unknown): void {
  log.error({ err: error instanceof Error ? error : new Error(String(error)) }, 'a request failed');
}
