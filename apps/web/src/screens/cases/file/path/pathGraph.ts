import {
  type CaseActivity,
  type CaseFile,
  type CaseWay,
  type EvidenceLevel,
  levelTitles,
} from '@scout/contract';
import { visible } from '../../../incidents/rawText.ts';
import { hostText } from '../names.ts';
import { type NarrowedBy, UNNAMED } from '../narrowing.ts';

export const pathColumns = ['person', 'source', 'account', 'server'] as const;
export type PathColumn = (typeof pathColumns)[number];

/** A name in a column, with its share of the case. */
export interface PathNode {
  readonly id: string;
  readonly column: PathColumn;
  readonly text: string;
  /** A word or a number under the name. */
  readonly note: string;
  /** The filter that it sets; null for the account and for combined names. */
  readonly narrows: { readonly by: NarrowedBy; readonly name: string } | null;
  /** True without any part in the case. */
  readonly isUsual: boolean;
}

export interface PathEdge {
  readonly from: string;
  readonly to: string;
  /** 0 when nothing was counted. */
  readonly events: number;
  readonly refused: boolean;
  readonly isUsual: boolean;
}

export interface PathGraph {
  readonly nodes: readonly PathNode[];
  readonly edges: readonly PathEdge[];
}

/** Maximum separately drawn names of a column: of the case, and of usual activity. */
const SHOWN = { ofCase: 6, usual: 2 };

const count = new Intl.NumberFormat('en-US');

interface Tally {
  ofCase: number;
  refused: number;
  usual: number;
}

type Stops = Readonly<Record<'person' | 'source' | 'server', string | null>>;

/** One way of the drawing with its stops; a person is null if not part of the case. */
interface Leg extends Stops {
  readonly events: number;
  readonly refused: boolean;
  readonly isUsual: boolean;
}

/** The path of a case as nodes and edges, with a limit; the rest of a column is one node, "and 14 more". */
export function pathGraph(file: CaseFile, activity: CaseActivity | undefined): PathGraph {
  const levels = levelsOf(file);
  const legs = legsOf(file, activity);
  const tallies = {
    person: tally(legs, 'person'),
    source: tally(legs, 'source'),
    server: tally(legs, 'server'),
  };
  const nodes: PathNode[] = [];
  const idOf = {
    person: new Map<string, string>(),
    source: new Map<string, string>(),
    server: new Map<string, string>(),
  };
  for (const column of ['person', 'source', 'server'] as const) {
    const all = [...tallies[column]].sort(([, a], [, b]) => b.ofCase - a.ofCase || b.usual - a.usual);
    const ofCase = all.filter(([, of]) => of.ofCase > 0 || of.usual === 0);
    const usual = all.filter(([, of]) => of.ofCase === 0 && of.usual > 0);
    const shown = [...ofCase.slice(0, SHOWN.ofCase), ...usual.slice(0, SHOWN.usual)];
    for (const [name, of] of shown) {
      const id = `${column} ${name}`;
      idOf[column].set(name, id);
      nodes.push({
        id,
        column,
        text: textOf(column, name),
        note: column === 'person' ? (levels.get(name) ?? '') : noteOf(of),
        narrows: { by: column, name },
        isUsual: of.ofCase === 0 && of.usual > 0,
      });
    }
    const total = column === 'person' ? 0 : Math.max(0, totalOf(activity, column) - ofCase.length);
    for (const [rest, extra, isUsual] of [
      [ofCase.slice(SHOWN.ofCase), total, false],
      [usual.slice(SHOWN.usual), 0, true],
    ] as const) {
      if (rest.length + extra === 0) continue;
      const id = `${column} more ${isUsual}`;
      for (const [name] of rest) idOf[column].set(name, id);
      const text = `and ${count.format(rest.length + extra)} more`;
      nodes.push({ id, column, text, note: isUsual ? 'usual' : '', narrows: null, isUsual });
    }
  }
  const others = file.other_accounts.length;
  nodes.push({
    id: 'account',
    column: 'account',
    text: visible(file.account),
    note: others === 0 ? '' : `and ${count.format(others)} more`,
    narrows: null,
    isUsual: false,
  });
  return { nodes, edges: edgesOf(legs, idOf) };
}

const totalOf = (activity: CaseActivity | undefined, column: 'source' | 'server'): number =>
  activity === undefined || activity.ways.length === activity.ways_total
    ? 0
    : column === 'source'
      ? activity.sources
      : activity.servers;

function textOf(column: 'person' | 'source' | 'server', name: string): string {
  if (name === UNNAMED) return column === 'person' ? 'nobody seen' : `unknown ${column}`;
  return column === 'person' ? visible(name) : hostText(name);
}

