import { appendFileSync } from 'node:fs';
import { appendFile, copyFile, mkdtemp, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SourceHarness } from '../../../test/sourceHarness.ts';
import { SourceError } from '../source.ts';
import { FileSource } from './fileSource.ts';

const TIMING = { pollMs: 2, settleMs: 10, graceMs: 10 };
let folder: string;
let log: string;
let agent: SourceHarness;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scout-file-'));
  log = join(folder, 'security.ndjson');
  agent = new SourceHarness();
});
afterEach(() => rm(folder, { recursive: true }));

const source = (): FileSource => new FileSource(log, undefined, TIMING);
const line = (number: number): string => JSON.stringify({ event: number, host: 'PRD-SQL01' });
/** Lines `from` to `to`, inclusive. */
const lines = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => line(from + index));
const text = (from: number, to: number): string => `${lines(from, to).join('\n')}\n`;

describe('reading once', () => {
  it('reads to the end, and the next time only new events', async () => {
    await writeFile(log, text(1, 3));
    await agent.once(source());
    await appendFile(log, text(4, 5));
    await agent.once(source());
    await agent.once(source());
    expect(agent.lines).toEqual(lines(1, 5));
  });

  it('cuts batches at 1,000 events and at 1 MiB', async () => {
    await writeFile(log, text(1, 2_500));
    await agent.once(source());
    expect(agent.batches).toEqual([1_000, 1_000, 500]);
    const wide = JSON.stringify({ text: 'x'.repeat(400_000) });
    await appendFile(log, `${wide}\n`.repeat(5));
    await agent.once(source());
    expect(agent.batches.slice(3)).toEqual([2, 2, 1]);
  });

  it('takes a last line without line feed when it is complete', async () => {
    await writeFile(log, `${text(1, 2)}${line(3)}`);
    await agent.once(source());
    await appendFile(log, `\n${text(4, 4)}`);
    await agent.once(source());
    expect(agent.lines).toEqual(lines(1, 4));
  });

  it('waits for the rest of a half-written line', async () => {
    await writeFile(log, `${text(1, 2)}${line(3).slice(0, 10)}`);
    // The rest is written at the moment the source decides to wait.
    const timing = {
      ...TIMING,
      get settleMs(): number {
        appendFileSync(log, `${line(3).slice(10)}\n`);
        return 1;
      },
    };
    await agent.once(new FileSource(log, undefined, timing));
    expect(agent.lines).toEqual(lines(1, 3));
  });

  it('ships a line that stays half-written, for the server to refuse', async () => {
    await writeFile(log, `${text(1, 1)}{"event":`);
    await agent.once(source());
    expect(agent.lines).toEqual([line(1), '{"event":']);
  });

  it('refuses an XML event that stays half-written, with its position', async () => {
    await writeFile(log, '<Event><System/></Event>\n<Event><Sys');
    await agent.once(source());
    expect(agent.lines).toEqual(['{"xml":"<Event><System/></Event>"}']);
    expect(agent.spool.checkpoint.state.rejections.recent).toMatchObject([
      { code: 'incomplete_event', batch: null, message: expect.stringContaining(`${log}, after byte 24`) },
    ]);
  });

  it('refuses a line of more than 1 MiB and keeps the lines around it', async () => {
    await writeFile(log, `${line(1)}\n"${'x'.repeat(1_048_576)}"\n${line(2)}\n`);
    await agent.once(source());
    expect(agent.lines).toEqual([line(1), line(2)]);
    expect(agent.rejections).toEqual(['line_too_long']);
  });

  it('fails for a file that is not there', async () => {
    await expect(agent.once(source())).rejects.toThrow(SourceError);
  });

  it('reads an empty file, and one of a single byte', async () => {
    await writeFile(log, '');
    await agent.once(source());
    await writeFile(log, '7');
    await agent.once(source());
    expect(agent.lines).toEqual(['7']);
  });
});

