import { describe, expect, it } from 'vitest';
import { readConfiguration } from './parse.ts';

/** The problems of a file, such as `2:3 text`. */
function problemsOf(text: string): string[] {
  const read = readConfiguration(text);
  if (!('problems' in read)) return [];
  return read.problems.map(({ line, column, message }) => `${line}:${column} ${message}`);
}

describe('a file', () => {
  it('has the defaults of what it leaves out', () => {
    const read = readConfiguration('version: 1\ndetection:\n  workstations:\n    entries: [lt-*]\n');
    expect(read).toMatchObject({
      wanted: {
        version: 1,
        detection: {
          service_accounts: { standard: true, entries: [] },
          workstations: { standard: true, entries: ['lt-*'] },
        },
      },
    });
  });

  it('has a place for each part', () => {
    const read = readConfiguration('version: 1\nchannels:\n  - name: A\n    url: https://siem.example/\n');
    if ('problems' in read) throw new Error('It has problems');
    expect(read.placeOf(['channels'])).toEqual({ line: 2, column: 1 });
    expect(read.placeOf(['channels', 0, 'url'])).toEqual({ line: 4, column: 10 });
    expect(read.placeOf(['channels', 0, 'secret'])).toEqual({ line: 3, column: 5 });
  });

  it('normalizes names as calls do', () => {
    const read = readConfiguration(
      `version: 1\nexceptions:\n  - account: BANK\\SVC.Backup\n    sources: [APP01.bank.example]\n    starts_at: 2026-12-01T20:00:00+01:00\n    ends_at: 2026-12-02T20:00:00Z\n    reason: x\n    approved_by: y\n`,
    );
    expect(read).toMatchObject({ wanted: { exceptions: [{ account: 'svc.backup', sources: ['app01'] }] } });
  });
});

describe('a problem has its line and column', () => {
  it.each([
    ['', ['1:1 must be a group of settings.']],
    ['version: 2\n', ['1:10 version: must be 1.']],
    ['retention:\n  days: 90\n', ['1:1 version: This is missing.']],
    ['version: 1\nretention:\n  days: many\n', ['3:9 retention.days: must be a number.']],
    ['version: 1\nretention:\n  days: 5\n', ['3:9 retention.days: Enter a whole number from 31 to 3650.']],
    ['version: 1\nretentions:\n  days: 90\n', ['2:1 retentions: There is no such setting.']],
    ['version: 1\nretention:\n  days: 90\n  hold: true\n', ['4:3 retention.hold: There is no such setting.']],
    ['version: 1\nchannels:\n', ['2:1 channels: must be a list.']],
    ['version: 1\nversion: 1\n', ['2:1 “version” stands here twice.']],
    ['version: 1\n? [a, b]\n: c\n', ['2:3 A key must be a text.']],
    ['version: !!js/function "x"\n', ['1:10 Unresolved tag: tag:yaml.org,2002:js/function.']],
    ['version: !!int "1"\n', []],
    ['version: !!binary "AQ=="\n', ['1:10 Unresolved tag: tag:yaml.org,2002:binary.']],
    ['version: *nothing\n', ['1:10 There is no anchor “nothing” before this.']],
    [
      'version: 1\nmembers:\n  - email: nobody\n    role: king\n',
      [
        '3:12 members[0].email: Please enter a valid email address.',
        '4:11 members[0].role: must be admin, member, analyst, auditor or owner.',
      ],
    ],
    [
      'version: 1\nchannels:\n  - name: A\n    kind: slack\n    url: https://hooks.slack.com/services/T0\n',
      ['5:10 channels[0].url: This address is a secret. Give a reference: {env: NAME} or {file: PATH}.'],
    ],
    [
      'version: 1\nchannels:\n  - name: A\n    url: { env: lower case }\n',
      ['4:17 channels[0].url.env: Give the name of a variable in capital letters.'],
    ],
    [
      'version: 1\nchannels:\n  - name: A\n    url: [1]\n',
      ['4:5 channels[0].url: Give an address, or a reference: {env: NAME} or {file: PATH}.'],
    ],
    [
      'version: 1\ndetection:\n  service_accounts:\n    entries:\n      - sa_*\n      - "*"\n',
      [
        '6:9 detection.service_accounts.entries[1]: "*" would match nearly everything: give at least two letters or digits.',
      ],
    ],
    [
      'version: 1\ncontracts:\n  - account: svc.one\n',
      [
        '3:5 contracts[0]: An empty contract permits everything. Enter a source, a destination, a kind of use or an hour.',
      ],
    ],
    ['version: 1\nsso:\n  protocol: ldap\n', ['3:13 sso.protocol: must be oidc or saml.']],
    ['version: 1\nsso:\n  protocol: saml\n', ['2:1 sso: Give metadata_url or metadata.']],
  ])('%j', (text, problems) => {
    expect(problemsOf(text)).toEqual(problems);
  });

  it('of its syntax', () => {
    const [problem, ...others] = problemsOf('version: 1\nretention:\n  days: [90\nmembers: []\n');
    expect(problem).toMatch(/^[34]:\d+ /);
    expect(others.length).toBeLessThan(20);
    expect(problemsOf('version: 1\n---\nversion: 1\n')).toEqual([expect.stringMatching(/^2:1 /)]);
  });

  it('and twenty are named at once, in the order of the file', () => {
    const text = `version: 1\n${Array.from({ length: 500 }, (_, n) => `setting${n}: ${n}\n`).join('')}`;
    const problems = problemsOf(text);
    expect(problems).toHaveLength(20);
    expect(problems[0]).toBe('2:1 setting0: There is no such setting.');
  });
});

