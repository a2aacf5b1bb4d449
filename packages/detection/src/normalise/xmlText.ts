import { DATA_NAMES, isBlank, type RawEvent } from './rawEvent.ts';
import { readEventXml } from './xml.ts';

const EVENT_START = /^\s*(?:<\?xml|<Events?[\s>])/;
const DECLARATION = /^\s*<\?xml[^>]*>\s*/;
/** Element that Azure's agents put around the data of an event. */
const DATA_ITEM = /^<DataItem[^>]*>(.*)<\/DataItem>\s*$/is;

/** True for the XML of a whole event. */
export function isEventXml(value: unknown): value is string {
  return typeof value === 'string' && EVENT_START.test(value);
}

/**
 * Takes data from a text with the XML of EventData, UserData, their Data elements or a whole event. A field that already has a
 * value keeps it: a table's columns hold the same data.
 *
 * @throws Rejection not_an_event when the text is not well-formed
 */
export function readDataXml(text: string, raw: RawEvent): void {
  let xml = text.replace(DECLARATION, '').trim();
  xml = DATA_ITEM.exec(xml)?.[1]?.trim() ?? xml;
  if (xml.startsWith('<Data') && /^<Data[\s>]/.test(xml)) xml = `<EventData>${xml}</EventData>`;
  const data = readEventXml(isEventXml(xml) ? xml : `<Event>${xml}</Event>`);
  for (const name of DATA_NAMES) if (data[name] !== null && isBlank(raw[name])) raw[name] = data[name];
}
