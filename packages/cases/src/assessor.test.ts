import type { NormalisedRow } from '@scout/detection';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createAssessor, openAssessor } from './assessor.ts';
import type { CaseAlert } from './report/alert.ts';
import { at, quietMonth } from './testing/rows.ts';

function run(rows: readonly NormalisedRow[]): CaseAlert[] {
  const assessor = createAssessor({});
  const sorted = [...rows].sort((a, b) =>
    a.timestamp < b.timestamp ? -1 : a.timestamp > b.timestamp ? 1 : 0,
  );
  const alerts = sorted.flatMap((row) => assessor.observe(row));
  return [...alerts, ...assessor.finish()];
}

/** Alerts that name the record of a row. */
function about(alerts: readonly CaseAlert[], row: NormalisedRow): CaseAlert[] {
  return alerts.filter(({ recordIds }) => recordIds.includes(row.record_id!));
}

describe('a month of accounts that log on three times a day', () => {
  test('raises nothing when nothing is new', () => {
    expect(run(quietMonth().rows)).toEqual([]);
  });

  test("a person's sign-in as the account at a workstation is reported, with who was there", () => {
    const { rows, maker } = quietMonth();
    const misuse = maker.logon(at(22, 10), 'svc.ledger1', '2', 'PC7');
    const found = about(run([...rows, misuse]), misuse);
    expect(found).toMatchObject([
      {
        kind: 'person-signed-in',
        account: 'svc.ledger1',
        person: { name: 'person7', level: 'present' },
      },
    ]);
    expect(found[0]!.sentence).toContain('PC7: 1 session on');
  });

  test('an address is resolved to the machine that had it', () => {
    const { rows, maker } = quietMonth();
    const misuse = maker.logon(at(22, 10), 'svc.ledger1', '3', 'DB1', null, '10.0.0.4');
    expect(about(run([...rows, misuse]), misuse)).toMatchObject([
      { kind: 'new-source', person: { name: 'person4', level: 'present' } },
    ]);
  });

  test('remote desktop, whose event names the entered server as its workstation, comes from the machine that has the address', () => {
    const { rows, maker } = quietMonth();
    const misuse = maker.logon(at(22, 10), 'svc.ledger1', '10', 'DB1', 'DB1', '10.0.0.4');
    const after = maker.logon(at(23, 10), 'svc.ledger2', '3', 'DB1', null, '10.0.0.4');
    const alerts = run([...rows, misuse, after]);
    expect(about(alerts, misuse)).toMatchObject([
      { kind: 'new-source', person: { name: 'person4', level: 'same-session' } },
    ]);
    expect(about(alerts, after)[0]!.sentence).toContain('PC4');
  });

  test('explicit credentials name the person who acted', () => {
    const { rows, maker } = quietMonth();
    const misuse = maker.explicit(at(22, 10), 'person3', 'PC3', 'svc.cards2', 'DB4');
    expect(about(run([...rows, misuse]), misuse)).toMatchObject([
      { kind: 'explicit-credentials', person: { name: 'person3', level: 'acted' } },
    ]);
  });

  test('whoever created a task for the account elsewhere that day is not taken for the person who signed in as it', () => {
    const { rows, maker } = quietMonth();
    // An administrator, who routinely enters servers.
    const rounds = [0, 1, 2, 3].map((app) => maker.logon(at(3, 7, app), 'person5', '10', `APP${app}`));
    const task = maker.make(4698, at(22, 6), {
      subject_user_name: 'person5',
      target_user_name: 'svc.ledger1',
      system_context_computer_name: 'APP1',
    });
    const misuse = maker.logon(at(22, 10), 'svc.ledger1', '2', 'PC7');
    const found = about(run([...rows, ...rounds, task, misuse]), misuse);
    expect(found).toMatchObject([{ person: { name: 'person7', level: 'present' } }]);
  });

  test('a command line names the account', () => {
    const { rows, maker } = quietMonth();
    const misuse = maker.process(
      at(22, 10),
      'person3',
      'PC3',
      'C:\\Tools\\sqlcmd.exe',
      'sqlcmd -S DB4 -U svc.cards2',
    );
    expect(about(run([...rows, misuse]), misuse)).toMatchObject([
      { account: 'svc.cards2', person: { name: 'person3', level: 'acted' } },
    ]);
  });

  test.each([
    ['net.exe', 'net user svc.cards2 /domain'],
    ['net.exe', 'net group "Backup Operators" svc.cards2 /add /domain'],
    ['setspn.exe', 'setspn -L svc.cards2'],
    ['sc.exe', 'sc config cards obj= BANK\\svc.cards2 password= [redacted]'],
    ['schtasks.exe', 'schtasks /create /tn load /ru svc.cards2 /rp [redacted] /tr a.exe'],
    ['powershell.exe', 'powershell Get-ADUser svc.cards2 -Properties *'],
    ['notepad.exe', 'notepad C:\\jobs\\svc.cards2.txt'],
  ])('an account that a command line only names is not used: %s %s', (program, line) => {
    const { rows, maker } = quietMonth();
    const lookedUp = maker.process(at(22, 10), 'person3', 'PC3', `C:\\Windows\\System32\\${program}`, line);
    expect(about(run([...rows, lookedUp]), lookedUp)).toEqual([]);
  });

  test('a service ticket that has expired is renewed, not refused', () => {
    const { rows, maker } = quietMonth();
    const renewals = [10, 11, 12, 13, 14, 15].map((hour) =>
      maker.make(4769, at(22, hour), {
        target_user_name: 'svc.cards2@BANK.EXAMPLE',
        system_context_computer_name: 'DC1',
        source_host: '10.0.0.4',
        service_name: 'DB4$',
        status: '0x20',
      }),
    );
    expect(run([...rows, ...renewals])).toEqual([]);
  });

  test('a ticket for a managed service account, whose name ends like a machine’s, is to no machine', () => {
    const { rows, maker } = quietMonth();
    const managed = [3, 4, 5].map((day) => maker.logon(at(day, 4), 'grp-sql$', '5', 'DB4'));
    const ticket = maker.make(4769, at(22, 10), {
      target_user_name: 'svc.cards2@BANK.EXAMPLE',
      system_context_computer_name: 'DC1',
      source_host: '10.0.0.4',
      service_name: 'grp-sql$',
    });
    const found = about(run([...rows, ...managed, ticket]), ticket);
    expect(found.map(({ sentence }) => sentence).join()).toContain('svc.cards2 asked for a ticket');
    expect(found.map(({ sentence }) => sentence).join()).not.toMatch(/grp-sql/i);
  });

  test.each([
    ['sqlservr.exe', 'cmd.exe'],
    ['w3wp.exe', 'powershell.exe'],
    ['tomcat9.exe', 'cmd.exe'],
  ])(
    '%s that starts %s as the account is grave, whatever else starts it, and once it is known it is not',
    (server, shell) => {
      const { rows, maker } = quietMonth();
      const started = (day: number, parent: string) => ({
        ...maker.process(
          at(day, 10),
          'svc.ledger1',
          'DB1',
          `C:\\Windows\\System32\\${shell}`,
          `${shell} /c whoami`,
        ),
        process_information_parent_process_name: `C:\\Server\\${parent}`,
      });
      // Shells of a scheduler are ordinary here.
      const usual = [2, 4, 6, 8, 10].map((day) => started(day, 'taskeng.exe'));
      const misuse = started(22, server);
      const again = started(23, server);
      const alerts = run([...rows, ...usual, misuse, again]);
      expect(about(alerts, misuse)).toMatchObject([
        { kind: 'new-program', severity: 'high', account: 'svc.ledger1' },
      ]);
      expect(about(alerts, misuse)[0]!.sentence).toMatch(
        new RegExp(`^${server} started ${shell} as svc.ledger1 on DB1: 1 process`),
      );
      expect(about(alerts, again)).toEqual([]);
    },
  );

  describe.each(['services.exe', 'java.exe', 'javaw.exe'])('%s', (parent) => {
    const SHELL = 'C:\\Windows\\System32\\cmd.exe';
    const { rows, maker } = quietMonth();
    const started = (day: number, by: string, program = SHELL) => ({
      ...maker.process(at(day, 10), 'svc.ledger1', 'APP1', program, `${program} /c run.cmd`),
      process_information_parent_process_name: `C:\\Server\\${by}`,
    });
    const own = [2, 4, 6, 8, 10].map((day) => started(day, parent, 'C:\\Ledger\\ledger.exe'));

    test('that starts a shell as an account whose programs are known is grave the first time', () => {
      const usual = [2, 4, 6, 8, 10].map((day) => started(day, 'taskeng.exe'));
      const [misuse, again] = [started(22, parent), started(23, parent)];
      const alerts = run([...rows, ...own, ...usual, misuse, again]);
      expect(about(alerts, misuse)).toMatchObject([{ kind: 'new-program', severity: 'high' }]);
      expect(about(alerts, again)).toEqual([]);
    });

    test('that has always started shells as the account is work, on every machine', () => {
      const daily = Array.from({ length: 20 }, (_, day) => started(day, parent));
      const elsewhere = { ...started(22, parent), system_context_computer_name: 'DB1' };
      expect(about(run([...rows, ...daily, elsewhere]), elsewhere)).toEqual([]);
    });

    test('of an account with more ways than are remembered is not grave: the shell may be forgotten', () => {
      const many = Array.from({ length: 110 }, (_, i) =>
        maker.logon(at(3 + (i % 4), 10, i % 60), 'svc.ledger1', '3', `FS${i}`, 'APP1'),
      );
      const misuse = started(22, parent);
      const found = about(run([...rows, ...own, ...many, misuse]), misuse);
      expect(found.map(({ severity }) => severity)).not.toContain('high');
    });

    test('that starts the first program seen of an account, as when programs are recorded from now on, is not grave', () => {
      const first = started(22, parent);
      const found = about(run([...rows, first]), first);
      expect(found.map(({ severity }) => severity)).not.toContain('high');
    });
  });

  test('a long option names the server as a whole word', () => {
    const { rows, maker } = quietMonth();
    const line = 'powershell Invoke-Sqlcmd -ServerInstance DB4 -Username svc.cards2 -Password [redacted]';
    const misuse = maker.process(at(22, 10), 'person3', 'PC3', 'C:\\Windows\\powershell.exe', line);
    const found = about(run([...rows, misuse]), misuse);
    expect(found).toMatchObject([{ account: 'svc.cards2', person: { name: 'person3', level: 'acted' } }]);
    expect(found[0]!.sentence).toMatch(/^person3 used svc\.cards2 from PC3 to open DB4:/);
  });

  test('a person is found by network logons from an address that no machine is known for', () => {
    const { rows, maker } = quietMonth();
    const own = maker.logon(at(22, 9, 50), 'person8', '3', 'FILES', null, '10.9.9.9');
    const misuse = maker.logon(at(22, 10), 'svc.ledger1', '3', 'DB1', null, '10.9.9.9');
    expect(about(run([...rows, own, misuse]), misuse)).toMatchObject([
      { person: { name: 'person8', level: 'present' } },
    ]);
    const later = maker.logon(at(22, 13), 'svc.ledger1', '3', 'DB1', null, '10.9.9.9');
    expect(about(run([...rows, own, later]), later)[0]).not.toHaveProperty('person');
  });

  test('a service that runs one command on another application’s server is reported, with who installed it', () => {
    const { rows, maker } = quietMonth();
    const rounds = [0, 1, 2, 3].map((app) => maker.logon(at(3, 7, app), 'person5', '10', `APP${app}`));
    const installed = maker.make(4697, at(22, 10), {
      subject_user_name: 'person5',
      target_user_name: 'svc.ledger1',
      system_context_computer_name: 'APP6',
      service_name: 'PSEXESVC',
    });
    const started = maker.logon(at(22, 10), 'svc.ledger1', '5', 'APP6');
    const found = about(run([...rows, ...rounds, installed, started]), installed);
    expect(found).toMatchObject([{ kind: 'runs-as-account', person: { name: 'person5', level: 'acted' } }]);
    expect(found[0]!.sentence).toMatch(
      /^person5 installed PSEXESVC, a service for remote commands that runs as svc\.ledger1 on APP6: 1 change on/,
    );
  });

  test('a cleared security log is its own kind, and critical', () => {
    const { rows, maker } = quietMonth();
    const cleared = maker.make(1102, at(22, 10), {
      subject_user_name: 'svc.ledger1',
      system_context_computer_name: 'APP1',
    });
    const found = about(run([...rows, cleared]), cleared);
    expect(found).toMatchObject([{ kind: 'security-log-cleared', severity: 'critical' }]);
    const visit = maker.logon(at(22, 10), 'svc.ledger2', '3', 'DB2', 'PC7');
    expect(found[0]!.score).toBeGreaterThan(about(run([...rows, visit]), visit)[0]!.score);
    expect(found[0]!.sentence).toContain('Its first clearing of a security log');
  });

  test('an unusual hour is reported even if the account worked as usual earlier that day', () => {
    const { rows, maker } = quietMonth();
    // At the minute of the hour that it always keeps.
    const misuse = maker.logon(at(22, 20, 4), 'svc.ledger1', '3', 'DB1', 'APP1');
    expect(about(run([...rows, misuse]), misuse)).toMatchObject([{ kind: 'odd-hour' }]);
  });

  test('an odd hour is counted once when a new destination brings its ticket along', () => {
    const { rows, maker } = quietMonth();
    const tickets = Array.from({ length: 22 }, (_, day) =>
      maker.make(4768, at(day, 9), {
        target_user_name: 'svc.ledger1',
        system_context_computer_name: 'DC1',
        source_info_workstation_name: 'APP1',
      }),
    );
    const ticket = { ...tickets[0]!, timestamp: new Date(at(22, 20, 39)).toISOString(), record_id: 'ticket' };
    const misuse = maker.logon(at(22, 20, 40), 'svc.ledger1', '3', 'PC7', 'APP1');
    const [found] = about(run([...rows, ...tickets, ticket, misuse]), misuse);
    const facets = found!.reasons!.map(({ facet }) => facet);
    expect(facets).toContain('schedule');
    expect(facets).not.toContain('hour');
  });

  test('a reset by an administrator excuses a sign-in on the account’s server, and accuses one at a workstation', () => {
    const { rows, maker } = quietMonth();
    const rounds = [0, 1, 2, 3].map((app) => maker.logon(at(3, 7, app), 'person5', '10', `APP${app}`));
    const reset = maker.make(4724, at(22, 9, 50), {
      subject_user_name: 'person5',
      target_user_name: 'svc.ledger1',
      system_context_computer_name: 'DC1',
    });
    const scoreOf = (host: string, ...more: NormalisedRow[]) => {
      const signIn = maker.logon(at(22, 10), 'svc.ledger1', '2', host);
      return about(run([...rows, ...rounds, ...more, signIn]), signIn)[0]?.score ?? 0;
    };
    expect(scoreOf('APP1', reset)).toBeLessThan(scoreOf('APP1'));
    expect(scoreOf('PC7', reset)).toBeGreaterThan(scoreOf('PC7') + 3);
  });

  test('a spray is reported once, not again for each of its accounts', () => {
    const { rows, maker } = quietMonth();
    const names = ['svc.ledger1', 'svc.cards2', 'svc.claims0', 'svc.payroll1', 'svc.billing2'];
    const tries = names.map((name, i) => maker.refusal(at(22, 10, i), name, 'DB6', 'PC7'));
    const found = run([...rows, ...tries]).filter(({ recordIds }) =>
      tries.some(({ record_id }) => recordIds.includes(record_id!)),
    );
    expect(found.map(({ kind }) => kind)).toEqual(['spraying']);
  });

  test('an account that only fails day after day does not count as active again', () => {
    const { rows, maker } = quietMonth();
    const working = rows.filter(
      ({ target_user_name, timestamp }) =>
        target_user_name !== 'svc.ledger1' || Date.parse(timestamp) < at(10, 0),
    );
    const failing = Array.from({ length: 18 }, (_, day) =>
      maker.refusal(at(10 + day, 9), 'svc.ledger1', 'DB1', 'APP1', 'account expired'),
    );
    expect(run([...working, ...failing]).map(({ kind }) => kind)).toEqual(
      failing.slice(2).map(() => 'refused-expired'),
    );
  });

  test('another application’s database is reported even if the account comes from its own server', () => {
    const { rows, maker } = quietMonth();
    const misuse = maker.logon(at(22, 9, 10), 'svc.ledger1', '3', 'DB6', 'APP1');
    expect(about(run([...rows, misuse]), misuse)).toMatchObject([{ kind: 'new-destination' }]);
  });
});