describe('a hostile file', () => {
  it.each([
    ['flow lists', '['.repeat(500_000)],
    ['flow maps', '{a: '.repeat(200_000)],
    ['block lists', '- '.repeat(500_000)],
    ['deep maps', Array.from({ length: 60 }, (_, n) => `${' '.repeat(n)}a:\n`).join('')],
    ['a deep value', `version: ${'['.repeat(20)}${']'.repeat(20)}\n`],
  ])('of nested %s is refused', (_what, text) => {
    expect(problemsOf(text)).toEqual([expect.stringContaining('nested too deeply')]);
  });

  it('of aliases that grow is refused', () => {
    const levels = Array.from(
      { length: 9 },
      (_, n) => `a${n + 1}: &a${n + 1} [${Array(9).fill(`*a${n}`).join(', ')}]\n`,
    );
    expect(problemsOf(`a0: &a0 [x, x]\n${levels.join('')}`)).toEqual([
      expect.stringContaining('Excessive alias count'),
    ]);
    expect(problemsOf('version: 1\nmembers: &a [*a]\n')).toEqual([
      '2:14 members[0]: must be a group of settings.',
    ]);
    const many = Array(5_000).fill('*a').join(', ');
    expect(problemsOf(`version: &a 1\nmembers: [${many}]\n`)).toContain(
      '2:411 At most 100 aliases are permitted.',
    );
  });

  it.each([
    ['tags', '! '],
    ['anchors', '&a '],
  ])('of many %s in a row is refused', (_what, mark) => {
    expect(problemsOf(mark.repeat(300_000))).toEqual([
      expect.stringMatching(/^1:1 This (?:is nested|has too)/),
    ]);
  });

  it.each(['\n', '}\n', '%A\n', '?\n', '- \n'])('of too many parts is refused: %j', (part) => {
    expect(problemsOf(part.repeat(500_000))).toEqual([
      expect.stringMatching(/:1 This has too many parts\. Divide it into files with some sections each\.$/),
    ]);
  });

  it('of many keys is read without comparing each with each', () => {
    const text = Array.from({ length: 40_000 }, (_, n) => `key${n}: 1\n`).join('');
    expect(problemsOf(text)).toHaveLength(20);
  });

  it('of texts that no database stores is refused', () => {
    const message = 'A text must not contain U+0000 or half of a surrogate pair.';
    expect(problemsOf('version: 1\nmembers:\n  - { email: "a\\0", role: "\\uD800" }\n')).toEqual([
      `3:14 ${message}`,
      `3:27 ${message}`,
    ]);
  });

  it('cannot reach prototypes', () => {
    expect(problemsOf('version: 1\n__proto__:\n  retention: 1\n')).toEqual([
      '2:1 __proto__: There is no such setting.',
    ]);
    expect(problemsOf('version: 1\nretention: { constructor: 1, days: 90 }\n')).toEqual([
      expect.stringContaining('constructor'),
    ]);
  });
});
