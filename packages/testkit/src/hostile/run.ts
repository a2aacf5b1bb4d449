import { Agent, request } from 'node:http';
import type { CallName } from '@scout/contract';
import { batchRequest, packBombs } from './batches.ts';
import { type CallerKind, Callers, type Target } from './callers.ts';
import { caseRandom } from './random.ts';
import { callNames, callRequest, type HostileRequest, otherRequest } from './requests.ts';

export interface HostileRun {
  readonly target: Target;
  readonly seed: number;
  /** Cases are numbered from 0; a run can start later to reproduce one of them. */
  readonly from?: number;
  readonly cases: number;
  readonly concurrency: number;
  /** Slower responses are faults; undefined: no limit. */
  readonly slowMs?: number;
  readonly progress?: (done: number, result: HostileResult) => void;
  /** Called for the first fault of each kind, call and status. */
  readonly onFault?: (fault: Fault) => void;
}

/** A faulty response. */
export interface Fault {
  readonly kind: 'server error' | 'slow' | 'no answer';
  readonly seed: number;
  readonly case: number;
  readonly caller: CallerKind;
  readonly call: string;
  readonly status: number;
  readonly ms: number;
  /** Duration of a repetition of the request. A busy machine makes any response slow. */
  readonly msAgain?: number;
  /** Start of the request and of the response. */
  readonly sent: string;
  readonly answer: string;
}

export interface HostileResult {
  cases: number;
  readonly statuses: Record<string, number>;
  slowestMs: number;
  slowest: string;
  largestBytes: number;
  largest: string;
  faults: number;
  /** Slow responses among the faults, and those that were slow again on repetition. */
  slow: number;
  slowAgain: number;
  /** The first fault of each kind, call and status. */
  readonly first: Fault[];
  /** Total milliseconds and number of each call's responses. */
  readonly byCall: Record<string, { ms: number; cases: number }>;
}

/** Calls that hash a password or wait on purpose, which would dominate the run: only one of this many is made. */
const SLOW_CALLS: Readonly<Partial<Record<CallName, number>>> = {
  authSignup: 20,
  authToken: 20,
  authResetPassword: 10,
  authUserUpdate: 10,
  authVerify: 5,
  operatorUsersCreate: 20,
  deleteAccount: 20,
  organizationDeletionRequest: 20,
  authRecoveryCodes: 10,
  authFactorsEnrol: 10,
  authFactorsRemove: 10,
  checkEmailExists: 5,
  signupLookup: 5,
  authRecover: 5,
  authResend: 5,
  operatorTenantsCreate: 10,
};
/** Calls for which a full server may respond 503 with Retry-After. */
const MAY_BE_FULL: ReadonlySet<string> = new Set([
  'ingestEvents',
  'monthlyReportPdf',
  'tenantEventsCsv',
  'tenantEventsTxt',
]);
const EXPORTS: ReadonlySet<string> = new Set(['tenantEventsCsv', 'tenantEventsTxt']);
const LOST_ACCESS: ReadonlySet<number> = new Set([401, 403]);
const GIVE_UP_MS = 30_000;

