import { attributeOf, contentOf, type Node, nodeOf, readData, readUserData } from './jsonNode.ts';
import { emptyRawEvent, type RawEvent } from './rawEvent.ts';
import { Rejection } from './rejection.ts';
import { readShipped } from './shippers.ts';

/**
 * Reads a Windows event in JSON: `{System, EventData}`, optionally inside `{Event}`, with attributes and texts in any of the
 * usual places, winlogbeat's `{winlog}`, or another shipper's shape (shippers.ts).
 *
 * @returns null when the object is none of these
 * @throws Rejection not_an_event when it is one without a System object
 */
export function readEventJson(object: Node): RawEvent | null {
  // Wrappers of Elasticsearch's hits and Splunk's results.
  const inner = nodeOf(object._source) ?? nodeOf(object.result);
  if (inner !== null) return readEventJson(inner);
  const event = nodeOf(object.Event) ?? object;
  if (event.System !== undefined && typeof event.System !== 'string') return readSystem(event);
  const winlog = nodeOf(object.winlog);
  if (winlog !== null) return readWinlog(object, winlog);
  if (event !== object) throw new Rejection('not_an_event', 'The event has no System element');
  return readShipped(object);
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
  readUserData(event.UserData, raw);
  return raw;
}

/** Elastic's winlogbeat: one object for the event, data by name, the time at the top level. */
function readWinlog(object: Node, winlog: Node): RawEvent {
  const raw = emptyRawEvent();
  raw.provider = winlog.provider_name;
  raw.eventId = winlog.event_id;
  raw.time = object['@timestamp'];
  raw.recordId = winlog.record_id;
  raw.computer = winlog.computer_name;
  readData(winlog.event_data, raw);
  readUserData(winlog.user_data, raw);
  readMoved(object, raw);
  return raw;
}

/** Fields that Elastic's security module moves out of the event's data (ECS). */
function readMoved({ source, process }: Node, raw: RawEvent): void {
  const from = nodeOf(source);
  if (from !== null) {
    raw.IpAddress ??= from.ip ?? null;
    raw.WorkstationName ??= from.domain ?? null;
  }
  const started = nodeOf(process);
  if (started === null) return;
  if (String(raw.eventId) !== '4688') raw.ProcessName ??= started.executable ?? null;
  else {
    raw.NewProcessName ??= started.executable ?? null;
    raw.ParentProcessName ??= nodeOf(started.parent)?.executable ?? null;
    raw.CommandLine ??= started.command_line ?? null;
  }
}
