/** The files of an addition by CONTRIBUTING's list. A part in brackets stands for a name: `rules/<rule>/rule.ts`. */
export type Listed = {
  /** Always needed. */
  readonly needed: readonly string[];
  /** Of the points that begin with "if". */
  readonly conditional: readonly string[];
};

/** Reads the list below `**TITLE**`. @throws Error without one */
export function readList(document: string, title: string): Listed {
  const start = document.indexOf(`**${title}**`);
  if (start < 0) throw new Error(`CONTRIBUTING.md has no list of ${title}`);
  const points = document
    .slice(start)
    .split(/\n(?=\*\*|## )/)[0]!
    .split(/^- /m)
    .slice(1);
  const pathsOf = (isConditional: boolean) =>
    points
      .filter((point) => /^if /i.test(point) === isConditional)
      .flatMap((point) => [...point.matchAll(/`([^`\s]+\/[^`\s]+\.\w+)`/g)].map(([, path]) => path!));
  return { needed: pathsOf(false), conditional: pathsOf(true) };
}

/** True if the path is the listed one. */
export function isListedAs(listed: string, path: string): boolean {
  const parts = listed.split(/<\w+>/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^/]+')}$`).test(path);
}
