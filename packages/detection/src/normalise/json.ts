import { DATA_NAMES, type DataName, emptyRawEvent, type RawEvent } from './rawEvent.ts';
import { Rejection } from './rejection.ts';

type Node = Readonly<Record<string, unknown>>;

/** Where XML-to-JSON tools put an element's text and its attributes. */
const TEXT_KEYS = ['#text', '_', '_text', '$t', 'text', '$text', 'value', 'Value'] as const;
const ATTRIBUTE_KEYS = ['#attributes', '$', '@attributes', '_attributes', 'attributes'] as const;
const WANTED: ReadonlySet<string> = new Set(DATA_NAMES);

/**
 * Reads a Windows event that a tool turned into JSON: `{System, EventData}`, also inside `{Event}`, with attributes and texts in any of
 * the usual places, or winlogbeat's `{winlog}`.
 *
 * @returns null when the object is none of these
 * @throws Rejection not_an_event when it is one but has no System object
 */
export function readEventJson(object: Node): RawEvent | null {
  const event = nodeOf(object.Event) ?? object;
  if (event.System !== undefined) return readSystem(event);
  const winlog = nodeOf(object.winlog);
  if (winlog !== null) return readWinlog(object, winlog);
  if (event !== object) throw new Rejection('not_an_event', 'The event has no System element');
  return null;
}

function readSystem(event: Node): RawEvent {
  const system = nodeOf(event.System);
  if (system === null) throw new Rejection('not_an_event', 'System must be an object');
  const raw = emptyRawEvent();
  raw.provider = attributeOf(system, 'Provider', 'Name');
  raw.eventId = contentOf(system.EventID);
  raw.time = attributeOf(system, 'TimeCreated', 'SystemTime');
  raw.recordId = contentOf(system.EventRecordID);
  raw.computer = contentOf(system.Computer);
  readData(event.EventData, raw);
  return raw;
}

/** Elastic's winlogbeat: one object for the event, the data by name, the time at the top. */
function readWinlog(object: Node, winlog: Node): RawEvent {
  const raw = emptyRawEvent();
  raw.provider = winlog.provider_name;
  raw.eventId = winlog.event_id;
  raw.time = object['@timestamp'];
  raw.recordId = winlog.record_id;
  raw.computer = winlog.computer_name;
  readData(winlog.event_data, raw);
  return raw;
}

/** Data by name, or as a list of elements that carry their name; the first of a name counts. */
function readData(data: unknown, raw: RawEvent): void {
  const node = nodeOf(data);
  const elements = Array.isArray(data) && node === null ? data : node?.Data;
  if (elements === undefined || elements === null) {
    if (node === null) return;
    for (const name of DATA_NAMES) if (Object.hasOwn(node, name)) raw[name] = contentOf(node[name]);
    return;
  }
  for (const element of Array.isArray(elements) ? elements : [elements]) {
    const entry = nodeOf(element);
    if (entry === null) continue;
    const name = attribute(entry, 'Name') ?? entry.name;
    if (typeof name === 'string' && WANTED.has(name)) raw[name as DataName] ??= textIn(entry);
  }
}

/** An attribute of a child element, wherever the tool put it: `Provider.#attributes.Name`, `Provider_attributes.Name`, … */
function attributeOf(parent: Node, child: string, name: string): unknown {
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

/** The value of an element: itself, or its text when it is an object that has one. */
function contentOf(value: unknown): unknown {
  const only = single(value);
  const node = nodeOf(only);
  return node === null ? only : (textIn(node) ?? only);
}

function textIn(node: Node): unknown {
  for (const key of TEXT_KEYS) if (node[key] !== undefined) return node[key];
  return undefined;
}

function nodeOf(value: unknown): Node | null {
  const only = single(value);
  return typeof only === 'object' && only !== null && !Array.isArray(only) ? (only as Node) : null;
}

/** Some tools make every element a list. */
function single(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? value[0] : value;
}