describe('order', () => {
  const { rows, maker } = quietMonth(undefined, { accounts: 6, days: 12 });
  const stories = [
    maker.logon(at(9, 10, 3), 'svc.ledger1', '2', 'PC7'),
    maker.refusal(at(9, 10, 1), 'svc.ledger1', 'DB1', 'PC7'),
    maker.logon(at(10, 23, 59), 'svc.billing1', '3', 'DB1', 'PC2'),
    maker.explicit(at(11, 0, 0), 'person3', 'PC3', 'svc.billing2', 'DB1'),
  ];
  const all = [...rows, ...stories];
  const expected = run(all);

  test('has something to compare', () => {
    expect(expected.length).toBeGreaterThan(2);
  });

  test('any order inside the reorder window gives the same cases', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 14 }), { minLength: 7, maxLength: 97 }), (delays) => {
        const shuffled = all
          .map((row, i) => ({ row, key: Date.parse(row.timestamp) + delays[i % delays.length]! * 60_000 }))
          .sort((a, b) => a.key - b.key)
          .map(({ row }) => row);
        const assessor = createAssessor({});
        const alerts = [...shuffled.flatMap((row) => assessor.observe(row)), ...assessor.finish()];
        expect(alerts).toEqual(expected);
      }),
      { numRuns: 20 },
    );
  });

  test('stopping anywhere and resuming from the saved state gives the same cases', () => {
    const sorted = [...all].sort((a, b) =>
      a.timestamp < b.timestamp ? -1 : a.timestamp > b.timestamp ? 1 : 0,
    );
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(sorted.length), { minLength: 1, maxLength: 4 }), (cuts) => {
        let assessor = openAssessor({});
        const alerts: CaseAlert[] = [];
        for (const [i, row] of sorted.entries()) {
          if (cuts.includes(i)) assessor = openAssessor({ saved: assessor.save() });
          alerts.push(...assessor.observe(row));
        }
        expect([...alerts, ...assessor.finish()]).toEqual(expected);
      }),
      { numRuns: 10 },
    );
  });
});
