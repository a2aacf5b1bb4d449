import { type Node, nodeOf, parsedJson, readData, readUserData } from './jsonNode.ts';
import { DATA_NAMES, type DataName, emptyRawEvent, type RawEvent } from './rawEvent.ts';
import { Rejection } from './rejection.ts';
import { readEventXml } from './xml.ts';
import { isEventXml, readDataXml } from './xmlText.ts';

/** Reads the shape of one shipper; null for any other object. */
type Shape = (object: Node) => RawEvent | null;

/** Keys for the event's own XML: Splunk, Fluent Bit with Render_Event_As_XML, Azure's WindowsEvent. */
const XML_KEYS = ['event', 'System', '_raw', 'RawEventData', 'message', 'Event'] as const;

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

const SHAPES: readonly Shape[] = [readXml, readWazuh, readOsquery, readTelegraf, readVector, readFlat];

function readXml(object: Node): RawEvent | null {
  for (const key of XML_KEYS) {
    const value = object[key];
    if (typeof value === 'string' && isEventXml(value)) return readEventXml(value);
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
  // Data of the event, or an element of its provider, such as logFileCleared.
  for (const [key, value] of Object.entries(win)) {
    const data = key === 'system' ? null : nodeOf(value);
    if (data !== null) readWazuhData(data, raw);
  }
  return raw;
}

function readWazuhData(data: Node, raw: RawEvent): void {
  for (const name of DATA_NAMES) {
    const value = data[name[0]!.toLowerCase() + name.slice(1)];
    if (value !== undefined) raw[name] = value;
  }
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
  if (row.data.trimStart().startsWith('<')) {
    readDataXml(row.data, raw);
    return raw;
  }
  const data = nodeOf(parsedJson(row.data));
  readData(data?.EventData, raw);
  readUserData(data?.UserData, raw);
  return raw;
}

/** A metric of win_eventlog: data as fields that begin with `Data_` or `UserData_`. */
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
  // Provider-specific data has the names of its elements before its own: UserData_LogFileCleared_SubjectUserName.
  for (const [key, value] of Object.entries(fields)) {
    if (!key.startsWith('UserData_')) continue;
    const name = key.slice(key.lastIndexOf('_') + 1) as DataName;
    if (Object.hasOwn(raw, name)) raw[name] ??= value;
  }
  return raw;
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
    // Excludes names used by both event and data, such as Computer.
    if (value !== undefined) raw[name] = value;
  }
  readData(object.EventData, raw);
  readUserData(nodeOf(object.EventData)?.UserData ?? object.UserData, raw);
  return raw;
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
