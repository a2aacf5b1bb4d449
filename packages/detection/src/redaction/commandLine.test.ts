import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lengthOf } from '../../../../scripts/testLength.mjs';
import { connectionOf } from '../commandLine.ts';
import { redactCommandLine, redactText } from './commandLine.ts';
import { redactLine } from './line.ts';
import { optionSpans } from './options.ts';

describe('redaction of a command line', () => {
  it.each([
    // Options of the SQL Server tools.
    ['sqlcmd -S PRD-SQL01 -U svc.billing -P hunter2', 'sqlcmd -S PRD-SQL01 -U svc.billing -P [redacted]'],
    ['sqlcmd -Usvc.billing -SPRD-SQL01 -Phunter2', 'sqlcmd -Usvc.billing -SPRD-SQL01 -P[redacted]'],
    ['sqlcmd -P "two words" -U svc.etl', 'sqlcmd -P [redacted] -U svc.etl'],
    ['sqlcmd "-Ptwo words" -U svc.etl', 'sqlcmd -P[redacted] -U svc.etl'],
    ['sqlcmd -P"two words" -U svc.etl', 'sqlcmd -P[redacted] -U svc.etl'],
    ["sqlcmd -P 'two words' -U svc.etl", 'sqlcmd -P [redacted] -U svc.etl'],
    ["sqlcmd -P'two words' -U svc.etl", 'sqlcmd -P[redacted] -U svc.etl'],
    ['"C:\\Tools\\SQLCMD.EXE" /U svc.etl /P hunter2', '"C:\\Tools\\SQLCMD.EXE" /U svc.etl /P [redacted]'],
    ['sqlcmd -P -U svc.etl -S PRD-SQL01', 'sqlcmd -P -U svc.etl -S PRD-SQL01'],
    ['sqlcmd -P ""quoted"" -U svc.etl', 'sqlcmd -P [redacted] -U svc.etl'],
    [
      'bcp Billing.dbo.x out x.dat -S PRD-SQL01 -U svc.etl -P -secret',
      'bcp Billing.dbo.x out x.dat -S PRD-SQL01 -U svc.etl -P [redacted]',
    ],
    // A command line inside another.
    [
      'cmd.exe /c "sqlcmd -S PRD-SQL01 -U svc.etl -P hunter2"',
      'cmd.exe /c "sqlcmd -S PRD-SQL01 -U svc.etl -P [redacted]"',
    ],
    [
      'cmd /c ""C:\\a b\\sqlcmd.exe" -P hunter2 -U svc.etl"',
      'cmd /c ""C:\\a b\\sqlcmd.exe" -P [redacted] -U svc.etl"',
    ],
    [
      "sh -c 'psql -U svc.etl password=hunter2 -h PRD-DB01'",
      "sh -c 'psql -U svc.etl password=[redacted] -h PRD-DB01'",
    ],
    // Self-explanatory options of any program.
    ['tool --password=hunter2 --user=svc.etl', 'tool --password=[redacted] --user=svc.etl'],
    ['tool --password hunter2 -U svc.etl', 'tool --password [redacted] -U svc.etl'],
    ['tool "--password=two words" -U svc.etl', 'tool --password=[redacted] -U svc.etl'],
    ['tool --db-password "two words" x', 'tool --db-password [redacted] x'],
    ['tool /password:hunter2 /user:svc.etl', 'tool /password:[redacted] /user:svc.etl'],
    ['x.ps1 -Password hunter2 -Path C:\\data', 'x.ps1 -Password [redacted] -Path C:\\data'],
    ['plink -pw hunter2 -P 2222 root@PRD-DB01', 'plink -pw [redacted] -P 2222 root@PRD-DB01'],
    ['psql --no-password -U svc.etl -h PRD-DB01', 'psql --no-password -U svc.etl -h PRD-DB01'],
    ['psql --password -U svc.etl', 'psql --password -U svc.etl'],
    [
      'powershell ConvertTo-SecureString "hunter2" -AsPlainText',
      'powershell ConvertTo-SecureString [redacted] -AsPlainText',
    ],
    // Settings, connection strings, JSON.
    ['PGPASSWORD=hunter2 psql -U svc.etl -h PRD-DB01', 'PGPASSWORD=[redacted] psql -U svc.etl -h PRD-DB01'],
    [
      'cmd /c "set PGPASSWORD=hunter2 && psql -U svc.etl"',
      'cmd /c "set PGPASSWORD=[redacted] && psql -U svc.etl"',
    ],
    [
      'bash -c "A=1;PGPASSWORD=hunter2 psql -U svc.etl -h PRD-DB01"',
      'bash -c "A=1;PGPASSWORD=[redacted] -U svc.etl -h PRD-DB01"',
    ],
    [
      'x "Server=PRD-SQL01;User Id=svc.etl;Password=my pass;Database=b"',
      'x "Server=PRD-SQL01;User Id=svc.etl;Password=[redacted];Database=b"',
    ],
    ['x "Password=my pass;Server=PRD-SQL01"', 'x "Password=[redacted];Server=PRD-SQL01"'],
    ['x Server=PRD-SQL01;Pwd={a;b}}c};Uid=svc.etl', 'x Server=PRD-SQL01;Pwd={[redacted]};Uid=svc.etl'],
    [
      'x "Server=PRD-SQL01;Password=\'a;b\';User=svc.etl"',
      'x "Server=PRD-SQL01;Password=\'[redacted]\';User=svc.etl"',
    ],
    [
      'x -ConnectionString "Server=PRD-SQL01;pwd = hunter2;"',
      'x -ConnectionString "Server=PRD-SQL01;pwd = [redacted];"',
    ],
    ['curl -d {"user":"svc.etl","password":"hunter2"}', 'curl -d {"user":"svc.etl","password":"[redacted]"}'],
    [
      'x "{\\"password\\":\\"hunter2\\",\\"user\\":\\"svc.etl\\"}"',
      'x "{\\"password\\":\\"[redacted]\\",\\"user\\":\\"svc.etl\\"}"',
    ],
    // URLs.
    [
      'psql postgresql://svc.etl:hunter2@PRD-DB01:5432/b',
      'psql postgresql://svc.etl:[redacted]@PRD-DB01:5432/b',
    ],
    ['x postgres://svc.etl:hun/ter2@PRD-DB01/b', 'x postgres://svc.etl:[redacted]@PRD-DB01/b'],
    [
      'x postgresql+psycopg2://svc.etl:12/34@PRD-DB01/b?email=a@b',
      'x postgresql+psycopg2://svc.etl:[redacted]@PRD-DB01/b?email=a@b',
    ],
    ['x mysql://svc.etl:h@n/ter2@PRD-DB01/b', 'x mysql://svc.etl:[redacted]@PRD-DB01/b'],
    ['x amqp://svc.etl:h/?u#nter2@PRD-MQ01/v', 'x amqp://svc.etl:[redacted]@PRD-MQ01/v'],
    ['x mysql://svc.etl:;x://hunter2@PRD-DB01/b', 'x mysql://svc.etl:[redacted]@PRD-DB01/b'],
    ['x mysql://svc.etl://,hunter2:@PRD-DB01/b', 'x mysql://svc.etl:[redacted]@PRD-DB01/b'],
    ['x mysql://svc.etl:h,x://u@nter2@PRD-DB01/b', 'x mysql://svc.etl:[redacted]@PRD-DB01/b'],
    ['x https://svc.etl:;x://hunter2@h.example/a', 'x https://svc.etl:[redacted]@h.example/a'],
    [
      'x amqp://svc.etl:h;x://u@PRD-MQ01/v,ftp://svc.etl:hunter2@f.example',
      'x amqp://svc.etl:[redacted]@PRD-MQ01/v,ftp://svc.etl:[redacted]@f.example',
    ],
    [
      'x amqp://PRD-MQ01:5672,amqp://svc.etl:hunter2@PRD-MQ02',
      'x amqp://PRD-MQ01:5672,amqp://svc.etl:[redacted]@PRD-MQ02',
    ],
    ['x redis://:hun/ter2@PRD-DB01', 'x redis://:[redacted]@PRD-DB01'],
    ['x https://svc.etl:hun/ter2@h.example/a', 'x https://svc.etl:[redacted]@h.example/a'],
    [
      'x https://svc.etl@b.example:hunter2@h.example/a@b',
      'x https://svc.etl@b.example:[redacted]@h.example/a@b',
    ],
    [
      'x https://h.example:443/a@b,ftp://svc.etl:hun/ter2@f.example',
      'x https://h.example:443/a@b,ftp://svc.etl:[redacted]@f.example',
    ],
    [
      'x jdbc:sqlserver://PRD-SQL01;user=svc.etl;password=hunter2;x=1',
      'x jdbc:sqlserver://PRD-SQL01;user=svc.etl;password=[redacted];x=1',
    ],
    [
      'x https://h.example/?user=svc.etl&password=hunter2&server=PRD-SQL01',
      'x https://h.example/?user=svc.etl&password=[redacted]&server=PRD-SQL01',
    ],
    // Programs with their own syntax.
    [
      'mysql -u svc.etl -phunter2 -h PRD-DB01 -P 3306 billing',
      'mysql -u svc.etl -p[redacted] -h PRD-DB01 -P 3306 billing',
    ],
    ['mysql -u svc.etl -p billing', 'mysql -u svc.etl -p billing'],
    ['sqlplus svc.etl/hunter2@PRD-DB01', 'sqlplus svc.etl/[redacted]@PRD-DB01'],
    ['sqlplus -S svc.etl/p@ss@//PRD-DB01:1521/x', 'sqlplus -S svc.etl/[redacted]@//PRD-DB01:1521/x'],
    ['sqlplus / as sysdba', 'sqlplus / as sysdba'],
    ['isql PRD-DSN svc.etl hunter2 -b', 'isql PRD-DSN svc.etl [redacted] -b'],
    ['isql -S PRD-ASE -U svc.etl -P hunter2 a b c', 'isql -S PRD-ASE -U svc.etl -P [redacted] a b c'],
    ['curl -u svc.etl:hunter2 https://h.example', 'curl -u svc.etl:[redacted] https://h.example'],
    ['smbclient -U svc.etl%hunter2 //PRD-FS01/x', 'smbclient -U svc.etl%[redacted] //PRD-FS01/x'],
    ['mongosh --host PRD-DB01 -u svc.etl -p hunter2', 'mongosh --host PRD-DB01 -u svc.etl -p [redacted]'],
    ['openssl rsa -passin pass:hunter2', 'openssl rsa -passin pass:[redacted]'],
    ['redis-cli -h PRD-DB01 -a hunter2', 'redis-cli -h PRD-DB01 -a [redacted]'],
  ])('%s', (line, redacted) => {
    expect(redactCommandLine(line)).toBe(redacted);
    expect(redactCommandLine(redacted)).toBe(redacted);
  });

  it.each([
    'sqlcmd -S PRD-SQL01 -U svc.billing -Q "select 1"',
    'powershell.exe -ExecutionPolicy Bypass -Path C:\\Program Files\\x -Port 5432 -Property Name',
    '"C:\\Program Files\\Microsoft SQL Server\\ssms.exe" -S tcp:PRD-SQL01,1433 -E',
    'psql -h PRD-DB01 -p 5432 -U svc.reporting -d billing -c "select 1"',
    'C:\\Windows\\system32\\svchost.exe -k netsvcs -p -s Schedule',
    'ssh -p 2222 svc.etl@PRD-DB01',
    'net use * /delete',
    'curl https://h.example:8443/people/ann@b.example?to=c@d',
    'npm i http://localhost:4873/@scope/name@1.2.3',
    'curl http://[::1]:8080/a@b',
    'git clone ssh://git@h.example:team/name@v1',
    'psql postgresql://PRD-DB01:5432/b?user=svc.etl@b.example',
    'mongosh mongodb://PRD-DB01:27017,PRD-DB02:27017/b?appName=a@b',
    'x file://C:/Users/ann@b/x',
    'x https://h.example/a:b/c@d',
    '',
  ])('leaves %s', (line) => {
    expect(redactCommandLine(line)).toBe(line);
  });

  it('redacts only what is distinguishable from other text', () => {
    expect(redactText('bad -P hunter2, password=hunter3')).toBe('bad -P hunter2, password=[redacted]');
  });
});

