import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rawTextOf, visible } from './rawText.ts';

describe('raw text', () => {
  it('is the XML without its envelope, and formatting only adds breaks and indents', () => {
    const xml = `<Event xmlns='x'><System><Provider Name='P'/><EventID>4625</EventID></System><EventData><Data Name='A'>a b</Data><Data Name='B'></Data></EventData></Event>`;
    const { language, arrived, formatted } = rawTextOf(JSON.stringify({ xml }));
    expect([language, arrived]).toEqual(['XML', xml]);
    expect(formatted).toBe(
      [
        `<Event xmlns='x'>`,
        '  <System>',
        `    <Provider Name='P'/>`,
        '    <EventID>4625</EventID>',
        '  </System>',
        '  <EventData>',
        `    <Data Name='A'>a b</Data>`,
        `    <Data Name='B'></Data>`,
        '  </EventData>',
        '</Event>',
      ].join('\n'),
    );
  });

  it('is the JSON line with unchanged numbers', () => {
    const line = '{"record_id":2147483648123456789,"text":"a,{b}: \\"c\\"","list":[1,{}],"none":[]}';
    const { language, arrived, formatted } = rawTextOf(line);
    expect([language, arrived]).toEqual(['JSON', line]);
    expect(formatted).toBe(
      '{\n  "record_id": 2147483648123456789,\n  "text": "a,{b}: \\"c\\"",\n  "list": [\n    1,\n    {}\n  ],\n  "none": []\n}',
    );
  });

  it('formatting preserves any JSON', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        fc.pre(typeof value.xml !== 'string');
        const line = JSON.stringify(value);
        expect(JSON.parse(rawTextOf(line).formatted)).toEqual(JSON.parse(line));
      }),
    );
  });

  it('never throws, and takes linear time for adversarial texts', () => {
    for (const text of [
      '<'.repeat(200_000),
      '['.repeat(200_000),
      '{"xml":"<<<>>>"}',
      JSON.stringify({ xml: '<'.repeat(300_000) }),
      JSON.stringify({ xml: '<a>'.repeat(100_000) }),
      '"',
      '\\',
      '',
    ]) {
      expect(rawTextOf(text).arrived.length).toBeGreaterThanOrEqual(0);
    }
  });
});

it('deceptive characters are shown as code points', () => {
  expect(visible('sqlcmd \u202egnp.exe\u0000 \u200bx\ty\nz')).toBe(
    'sqlcmd ‹U+202E›gnp.exe‹U+0000› ‹U+200B›x\ty\nz',
  );
  expect(visible('svc.bülling \u{1f600}')).toBe('svc.bülling \u{1f600}');
});
