import { describe, expect, it } from 'vitest';
import { createGate, GATE_LIMITS, type Gate, type Place } from './gate.ts';

const limits = {
  batches: 8,
  bytes: 120,
  smallBytes: 0,
  smallBody: 0,
  largeBody: 1000,
  working: 1,
  writing: 7,
  manyRows: 1000,
  parkedRows: 0,
  perAgent: 2,
};
const sender = (tenantId: string, agentId = `${tenantId}-1`) => ({ tenantId, agentId });

describe('the gate', () => {
  it('makes an agent with too many requests wait, and admits others', () => {
    const gate = createGate(limits);
    const first = gate.enter(sender('a'));
    gate.enter(sender('a'));
    expect(() => gate.enter(sender('a'))).toThrow(
      expect.objectContaining({ code: 'rate_limited', retryAfter: 1 }),
    );
    gate.enter(sender('b'));
    first.leave();
    gate.enter(sender('a'));
  });

  it('lets no organization take the places reserved for others', () => {
    const gate = createGate(limits);
    const enter = (tenantId: string, count: number): Place[] =>
      Array.from({ length: count }, (_, index) => gate.enter(sender(tenantId, `${tenantId}-${index}`)));
    const [first] = enter('a', 4);
    expect(() => enter('a', 1)).toThrow(expect.objectContaining({ code: 'rate_limited', retryAfter: 1 }));
    enter('b', 2);
    enter('c', 1);
    enter('d', 1);
    expect(() => enter('e', 1)).toThrow(expect.objectContaining({ code: 'unavailable', retryAfter: 2 }));
    first?.leave();
    enter('e', 1);
  });

  it('lets a thousand agents of each of two organizations come back at once', () => {
    const gate = createGate(GATE_LIMITS);
    for (const tenantId of ['a', 'b']) {
      for (let index = 0; index < 1000; index += 1) {
        gate.enter(sender(tenantId, `${tenantId}-${index}`)).hold(4_000);
      }
    }
    expect(gate.held.batches).toBe(2000);
  });

  it('holds at most a third of the bytes for one agent, half for one organization, and all in total', () => {
    const gate = createGate(limits);
    const refused = (code: string) => expect.objectContaining({ code });
    const a = gate.enter(sender('a', 'a-1'));
    a.hold(40);
    expect(() => a.hold(1)).toThrow(refused('rate_limited'));
    const second = gate.enter(sender('a', 'a-2'));
    second.hold(20);
    expect(() => second.hold(1)).toThrow(refused('rate_limited'));
    const b = gate.enter(sender('b'));
    b.hold(20);
    expect(() => b.hold(41)).toThrow(refused('unavailable'));
    a.leave();
    b.hold(10);
    expect(gate.held.bytes).toBe(50);
  });

  it('keeps room for the beginning of bodies, however much large ones hold', () => {
    const gate = createGate({ ...limits, bytes: 90, smallBytes: 20, smallBody: 10 });
    for (const tenantId of ['a', 'b', 'c', 'd']) {
      const place = gate.enter(sender(tenantId));
      const fill = () => {
        for (;;) place.hold(11);
      };
      expect(fill).toThrow(
        expect.objectContaining({ code: expect.stringMatching(/rate_limited|unavailable/) }),
      );
    }
    gate.enter(sender('e')).hold(10);
  });

  it('works on up to eight small batches of an organization in a row, then on those of others', async () => {
    const gate = createGate({
      ...limits,
      batches: 100,
      smallBody: 10,
      smallBytes: 1000,
      bytes: 1000,
      perAgent: 20,
    });
    const first = gate.enter(sender('z'));
    await first.turn();
    const worked: string[] = [];
    for (const name of [...'aaaaaaaaaa', 'b', 'b']) {
      const place = gate.enter(sender(name));
      place.hold(1);
      void place.turn().then(() => {
        worked.push(name);
        place.leave();
      });
    }
    first.leave();
    await expect.poll(() => worked.length).toBe(12);
    expect(worked.join('')).toBe('aaaaaaaabbaa');
  });

  it('lets organizations take turns, each with its oldest batch', async () => {
    const gate = createGate({ ...limits, perAgent: 4 });
    const order: string[] = [];
    const first = gate.enter(sender('z'));
    await first.turn();
    const entered = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((name) => {
      const place = gate.enter(sender(name.slice(0, 1)));
      void place.turn().then(() => {
        order.push(name);
        place.leave();
      });
      return place;
    });
    first.leave();
    while (gate.held.batches > 0) await Promise.resolve();
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
    expect(entered).toHaveLength(6);
    expect(gate.held).toEqual({ batches: 0, bytes: 0, working: 0 });
  });

  it('refuses a body that could not be held before reading it', () => {
    const gate = createGate(limits);
    const refused = expect.objectContaining({ code: 'rate_limited' });
    const place = gate.enter(sender('a'));
    expect(() => place.reserve(61)).toThrow(refused);
    place.reserve(60);
    expect(gate.held.bytes).toBe(60);
    const next = gate.enter(sender('a'));
    expect(() => next.reserve(11)).toThrow(refused);
    // Reading reserved bytes holds nothing in addition.
    place.hold(40);
    place.hold(20);
    expect(gate.held.bytes).toBe(60);
    expect(() => place.hold(11)).toThrow(refused);
    place.leave();
    next.leave();
    expect(gate.held.bytes).toBe(0);
  });

  it('lets an organization process one large batch at a time, beside the small ones of others', async () => {
    const gate = createGate({ ...limits, bytes: 10_000, working: 4, perAgent: 4 });
    const working: string[] = [];
    for (const name of ['a1', 'a2', 'b1', 'c1']) {
      const place = gate.enter(sender(name.slice(0, 1)));
      place.hold(name.startsWith('a') ? 1000 : 10);
      void place.turn().then(() => working.push(name));
    }
    for (let tick = 0; tick < 10; tick += 1) await Promise.resolve();
    expect(working).toEqual(['a1', 'b1', 'c1']);
  });

  it('lets no organization use all work places at once', async () => {
    const gate = createGate({ ...limits, working: 4, perAgent: 4 });
    const working: string[] = [];
    for (const name of ['a', 'a', 'a', 'b']) {
      void gate
        .enter(sender(name))
        .turn()
        .then(() => working.push(name));
    }
    for (let tick = 0; tick < 10; tick += 1) await Promise.resolve();
    expect(working).toEqual(['a', 'a', 'b']);
  });

  /** Batches of organizations (the first letter of their names) that work and then write this many bytes of rows. */
  async function begunWrites(gate: Gate, batches: readonly (readonly [string, number])[]) {
    const written: string[] = [];
    const places = new Map<string, Place>();
    for (const [name, rows] of batches) {
      const place = gate.enter(sender(name.slice(0, 1), name));
      places.set(name, place);
      void place
        .turn()
        .then(() => place.write(rows))
        .then(() => written.push(name));
      await settled();
    }
    return { written, places };
  }
  const settled = async () => {
    for (let tick = 0; tick < 10; tick += 1) await Promise.resolve();
  };

  it('gives the work place to the next batch while few rows are written', async () => {
    const gate = createGate({ ...limits, working: 1 });
    const { written } = await begunWrites(gate, [
      ['a1', 10],
      ['a2', 10],
      ['b1', 10],
    ]);
    expect(written).toEqual(['a1', 'a2', 'b1']);
  });

  it('lets at most as many batches as have a work place wait with their rows', async () => {
    const gate = createGate({ ...limits, working: 2, writing: 1 });
    const { written, places } = await begunWrites(gate, [
      ['a1', 10],
      ['b1', 10],
      ['c1', 10],
      ['d1', 10],
    ]);
    expect(written).toEqual(['a1']);
    expect(gate.held.working).toBe(3);
    places.get('a1')!.leave();
    await settled();
    expect(written).toEqual(['a1', 'b1']);
    expect(gate.held.working).toBe(3);
  });

  it('lets batches with room for their rows wait without a work place, up to the limit of the organization', async () => {
    const gate = createGate({ ...limits, working: 1, writing: 1, parkedRows: 100 });
    const places = ['a1', 'a2', 'a3'].map((name) => gate.enter(sender('a', name)));
    const working: number[] = [];
    for (const [index, place] of places.entries()) {
      void place.turn().then(() => {
        working.push(index);
        place.park(50 - index);
      });
      await settled();
    }
    // The second batch's rows would exceed half of the space, so it keeps its place and the third gets none.
    expect(working).toEqual([0, 1]);
    for (const place of places) place.leave();
    await settled();
    expect(working).toEqual([0, 1, 2]);
  });

  it('lets an organization write one batch of many rows at a time, beside two of others', async () => {
    const gate = createGate({ ...limits, working: 4 });
    const { written, places } = await begunWrites(gate, [
      ['a1', 1000],
      ['a2', 1000],
      ['b1', 10],
      ['b2', 10],
    ]);
    expect(written).toEqual(['a1', 'b1', 'b2']);
    places.get('a1')!.leave();
    await settled();
    expect(written.at(-1)).toBe('a2');
  });

  it('does not let small batches of others overtake one of many rows forever', async () => {
    const gate = createGate({ ...limits, batches: 1000, working: 4 });
    const { written, places } = await begunWrites(gate, [
      ['v1', 10],
      ['w1', 10],
      ['x1', 10],
      ['y1', 10],
      ['z1', 10],
      ['a1', 1000],
    ]);
    expect(written).not.toContain('a1');
    // Each ends after the next has started, so that at most two places are ever free.
    const names = ['v1', 'w1', 'x1', 'y1', 'z1'];
    for (let count = 0; count < 50 && !written.includes('a1'); count += 1) {
      const name = `${String.fromCodePoint(0x3b1 + count)}1`;
      const more = await begunWrites(gate, [[name, 10]]);
      places.set(name, more.places.get(name)!);
      names.push(name);
      places.get(names.shift()!)!.leave();
      await settled();
    }
    expect(written).toContain('a1');
  });

  it('returns its places and works again when a batch has to be rejudged', async () => {
    const gate = createGate({ ...limits, working: 1, writing: 1 });
    const place = gate.enter(sender('a'));
    for (let round = 0; round < 3; round += 1) {
      await place.turn();
      await place.write(10);
      expect(gate.held.working).toBe(1);
    }
    place.leave();
    expect(gate.held).toEqual({ batches: 0, bytes: 0, working: 0 });
  });
});
