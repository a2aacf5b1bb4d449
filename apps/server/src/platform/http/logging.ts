import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { type DestinationStream, pino } from 'pino';
import { PinoPretty } from 'pino-pretty';
import type { Config } from '../config/config.ts';

/** Names of fields that may hold a secret at any place in a log object. */
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
 * The log: JSON lines on stdout, or readable lines on a terminal. A request's line holds method, path and status: no query,
 * headers or body, any of which may hold a secret or personal data.
 * @param sink replacement for stdout
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
  // A link to a configured download is itself a secret.
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

/** A database error's detail contains rows, and a validation error its input; type, message and stack are sufficient. */
function describeError(error: Error): Described {
  return {
    type: error.name,
    message: error.message,
    stack: error.stack ?? '',
    ...('code' in error && typeof error.code === 'string' && { code: error.code }),
    ...(error.cause instanceof Error && { cause: error.cause.message }),
  };
}

/** One line per response: failures at a high level, the rest only on request. */
export async function logAnswer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const status = reply.statusCode;
  const level = status >= 500 ? 'error' : status >= 400 ? 'info' : 'debug';
  request.log[level]({ req: request, status, ms: Math.round(reply.elapsedTime) }, 'answered');
}

/**
 * One line per response with its caller: the address, and the verified organization and agent. For `SCOUT_ACCESS_LOG`, because an
 * address may be personal data.
 */
export async function logAccess(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { claims, agent, apiToken } = request.proven ?? {};
  const tenant = agent?.tenantId ?? apiToken?.tenantId ?? claims?.tenant_id;
  request.log[reply.statusCode >= 500 ? 'error' : 'info'](
    {
      req: request,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      address: request.ip,
      ...(tenant !== undefined && { organization: tenant }),
      ...(agent && { agent: agent.agentId }),
      ...(apiToken && { apiToken: apiToken.tokenId }),
    },
    'answered',
  );
}

/** Logs an error caused by the sender, without a stack trace. */
export function logBroken(log: FastifyBaseLogger, error: unknown): void {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  log.info({ type: name, message }, 'a request did not come to its end');
}

/** Logs the cause of a response that hides it. */
export function logUnexpected(log: FastifyBaseLogger, error: unknown): void {
  log.error({ err: error instanceof Error ? error : new Error(String(error)) }, 'a request failed');
}
