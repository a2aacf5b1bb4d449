import { type Node, nodeOf, readData, readUserData } from './jsonNode.ts';
import { DATA_NAMES, emptyRawEvent, type RawEvent } from './rawEvent.ts';
import { Rejection } from './rejection.ts';
import { readEventXml, readEventXmlAfresh } from './xml.ts';

/** Reads the shape of one shipper; null for any other object. */
type Shape = (object: Node) => RawEvent | null;

/** Keys for the event's own XML: Splunk, Fluent Bit with Render_Event_As_XML, Azure's WindowsEvent. */
const XML_KEYS = ['event', 'System', '_raw', 'RawEventData', 'message'] as const;
const XML_START = /^\s*(?:<\?xml|<Event[\s>])/;

/**
 * Reads a Windows event in the shape of a common shipper, in addition to System and EventData: Splunk, Wazuh, osquery, Telegraf,
 * Vector, Fluent Bit, NXLog and Azure Monitor's tables.
 *
 * @returns null for any other object
 * @throws Rejection not_an_event, missing_time, missing_fields
 */
export function readShipped(object: Node): RawEvent | null {
  for (const shape of SHAPES) {
    const event = shape(object);
    if (event !== null) return event;
  }
  return null;
}

const SHAPES: readonly Shape[] = [
  readXml,
  readWazuh,
  readOsquery,
  readTelegraf,
  refuseFluentd,
  readVector,
  readFlat,
];

function readXml(object: Node): RawEvent | null {
  for (const key of XML_KEYS) {
    const value = object[key];
    if (typeof value === 'string' && XML_START.test(value)) return readEventXml(value);
  }
  return null;
}

/** `{win: {system, eventdata}}`, at the top level or below `data`; its names begin with small letters. */
function readWazuh(object: Node): RawEvent | null {
  const win = nodeOf(object.win) ?? nodeOf(nodeOf(object.data)?.win);
  const system = nodeOf(win?.system);
  if (win === null || system === null) return null;
  const raw = emptyRawEvent();
  raw.provider = system.providerName;
  raw.eventId = system.eventID;
  raw.time = system.systemTime;
  raw.recordId = system.eventRecordID;
  raw.computer = system.computer;
  const data = nodeOf(win.eventdata);
  if (data !== null) {
    for (const name of DATA_NAMES) {
      const value = data[name[0]!.toLowerCase() + name.slice(1)];
      if (value !== undefined) raw[name] = value;
    }
  }
  return raw;
}

/** A row of windows_events with `data` as JSON text. */
function readOsquery(object: Node): RawEvent | null {
  const row = nodeOf(object.columns) ?? object;
  if (row.eventid === undefined || typeof row.data !== 'string') return null;
  const raw = emptyRawEvent();
  raw.provider = row.provider_name;
  raw.eventId = row.eventid;
  raw.time = row.datetime ?? row.time;
  raw.computer = row.computer_name ?? object.hostIdentifier;
  const data = nodeOf(parsed(row.data));
  readData(data?.EventData, raw);
  readUserData(data?.UserData, raw);
  return raw;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Rejection('missing_fields', 'The data of the event is not JSON');
  }
}

/** A metric of win_eventlog: data as fields that begin with `Data_`. */
function readTelegraf(object: Node): RawEvent | null {
  const fields = nodeOf(object.fields);
  const tags = nodeOf(object.tags);
  if (object.name !== 'win_eventlog' || fields === null) return null;
  const of = (name: string) => fields[name] ?? tags?.[name];
  const raw = emptyRawEvent();
  raw.provider = of('Source');
  raw.eventId = of('EventID');
  raw.time = of('TimeCreated') ?? object.timestamp;
  raw.recordId = of('EventRecordID');
  raw.computer = of('Computer');
  for (const name of DATA_NAMES) raw[name] = of(`Data_${name}`) ?? null;
  return raw;
}

/** @throws Rejection missing_fields for Fluentd's former input, whose values have no names and whose event type is the audit's result */
function refuseFluentd(object: Node): null {
  if (!Array.isArray(object.string_inserts) || object.event_id === undefined) return null;
  throw new Rejection(
    'missing_fields',
    'This is an event of Fluentd’s in_windows_eventlog, whose values have no names. Use in_windows_eventlog2 with render_as_xml true',
  );
}

/** Snake-case names for the event, Windows names for the data. */
function readVector(object: Node): RawEvent | null {
  if (object.event_id === undefined || object.provider_name === undefined) return null;
  const raw = emptyRawEvent();
  raw.provider = object.provider_name;
  raw.eventId = object.event_id;
  raw.time = object.timestamp ?? object.time_created;
  raw.recordId = object.record_id ?? object.event_record_id;
  raw.computer = object.computer ?? object.computer_name;
  readData(object.event_data, raw);
  readUserData(object.user_data, raw);
  return raw;
}

/** All fields on one level, by their Windows names: NXLog, Fluent Bit, and the tables SecurityEvent and WindowsEvent. */
function readFlat(object: Node): RawEvent | null {
  const eventId = object.EventID ?? object.EventId ?? object.EventCode;
  if (eventId === undefined) return null;
  const raw = emptyRawEvent();
  raw.eventId = eventId;
  raw.provider =
    object.ProviderName ?? object.Provider ?? object.EventSourceName ?? object.SourceName ?? object.Source;
  raw.time = object.TimeCreated ?? object.TimeGenerated ?? zoned(object.EventTime);
  raw.recordId = object.EventRecordID ?? object.EventRecordId ?? object.RecordNumber;
  raw.computer = object.Computer ?? object.ComputerName ?? object.Hostname ?? object.MachineName;
  for (const name of DATA_NAMES) {
    const value = object[name];
    // Excludes names used by both event and data, such as Computer. Azure leaves columns empty.
    if (value !== undefined && value !== '') raw[name] = value;
  }
  if (isXmlData(object.EventData)) readXmlData(object.EventData, raw);
  else readData(eventDataOf(object.EventData), raw);
  return raw;
}

const isXmlData = (value: unknown): value is string =>
  typeof value === 'string' && /^\s*<(?:EventData|UserData)[\s>]/.test(value);

/** Azure's SecurityEvent holds the data of many events as XML in a text, with its columns empty. */
function readXmlData(xml: string, raw: RawEvent): void {
  const event = readEventXmlAfresh(`<Event><System><EventID>0</EventID></System>${xml}</Event>`);
  for (const name of DATA_NAMES) if (event[name] !== null) raw[name] = event[name];
}

/** Azure's tables hold the data as an object, or as JSON in a text. */
function eventDataOf(value: unknown): unknown {
  if (typeof value !== 'string' || !value.trimStart().startsWith('{')) return value;
  return parsed(value);
}

const ZONE = /(?:Z|UTC|[+-]\d\d(?::?\d\d)?)$/i;

/** NXLog writes the machine's local time by default. */
function zoned(time: unknown): unknown {
  if (typeof time !== 'string' || ZONE.test(time.slice(10).trim())) return time;
  throw new Rejection(
    'missing_time',
    'EventTime has no time zone; have it written with one, or in UTC with a Z',
  );
}