function noteOf({ ofCase, refused, usual }: Tally): string {
  if (ofCase === 0) return usual === 0 ? '' : `${count.format(usual)} usual`;
  const text = refused === ofCase ? `${count.format(ofCase)} refused` : count.format(ofCase);
  return usual === 0 ? text : `${text}, ${count.format(usual)} usual`;
}

/** Evidence for each person, strongest first. */
function levelsOf({ findings, persons, person_level }: CaseFile): Map<string, string> {
  const levels = new Map<string, string>();
  const order: EvidenceLevel[] = ['acted', 'same-session', 'present'];
  for (const level of order)
    for (const finding of findings)
      if (finding.person_level === level)
        for (const person of finding.persons)
          if (!levels.has(person.toLowerCase())) levels.set(person.toLowerCase(), levelTitles[level]);
  for (const person of persons)
    if (!levels.has(person.toLowerCase())) levels.set(person.toLowerCase(), levelTitles[person_level]);
  return levels;
}

function legsOf(file: CaseFile, activity: CaseActivity | undefined): Leg[] {
  const ofCase = activity?.ways.filter(({ part }) => part === 'case') ?? [];
  const usual = activity?.ways.filter(({ part }) => part === 'usual') ?? [];
  const at = personsAt(file);
  const legs = ofCase.flatMap((way) => {
    const source = way.source ?? UNNAMED;
    const seen = way.person === null ? (at.get(way.source ?? way.server ?? '') ?? []) : [way.person];
    return (seen.length === 0 ? [UNNAMED] : seen).map((person) => legOf(way, person, source));
  });
  if (legs.length === 0) legs.push(...namedLegs(file));
  return [...legs, ...usual.map((way) => legOf(way, null, way.source ?? UNNAMED))];
}

const legOf = (way: CaseWay, person: string | null, source: string): Leg => ({
  person,
  source,
  server: way.server ?? UNNAMED,
  events: way.events,
  refused: way.refused,
  isUsual: way.part === 'usual',
});

/** People named by findings at each machine. */
function personsAt({ findings }: CaseFile): Map<string, string[]> {
  const at = new Map<string, string[]>();
  for (const { persons, sources, destinations } of findings)
    for (const machine of sources.length > 0 ? sources : destinations) {
      const key = machine.toLowerCase();
      at.set(key, [...new Set([...(at.get(key) ?? []), ...persons.map((person) => person.toLowerCase())])]);
    }
  return at;
}

/** The names of a case without stored activity. */
function namedLegs({ persons, sources, destinations, kind }: CaseFile): Leg[] {
  const keys = (names: readonly string[]) =>
    names.length === 0 ? [UNNAMED] : names.map((name) => name.toLowerCase());
  const refused = kind.startsWith('refused-') && kind !== 'refused-then-successful';
  return keys(persons).flatMap((person) =>
    keys(sources).flatMap((source) =>
      keys(destinations).map((server) => ({ person, source, server, events: 0, refused, isUsual: false })),
    ),
  );
}

function tally(legs: readonly Leg[], column: 'person' | 'source' | 'server'): Map<string, Tally> {
  const tallies = new Map<string, Tally>();
  // A way used by possibly several people is one.
  const counted = new Set<string>();
  for (const leg of legs) {
    const name = leg[column];
    if (name === null) continue;
    const of = tallies.get(name) ?? { ofCase: 0, refused: 0, usual: 0 };
    tallies.set(name, of);
    const way = JSON.stringify([name, leg.source, leg.server, leg.refused, leg.isUsual, leg.events]);
    if (column !== 'person' && counted.has(way)) continue;
    counted.add(way);
    if (leg.isUsual) of.usual += leg.events;
    else of.ofCase += leg.events;
    if (leg.refused && !leg.isUsual) of.refused += leg.events;
  }
  return tallies;
}

function edgesOf(
  legs: readonly Leg[],
  idOf: Readonly<Record<'person' | 'source' | 'server', ReadonlyMap<string, string>>>,
): PathEdge[] {
  const edges = new Map<
    string,
    { from: string; to: string; events: number; refused: boolean; isUsual: boolean }
  >();
  const add = (from: string | undefined, to: string | undefined, { events, refused, isUsual }: Leg) => {
    if (from === undefined || to === undefined) return;
    const key = JSON.stringify([from, to, refused, isUsual]);
    const edge = edges.get(key);
    if (edge === undefined) edges.set(key, { from, to, events, refused, isUsual });
    else edge.events += events;
  };
  for (const leg of legs) {
    const source = idOf.source.get(leg.source ?? UNNAMED);
    add(leg.person === null ? undefined : idOf.person.get(leg.person), source, leg);
    add(source, 'account', leg);
    add('account', idOf.server.get(leg.server ?? UNNAMED), leg);
  }
  return [...edges.values()].sort((a, b) => Number(b.isUsual) - Number(a.isUsual));
}
