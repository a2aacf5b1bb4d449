import { isConfigurable, releasePackages } from '@scout/contract/releases';
import { expect, test } from 'vitest';
import { installLines } from './installLines.ts';

test('every package has a command that names its file', () => {
  expect(releasePackages.filter((one) => isConfigurable(one)).map(installLines)).toEqual([
    '.\\scout-agent-latest.exe install',
    'sudo installer -pkg scout-agent-latest.pkg -target /',
    'tar -xzf scout-agent-latest.tar.gz && sudo ./scout-agent/scout-agent install',
    'sudo apt-get install -y ./scout-agent-latest.deb',
    'sudo dnf install -y ./scout-agent-latest.rpm',
    'tar -xzf scout-agent-latest.tar.gz && sudo ./scout-agent/scout-agent install',
    'sudo apt-get install -y ./scout-agent-latest-arm64.deb',
    'sudo dnf install -y ./scout-agent-latest-arm64.rpm',
    'tar -xzf scout-agent-latest-arm64.tar.gz && sudo ./scout-agent/scout-agent install',
  ]);
});
