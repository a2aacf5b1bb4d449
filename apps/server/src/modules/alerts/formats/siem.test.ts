import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { cefFormat, cefHeader, cefValue } from './cef.ts';
import { ECS_VERSION, ecsFormat } from './ecs.ts';
import { caseBody, testBody } from './formats.ts';
import { OCSF_VERSION, ocsfFormat } from './ocsf.ts';
import { scoutFormat } from './scout.ts';
import { syslogBytes } from './syslogFormat.ts';
import { caseMessage, HOSTILE_NAMES } from './testing/caseMessage.ts';

const read = (name: string) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
const examples = {
  ordinary: caseMessage(),
  'of a tool of persuasion': caseMessage({
    kind: 'refused-then-successful',
    persons: [],
    personLevel: 'nobody',
  }),
  'without techniques and machines': caseMessage({ kind: 'odd-hour', sources: [], destinations: [] }),
  closed: caseMessage({ status: 'closed', severity: 'low' }, { kind: 'opened', added: [] }),
  // Names missing from this version's catalog.
  unknown: caseMessage({ kind: 'no-such-kind', status: 'acknowledged' }),
};

describe('the Elastic Common Schema', () => {
  const { source, fields } = read('./testing/ecs.json') as { source: string; fields: Record<string, string> };

  /** Dotted paths of the values in a document. */
  function* leavesOf(value: unknown, name = ''): Generator<[name: string, value: unknown]> {
    if (Array.isArray(value) || value === null || typeof value !== 'object') yield [name, value];
    else
      for (const [key, each] of Object.entries(value))
        yield* leavesOf(each, name === '' ? key : `${name}.${key}`);
  }
  const isOfType = (type: string, value: unknown): boolean => {
    const values = Array.isArray(value) ? value : [value];
    if (['keyword', 'match_only_text', 'wildcard'].includes(type))
      return values.every((each) => typeof each === 'string');
    if (type === 'long') return Number.isInteger(value);
    if (type === 'float') return typeof value === 'number';
    if (type === 'date') return typeof value === 'string' && new Date(value).toISOString() === value;
    return false;
  };

  test.each(Object.entries(examples))('has every field of a case %s, of its type', (_name, message) => {
    expect(source).toContain(`version ${ECS_VERSION}`);
    for (const body of [
      ecsFormat.caseBody(message),
      ecsFormat.testBody({ id: 'id', channel: 'SIEM', now: 0 }),
    ])
      for (const [name, value] of leavesOf(JSON.parse(body))) {
        if (name.startsWith('scout.case.')) continue;
        expect(Object.keys(fields), name).toContain(name);
        expect(isOfType(fields[name]!, value), `${name}: ${JSON.stringify(value)}`).toBe(true);
      }
  });

  test('states who, what, where and severity', () => {
    expect(JSON.parse(ecsFormat.caseBody(caseMessage()))).toMatchObject({
      '@timestamp': '2026-11-22T10:00:00.000Z',
      event: { kind: 'alert', action: 'case-graver', severity: 99, risk_score: 31.5 },
      rule: { id: 'person-used-account', name: 'A person uses it' },
      user: { name: 'svc.billing' },
      related: { user: ['svc.billing', 'm.keller'], hosts: ['WS-1042', '10.20.1.7', 'PRD-DB01'] },
      scout: { case: { number: 12, name: 'C-12' } },
    });
  });
});

test('every account of a case reaches the receiver', () => {
  const message = caseMessage({ account: 'svc.atm', otherAccounts: ['svc.branch'] });
  expect(JSON.parse(scoutFormat.caseBody(message)).data.case).toMatchObject({
    account: 'svc.atm',
    other_accounts: ['svc.branch'],
  });
  expect(JSON.parse(ecsFormat.caseBody(message))).toMatchObject({
    related: { user: ['svc.atm', 'svc.branch', 'm.keller'] },
    scout: { case: { other_accounts: ['svc.branch'] } },
  });
  expect(JSON.parse(ocsfFormat.caseBody(message)).evidences).toContainEqual({ user: { name: 'svc.branch' } });
});

describe('OCSF', () => {
  type Attributes = Record<string, [type: string, required?: 'required']>;
  const schema = read('./testing/ocsf.json') as Record<string, Attributes> & {
    source: string;
    enums: Record<string, number[]>;
  };

  /** Checks an object against the attributes of its class. */
  function check(name: string, value: Record<string, unknown>): void {
    const attributes = schema[name]!;
    expect(attributes, name).toBeDefined();
    for (const [attribute, [, required]] of Object.entries(attributes))
      if (required !== undefined) expect(value, `${name}.${attribute}`).toHaveProperty(attribute);
    for (const [attribute, each] of Object.entries(value)) {
      expect(Object.keys(attributes), name).toContain(attribute);
      const [type] = attributes[attribute]!;
      for (const one of Array.isArray(each) ? each : [each]) {
        if (type === 'string_t') expect(typeof one, attribute).toBe('string');
        else if (['integer_t', 'long_t', 'timestamp_t'].includes(type))
          expect(Number.isInteger(one), attribute).toBe(true);
        else if (type === 'boolean_t') expect(typeof one, attribute).toBe('boolean');
        else if (type === 'object') expect(attribute).toBe('unmapped');
        else if (typeof one === 'object') check(type, one as Record<string, unknown>);
        else expect(typeof one, `${name}.${attribute} (${type})`).toBe('string');
      }
      if (schema.enums[attribute]) expect(schema.enums[attribute], attribute).toContain(each);
    }
  }

  test.each(Object.entries(examples))('has every attribute of a case %s, of its type', (_name, message) => {
    expect(schema.source).toContain(`version ${OCSF_VERSION}`);
    check('detection_finding', JSON.parse(ocsfFormat.caseBody(message)));
    check('detection_finding', JSON.parse(ocsfFormat.testBody({ id: 'id', channel: 'SIEM', now: 0 })));
  });

  test('is a Detection Finding that is created, then updated', () => {
    const body = (kind: 'opened' | 'graver') => JSON.parse(ocsfFormat.caseBody(caseMessage({}, { kind })));
    expect(body('opened')).toMatchObject({
      class_uid: 2004,
      category_uid: 2,
      activity_id: 1,
      type_uid: 200_401,
    });
    expect(body('graver')).toMatchObject({
      type_uid: 200_402,
      severity_id: 5,
      finding_info: { title: 'C-12 A person uses it', attacks: [{ technique: { uid: 'T1078' } }] },
    });
  });
});

