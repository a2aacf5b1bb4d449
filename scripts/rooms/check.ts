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
const roomRows = ({ path, rooms = [] }: Workspace) =>
  rooms.map((row) => Object.keys(row).map((room) => `${path}/${room}`));

/** Files outside of every workspace, or outside of every room in a workspace with rooms. Tests are exempt. */
export function homeless(order: Order, files: readonly string[]): string[] {
  return files
    .filter((file) => !isTest(file))
    .filter((file) => {
      const workspace = workspaceOf(order, file);
      return !workspace || (workspace.rooms && !placeIn(roomRows(workspace), file));
    });
}

function workspaceOf(order: Order, file: string): Workspace | undefined {
  const place = placeIn(workspaceRows(order), file);
  return order.flat().find(({ path }) => path === place?.name);
}

/** An import from one room or workspace to another. */
interface Step extends Import {
  readonly from: Place;
  readonly to: Place;
}

/** Imports of sources across rooms and workspaces; tests are exempt. */
function stepsOf(order: Order, imports: readonly Import[]): Step[] {
  return imports
    .filter(({ file }) => !isTest(file))
    .flatMap((each) => {
      const workspace = workspaceOf(order, each.file);
      const rows =
        workspace && workspaceOf(order, each.target) === workspace
          ? roomRows(workspace)
          : workspaceRows(order);
      const [from, to] = [placeIn(rows, each.file), placeIn(rows, each.target)];
      return from && to && from.name !== to.name ? [{ ...each, from, to }] : [];
    });
}

/** The declared exceptions, with full paths. */
const exceptionsOf = (order: Order): string[] =>
  order.flat().flatMap(({ path, exceptions = [] }) =>
    exceptions.map((text) =>
      text
        .split(' → ')
        .map((room) => `${path}/${room}`)
        .join(' → '),
    ),
  );

/** Imports against the order, each as a sentence with file and import, and unnecessary exceptions. */
export function againstOrder(order: Order, imports: readonly Import[]): string[] {
  const upwards = stepsOf(order, imports).filter(({ from, to }) => to.row <= from.row);
  const pairOf = ({ from, to }: Step) => `${from.name} → ${to.name}`;
  const allowed = exceptionsOf(order);
  return [
    ...upwards
      .filter((step) => !allowed.includes(pairOf(step)))
      .map(
        ({ file, line, target, from, to }) =>
          `${file}:${line} imports ${target}: ${to.name} is not below ${from.name}`,
      ),
    ...allowed
      .filter((pair) => !upwards.some((step) => pairOf(step) === pair))
      .map((pair) => `${pair} is declared as an exception and not there`),
  ];
}

/** Imports of a room's own files from outside of it, past its doors. `mayPass`: files that need no door. */
export function pastDoors(
  order: Order,
  imports: readonly Import[],
  mayPass: (file: string) => boolean,
): string[] {
  return stepsOf(order, imports).flatMap(({ file, line, target, from }) => {
    const workspace = workspaceOf(order, target);
    const room = workspace && placeIn(roomRows(workspace), target)?.name;
    if (!workspace?.doors || !room || mayPass(file)) return [];
    const { of, files } = workspace.doors;
    if (!room.startsWith(`${workspace.path}/${of}/`)) return [];
    const opens = files[target.slice(room.length + 1)];
    const folder = `${workspace.path}/${opens}`;
    if (opens === '*' || folder === from.name || (opens && contains(folder, file))) return [];
    return [`${file}:${line} imports ${target}, which is no door of ${room} for it`];
  });
}

/** Rooms of a workspace with the rooms that each imports, in the order of the rows. */
export function arrowsOf(
  order: Order,
  imports: readonly Import[],
  workspace: Workspace,
): Map<string, readonly string[]> {
  const names = roomRows(workspace).flat();
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

/** A cycle between rooms or workspaces, with one import per step; ignores exceptions. */
export function findCycle(order: Order, imports: readonly Import[]): string[] | undefined {
  const allowed = exceptionsOf(order);
  const steps = new Map<string, Step[]>();
  for (const step of stepsOf(order, imports)) {
    if (allowed.includes(`${step.from.name} → ${step.to.name}`)) continue;
    const own = steps.get(step.from.name) ?? [];
    if (!own.some(({ to }) => to.name === step.to.name)) steps.set(step.from.name, [...own, step]);
  }
  const done = new Set<string>();
  const walk = (name: string, path: readonly Step[]): Step[] | undefined => {
    const at = path.findIndex(({ from }) => from.name === name);
    if (at !== -1) return path.slice(at);
    if (done.has(name)) return undefined;
    for (const step of steps.get(name) ?? []) {
      const cycle = walk(step.to.name, [...path, step]);
      if (cycle) return cycle;
    }
    done.add(name);
    return undefined;
  };
  for (const name of steps.keys()) {
    const cycle = walk(name, []);
    if (cycle)
      return cycle.map(({ from, to, file, line }) => `${from.name} imports ${to.name} (${file}:${line})`);
  }
  return undefined;
}
