import { expect, test, vi } from 'vitest';
import { abortable, sendWithToken } from './client.ts';

const ask = () => new Request('http://scout.example/rest/v1/tenants', { method: 'POST', body: 'question' });

/** A server that knows one token, and a session that holds `held` and renews to `renewed`. */
function bench(held: string | null, renewed: string | null, known: string) {
  const requests: { token: string | null; body: string }[] = [];
  const send = vi.fn(async (request: Request) => {
    const token = request.headers.get('authorization');
    requests.push({ token, body: await request.text() });
    return new Response(null, { status: token === `Bearer ${known}` ? 200 : 401 });
  });
  const tokens = { accessToken: async () => held, renewAfter: vi.fn(async () => renewed) };
  return { send: sendWithToken(tokens, send), requests, tokens };
}

test('sends the token of the session', async () => {
  const { send, requests, tokens } = bench('good', null, 'good');
  expect((await send(ask())).status).toBe(200);
  expect(requests).toEqual([{ token: 'Bearer good', body: 'question' }]);
  expect(tokens.renewAfter).not.toHaveBeenCalled();
});

test('renews a refused token and retries once, with the same body', async () => {
  const { send, requests, tokens } = bench('old', 'good', 'good');
  expect((await send(ask())).status).toBe(200);
  expect(tokens.renewAfter).toHaveBeenCalledWith('old');
  expect(requests).toEqual([
    { token: 'Bearer old', body: 'question' },
    { token: 'Bearer good', body: 'question' },
  ]);
});

test('returns a second refusal to the caller', async () => {
  const { send, requests } = bench('old', 'also-old', 'good');
  expect((await send(ask())).status).toBe(401);
  expect(requests).toHaveLength(2);
});

test('does not retry when the session has ended', async () => {
  const { send, requests } = bench('old', null, 'good');
  expect((await send(ask())).status).toBe(401);
  expect(requests).toHaveLength(1);
});

test('sends no token when nobody is signed in', async () => {
  const { send, requests } = bench(null, 'good', 'good');
  expect((await send(ask())).status).toBe(401);
  expect(requests).toEqual([{ token: null, body: 'question' }]);
});

test('gives up the requests under way, and those until the work has ended, and no later one', async () => {
  let answer = () => {};
  const { send, abortDuring } = abortable(
    (request) =>
      new Promise((resolve, reject) => {
        request.signal.throwIfAborted();
        request.signal.addEventListener('abort', () => reject(request.signal.reason));
        answer = () => resolve(new Response('late'));
      }),
  );
  const before = send(ask());
  const work = Promise.withResolvers<string>();
  const ended = abortDuring(() => work.promise);
  await expect(before).rejects.toMatchObject({ name: 'AbortError' });
  await expect(send(ask())).rejects.toMatchObject({ name: 'AbortError' });
  work.reject(new Error('offline'));
  await expect(ended).rejects.toThrow('offline');
  const after = send(ask());
  answer();
  expect(await (await after).text()).toBe('late');
});
