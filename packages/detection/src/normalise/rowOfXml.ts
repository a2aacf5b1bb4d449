import type { NormalisedRow } from '../event.ts';
import { createGenerations } from '../remember.ts';
import { eventOf, type Fitting, repeatKeyOf, varyingOf } from './pattern.ts';
import { rowOfEvent, rowOfRepeat } from './rowOfEvent.ts';
import { fitLine, fitXml, readEventXml } from './xml.ts';

/** A row, with the first row of an event that says the same: see {@link NormaliseResult}. */
export type Repeatable = { row: NormalisedRow; like?: NormalisedRow };

/** Rows in each of two generations. Each keeps the text of its event in memory, so only short ones are kept. */
const ROWS = 2_048;
const KEPT_UNITS = 4_096;
const rows = createGenerations<NormalisedRow>(ROWS);

/**
 * The row of an event's XML. Most events repeat earlier ones at another time: only what varies is read for them.
 *
 * @throws Rejection
 */
export function rowOfXml(xml: string, now: number): Repeatable {
  const fitting = fitXml(xml);
  return fitting === null
    ? { row: rowOfEvent(readEventXml(xml), now) }
    : rowOfFitting(fitting, xml.length, now);
}

/**
 * The same for a line `{"xml":"…"}`; null for one that is read as JSON first.
 *
 * @throws Rejection
 */
export function rowOfXmlLine(line: string, now: number): Repeatable | null {
  const fitting = fitLine(line);
  return fitting === null ? null : rowOfFitting(fitting, line.length, now);
}

/** @param length of the event's text */
function rowOfFitting(fitting: Fitting, length: number, now: number): Repeatable {
  const { trial } = fitting.pattern;
  const key = length <= KEPT_UNITS && trial.isDue() ? repeatKeyOf(fitting) : null;
  if (key === null) return { row: rowOfEvent(eventOf(fitting), now) };
  const like = rows.get(key);
  if (like === undefined) {
    const row = rowOfEvent(eventOf(fitting), now);
    rows.set(key, row);
    return { row };
  }
  trial.succeed();
  return { row: rowOfRepeat(like, varyingOf(fitting), now), like };
}
