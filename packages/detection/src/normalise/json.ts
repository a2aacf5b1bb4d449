import { readWinlog } from './elastic.ts';
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
  if (winlog !== null && nodeOf(winlog.System) === null) return readWinlog(object, winlog);
  if (event !== object) throw new Rejection('not_an_event', 'The event has no System element');
  return readShipped(object) ?? readNested(object);
}

/** An event below another key, where filters put the XML that they have read: `{"parsed": {"System": …}}`. */
function readNested(object: Node): RawEvent | null {
  // A flat row, as most lines without an event are.
  if (object.event_type !== undefined || object.event_id !== undefined) return null;
  for (const value of Object.values(object)) {
    const inner = nodeOf(value);
    const event = inner === null ? null : (nodeOf(inner.Event) ?? inner);
    if (event !== null && nodeOf(event.System) !== null) return readSystem(event);
  }
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
  readUserData(event.UserData, raw);
  return raw;
}
