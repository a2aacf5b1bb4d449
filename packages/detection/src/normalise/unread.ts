import { type Node, nodeOf } from './jsonNode.ts';

/** A shape that is recognized, and what to change in its shipper so that Scout can read it. */
type Unread = readonly [(object: Node) => boolean, string];

const isText = (value: unknown): value is string => typeof value === 'string';
const textIn = (object: Node, ...keys: string[]): string => keys.map((key) => object[key]).find(isText) ?? '';
const LINES = ['message', '_raw', 'log', 'short_message', 'full_message', 'Message', 'raw', 'body'];
const beginsWith = (start: RegExp) => (object: Node) => LINES.some((key) => start.test(textIn(object, key)));

/** Lines of other log formats, whoever carries them. */
const FORMATS: readonly Unread[] = [
  [beginsWith(/^\s*(?:<\d+>)?[^|]{0,80}?CEF:\d/), 'This is a CEF line. Send the Windows event itself'],
  [beginsWith(/^\s*(?:<\d+>)?[^|]{0,80}?LEEF:\d/), 'This is a LEEF line. Send the Windows event itself'],
];

/** Shapes of events whose data came without names, or not at all. */
const NAMELESS: readonly Unread[] = [
  [
    ({ string_inserts }) => string_inserts !== undefined,
    'Fluentd sends these values without their names. Use @type windows_eventlog2 with render_as_xml true and <parse> @type none',
  ],
  [
    ({ StringInserts }) => StringInserts !== undefined,
    'Fluent Bit sends these values without their names. Set Render_Event_As_XML to true in its winevtlog input',
  ],
  [
    ({ EventData, ProviderName }) =>
      ProviderName !== undefined && Array.isArray(EventData) && EventData.some(isText),
    'Fluentd sends these values without their names. Set render_as_xml true and <parse> @type none in windows_eventlog2',
  ],
  [
    (object) => object.EventCode !== undefined || isText(object._raw),
    "Splunk sends the words of the message instead of the data. Set renderXml = true for this log in the forwarder's inputs.conf",
  ],
  [
    ({ winlog }) => nodeOf(winlog) !== null,
    "Elastic's event came without the names in winlog.event_data. Keep this field in the pipeline, or keep event.original with the XML",
  ],
  [
    ({ TenantId, Type }) => TenantId !== undefined || Type === 'SecurityEvent' || Type === 'WindowsEvent',
    "Azure's row came without its columns and without EventData. Export the whole row",
  ],
  [
    ({ win, data }) => nodeOf(win) !== null || nodeOf(nodeOf(data)?.win) !== null,
    "Wazuh's event came without data.win.eventdata. Forward the whole alert",
  ],
];

/** Shapes that are no Windows events for Scout. */
const FOREIGN: readonly Unread[] = [
  [
    ({ version, short_message }) => version !== undefined && short_message !== undefined,
    'This is a GELF message (Graylog) without the data of an event. Send the Windows event itself',
  ],
  [
    (object) =>
      ['resourceLogs', 'resource_logs', 'scopeLogs'].some((key) => object[key] !== undefined) ||
      (object.body !== undefined && (object.attributes !== undefined || object.resource !== undefined)),
    "This is an OpenTelemetry record. Set raw: true in the collector's windowseventlog receiver and send the record's body",
  ],
  [
    ({ Id, Properties, ProviderName, LogName }) =>
      Id !== undefined && (Properties !== undefined || (ProviderName ?? LogName) !== undefined),
    'This is an object of Get-WinEvent, whose values have no names. Send its ToXml() instead',
  ],
  [
    ({ InstanceId, ReplacementStrings }) => InstanceId !== undefined || ReplacementStrings !== undefined,
    'This is an object of Get-EventLog, whose values have no names. Use Get-WinEvent and send its ToXml() instead',
  ],
  [
    (object) =>
      object['@timestamp'] !== undefined && (nodeOf(object.event) !== null || nodeOf(object.ecs) !== null),
    'This is an event of Elastic without its field winlog. Keep winlog in the pipeline',
  ],
  [
    (object) => ['events', 'records', 'logEvents', 'hits', 'value'].some((key) => Array.isArray(object[key])),
    'This is a list of events in one line. Send one event per line',
  ],
  [
    (object) => nodeOf(object.index) !== null || nodeOf(object.create) !== null,
    "This is an action of Elasticsearch's bulk format, not an event. Send the events alone",
  ],
  [
    (object) => textIn(object, ...LINES) !== '',
    'This is a line of text, not the data of an event. Send the Windows event itself',
  ],
];

const FORMS = 'as {"xml": "<Event..."}, JSON with System, or a row with event_type and timestamp';

/** What to change in the shipper of an event whose data is missing; null for an unknown shipper. */
export function adviceFor(object: Node): string | null {
  return adviceIn(NAMELESS, unwrapped(object));
}

/** Why an object is neither an event nor a flat row, as a sentence that says what it is and what to send. */
export function foreignShape(object: Node): string {
  const inner = unwrapped(object);
  const advice = [FORMATS, NAMELESS, FOREIGN]
    .map((shapes) => adviceIn(shapes, inner))
    .find((found) => found !== null);
  if (advice === undefined) return `Not a Windows event. Send it ${FORMS}`;
  return advice.replace(/(?<= Send the Windows event) itself$/, ` ${FORMS}`);
}

function adviceIn(shapes: readonly Unread[], object: Node): string | null {
  return shapes.find(([is]) => is(object))?.[1] ?? null;
}

function unwrapped(object: Node): Node {
  return nodeOf(object._source) ?? nodeOf(object.result) ?? object;
}
