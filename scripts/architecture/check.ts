import { type Import, isTest } from './imports.ts';
import type { Workspace } from './order.ts';

type Order = readonly (readonly Workspace[])[];

/** Position of a file or folder: its row, counted from the top. */
interface Place {
  readonly name: string;
  readonly row: number;
}

const contains = (folder: string, path: string): boolean => path === folder || path.startsWith(`${folder}/`);

function placeIn(rows: readonly (readonly string[])[], path: string): Place | undefined {
  return rows
    .flatMap((names, row) => names.map((name) => ({ name, row })))
    .filter(({ name }) => contains(name, path))
    .sort((a, b) => b.name.length - a.name.length)[0];
}

const workspaceRows = (order: Order) => order.map((row) => row.map(({ path }) => path));
const moduleRows = ({ path, modules = [] }: Workspace) =>
  modules.map((row) => Object.keys(row).map((name) => `${path}/${name}`));

/** Files outside of every workspace, or outside of every module in a workspace with modules. Tests are exempt. */
export function homeless(order: Order, files: readonly string[]): string[] {
  return files
    .filter((file) => !isTest(file))
    .filter((file) => {
      const workspace = workspaceOf(order, file);
      return !workspace || (workspace.modules && !placeIn(moduleRows(workspace), file));
    });
}

function workspaceOf(order: Order, file: string): Workspace | undefined {
  const place = placeIn(workspaceRows(order), file);
  return order.flat().find(({ path }) => path === place?.name);
}

/** An import from one module or workspace to another. */
interface Step extends Import {
  readonly from: Place;
  readonly to: Place;
}

/** Imports of sources across modules and workspaces; tests are exempt. */
function stepsOf(order: Order, imports: readonly Import[]): Step[] {
  return imports
    .filter(({ file }) => !isTest(file))
    .flatMap((each) => {
      const workspace = workspaceOf(order, each.file);
      const rows =
        workspace && workspaceOf(order, each.target) === workspace
          ? moduleRows(workspace)
          : workspaceRows(order);
      const [from, to] = [placeIn(rows, each.file), placeIn(rows, each.target)];
      return from && to && from.name !== to.name ? [{ ...each, from, to }] : [];
    });
}

/** Imports against the order, each as a sentence with file and import. Without any there is no cycle: every import leads downwards. */
export function againstOrder(order: Order, imports: readonly Import[]): string[] {
  return stepsOf(order, imports)
    .filter(({ from, to }) => to.row <= from.row)
    .map(
      ({ file, line, target, from, to }) =>
        `${file}:${line} imports ${target}: ${to.name} is not below ${from.name}`,
    );
}

/** Imports of a module's own files from outside of it, past its doors. `mayPass`: files that need no door. */
export function pastDoors(
  order: Order,
  imports: readonly Import[],
  mayPass: (file: string) => boolean,
): string[] {
  return stepsOf(order, imports).flatMap(({ file, line, target, from }) => {
    const workspace = workspaceOf(order, target);
    const owner = workspace && placeIn(moduleRows(workspace), target)?.name;
    if (!workspace?.doors || !owner || mayPass(file)) return [];
    const { of, files } = workspace.doors;
    if (!owner.startsWith(`${workspace.path}/${of}/`)) return [];
    const opens = files[target.slice(owner.length + 1)];
    const folder = `${workspace.path}/${opens}`;
    if (opens === '*' || folder === from.name || (opens && contains(folder, file))) return [];
    return [`${file}:${line} imports ${target}, which is no door of ${owner} for it`];
  });
}

/** Modules of a workspace with the modules that each imports, in the order of the rows. */
export function arrowsOf(
  order: Order,
  imports: readonly Import[],
  workspace: Workspace,
): Map<string, readonly string[]> {
  const names = moduleRows(workspace).flat();
  const steps = stepsOf(order, imports);
  return new Map(
    names.map((name) => {
      const reached = new Set(steps.filter(({ from }) => from.name === name).map(({ to }) => to.name));
      return [name, names.filter((other) => reached.has(other))];
    }),
  );
}

/** Imports of tests by sources. */
export function importsOfTests(imports: readonly Import[], mayUseTests: (file: string) => boolean): string[] {
  return imports
    .filter(({ file, target }) => !isTest(file) && isTest(target) && !mayUseTests(file))
    .map(({ file, line, target }) => `${file}:${line} imports ${target}, which is for tests alone`);
}
