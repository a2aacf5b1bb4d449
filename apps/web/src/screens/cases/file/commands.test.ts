import { expect, test } from 'vitest';
import { disableCommand, inspectCommand } from './commands.ts';

test('an account name is one literal of the command', () => {
  expect(disableCommand('svc.billing')).toBe("Disable-ADAccount -Identity 'svc.billing'");
  expect(disableCommand('gmsa-sql01$')).toBe("Disable-ADAccount -Identity 'gmsa-sql01$'");
  expect(inspectCommand('svc billing')).toMatch(/^Get-ADUser -Identity 'svc billing' -Properties /);
});

test.each([
  "svc'; Remove-Item C:\\ -Recurse; '",
  'svc’; calc; ’',
  'svc‛',
  'svc"',
  'svc`n',
  'svc\nwhoami',
  'svc\rwhoami',
  'svc\u2028whoami',
  'svc\u202egnillib',
  'svc\u200bbilling',
  'svc & calc',
  'svc|calc',
  'svc;calc',
  'svc<x>',
  '$(calc)',
  '%PATH%',
  'svc^',
  '-Confirm:1',
  ' svc',
  'svc ',
  '',
  'x'.repeat(256),
  'ѕvc.billing',
])('%j goes into no command', (name) => {
  expect(disableCommand(name)).toBeNull();
  expect(inspectCommand(name)).toBeNull();
});
