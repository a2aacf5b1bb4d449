/** More requests cost a server more than a few blocks too many. */
const MOST_REQUESTS = 16;

/** A row of blocks that are fetched with one request: from the first to the last, exclusive. */
export interface Run {
  readonly from: number;
  readonly to: number;
}

/** The blocks to fetch. With too many gaps, blocks that the running program has are fetched, too. */
export function runsOf(isOwn: readonly boolean[], most = MOST_REQUESTS): Run[] {
  const runs: Run[] = [];
  for (let at = 0; at < isOwn.length; at += 1) {
    if (isOwn[at]) continue;
    const last = runs.at(-1);
    if (last?.to === at) runs[runs.length - 1] = { from: last.from, to: at + 1 };
    else runs.push({ from: at, to: at + 1 });
  }
  // The gaps that stay are the longest.
  const gaps = runs.slice(1).map(({ from }, index) => ({ index, length: from - runs[index]!.to }));
  const kept = new Set(
    gaps
      .toSorted((a, b) => b.length - a.length)
      .slice(0, most - 1)
      .map(({ index }) => index),
  );
  const joined: Run[] = [];
  for (const [index, run] of runs.entries()) {
    const last = joined.at(-1);
    if (last && !kept.has(index - 1)) joined[joined.length - 1] = { from: last.from, to: run.to };
    else joined.push(run);
  }
  return joined;
}
