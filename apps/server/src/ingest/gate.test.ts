import { describe, expect, it } from 'vitest';
import { createGate } from './gate.ts';

const limits = { batches: 3, bytes: 100, working: 1, perAgent: 2 };

describe('the gate', () => {
  it('tells an agent with too many requests to wait, and lets others in', () => {
    const gate = createGate(limits);
    const first = gate.enter('a');
    gate.enter('a');
    expect(() => gate.enter('a')).toThrow(expect.objectContaining({ code: 'rate_limited', retryAfter: 1 }));
    gate.enter('b');
    first.leave();
    gate.enter('a');
  });

  it('says when it is full, and is not once somebody left', () => {
    const gate = createGate(limits);
    const places = ['a', 'b', 'c'].map((agent) => gate.enter(agent));
    expect(() => gate.enter('d')).toThrow(expect.objectContaining({ code: 'unavailable', retryAfter: 2 }));
    places[0]?.leave();
    gate.enter('d');
  });

  it('holds no more bytes than it may, over all requests', () => {
    const gate = createGate(limits);
    const a = gate.enter('a');
    const b = gate.enter('b');
    a.hold(60);
    b.hold(40);
    expect(() => b.hold(1)).toThrow(expect.objectContaining({ code: 'unavailable' }));
    a.leave();
    b.hold(60);
    expect(gate.held.bytes).toBe(100);
  });

  it('lets batches work one after the other, in the order in which they asked', async () => {
    const gate = createGate(limits);
    const [a, b, c] = ['a', 'b', 'c'].map((agent) => gate.enter(agent)) as [
      ReturnType<typeof gate.enter>,
      ReturnType<typeof gate.enter>,
      ReturnType<typeof gate.enter>,
    ];
    const order: string[] = [];
    await a.turn();
    const waiting = [b.turn().then(() => order.push('b')), c.turn().then(() => order.push('c'))];
    await Promise.resolve();
    expect(order).toEqual([]);
    a.leave();
    await waiting[0];
    expect(order).toEqual(['b']);
    b.leave();
    await waiting[1];
    c.leave();
    expect(gate.held).toEqual({ batches: 0, bytes: 0, working: 0 });
  });
});
