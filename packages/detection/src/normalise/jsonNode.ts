import { DATA_NAMES, type DataName, type RawEvent } from './rawEvent.ts';

export type Node = Readonly<Record<string, unknown>>;

/** Keys under which XML-to-JSON tools put an element's text and its attributes. */
const TEXT_KEYS = ['#text', '_', '_text', '$t', 'text', '$text', 'value', 'Value'] as const;
const ATTRIBUTE_KEYS = ['#attributes', '$', '@attributes', '_attributes', 'attributes'] as const;
const WANTED: ReadonlySet<string> = new Set(DATA_NAMES);

/** Data by name, or as a list of elements with their names; the first occurrence of a name counts. */
export function readData(data: unknown, raw: RawEvent): void {
  const node = nodeOf(data);
  const elements = Array.isArray(data) && node === null ? data : node?.Data;
  if (elements === undefined || elements === null) {
    if (node === null) return;
    // Cheaper in this direction: events have fewer fields than the list of known ones.
    for (const name of Object.keys(node)) {
      if (WANTED.has(name)) raw[name as DataName] = contentOf(node[name]);
    }
    return;
  }
  for (const element of Array.isArray(elements) ? elements : [elements]) {
    const entry = nodeOf(element);
    if (entry === null) continue;
    const name = attribute(entry, 'Name') ?? entry.name;
    if (typeof name === 'string' && WANTED.has(name)) raw[name as DataName] ??= textIn(entry) ?? '';
  }
}

/** Provider-specific data: inside an element with its own name, such as LogFileCleared, or directly. */
export function readUserData(data: unknown, raw: RawEvent): void {
  const node = nodeOf(data);
  if (node === null) return;
  readData(node, raw);
  for (const inner of Object.values(node)) if (nodeOf(inner) !== null) readData(inner, raw);
}

/** An attribute of a child element in any tool's notation: `Provider.#attributes.Name`, `Provider_attributes.Name`, … */
export function attributeOf(parent: Node, child: string, name: string): unknown {
  const separate = nodeOf(parent[`${child}_attributes`]);
  if (separate !== null) return separate[name];
  const node = nodeOf(parent[child]);
  return node === null ? contentOf(parent[child]) : attribute(node, name);
}

function attribute(node: Node, name: string): unknown {
  for (const key of ATTRIBUTE_KEYS) {
    const attributes = node[key];
    if (typeof attributes === 'object' && attributes !== null) return (attributes as Node)[name];
  }
  return node[`@${name}`] ?? node[`@_${name}`] ?? node[name];
}

/** The value of an element: the element itself, or its text if it is an object with one. */
export function contentOf(value: unknown): unknown {
  const only = single(value);
  const node = nodeOf(only);
  return node === null ? only : (textIn(node) ?? only);
}

function textIn(node: Node): unknown {
  for (const key of TEXT_KEYS) if (node[key] !== undefined) return node[key];
  return undefined;
}

export function nodeOf(value: unknown): Node | null {
  const only = single(value);
  return typeof only === 'object' && only !== null && !Array.isArray(only) ? (only as Node) : null;
}

/** Some tools make every element a list. */
function single(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? value[0] : value;
}