/** Sends the cases of a seed and collects faults: 5xx responses, slow ones, and missing ones. */
export async function runHostile({
  target,
  seed,
  from = 0,
  cases,
  concurrency,
  slowMs,
  progress,
  onFault,
}: HostileRun): Promise<HostileResult> {
  const result: HostileResult = {
    cases: 0,
    statuses: {},
    slowestMs: 0,
    slowest: '',
    largestBytes: 0,
    largest: '',
    faults: 0,
    slow: 0,
    slowAgain: 0,
    first: [],
    byCall: {},
  };
  packBombs();
  const callers = await Callers.create(target);
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const seen = new Set<string>();
  let next = from;

  async function work(): Promise<void> {
    for (let index = next++; index < from + cases; index = next++) {
      const random = caseRandom(seed, index);
      const { name, made } = requestOf(random, callers);
      const caller = callers.choose(name, random);
      const bearer = await callers.bearerOf(caller);
      const answer = await send(target.url, agent, made, bearer);
      callers.heard(caller, name, answer.status);
      const fault = faultOf(made, answer, slowMs);
      const again =
        fault === 'slow' || fault === 'no answer' ? await send(target.url, agent, made, bearer) : undefined;
      // An export ends when its reader loses access, such as when another case signs the same person out.
      const isCutOff = fault === 'no answer' && EXPORTS.has(made.name) && LOST_ACCESS.has(again?.status ?? 0);
      note(index, caller, made, answer, isCutOff ? undefined : fault, again?.ms);
    }
  }

  function note(
    index: number,
    caller: CallerKind,
    made: HostileRequest,
    answer: Answer,
    kind: Fault['kind'] | undefined,
    msAgain: number | undefined,
  ): void {
    result.cases += 1;
    const sum = result.byCall[made.name] ?? { ms: 0, cases: 0 };
    result.byCall[made.name] = { ms: sum.ms + answer.ms, cases: sum.cases + 1 };
    result.statuses[answer.status] = (result.statuses[answer.status] ?? 0) + 1;
    if (answer.ms > result.slowestMs)
      Object.assign(result, { slowestMs: answer.ms, slowest: `${made.name} (case ${index})` });
    if (answer.bytes > result.largestBytes)
      Object.assign(result, { largestBytes: answer.bytes, largest: `${made.name} (case ${index})` });
    if (kind !== undefined) {
      result.faults += 1;
      if (kind === 'slow') result.slow += 1;
      if (msAgain !== undefined && slowMs !== undefined && msAgain > slowMs) result.slowAgain += 1;
      const key = `${kind} ${made.name} ${answer.status}`;
      if (!seen.has(key)) {
        seen.add(key);
        const sent = `${made.method} ${made.path.slice(0, 500)} ${JSON.stringify(made.headers).slice(0, 500)} ${made.body?.toString('latin1').slice(0, 1_500) ?? ''}`;
        const fault: Fault = {
          kind,
          seed,
          case: index,
          caller,
          call: made.name,
          status: answer.status,
          ms: answer.ms,
          ...(msAgain !== undefined && { msAgain }),
          sent,
          answer: answer.text.slice(0, 500),
        };
        result.first.push(fault);
        onFault?.(fault);
      }
    }
    if (result.cases % 1_000 === 0) progress?.(result.cases, result);
  }

  await Promise.all(Array.from({ length: concurrency }, work));
  agent.destroy();
  return result;
}

function requestOf(
  random: ReturnType<typeof caseRandom>,
  callers: Callers,
): { name: CallName | undefined; made: HostileRequest } {
  const part = random();
  if (part < 0.25) return { name: 'ingestEvents', made: batchRequest(random, () => callers.nextBatch()) };
  if (part < 0.28) return { name: undefined, made: otherRequest(random) };
  let name = random.pick(callNames);
  for (
    let turns = SLOW_CALLS[name];
    turns !== undefined && !random.chance(1 / turns);
    turns = SLOW_CALLS[name]
  )
    name = random.pick(callNames);
  return { name, made: callRequest(name, random, callers.pool) };
}

function faultOf(
  made: HostileRequest,
  { status, retryAfter, ms }: Answer,
  slowMs: number | undefined,
): Fault['kind'] | undefined {
  if (status === 0) return 'no answer';
  const isFull = status === 503 && retryAfter && MAY_BE_FULL.has(made.name);
  if (status >= 500 && !isFull) return 'server error';
  return slowMs !== undefined && ms > slowMs ? 'slow' : undefined;
}

interface Answer {
  /** 0: no response. */
  readonly status: number;
  readonly retryAfter: boolean;
  readonly ms: number;
  readonly bytes: number;
  readonly text: string;
}

/** One request over a kept-alive connection, with its complete response. The time is until the first byte: reports vary in length. */
function send(url: string, agent: Agent, made: HostileRequest, bearer: string): Promise<Answer> {
  const { hostname, port } = new URL(url);
  const began = performance.now();
  let answered: number | undefined;
  return new Promise((resolve) => {
    const done = (status: number, retryAfter: boolean, bytes: number, text: string) =>
      resolve({ status, retryAfter, ms: Math.round((answered ?? performance.now()) - began), bytes, text });
    const headers: Record<string, string | string[] | number> = {
      ...made.headers,
      'content-length': made.body?.length ?? 0,
    };
    if (bearer !== '') headers.authorization = `Bearer ${bearer}`;
    const sent = request(
      {
        hostname,
        port,
        agent,
        method: made.method,
        path: made.path.replaceAll(/[^\x21-\x7e]/g, '%20'),
        headers,
        timeout: GIVE_UP_MS,
      },
      (response) => {
        let bytes = 0;
        let text = '';
        answered = performance.now();
        if (response.headers['content-type']?.startsWith('text/event-stream')) {
          done(response.statusCode ?? 0, false, 0, '');
          // An endless response; the server must handle its reader disconnecting.
          response.destroy();
          return;
        }
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (text.length < 500) text += chunk.toString('latin1');
        });
        response.on('end', () =>
          done(response.statusCode ?? 0, response.headers['retry-after'] !== undefined, bytes, text),
        );
        response.on('error', (error) => done(0, false, bytes, String(error)));
      },
    );
    sent.on('timeout', () => sent.destroy(new Error(`no response within ${GIVE_UP_MS / 1000} s`)));
    sent.on('error', (error) => done(0, false, 0, String(error)));
    sent.end(made.body);
  });
}