/** Parses a line of CEF by its standard. */
function parseCef(line: string): { header: string[]; fields: Record<string, string> } {
  expect(line).not.toMatch(/\p{Cc}/u);
  const parts = /^CEF:((?:[^|\\]|\\[\\|])*\|){7}/.exec(line)!;
  const header = parts[0].slice('CEF:'.length, -1).match(/(?:[^|\\]|\\[\\|])+/g)!;
  const fields: Record<string, string> = {};
  for (const [, key, value] of line
    .slice(parts[0].length)
    .matchAll(/(\w+)=((?:[^=\\]|\\[\\=nr])*?)(?= \w+=|$)/g))
    fields[key!] = value!.replaceAll(
      /\\([\\=nr])/g,
      (_all, each: string) => ({ n: '\n', r: '\r' })[each] ?? each,
    );
  return { header, fields };
}

describe('CEF', () => {
  test('escapes field, key and line delimiters', () => {
    expect(cefHeader('a|b\\c=d\r\ne')).toBe('a\\|b\\\\c=d e');
    expect(cefValue('a|b\\c=d\r\ne\nf\u2028g\u0000')).toBe('a|b\\\\c\\=d\\ne\\nf\\ng ');
  });

  test('states who, what, where and severity', () => {
    const { header, fields } = parseCef(cefFormat.caseBody(caseMessage()));
    expect(header).toEqual(['0', 'Scout', 'Scout', '1', 'person-used-account', 'A person uses it', '10']);
    expect(fields).toMatchObject({
      duser: 'svc.billing',
      suser: 'm.keller',
      shost: 'WS-1042',
      dhost: 'PRD-DB01',
      cs1Label: 'Case',
      cs1: 'C-12',
      request: 'https://scout.example/cases/12',
      start: String(Date.parse('2026-11-22T09:00:00Z')),
    });
  });

  test.each(HOSTILE_NAMES.map((name) => ({ begin: JSON.stringify(name.slice(0, 40)), name })))(
    'the name $begin adds no field and no line',
    ({ name }) => {
      const { header, fields } = parseCef(
        cefFormat.caseBody(
          caseMessage({
            account: name,
            sentence: name,
            sources: [name],
            persons: [{ name, level: 'acted' }],
          }),
        ),
      );
      expect(header).toHaveLength(7);
      expect(Object.keys(fields).toSorted()).toEqual(
        Object.keys(parseCef(cefFormat.caseBody(caseMessage())).fields).toSorted(),
      );
      expect(fields.act).toBe('graver');
      const expected = name
        .slice(0, 1023)
        .toWellFormed()
        .replaceAll('\r\n', '\n')
        .replaceAll(/(?!\n)\p{Cc}/gu, ' ');
      expect(fields.duser!.trim()).toBe(expected.trim());
    },
  );
});

describe('a syslog line', () => {
  const formats = ['cef', 'scout', 'ecs', 'ocsf'] as const;
  const protocols = [
    ['syslog+udp://siem.example', syslogBytes.datagram],
    ['syslog+tls://siem.example', syslogBytes.stream],
  ] as const;
  for (const format of formats)
    for (const [url, most] of protocols)
      test.each(HOSTILE_NAMES.map((name) => ({ begin: JSON.stringify(name.slice(0, 40)), name })))(
        `with ${format} for ${url} stays one line within ${most} bytes for $begin`,
        ({ name }) => {
          const names = Array.from({ length: 100 }, () => name);
          const channel = { kind: 'syslog', format, url } as const;
          const line = caseBody(
            channel,
            caseMessage(
              {
                account: name,
                sentence: name,
                persons: names.map((each) => ({ name: each, level: 'acted' as const })),
                sources: names,
                destinations: names,
              },
              { added: names, organization: name },
            ),
          );
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(most);
          expect(line).toMatch(/^<114>1 2026-11-22T10:05:00\.000Z [\x21-\x7e]+ scout - case\.graver - [{C]/);
          expect(line).not.toMatch(/\p{Cc}/u);
          if (format !== 'cef') expect(() => JSON.parse(line.slice(line.indexOf(' - {') + 3))).not.toThrow();
          const testMessage = testBody(channel, { id: 'id', channel: name.slice(0, 100), now: 0 });
          expect(testMessage).toMatch(/^<118>1 1970-01-01T00:00:00\.000Z [\x21-\x7e]+ scout - test - [{C]/);
          expect(Buffer.byteLength(testMessage)).toBeLessThanOrEqual(most);
        },
      );
});
