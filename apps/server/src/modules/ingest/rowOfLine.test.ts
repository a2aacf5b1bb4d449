import { expect, test } from 'vitest';
import { rowOfArriving } from './rowOfLine.ts';

const NOW = Date.UTC(2026, 10, 21);

function commandLineOf(line: string): string | null | undefined {
  const event = {
    event_type: 'WINDOWS_SECURITY_4688',
    timestamp: '2026-11-20T12:00:00Z',
    system_context_computer_name: 'PRD-APP01',
    subject_user_name: 'svc.etl',
    process_information_new_process_name: String.raw`C:\Windows\System32\net.exe`,
    process_information_command_line: line,
  };
  const result = rowOfArriving(JSON.stringify(event), NOW);
  return result.ok ? result.row.process_information_command_line : undefined;
}

test.each([
  [String.raw`net use \\PRD-SQL01 /user:svc.etl /password:S3cret!`, 'S3cret!'],
  [`sqlcmd -S PRD-SQL01 -U svc.etl -P ${'x'.repeat(600)}`, 'x'.repeat(600)],
])('a secret is removed each time that its line arrives: %s', (line, secret) => {
  for (let i = 0; i < 3; i += 1) expect(commandLineOf(line)).not.toContain(secret);
});

test('a secret is removed after any number of lines without one', () => {
  for (let i = 0; i < 10_000; i += 1) {
    const line = `svchost.exe -k netsvcs -p ${i}`;
    expect(commandLineOf(line)).toBe(line);
  }
  expect(commandLineOf('sqlcmd -S PRD-SQL01 -U svc.etl -P S3cret!')).not.toContain('S3cret!');
});
