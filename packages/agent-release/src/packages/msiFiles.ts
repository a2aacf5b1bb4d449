import type { InstallerTable } from '../formats/installerDatabase.ts';
import { windowsVersion } from '../formats/versionResource.ts';

/** Names of the files in the cabinet, and keys of their rows. */
export const PROGRAM = 'ScoutAgent.exe';
export const SERVICE_HOST = 'ScoutService.exe';
export const MARK = 'WindowsInstaller.txt';
export const CABINET = 'scout.cab';

/** Content of the file by which the agent knows that Windows Installer placed it. */
export const MARK_TEXT = Buffer.from(
  'Windows Installer placed this agent. Remove it in Installed apps, or with msiexec /x and its package.\r\n',
);

export interface InstallerInput {
  readonly version: string;
  readonly productCode: string;
  readonly programBytes: number;
  readonly hostBytes: number;
}

const COMPONENTS = {
  program: '{5C0A7B52-93D1-4E0F-8B7C-2D6F1E9A4C31}',
  service: '{5C0A7B52-93D1-4E0F-8B7C-2D6F1E9A4C32}',
  mark: '{5C0A7B52-93D1-4E0F-8B7C-2D6F1E9A4C34}',
  eventSource: '{5C0A7B52-93D1-4E0F-8B7C-2D6F1E9A4C33}',
} as const;

const SIXTY_FOUR_BIT = 256;
const REGISTRY_KEY_PATH = 4;
/** Without the file the installation fails. */
const VITAL = 512;

/** Folders, components and files. */
export function fileTables({ version, programBytes, hostBytes }: InstallerInput): InstallerTable[] {
  const fileVersion = windowsVersion(version).join('.');
  return [
    {
      name: 'Directory',
      columns: [
        ['Directory', 's72'],
        ['Directory_Parent', 'S72'],
        ['DefaultDir', 'l255'],
      ],
      keys: 1,
      rows: [
        ['TARGETDIR', null, 'SourceDir'],
        ['ProgramFiles64Folder', 'TARGETDIR', '.'],
        ['INSTALLFOLDER', 'ProgramFiles64Folder', 'SCOUTA~1|Scout Agent'],
        ['CommonAppDataFolder', 'TARGETDIR', '.'],
      ],
    },
    {
      name: 'Component',
      columns: [
        ['Component', 's72'],
        ['ComponentId', 'S38'],
        ['Directory_', 's72'],
        ['Attributes', 'i2'],
        ['Condition', 'S255'],
        ['KeyPath', 'S72'],
      ],
      keys: 1,
      rows: [
        ['Program', COMPONENTS.program, 'INSTALLFOLDER', SIXTY_FOUR_BIT, null, PROGRAM],
        ['Service', COMPONENTS.service, 'INSTALLFOLDER', SIXTY_FOUR_BIT, null, SERVICE_HOST],
        ['Mark', COMPONENTS.mark, 'INSTALLFOLDER', SIXTY_FOUR_BIT, null, MARK],
        [
          'EventSource',
          COMPONENTS.eventSource,
          'INSTALLFOLDER',
          SIXTY_FOUR_BIT + REGISTRY_KEY_PATH,
          null,
          'EventMessages',
        ],
      ],
    },
    {
      name: 'File',
      columns: [
        ['File', 's72'],
        ['Component_', 's72'],
        ['FileName', 'l255'],
        ['FileSize', 'i4'],
        ['Version', 'S72'],
        ['Language', 'S20'],
        ['Attributes', 'I2'],
        ['Sequence', 'i4'],
      ],
      keys: 1,
      rows: [
        [PROGRAM, 'Program', 'SCOUTA~1.EXE|scout-agent.exe', programBytes, fileVersion, '1033', VITAL, 1],
        // The file itself has no version: with one here it is replaced by that of the package in any case.
        [SERVICE_HOST, 'Service', 'SCOUTS~1.EXE|scout-service.exe', hostBytes, fileVersion, '1033', VITAL, 2],
        [MARK, 'Mark', 'WINDOW~1.TXT|windows-installer.txt', MARK_TEXT.length, null, null, VITAL, 3],
      ],
    },
    {
      name: 'Media',
      columns: [
        ['DiskId', 'i2'],
        ['LastSequence', 'i4'],
        ['DiskPrompt', 'L64'],
        ['Cabinet', 'S255'],
        ['VolumeLabel', 'S32'],
        ['Source', 'S72'],
      ],
      keys: 1,
      rows: [[1, 3, null, `#${CABINET}`, null, null]],
    },
    {
      name: 'Feature',
      columns: [
        ['Feature', 's38'],
        ['Feature_Parent', 'S38'],
        ['Title', 'L64'],
        ['Description', 'L255'],
        ['Display', 'I2'],
        ['Level', 'i2'],
        ['Directory_', 'S72'],
        ['Attributes', 'i2'],
      ],
      keys: 1,
      rows: [['Agent', null, 'Scout Agent', null, 1, 1, 'INSTALLFOLDER', 0]],
    },
    {
      name: 'FeatureComponents',
      columns: [
        ['Feature_', 's38'],
        ['Component_', 's72'],
      ],
      keys: 2,
      rows: [
        ['Agent', 'Program'],
        ['Agent', 'Service'],
        ['Agent', 'Mark'],
        ['Agent', 'EventSource'],
      ],
    },
    {
      // Files beside the program that an upgrade by the agent itself left.
      name: 'RemoveFile',
      columns: [
        ['FileKey', 's72'],
        ['Component_', 's72'],
        ['FileName', 'L255'],
        ['DirProperty', 's72'],
        ['InstallMode', 'i2'],
      ],
      keys: 1,
      rows: [
        ['Leftovers', 'Program', '*', 'INSTALLFOLDER', 2],
        ['Folder', 'Program', null, 'INSTALLFOLDER', 2],
      ],
    },
  ];
}