describe('following', () => {
  it('waits for the file and ships lines as they are completed', async () => {
    await agent.follow(source());
    await agent.notice(/does not exist yet/);
    await writeFile(log, `${text(1, 2)}${line(3).slice(0, 5)}`);
    await agent.until(2);
    await appendFile(log, `${line(3).slice(5)}\n`);
    await agent.until(3);
    await agent.stop();
    expect(agent.lines).toEqual(lines(1, 3));
    expect(agent.rejections).toEqual([]);
  });

  it('leaves a half-written line for the next start', async () => {
    await writeFile(log, `${text(1, 1)}${line(2).slice(0, 5)}`);
    await agent.follow(source());
    await agent.until(1);
    await agent.stop();
    await appendFile(log, `${line(2).slice(5)}\n`);
    await agent.once(source());
    expect(agent.lines).toEqual(lines(1, 2));
  });

  it('reads a renamed file to its end, then the new one', async () => {
    await writeFile(log, text(1, 3));
    await agent.follow(source());
    await agent.until(3);
    await rename(log, `${log}.1`);
    await appendFile(`${log}.1`, text(4, 5));
    await agent.until(5);
    await writeFile(log, text(6, 7));
    await agent.until(7);
    await rename(log, `${log}.2`);
    await writeFile(log, text(8, 8));
    await agent.until(8);
    await agent.stop();
    expect(agent.lines).toEqual(lines(1, 8));
    expect(agent.notices).toEqual([]);
  });

  it('keeps its place when a renamed file that it has read to its end is removed', async () => {
    await writeFile(log, text(1, 3));
    await agent.follow(source());
    await agent.until(3);
    await rename(log, `${log}.1`);
    await writeFile(log, '');
    await agent.when(() => {
      const position = agent.spool.position(source().key);
      return position?.kind === 'file' && position.finished !== undefined;
    });
    await agent.stop();
    await rm(`${log}.1`);
    await appendFile(log, text(4, 4));
    await agent.once(source());
    expect(agent.lines).toEqual(lines(1, 4));
    expect(agent.notices).toEqual([]);
  });

  it('starts again in a file that was truncated', async () => {
    await writeFile(log, text(1, 3));
    await agent.follow(source());
    await agent.until(3);
    await truncate(log);
    await agent.notice(/was truncated/);
    await appendFile(log, text(4, 4));
    await agent.until(4);
    await agent.stop();
    expect(agent.lines).toEqual(lines(1, 4));
  });

  it('notices a truncated file that has grown past the old position', async () => {
    await writeFile(log, text(1, 3));
    await agent.follow(source());
    await agent.until(3);
    await writeFile(log, text(10, 60));
    await agent.until(54);
    await agent.stop();
    expect(agent.lines).toEqual([...lines(1, 3), ...lines(10, 60)]);
  });

  it('reads the rest from the copy when a file is copied and truncated', async () => {
    await writeFile(log, text(1, 3));
    await agent.follow(source());
    await agent.until(3);
    await agent.stop();
    await appendFile(log, text(4, 6));
    await copyFile(log, `${log}.1`);
    await writeFile(log, text(7, 7));
    await agent.follow(source());
    await agent.until(7);
    await agent.stop();
    expect(agent.lines).toEqual(lines(1, 7));
    expect(agent.notices).toEqual([]);
  });
});

describe('changes while the agent was not running', () => {
  beforeEach(async () => {
    await writeFile(log, text(1, 3));
    await agent.once(source());
  });

  it('finds a file that was renamed once', async () => {
    await appendFile(log, text(4, 5));
    await rename(log, `${log}.1`);
    await writeFile(log, text(6, 7));
    await agent.once(source());
    expect(agent.lines).toEqual(lines(1, 7));
    expect(agent.notices).toEqual([]);
  });

  it('finds files that were renamed several times, in the order of writing, each once', async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      await appendFile(log, text(4 + 2 * turn, 5 + 2 * turn));
      if (turn > 1) await rename(`${log}.2`, `${log}.3`);
      if (turn > 0) await rename(`${log}.1`, `${log}.2`);
      await rename(log, `${log}.1`);
    }
    await writeFile(log, text(10, 10));
    await writeFile(`${log}.bak`, text(90, 91));
    await writeFile(join(folder, 'other.ndjson.1'), text(92, 93));
    await agent.once(source());
    await agent.once(source());
    expect(agent.lines).toEqual(lines(1, 10));
  });

  it('knows rotated names with a date before the extension', async () => {
    await rename(log, join(folder, 'security-20251121.ndjson'));
    await writeFile(join(folder, 'security-20251122.ndjson'), text(4, 4));
    await writeFile(log, text(5, 5));
    await agent.once(source());
    expect(agent.lines).toEqual(lines(1, 5));
  });

  it('continues in a file that was restored from a copy', async () => {
    await copyFile(log, join(folder, 'copy'));
    await rm(log);
    await rename(join(folder, 'copy'), log);
    await appendFile(log, text(4, 4));
    await agent.once(source());
    expect(agent.lines).toEqual(lines(1, 4));
  });

  it('reports that the file it read is gone', async () => {
    await rm(log);
    await writeFile(log, text(8, 9));
    await agent.once(source());
    expect(agent.lines).toEqual([...lines(1, 3), ...lines(8, 9)]);
    expect(agent.notices.join()).toMatch(/gone: reading it from its start|was truncated/);
  });

  it('does not take a new file with the same inode for the old one', async () => {
    // Same name, same inode, longer than the part read: only the content differs.
    await writeFile(log, text(20, 29));
    await agent.once(source());
    expect(agent.lines).toEqual([...lines(1, 3), ...lines(20, 29)]);
  });
});

describe('large files', () => {
  it('reads 100,000 events in order with flat memory', async () => {
    const numbered = (index: number): string => JSON.stringify({ index, text: 'x'.repeat(400) });
    for (let first = 0; first < 100_000; first += 1_000) {
      const chunk = Array.from({ length: 1_000 }, (_, index) => numbered(first + index));
      await appendFile(log, `${chunk.join('\n')}\n`);
    }
    // Collected first: the amount of garbage depends on the machine.
    setFlagsFromString('--expose-gc');
    const collect: () => void = runInNewContext('gc');
    const kept = (): number => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    const before = kept();
    let most = 0;
    let count = 0;
    let wrong = 0;
    // Not stored: the lines themselves would use the memory.
    agent.lines.push = (...taken) => {
      for (const each of taken) {
        if (each !== numbered(count)) wrong += 1;
        count += 1;
        if (count % 10_000 === 0) most = Math.max(most, kept());
      }
      return 0;
    };
    await agent.once(source());
    expect({ count, wrong }).toEqual({ count: 100_000, wrong: 0 });
    // The file is 43 MB.
    expect(most - before).toBeLessThan(8_000_000);
  });
});
