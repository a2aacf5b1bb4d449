import { type ContractProcedure, type HTTPPath, oc } from '@orpc/contract';
import { type ErrorCode, errors } from './errors.ts';
import {
  type Access,
  type AccessError,
  accessKinds,
  apiTokenErrors,
  type FurtherRole,
  type Role,
  rolesOf,
  type TokenScope,
} from './permissions.ts';
import type { z } from './zod.ts';

/** Properties of a call that the server reads in addition to its schemas. */
export interface CallMeta<A extends Access = Access> extends Record<string, unknown> {
  readonly access: A;
  /** Roles of the memberships that may make it; none for a call that needs no membership. */
  readonly roles: readonly Role[];
  /** What an API token needs to be permitted for it; null: no token may make it. */
  readonly scope: TokenScope | null;
  /** The body is not JSON: a Fastify route of its own reads it, and the contract only documents it. */
  readonly raw: boolean;
  /** Bytes of a body larger than other calls take; null: as others. */
  readonly bodyBytes: number | null;
  /** It judges stored events for seconds: one call of an organization at a time, and others wait for a bounded time. */
  readonly trial: boolean;
}

const commonErrors = [
  'invalid_input',
  'invalid_json',
  'unsupported_media_type',
  'body_too_large',
  'cross_site',
  'rate_limited',
  'unavailable',
  'internal',
] as const satisfies readonly ErrorCode[];
type CommonError = (typeof commonErrors)[number];

/** Contract of one call; its type contains every possible error response. */
export type Call<
  A extends Access,
  I extends z.ZodType,
  O extends z.ZodType,
  E extends ErrorCode,
> = ContractProcedure<I, O, Pick<typeof errors, E>, CallMeta<A>>;

interface CallDefinition<A extends Access, I extends z.ZodType, O extends z.ZodType, E extends ErrorCode> {
  /** Permitted callers. There is no default: a call without it does not compile, and loading it throws. */
  access: A;
  /** Roles beside admin and member that may make it; without, none. */
  also?: readonly FurtherRole[];
  /** What an API token needs to be permitted for it. Without one no token may make it; only for kinds with a membership. */
  scope?: TokenScope;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: HTTPPath;
  summary: string;
  tag:
    | 'Authentication'
    | 'API tokens'
    | 'Organizations'
    | 'Tables'
    | 'Figures'
    | 'Cases'
    | 'Agents'
    | 'Ingest'
    | 'SCIM'
    | 'Sales'
    | 'Operator'
    | 'Server';
  input: I;
  output: O;
  /** In addition to the errors of the access kind and the errors common to all calls. */
  errors?: readonly E[];
  /** `detailed`: `{params, query, headers, body}`; otherwise path parameters and the query (GET) or the body, as one object. */
  inputStructure?: 'compact' | 'detailed';
  /** `detailed`: `{status, headers, body}`; otherwise the body. */
  outputStructure?: 'compact' | 'detailed';
  raw?: boolean;
  bodyBytes?: number;
  trial?: boolean;
}

/**
 * Declares one call: path, input, output, errors and access.
 * @throws TypeError when access is missing or unknown, so that a call without a rule cannot be loaded.
 */
export function declareCall<
  A extends Access,
  I extends z.ZodType,
  O extends z.ZodType,
  const E extends ErrorCode = never,
>(definition: CallDefinition<A, I, O, E>): Call<A, I, O, E | AccessError<A> | CommonError> {
  const { access, method, path, summary, tag, input, output } = definition;
  if (!Object.hasOwn(accessKinds, access)) {
    throw new TypeError(`${method} ${path} declares no access rule: ${String(access)}`);
  }
  const scope = definition.scope ?? null;
  if (scope !== null && !accessKinds[access].membership) {
    throw new TypeError(`${method} ${path} is not for members, so that no API token may make it`);
  }
  const also = definition.also ?? [];
  if (also.length > 0 && !accessKinds[access].membership) {
    throw new TypeError(`${method} ${path} is not for members, so that it names no roles`);
  }
  const accessErrors: readonly AccessError<A>[] = accessKinds[access].errors;
  const errorMap = pickErrors([
    ...commonErrors,
    ...accessErrors,
    ...(scope === null ? [] : apiTokenErrors),
    ...(definition.errors ?? []),
  ]);
  const meta: CallMeta<A> = {
    access,
    roles: rolesOf(access, also),
    scope,
    raw: definition.raw ?? false,
    bodyBytes: definition.bodyBytes ?? null,
    trial: definition.trial ?? false,
  };
  return oc
    .$meta<CallMeta<A>>(meta)
    .route({
      method,
      path,
      summary,
      tags: [tag],
      inputStructure: definition.inputStructure ?? 'compact',
      outputStructure: definition.outputStructure ?? 'compact',
    })
    .errors(errorMap)
    .input(input)
    .output(output);
}

function pickErrors<E extends ErrorCode>(codes: readonly E[]): Pick<typeof errors, E> {
  return Object.fromEntries(codes.map((code) => [code, errors[code]] as const)) as Pick<typeof errors, E>;
}
