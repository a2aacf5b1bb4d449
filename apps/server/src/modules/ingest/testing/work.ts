import { Session } from 'node:inspector/promises';

/** Folders of code whose steps count: what judges sent lines on the main thread. */
const JUDGING = /\/(?:packages\/(?:detection|cases)|apps\/server\/src\/ingest)\//;

/**
 * Counts work in a measure that neither a busy machine nor its speed changes: how often each block of the judging code ran, plus
 * the characters that the engine's own searches in texts visited.
 */
export async function countedWork(): Promise<{
  of(work: () => Promise<unknown>): Promise<number>;
  stop(): Promise<void>;
}> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  let visited = 0;
  const restore = patchSearches((characters) => {
    visited += characters;
  });
  const steps = async (): Promise<number> => {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    return result
      .filter(({ url }) => JUDGING.test(url) && !url.includes('.test.'))
      .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges.map(({ count }) => count)))
      .reduce((sum, count) => sum + count, 0);
  };
  return {
    async of(work) {
      // Taking the counts also begins them anew.
      await steps();
      visited = 0;
      await work();
      const characters = visited;
      return characters + (await steps());
    },
    async stop() {
      restore();
      await session.post('Profiler.stopPreciseCoverage');
      session.disconnect();
    },
  };
}

type Method = (this: string, ...parameters: never[]) => unknown;

/** Replaces the searches of strings and regular expressions by ones that also report the characters they visited. */
function patchSearches(visit: (characters: number) => void): () => void {
  const undo: (() => void)[] = [];
  const patch = <T extends object>(owner: T, name: string, make: (original: Method) => unknown): void => {
    const descriptor = Object.getOwnPropertyDescriptor(owner, name)!;
    Object.defineProperty(owner, name, { ...descriptor, value: make(descriptor.value as Method) });
    undo.push(() => Object.defineProperty(owner, name, descriptor));
  };
  patch(
    String.prototype,
    'indexOf',
    (original) =>
      function (this: string, what: string, from = 0) {
        const found = original.call(this, what as never, from as never) as number;
        visit(Math.max(0, (found === -1 ? this.length : found + what.length) - from));
        return found;
      },
  );
  patch(
    String.prototype,
    'lastIndexOf',
    (original) =>
      function (this: string, what: string, from = this.length) {
        const found = original.call(this, what as never, from as never) as number;
        visit(Math.max(0, Math.min(from, this.length) - Math.max(0, found)));
        return found;
      },
  );
  for (const name of [
    'includes',
    'toLowerCase',
    'toUpperCase',
    'normalize',
    'isWellFormed',
    'toWellFormed',
  ]) {
    patch(
      String.prototype,
      name,
      (original) =>
        function (this: string, ...parameters: never[]) {
          visit(this.length);
          return original.apply(this, parameters);
        },
    );
  }
  for (const name of ['split', 'replaceAll']) {
    patch(
      String.prototype,
      name,
      (original) =>
        function (this: string, ...parameters: never[]) {
          if (typeof parameters[0] === 'string') visit(this.length);
          return original.apply(this, parameters);
        },
    );
  }
  // Called by test, search, match, matchAll, replace and split, once it is not the engine's own.
  patch(
    RegExp.prototype,
    'exec',
    (original) =>
      function (this: RegExp, text: string) {
        const from = this.global || this.sticky ? this.lastIndex : 0;
        const match = (original as unknown as typeof RegExp.prototype.exec).call(this, text);
        const end =
          match === null ? (this.sticky ? from : String(text).length) : match.index + match[0].length;
        visit(Math.max(1, end - from));
        return match;
      },
  );
  return () => {
    for (const one of undo) one();
  };
}
