import { expect, it } from 'vitest';
import { silenceOf } from './silence.ts';

function scene() {
  const stream = { bytesRead: 0, bytesWritten: 0 };
  const client = { readyForQuery: true, connection: { stream } };
  const silence = silenceOf<typeof client>();
  silence.add(client);
  silence.look(0);
  const waits = () => silence.list(({ isWaiting }) => isWaiting).length === 1;
  const since = () => {
    let found = -1;
    silence.list((one) => {
      found = one.since;
      return true;
    });
    return found;
  };
  return { client, stream, silence, waits, since };
}

it('a connection is silent since the look that found it waiting, until a byte comes', () => {
  const { client, stream, silence, waits, since } = scene();
  client.readyForQuery = false;
  silence.look(2_000);
  silence.look(4_000);
  expect([waits(), since()]).toEqual([true, 2_000]);
  expect(silence.isUnchanged(client)).toBe(true);
  stream.bytesRead = 10;
  expect(silence.isUnchanged(client)).toBe(false);
  silence.look(6_000);
  expect([waits(), since()]).toEqual([true, 6_000]);
});

it('what was sent since the last answer is unanswered', () => {
  const { client, stream, silence } = scene();
  stream.bytesWritten = 100;
  silence.look(2_000);
  client.readyForQuery = false;
  stream.bytesWritten = 1_100;
  silence.look(4_000);
  stream.bytesWritten = 5_100;
  silence.look(6_000);
  expect(silence.list(({ unanswered }) => unanswered === 5_000)).toEqual([client]);
});

it('a removed connection is not listed, and is not unchanged', () => {
  const { client, silence } = scene();
  silence.delete(client);
  silence.look(2_000);
  expect(silence.list(() => true)).toEqual([]);
  expect(silence.isUnchanged(client)).toBe(false);
});
