import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { Gone, goneSignal } from './gone.ts';

const responseOf = (state: { destroyed: boolean; writableFinished: boolean }) =>
  Object.assign(new EventEmitter(), state) as unknown as ServerResponse;

it('has one signal for a response, however often it is asked for', () => {
  const response = responseOf({ destroyed: false, writableFinished: false });
  const signals = Array.from({ length: 20 }, () => goneSignal(response));
  expect(new Set(signals).size).toBe(1);
  expect(response.listenerCount('close')).toBe(1);
  response.emit('close');
  expect(signals[0]!.reason).toBeInstanceOf(Gone);
});

it('is aborted at once for a connection that has ended, and not after a whole answer', () => {
  expect(goneSignal(responseOf({ destroyed: true, writableFinished: false })).aborted).toBe(true);
  const answered = responseOf({ destroyed: false, writableFinished: true });
  const signal = goneSignal(answered);
  answered.emit('close');
  expect(signal.aborted).toBe(false);
});
