/** Does the work and leaves how long it took to the browser's performance tools and `npm run bench:web`; only the latest is kept. */
export function timed<Result>(name: string, work: () => Result): Result {
  const start = performance.now();
  const result = work();
  performance.clearMeasures(name);
  performance.measure(name, { start, end: performance.now() });
  return result;
}
