import { arrowsOf } from './check.ts';
import type { Import } from './imports.ts';
import { order, type Workspace } from './order.ts';

interface Box {
  readonly name: string;
  readonly words: string;
  /** Names of the modules that it imports. */
  readonly uses: readonly string[];
}

const WIDTH = 960;
const MARGIN = 16;
const GAP = 10;
const HEAD = 44;
const NAME = 18;
const LINE = 15;
/** Width of letters: 7.4 in names, 6.2 in descriptions. */
const LETTER = 6.2;

const style = `
    text { font: 12px system-ui, sans-serif; fill: #52606d; }
    .title { font-size: 15px; font-weight: 600; fill: #1f2933; }
    .name { font: 600 12.5px ui-monospace, monospace; fill: #1f2933; }
    rect { fill: #f5f7fa; stroke: #cbd2d9; }
    .ground { fill: #ffffff; stroke: none; }
    @media (prefers-color-scheme: dark) {
      text { fill: #9aa5b1; }
      .title, .name { fill: #f5f7fa; }
      rect { fill: #1f2933; stroke: #3e4c59; }
      .ground { fill: #12181f; }
    }`;

/**
 * The pictures of docs/architecture.md by file name: the workspaces, and the modules of each workspace with modules and what they
 * import.
 */
export function pictures(imports: readonly Import[]): Map<string, string> {
  const workspaces = order.map((row) => row.map(({ path, words }) => ({ name: path, words, uses: [] })));
  const withModules = order.flat().filter(({ modules }) => modules !== undefined);
  return new Map([
    ['modules.svg', draw('Workspaces: each may import from the rows below its own', workspaces)],
    ...withModules.map((workspace): [string, string] => [
      `modules-${workspace.path.split('/').at(-1)}.svg`,
      draw(
        `${workspace.path}: each module may import from the rows below its own`,
        boxesOf(workspace, imports),
      ),
    ]),
  ]);
}

function boxesOf(workspace: Workspace, imports: readonly Import[]): Box[][] {
  const { path, modules = [] } = workspace;
  const short = (name: string): string => name.replace(/^src\/(modules\/)?/, '');
  const arrows = arrowsOf(order, imports, workspace);
  return modules.map((row) =>
    Object.entries(row).map(([name, words]) => ({
      name: short(name),
      words,
      uses: arrows.get(`${path}/${name}`)!.map((other) => short(other.slice(path.length + 1))),
    })),
  );
}

function draw(title: string, rows: readonly (readonly Box[])[]): string {
  const shapes: string[] = [];
  let top = HEAD;
  for (const row of rows) {
    const width = (WIDTH - 2 * MARGIN - (row.length - 1) * GAP) / row.length;
    const lines = row.map(({ words, uses }) => [
      ...wrap(words, Math.floor((width - 20) / LETTER)),
      ...(uses.length > 0 ? wrap(`→ ${uses.join(', ')}`, Math.floor((width - 20) / LETTER)) : []),
    ]);
    const height = NAME + 12 + LINE * Math.max(...lines.map(({ length }) => length));
    for (const [at, { name }] of row.entries()) {
      const left = MARGIN + at * (width + GAP);
      shapes.push(`<rect x="${round(left)}" y="${top}" width="${round(width)}" height="${height}" rx="6"/>`);
      shapes.push(text(left + 10, top + NAME, name, 'name'));
      for (const [line, words] of lines[at]!.entries())
        shapes.push(text(left + 10, top + NAME + LINE * (line + 1), words));
    }
    top += height + GAP;
  }
  const height = top + MARGIN - GAP;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${escapeXml(title)}">`,
    `  <style>${style}\n  </style>`,
    `  <rect class="ground" width="${WIDTH}" height="${height}"/>`,
    `  ${text(MARGIN, 28, title, 'title')}`,
    ...shapes.map((shape) => `  ${shape}`),
    '</svg>\n',
  ].join('\n');
}

function wrap(words: string, letters: number): string[] {
  const lines = [''];
  for (const word of words.split(' ')) {
    const line = lines.at(-1)!;
    if (line !== '' && line.length + 1 + word.length > letters) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}

const round = (value: number): number => Math.round(value * 10) / 10;
const text = (x: number, y: number, content: string, kind?: string): string =>
  `<text x="${round(x)}" y="${y}"${kind ? ` class="${kind}"` : ''}>${escapeXml(content)}</text>`;
const escapeXml = (content: string): string =>
  content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
