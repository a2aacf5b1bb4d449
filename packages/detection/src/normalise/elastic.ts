import { EVENTS } from '../catalogue/events.ts';
import { type Node, nodeOf, readData, readUserData } from './jsonNode.ts';
import { type DataName, emptyRawEvent, isBlank, type RawEvent } from './rawEvent.ts';
import { readEventXml } from './xml.ts';
import { isEventXml } from './xmlText.ts';

/** winlogbeat and Elastic Agent: one object for the event, data by name, the time at the top level. */
export function readWinlog(object: Node, winlog: Node): RawEvent {
  const original = nodeOf(object.event)?.original;
  // Some pipelines remove the data that they have copied elsewhere, and keep the event as Windows wrote it.
  if (winlog.event_data === undefined && winlog.user_data === undefined && isEventXml(original))
    return readEventXml(original);
  const raw = emptyRawEvent();
  raw.provider = winlog.provider_name;
  raw.eventId = winlog.event_id;
  raw.time = object['@timestamp'];
  raw.recordId = winlog.record_id;
  raw.computer = winlog.computer_name;
  readData(winlog.event_data, raw);
  readUserData(winlog.user_data, raw);
  takeMoved(object, raw);
  return raw;
}

/** Events of services, whose name may have moved to `service.name`. */
const { serviceInstalled, newService, ticketOfAccount, ticketOfService, processStart } = EVENTS;
const SERVICE_EVENTS = new Set(
  [serviceInstalled, newService, ticketOfAccount, ticketOfService].map(({ id }) => String(id)),
);
const PROCESS_START = String(processStart.id);

/**
 * Fills in what the security module of Elastic's shippers moves to ECS fields since version 8 (source.*, process.*, service.name;
 * elastic/beats, x-pack/winlogbeat/module/security/ingest/security.yml). What stands in the event's own data comes first.
 */
function takeMoved(object: Node, raw: RawEvent): void {
  const fill = (name: DataName, value: unknown) => {
    if (isBlank(raw[name]) && !isBlank(value)) raw[name] = value;
  };
  const source = nodeOf(object.source);
  if (source !== null) {
    fill('IpAddress', source.ip);
    if (isBlank(raw.Workstation)) fill('WorkstationName', source.domain);
  }
  const process = nodeOf(object.process);
  const id = String(raw.eventId);
  if (process !== null) {
    if (id === PROCESS_START) {
      fill('NewProcessName', process.executable);
      fill('ParentProcessName', nodeOf(process.parent)?.executable);
      fill('CommandLine', process.command_line);
    } else fill('ProcessName', process.executable);
  }
  if (SERVICE_EVENTS.has(id)) fill('ServiceName', nodeOf(object.service)?.name);
}