/** Letters that do not occur in the templates, so that a leak is detectable. */
const word = fc.stringMatching(/^[QXZ0-9!#$%^*()+,.?@_~]{6,24}$/);
const quotedWord = fc.stringMatching(/^[QXZ0-9][QXZ0-9!#$%^&*()+,.;:?@_~ ]{5,24}$/);
/** Excludes text that parses as a host or a port followed by the next URL of a list: `@a,b://`, `1433;b://`. */
const databaseUrlWord = fc
  .stringMatching(/^[QXZ0-9!$*()+,.;:_~%/@-]{6,24}$/)
  .filter((text) => !/(?:^\d{1,5}|@.*)[,;][A-Z][A-Z0-9+.-]*:\/\//.test(text));
const urlWord = fc.stringMatching(/^[QXZ0-9!$*()+,.;:_~%-]{6,24}$/);
const account = fc.constantFrom('svc.billing', 'svc.reporting', 'service.etl');
const server = fc.constantFrom('PRD-SQL01', 'PROD-LEDGER-02', 'tcp:PRD-SQL01,1433');

const frames: readonly (readonly [
  fc.Arbitrary<string>,
  (secret: string, user: string, host: string) => string,
])[] = [
  [word, (secret, user, host) => `sqlcmd -S ${host} -U ${user} -P ${secret} -Q "select 1"`],
  [word, (secret, user, host) => `sqlcmd.exe -P${secret} -S${host} -U${user}`],
  [quotedWord, (secret, user, host) => `sqlcmd -P "${secret}" -U ${user} -S ${host}`],
  [quotedWord, (secret, user, host) => `sqlcmd -S "${host}" "-P${secret}" -U "${user}"`],
  [quotedWord, (secret, user, host) => `osql -P '${secret}' -U ${user} -S ${host}`],
  [quotedWord, (secret, user, host) => `anything --password "${secret}" -U ${user} -S ${host}`],
  [word, (secret, user, host) => `anything --password=${secret} -U ${user} -S ${host}`],
  [word, (secret, user, host) => `anything -Password ${secret} -U ${user} -S ${host}`],
  [word, (secret, user, host) => `PGPASSWORD=${secret} psql -U ${user} -S ${host}`],
  [quotedWord, (secret, user, host) => `PGPASSWORD="${secret}" psql -U ${user} -S ${host}`],
  [quotedWord, (secret, user, host) => `x "Server=${host};User Id=${user};Password='${secret}';Encrypt=yes"`],
  [word, (secret, user, host) => `x "Server=${host};User Id=${user};pwd=${secret};Encrypt=yes"`],
  [quotedWord, (secret, user, host) => `x Server=${host};Uid=${user};Pwd={${secret}};Encrypt=yes`],
  [
    urlWord,
    (secret, user, host) => `x postgresql://${user}:${secret}@${host.replace(/^tcp:|,.*/g, '')}/billing`,
  ],
  [
    databaseUrlWord,
    (secret, user, host) => `x mysql://${user}:${secret}@${host.replace(/^tcp:|,.*/g, '')}/billing`,
  ],
  [word, (secret, user, host) => `cmd /c "sqlcmd -S ${host} -U ${user} -P ${secret}"`],
];

describe('for any secret', () => {
  it('nothing of it is left, and account and server are still recognized', () => {
    const any = fc.oneof(
      ...frames.map(([secrets, frame]) =>
        fc.tuple(secrets, account, server).map(([secret, user, host]) => ({
          secret,
          line: frame(secret, user, host),
          plain: frame('plain', user, host),
        })),
      ),
    );
    fc.assert(
      fc.property(any, ({ secret, line, plain }) => {
        const redacted = redactCommandLine(line);
        expect(redacted).not.toContain(secret);
        expect(redacted.replace('[redacted]', '')).not.toMatch(/[QXZ!#$%^*()+?@_~]{4}/);
        const known = (text: string) => {
          const { users, servers } = connectionOf(text);
          return { users, servers };
        };
        expect(known(redacted)).toEqual(known(plain));
        expect(redactCommandLine(redacted)).toBe(redacted);
      }),
      { numRuns: lengthOf(3_000, 300_000) },
    );
  });

  it('never touches -U and -S, whatever surrounds them', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom('-P', '-Px', '--password', "'", '"', 'pwd=', ';', 'x', '/P', '-p', 'sqlcmd', '\\'),
          { maxLength: 8 },
        ),
        (noise) => {
          const line = `sqlcmd -U svc.billing -S PRD-SQL01 ${noise.join(' ')}`;
          expect(redactCommandLine(line)).toMatch(/^sqlcmd -U svc\.billing -S PRD-SQL01/);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('any text is accepted, and only made shorter', () => {
    const piece = fc.constantFrom(
      '-P',
      ' ',
      '"',
      "'",
      'pwd=',
      'password=',
      '{',
      '}',
      ';',
      '://',
      '@',
      ':',
      '\\',
      '&',
      '-p',
      'sqlcmd ',
      'mysql ',
      'x',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece, { maxLength: 40 }).map((parts) => parts.join('')),
        ),
        (line) => {
          const redacted = redactCommandLine(line);
          // Every remaining piece occurs in the line, in order.
          let at = 0;
          for (const part of redacted.split('[redacted]')) {
            for (const char of part) {
              at = line.indexOf(char, at);
              expect(at).not.toBe(-1);
              at += 1;
            }
          }
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe('hostile input', () => {
  const hostile = [
    'pwd=',
    "-P'",
    '-P "',
    'sqlcmd ',
    '://',
    'a://b:',
    'redis://b:/@',
    'a://b:c/',
    'password={',
    '"-P ',
    '\\"',
    "pwd='",
    '-pass',
    'x"pwd=a ',
    '"pwd=a;',
    '<Data ',
    "authorization:'",
    'Authorization: Bearer a ',
    "cookie:'",
    "identified by '",
    'identified with a by ',
    "set password for a = '",
    "psCredential('a','",
    "'a' | ConvertTo-SecureString ",
    "'password','",
    'send "a\\r',
    'net use ',
    'net user a b | echo ',
    'powershell -e AAAA ',
    'ConvertTo-SecureString -Force ',
    'echo a | sudo -S ',
    'ghp_',
    "'pass=",
    '-storepass:',
  ];

  // Quadratic scans would take hours for a megabyte; the test's time limit ends them.
  it.each(hostile)('a megabyte of %s is processed in linear time', (piece) => {
    const text = piece.repeat(2 ** 20 / piece.length);
    expect(redactText(text).length).toBeGreaterThan(0);
    expect(optionSpans(text).length).toBeGreaterThanOrEqual(0);
    expect(redactLine(JSON.stringify({ xml: text })).length).toBeGreaterThan(0);
  });
});
