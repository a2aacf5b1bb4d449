import type { InstallerTable } from '../formats/installerDatabase.ts';
import { windowsVersion } from '../formats/versionResource.ts';
import { fileTables, type InstallerInput } from './msiFiles.ts';
import { sequenceTables } from './msiSequences.ts';
import { PROPERTIES, settingsTables } from './msiSettings.ts';

/** Never changes: by it Windows finds the version to replace. */
export const UPGRADE_CODE = '{5C0A7B52-93D1-4E0F-8B7C-2D6F1E9A4C30}';
const SERVICE = 'ScoutAgent';
const LOCAL_MACHINE = 2;

/** `major.minor.patch` as Windows Installer compares it. @throws RangeError */
function productVersion(version: string): string {
  const [major, minor, patch] = windowsVersion(version);
  if (major! > 255 || minor! > 255 || patch! > 65_535)
    throw new RangeError(`Windows Installer cannot compare version ${version}: at most 255.255.65535`);
  return version;
}

/** All tables of the package. */
export function installerTables(input: InstallerInput): InstallerTable[] {
  return [
    ...productTables(input),
    ...fileTables(input),
    ...serviceTables(),
    ...settingsTables(),
    ...sequenceTables(),
  ];
}

function productTables({ version, productCode }: InstallerInput): InstallerTable[] {
  const properties = {
    ProductCode: productCode,
    ProductName: 'Scout Agent',
    ProductVersion: productVersion(version),
    ProductLanguage: '1033',
    Manufacturer: 'Scout',
    UpgradeCode: UPGRADE_CODE,
    ALLUSERS: '1',
    ARPNOMODIFY: '1',
    // The service is stopped by its own row; nobody is asked to close it.
    MSIRESTARTMANAGERCONTROL: 'Disable',
    SecureCustomProperties: [...PROPERTIES, 'OLDERFOUND', 'NEWERFOUND'].join(';'),
  };
  const inclusive = 0x300;
  return [
    {
      name: 'Property',
      columns: [
        ['Property', 's72'],
        ['Value', 'l0'],
      ],
      keys: 1,
      rows: Object.entries(properties),
    },
    {
      name: 'Upgrade',
      columns: [
        ['UpgradeCode', 's38'],
        ['VersionMin', 'S20'],
        ['VersionMax', 'S20'],
        ['Language', 'S255'],
        ['Attributes', 'i4'],
        ['Remove', 'S255'],
        ['ActionProperty', 's72'],
      ],
      keys: 5,
      rows: [
        [UPGRADE_CODE, '0.0.0', version, null, 1 + inclusive, null, 'OLDERFOUND'],
        [UPGRADE_CODE, version, null, null, 2, null, 'NEWERFOUND'],
      ],
    },
    {
      name: 'LaunchCondition',
      columns: [
        ['Condition', 's255'],
        ['Description', 'l255'],
      ],
      keys: 1,
      rows: [
        ['VersionNT64', 'The Scout agent needs Windows for x64.'],
        ['Privileged', 'Install the Scout agent as an administrator.'],
        ['Installed OR NOT NEWERFOUND', 'A newer version of the Scout agent is installed.'],
        [
          'Installed OR SERVER OR CONFIGURED',
          'Name the server: msiexec /i scout-agent-latest.msi SERVER=https://scout.example TOKENFILE=C:\\token.txt',
        ],
      ],
    },
  ];
}

function serviceTables(): InstallerTable[] {
  const source = `SYSTEM\\CurrentControlSet\\Services\\EventLog\\Application\\${SERVICE}`;
  // Start and stop at installation, stop and delete at removal.
  const events = 0x1 + 0x2 + 0x20 + 0x80;
  return [
    {
      name: 'ServiceInstall',
      columns: [
        ['ServiceInstall', 's72'],
        ['Name', 's255'],
        ['DisplayName', 'L255'],
        ['ServiceType', 'i4'],
        ['StartType', 'i4'],
        ['ErrorControl', 'i4'],
        ['LoadOrderGroup', 'S255'],
        ['Dependencies', 'S255'],
        ['StartName', 'S255'],
        ['Password', 'S255'],
        ['Arguments', 'S255'],
        ['Component_', 's72'],
        ['Description', 'L255'],
      ],
      keys: 1,
      rows: [
        [
          SERVICE,
          SERVICE,
          'Scout Agent',
          0x10, // a process of its own
          2, // started with the machine
          1,
          null,
          'EventLog[~][~]',
          null,
          null,
          'service "[CommonAppDataFolder]Scout"',
          'Service',
          'Ships security events of this machine to Scout.',
        ],
      ],
    },
    {
      name: 'ServiceControl',
      columns: [
        ['ServiceControl', 's72'],
        ['Name', 'l255'],
        ['Event', 'i2'],
        ['Arguments', 'L255'],
        ['Wait', 'I2'],
        ['Component_', 's72'],
      ],
      keys: 1,
      rows: [[SERVICE, SERVICE, events, null, 1, 'Service']],
    },
    {
      name: 'Registry',
      columns: [
        ['Registry', 's72'],
        ['Root', 'i2'],
        ['Key', 'l255'],
        ['Name', 'L255'],
        ['Value', 'L0'],
        ['Component_', 's72'],
      ],
      keys: 1,
      rows: [
        // Windows' own messages, which consist of the text alone.
        [
          'EventMessages',
          LOCAL_MACHINE,
          source,
          'EventMessageFile',
          '#%[%SystemRoot]\\System32\\EventCreate.exe',
          'EventSource',
        ],
        ['EventTypes', LOCAL_MACHINE, source, 'TypesSupported', '#7', 'EventSource'],
      ],
    },
  ];
}
