import type { Cell, InstallerTable } from '../formats/installerDatabase.ts';
import { PROGRAM, SERVICE_HOST } from './msiFiles.ts';

/** Settings by property, as on the command line: the value that a group policy may set instead, and the agent's option. */
const SETTINGS = [
  ['SERVER', 'Server', '--server'],
  ['TOKENFILE', 'TokenFile', '--token-file'],
  ['PROXY', 'Proxy', '--proxy'],
  ['PROXYCREDENTIALS', 'ProxyCredentials', '--proxy-credentials'],
  ['CAFILE', 'CaFile', '--ca-file'],
  ['GROUP', 'Group', '--group'],
] as const;
export const PROPERTIES: readonly string[] = SETTINGS.map(([property]) => property);
const POLICY = 'SOFTWARE\\Policies\\Scout\\Agent';
const LOCAL_MACHINE = 2;
const RAW_VALUE = 2;
const SIXTY_FOUR_BIT = 16;

/** Sets a property. */
const SET = 51;
/** Runs an installed program later in the script, as the system and not as the user. */
const RUN = 18 + 0x400 + 0x800;

const optionText = SETTINGS.map(([property, , option]) => `${option} "[${property}]"`).join(' ');

/** Actions of the package itself. The settings reach only a first installation: any user may start a repair. */
export const ACTIONS: readonly (readonly [name: string, type: number, source: string, target: string])[] = [
  ...PROPERTIES.map((name) => [`Policy${name}`, SET, name, `[POLICY${name}]`] as const),
  ['RegisterService', RUN, SERVICE_HOST, 'install "[CommonAppDataFolder]Scout"'],
  ['Configure', RUN, PROGRAM, `settle ${optionText}`],
  ['Settle', RUN, PROGRAM, 'settle'],
];

/** Names of the actions that take a setting from the policy, with their conditions. */
export const POLICY_ACTIONS: readonly (readonly [name: string, condition: string])[] = PROPERTIES.map(
  (name) => [`Policy${name}`, `NOT ${name} AND POLICY${name}`] as const,
);

/** The tables that take settings from properties and policies, and look for those of an earlier installation. */
export function settingsTables(): InstallerTable[] {
  return [
    {
      name: 'AppSearch',
      columns: [
        ['Property', 's72'],
        ['Signature_', 's72'],
      ],
      keys: 2,
      rows: [
        ['CONFIGURED', 'AgentSettings'],
        ...SETTINGS.map(([property, value]): Cell[] => [`POLICY${property}`, `Policy${value}`]),
      ],
    },
    {
      name: 'Signature',
      columns: [
        ['Signature', 's72'],
        ['FileName', 's255'],
        ['MinVersion', 'S20'],
        ['MaxVersion', 'S20'],
        ['MinSize', 'I4'],
        ['MaxSize', 'I4'],
        ['MinDate', 'I4'],
        ['MaxDate', 'I4'],
        ['Languages', 'S255'],
      ],
      keys: 1,
      rows: [['AgentSettings', 'agent.jso|agent.json', null, null, null, null, null, null, null]],
    },
    {
      name: 'DrLocator',
      columns: [
        ['Signature_', 's72'],
        ['Parent', 'S72'],
        ['Path', 'S255'],
        ['Depth', 'I2'],
      ],
      keys: 3,
      rows: [['AgentSettings', null, '[CommonAppDataFolder]Scout', 0]],
    },
    {
      name: 'RegLocator',
      columns: [
        ['Signature_', 's72'],
        ['Root', 'i2'],
        ['Key', 's255'],
        ['Name', 'S255'],
        ['Type', 'I2'],
      ],
      keys: 1,
      rows: SETTINGS.map(([, value]): Cell[] => [
        `Policy${value}`,
        LOCAL_MACHINE,
        POLICY,
        value,
        RAW_VALUE + SIXTY_FOUR_BIT,
      ]),
    },
    {
      name: 'CustomAction',
      columns: [
        ['Action', 's72'],
        ['Type', 'i2'],
        ['Source', 'S72'],
        ['Target', 'S255'],
      ],
      keys: 1,
      rows: ACTIONS,
    },
  ];
}
