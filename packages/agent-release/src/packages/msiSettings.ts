import type { Cell, InstallerTable } from '../formats/installerDatabase.ts';
import { PROGRAM, SERVICE_HOST } from './msiFiles.ts';

/** Settings by property, as on the command line, with the values that a group policy may set instead. */
const SETTINGS = {
  SERVER: 'Server',
  TOKENFILE: 'TokenFile',
  PROXY: 'Proxy',
  PROXYCREDENTIALS: 'ProxyCredentials',
  CAFILE: 'CaFile',
} as const;
const POLICY = 'SOFTWARE\\Policies\\Scout\\Agent';
const LOCAL_MACHINE = 2;
const RAW_VALUE = 2;
const SIXTY_FOUR_BIT = 16;

/** Sets a property. */
const SET = 51;
/** Runs an installed program later in the script, as the system and not as the user. */
const RUN = 18 + 0x400 + 0x800;

const OPTIONS = {
  SERVER: '--server',
  TOKENFILE: '--token-file',
  PROXY: '--proxy',
  PROXYCREDENTIALS: '--proxy-credentials',
  CAFILE: '--ca-file',
} as const;
const optionText = Object.entries(OPTIONS)
  .map(([property, option]) => `${option} "[${property}]"`)
  .join(' ');

/** Actions of the package itself. The settings reach only a first installation: any user may start a repair. */
export const ACTIONS: readonly (readonly [name: string, type: number, source: string, target: string])[] = [
  ...Object.keys(SETTINGS).map((name) => [`Policy${name}`, SET, name, `[POLICY${name}]`] as const),
  ['RegisterService', RUN, SERVICE_HOST, 'install "[CommonAppDataFolder]Scout"'],
  ['Configure', RUN, PROGRAM, `settle ${optionText}`],
  ['Settle', RUN, PROGRAM, 'settle'],
];

/** Names of the actions that take a setting from the policy, with their conditions. */
export const POLICY_ACTIONS: readonly (readonly [name: string, condition: string])[] = Object.keys(
  SETTINGS,
).map((name) => [`Policy${name}`, `NOT ${name} AND POLICY${name}`] as const);

/** The tables that take settings from properties and policies, and look for those of an earlier installation. */
export function settingsTables(): InstallerTable[] {
  const policies = Object.entries(SETTINGS);
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
        ...policies.map(([name, value]): Cell[] => [`POLICY${name}`, `Policy${value}`]),
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
      rows: policies.map(([, value]): Cell[] => [
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
