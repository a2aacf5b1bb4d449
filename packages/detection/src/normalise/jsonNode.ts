import { DATA_NAMES, type DataName, isBlank, type RawEvent } from './rawEvent.ts';
import { Rejection } from './rejection.ts';
import { readDataXml } from './xmlText.ts';

export type Node = Readonly<Record<string, unknown>>;

/** Keys under which XML-to-JSON tools put an element's text and its attributes. */
const TEXT_KEYS = ['#text', '_', '_text', '$t', 'text', '$text', 'value', 'Value', 'content'] as const;
const ATTRIBUTE_KEYS = ['#attributes', '$', '@attributes', '_attributes', 'attributes'] as const;
/** Keys of a Data element that are attributes in some tool's notation. */
const NO_TEXT = /^[@$]|^(?:#|_)?attributes$|^(?:name|type|xmlns)(?::|$)/i;
/** Depth of the elements in provider-specific data. */
const USER_DATA_DEPTH = 3;
const WANTED: ReadonlySet<string> = new Set(DATA_NAMES);

/**
 * Data by name, as a list of elements with their names, or as a text with its XML or JSON; the first occurrence of a name counts.
 *
 * @throws Rejection missing_fields when the data cannot be read, not_an_event for damaged XML
 */
export function readData(data: unknown, raw: RawEvent): void {
  if (typeof data === 'string') {
    readText(data, raw);
    return;
  }
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
    if (typeof name === 'string' && WANTED.has(name)) takeText(name as DataName, entry, raw);
  }
}

function takeText(name: DataName, entry: Node, raw: RawEvent): void {
  // The empty column of a table does not hide the data.
  if (isBlank(raw[name])) raw[name] = textOfElement(entry);
}

function textOfElement(entry: Node): unknown {
  const text = textIn(entry);
  if (text !== undefined) return single(text);
  if (Object.keys(entry).every((key) => NO_TEXT.test(key))) return '';
  throw new Rejection(
    'missing_fields',
    'The Data elements have names, but their texts stand under a key that Scout does not know; send the event as XML',
  );
}

function readText(data: string, raw: RawEvent): void {
  const first = data.trimStart()[0];
  if (first === '<') readDataXml(data, raw);
  else if (first === '{' || first === '[') {
    const parsed = parsedJson(data);
    readData(parsed, raw);
    readUserData(nodeOf(parsed)?.UserData, raw);
  }
}

/** @throws Rejection missing_fields when a text is no JSON */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Rejection('missing_fields', 'The data of the event is not JSON');
  }
}

/** Provider-specific data: inside an element with its own name, such as LogFileCleared, or directly. */
export function readUserData(data: unknown, raw: RawEvent, depth = USER_DATA_DEPTH): void {
  if (typeof data === 'string') readText(data, raw);
  const node = nodeOf(data);
  if (node === null) return;
  readData(node, raw);
  if (depth > 1)
    for (const inner of Object.values(node)) if (nodeOf(inner) !== null) readUserData(inner, raw, depth - 1);
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
