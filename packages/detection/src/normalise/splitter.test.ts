import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { eventXml, failedLogonData, logonData } from '../testing/eventXml.ts';
import { createEventSplitter } from './splitter.ts';

const TIME = '2026-11-20T08:51:04.851518700Z';
const events = [
  eventXml({ id: 4625, time: TIME, computer: 'PRD-SQL01', data: failedLogonData() }),
  eventXml({
    id: 4624,
    time: TIME,
    computer: 'WS-1042',
    data: logonData({ TargetUserName: '</Event><Event>' }),
  }),
  "<Event\nxmlns='x'>\r\n</Event>",
  '<Event></Event>',
];

function split(text: string, cuts: readonly number[] = []): { events: string[]; rest: string } {
  const splitter = createEventSplitter();
  const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
  const found = places.slice(1).flatMap((to, i) => splitter.push(text.slice(places[i], to)));
  return { events: found, ...splitter.end() };
}

describe('complete streams', () => {
  test.each([
    ['one after the other', events.join('')],
    ['a line each', `${events.join('\r\n')}\r\n`],
    [
      'a byte order mark and a declaration',
      `\uFEFF<?xml version="1.0" encoding="utf-16"?>\n${events.join('\n')}`,
    ],
    ['a wrapper', `<Events>${events.join('')}</Events>`],
    ['a wrapper with attributes', `<Events xmlns='urn:x'>\n${events.join('\n')}\n</Events>\n`],
    [
      'two streams in one',
      `\uFEFF<Events>${events.slice(0, 2).join('')}</Events>\uFEFF<Events>${events.slice(2).join('')}</Events>`,
    ],
  ])('%s: every event once, and nothing is left, wherever the pieces are cut', (_, text) => {
    fc.assert(
      fc.property(fc.array(fc.nat(10_000), { maxLength: 40 }), (cuts) => {
        expect(split(text, cuts)).toEqual({ events, rest: '' });
      }),
      { numRuns: 200 },
    );
    expect(
      split(
        text,
        [...text].map((_char, i) => i),
      ),
    ).toEqual({ events, rest: '' });
  });
});

describe('what is no event is told', () => {
  test.each([
    ['', [], ''],
    [' \r\n\uFEFF', [], ''],
    ['<Events></Events>', [], ''],
    [`${events[0]}<Event><Sys`, [events[0]], '<Event><Sys'],
    ['<Eve', [], '<Eve'],
    ['<Event', [], '<Event'],
    ['<Eventual>x</Eventual>', [], '<Eventual>x</Eventual>'],
    [`Access is denied.\n${events[3]}tail`, [events[3]], 'Access is denied. tail'],
  ])('%j', (text, found, rest) => {
    expect(split(text)).toEqual({ events: found, rest });
    expect(split(text, [1, 2, 3, 4, 5, 6, 7])).toEqual({ events: found, rest });
  });

  test('a stream of anything but events needs no memory', () => {
    const splitter = createEventSplitter();
    for (let i = 0; i < 2_000; i += 1) expect(splitter.push('x<'.repeat(5_000))).toEqual([]);
    expect(splitter.end().rest.length).toBeLessThanOrEqual(1_000);
  });

  test('tags that never close are let go in time linear in their length', () => {
    for (const scrap of ['<?xml', '<Events ', '</Event', '<Event']) {
      const splitter = createEventSplitter();
      for (let i = 0; i < 20; i += 1) expect(splitter.push(scrap.repeat(20_000))).toEqual([]);
      expect(splitter.end().rest.length).toBeLessThanOrEqual(1_000);
    }
  });

  test('an event that never ends is handed out and the next one is whole', () => {
    const splitter = createEventSplitter();
    const found: string[] = [];
    for (let i = 0; i < 80; i += 1) found.push(...splitter.push(i === 0 ? '<Event>' : 'x'.repeat(65_536)));
    found.push(...splitter.push(events[0]!));
    expect(found).toHaveLength(2);
    expect(found[0]!.startsWith('<Event>x')).toBe(true);
    expect(found[1]).toBe(events[0]);
  });

  test('a splitter that ended starts afresh', () => {
    const splitter = createEventSplitter();
    splitter.push('<Event>unfinished');
    splitter.end();
    expect(splitter.push(events[3]!)).toEqual([events[3]]);
    expect(splitter.end()).toEqual({ rest: '' });
  });
});
