import type { InferContractRouterInputs, InferContractRouterOutputs } from '@orpc/contract';
import type { ApiContract, CallName } from '@scout/contract';
import { callTimeoutMs } from './callTimeout.ts';

/** Calls made by public pages; publicCall.test.ts compares them with the contract, which these pages do not load. */
export const publicCalls = {
  checkExistingRequest: '/functions/v1/check-existing-request',
  demoRequests: '/rest/v1/demo_requests',
  mailingList: '/rest/v1/mailing_list',
} as const satisfies Partial<Record<CallName, string>>;

type PublicCall = keyof typeof publicCalls;
type Inputs = InferContractRouterInputs<ApiContract>;
type Outputs = InferContractRouterOutputs<ApiContract>;

/** A call that failed. `code` is the contract's, or null when there was no response from Scout. */
export class CallFailure extends Error {
  override name = 'CallFailure';
  readonly code: string | null;

  constructor(code: string | null, message: string) {
    super(message);
    this.code = code;
  }
}

const UNREACHABLE = 'Scout could not be reached.';

/** Makes a call without signing in. @throws CallFailure with one sentence for a person */
export async function callPublicly<C extends PublicCall>(call: C, input: Inputs[C]): Promise<Outputs[C]> {
  const answer = await post(publicCalls[call], input);
  const body: unknown = await answer.json().catch(() => undefined);
  // The rest of the response is missing or late.
  if (answer.ok && body === undefined) throw new CallFailure(null, UNREACHABLE);
  if (answer.ok) return body as Outputs[C];
  if (isErrorBody(body)) throw new CallFailure(body.code, body.message);
  throw new CallFailure(null, `HTTP ${answer.status}`);
}

async function post(path: string, input: unknown): Promise<Response> {
  try {
    return await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
      signal: AbortSignal.timeout(callTimeoutMs),
    });
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === 'TimeoutError';
    throw new CallFailure(null, isLate ? 'Scout did not respond in time.' : UNREACHABLE);
  }
}

function isErrorBody(body: unknown): body is { code: string; message: string } {
  const { code, message } = (body ?? {}) as Record<string, unknown>;
  return typeof code === 'string' && typeof message === 'string' && message !== '';
}
