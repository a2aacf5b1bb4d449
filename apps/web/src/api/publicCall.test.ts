import { contract } from '@scout/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { CallFailure, callPublicly, publicCalls } from './publicCall.ts';

test.each(Object.entries(publicCalls))('%s is made as the contract says', (name, path) => {
  const call = contract[name as keyof typeof publicCalls]['~orpc'];
  expect(call.route).toMatchObject({ method: 'POST', path });
  expect(call.meta.access).toBe('visitor');
});

afterEach(() => vi.unstubAllGlobals());

const failureOf = async (answer: () => Promise<Response>) => {
  vi.stubGlobal('fetch', answer);
  const error = await callPublicly('checkExistingRequest', { email: 'mira@alder.example' }).catch((e) => e);
  expect(error).toBeInstanceOf(CallFailure);
  return { code: error.code, message: error.message };
};

test('a failure is one sentence', async () => {
  const body = { code: 'rate_limited', message: 'Too many attempts.' };
  expect(await failureOf(async () => Response.json(body, { status: 429 }))).toEqual(body);
  expect(await failureOf(async () => new Response('<html>', { status: 502 }))).toEqual({
    code: null,
    message: 'HTTP 502',
  });
  const unreachable = { code: null, message: 'Scout could not be reached.' };
  expect(await failureOf(() => Promise.reject(new TypeError('Failed to fetch')))).toEqual(unreachable);
  const late = () => Promise.reject(new DOMException('', 'TimeoutError'));
  expect((await failureOf(late)).message).toBe('Scout did not respond in time.');
  const cut = () => new ReadableStream({ pull: (rest) => rest.error(new DOMException('', 'TimeoutError')) });
  expect(await failureOf(async () => new Response(cut()))).toEqual(unreachable);
});
