import { describe, expect, it } from 'vitest';
import { createGate, GATE_LIMITS, type Gate } from './gate.ts';
import { type Coming, createGroups, type GroupLimits, type Outcome } from './groups.ts';

/** Groups whose writes end when released by the test. */
class Writes {
  readonly begun: {
    tenantId: string;
    batches: readonly string[];
    end(outcomes?: Outcome<string>[]): void;
  }[] = [];
  readonly answers = new Map<string, string>();
  readonly #gate: Gate;
  readonly #groups;
  #agents = 0;

  constructor(limits: Partial<GroupLimits> = {}, gate: Gate = createGate(GATE_LIMITS)) {
    this.#gate = gate;
    this.#groups = createGroups<string, string>(
      { batches: 100, rows: 1000, rollups: 1000, atOnce: 1, gatherMs: 10, gatherRows: 500, ...limits },
      (tenantId, batches) => {
        const { promise, resolve, reject } = Promise.withResolvers<readonly Outcome<string>[]>();
        const end = (outcomes?: Outcome<string>[]) => {
          if (outcomes?.length === 0) reject(new Error('the database is gone'));
          else resolve(outcomes ?? batches.map((batch) => ({ answer: `${batch} stored` })));
        };
        this.begun.push({ tenantId, batches, end });
        return promise;
      },
    );
  }

  /** The first letter of a batch is its organization. */
  async add(batch: string, rows = 1, rollups = 0): Promise<void> {
    const tenantId = batch.slice(0, 1);
    this.#agents += 1;
    const place = this.#gate.enter({ tenantId, agentId: `agent-${this.#agents}` });
    const note = (answer: string) => {
      this.answers.set(batch, answer);
      place.leave();
    };
    await place.turn();
    this.#groups
      .store({ tenantId, batch, rows, rollups, place, coming: this.#groups.expect(tenantId) })
      .then(note, (error: Error) => note(error.message));
    await settled();
  }

  expect(tenantId: string): Coming {
    return this.#groups.expect(tenantId);
  }

  async end(index: number, outcomes?: Outcome<string>[]): Promise<void> {
    this.begun[index]?.end(outcomes);
    await settled();
  }

  get groups(): string[] {
    return this.begun.map(({ batches }) => batches.join(' '));
  }
}

const settled = async () => {
  for (let tick = 0; tick < 30; tick += 1) await Promise.resolve();
};

describe('groups', () => {
  it('write a lone batch at once, and those that arrive meanwhile together', async () => {
    const writes = new Writes();
    for (const batch of ['a1', 'a2', 'a3', 'b1']) await writes.add(batch);
    expect(writes.groups).toEqual(['a1', 'b1']);
    await writes.end(0);
    expect(writes.answers).toEqual(new Map([['a1', 'a1 stored']]));
    expect(writes.groups).toEqual(['a1', 'b1', 'a2 a3']);
    await writes.end(2);
    expect([...writes.answers.keys()]).toEqual(['a1', 'a2', 'a3']);
    await writes.add('a4');
    expect(writes.groups.at(-1)).toBe('a4');
  });

  it('write a bounded number at once per organization, and no batch twice', async () => {
    const writes = new Writes({ atOnce: 2 });
    for (const batch of ['a1', 'a2', 'a3', 'a4']) await writes.add(batch);
    expect(writes.groups).toEqual(['a1', 'a2']);
    await writes.end(1);
    expect(writes.groups).toEqual(['a1', 'a2', 'a3 a4']);
    await writes.end(0);
    await writes.end(2);
    expect(writes.groups).toHaveLength(3);
    expect(writes.answers.size).toBe(4);
  });

  it('hold no more batches and rows than their limits', async () => {
    const writes = new Writes({ batches: 2, rows: 10 });
    await writes.add('a1');
    for (const [batch, rows] of [
      ['a2', 1],
      ['a3', 1],
      ['a4', 6],
      ['a5', 6],
      ['a6', 50],
      ['a7', 1],
    ] as const)
      await writes.add(batch, rows);
    for (let index = 0; index < 5; index += 1) await writes.end(index);
    expect(writes.groups).toEqual(['a1', 'a2 a3', 'a4', 'a5', 'a6', 'a7']);
  });

  it('fold no more rollups at once than their limit', async () => {
    const writes = new Writes({ rollups: 10 });
    for (const batch of ['a1', 'a2', 'a3', 'a4']) await writes.add(batch, 6, 5);
    for (let index = 0; index < 3; index += 1) await writes.end(index);
    expect(writes.groups).toEqual(['a1', 'a2 a3', 'a4']);
  });

  it('accept batches while they wait behind other organizations', async () => {
    const writes = new Writes({}, createGate({ ...GATE_LIMITS, writing: 1 }));
    await writes.add('a1');
    await writes.add('b1');
    await writes.add('b2');
    expect(writes.groups).toEqual(['a1']);
    await writes.end(0);
    expect(writes.groups).toEqual(['a1', 'b1 b2']);
  });

  it('wait for batches of their organization that are on their way, and for no others', async () => {
    const writes = new Writes({ gatherMs: 60_000 });
    const [first, second] = [writes.expect('a'), writes.expect('a')];
    await writes.add('a1');
    await writes.add('b1');
    first.ended();
    await writes.add('a2');
    expect(writes.groups).toEqual(['b1']);
    second.ended();
    second.ended();
    await settled();
    expect(writes.groups).toEqual(['b1', 'a1 a2']);
  });

  it('wait for no others when they have much to write', async () => {
    const writes = new Writes({ gatherMs: 60_000, gatherRows: 5 });
    writes.expect('a');
    await writes.add('a1', 6);
    expect(writes.groups).toEqual(['a1']);
  });

  it('wait no longer than their time, and not when they are full', async () => {
    const writes = new Writes({ batches: 2 });
    writes.expect('a');
    writes.expect('b');
    await writes.add('a1');
    await writes.add('a2');
    expect(writes.groups).toEqual(['a1 a2']);
    await writes.add('b1');
    expect(writes.groups).toEqual(['a1 a2']);
    await expect.poll(() => writes.groups).toEqual(['a1 a2', 'b1']);
  });

  it('give each batch its own outcome', async () => {
    const writes = new Writes();
    for (const batch of ['a1', 'a2', 'a3']) await writes.add(batch);
    await writes.end(0);
    await writes.end(1, [{ error: new Error('refused') }, { answer: 'stored' }]);
    expect(Object.fromEntries(writes.answers)).toMatchObject({ a2: 'refused', a3: 'stored' });
  });

  it('continue after one that failed as a whole', async () => {
    const writes = new Writes();
    for (const batch of ['a1', 'a2']) await writes.add(batch);
    await writes.end(0, []);
    expect(writes.answers.get('a1')).toBe('the database is gone');
    await writes.end(1);
    expect(writes.answers.get('a2')).toBe('a2 stored');
  });

  it('keep neither rows nor places of answered batches', async () => {
    const gate = createGate(GATE_LIMITS);
    const writes = new Writes({}, gate);
    for (const batch of ['a1', 'a2', 'a3']) await writes.add(batch);
    await writes.end(0);
    await writes.end(1);
    expect(gate.held).toEqual({ batches: 0, bytes: 0, working: 0 });
  });
});
