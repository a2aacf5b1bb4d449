import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { standardNames } from '../../test/standardNames.ts';
import { FileSource } from './file/fileSource.ts';
import { parseSource } from './parseSource.ts';
import { SourceError } from './source.ts';
import { WindowsSource } from './windows/windowsSource.ts';

const settings = { wevtutil: 'wevtutil', windowsPollMs: 1_000, names: standardNames };

describe('parseSource', () => {
  it('names a file by its absolute path, so that its position is found from any folder', () => {
    const source = parseSource('file:logs/security.xml', settings);
    expect(source).toBeInstanceOf(FileSource);
    expect(source.key).toBe(`file:${resolve('logs/security.xml')}`);
  });

  it.each([
    ['windows:', 'windows:Security'],
    ['windows:Security', 'windows:Security'],
    ['windows:ForwardedEvents?ids=4624,4625', 'windows:ForwardedEvents'],
    ['windows:Microsoft-Windows-Sysmon/Operational?ids=all', 'windows:Microsoft-Windows-Sysmon/Operational'],
  ])('%s', (text, key) => {
    const source = parseSource(text, settings);
    expect(source).toBeInstanceOf(WindowsSource);
    expect(source.key).toBe(key);
  });

  it.each([
    '',
    'file:',
    'security.xml',
    'linux:auditd',
    'journald:x',
    'macos:x',
    'constructor:',
    'windows:Security?ids=',
    'windows:Security?ids=4624;4625',
  ])('refuses %j', (text) => {
    expect(() => parseSource(text, settings)).toThrow(SourceError);
  });
});
