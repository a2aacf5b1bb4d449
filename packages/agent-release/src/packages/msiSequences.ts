import type { InstallerTable } from '../formats/installerDatabase.ts';
import { POLICY_ACTIONS } from './msiSettings.ts';

type Step = readonly [action: string, condition: string | null, sequence: number];

/** The service or the program is installed, upgraded or repaired, and not removed. */
const PRESENT = 'NOT (REMOVE="ALL")';

const execute: readonly Step[] = [
  ['FindRelatedProducts', null, 25],
  ['AppSearch', null, 50],
  ...POLICY_ACTIONS.map(([name, condition], index): Step => [name, condition, 60 + index]),
  ['LaunchConditions', null, 100],
  ['ValidateProductID', null, 700],
  ['CostInitialize', null, 800],
  ['FileCost', null, 900],
  ['CostFinalize', null, 1000],
  ['MigrateFeatureStates', null, 1200],
  ['InstallValidate', null, 1400],
  ['InstallInitialize', null, 1500],
  ['ProcessComponents', null, 1600],
  ['UnpublishFeatures', null, 1800],
  ['StopServices', 'VersionNT', 1900],
  ['DeleteServices', 'VersionNT', 2000],
  ['RemoveRegistryValues', null, 2600],
  ['RemoveFiles', null, 3500],
  ['InstallFiles', null, 4000],
  ['WriteRegistryValues', null, 5000],
  ['InstallServices', 'VersionNT', 5800],
  // Restarts after failures, as of the .exe.
  ['RegisterService', PRESENT, 5810],
  ['Configure', 'NOT Installed AND SERVER', 5820],
  ['Settle', `${PRESENT} AND NOT (NOT Installed AND SERVER)`, 5821],
  ['StartServices', 'VersionNT', 5900],
  ['RegisterUser', null, 6000],
  ['RegisterProduct', null, 6100],
  ['PublishFeatures', null, 6300],
  ['PublishProduct', null, 6400],
  ['InstallFinalize', null, 6600],
  // Last: files and service that both versions have stay, and only what the new one lacks goes.
  ['RemoveExistingProducts', null, 6700],
];

const userInterface: readonly Step[] = [
  ['CostInitialize', null, 800],
  ['FileCost', null, 900],
  ['CostFinalize', null, 1000],
  ['ExecuteAction', null, 1300],
];

const administrative: readonly Step[] = [
  ['CostInitialize', null, 800],
  ['FileCost', null, 900],
  ['CostFinalize', null, 1000],
  ['InstallValidate', null, 1400],
  ['InstallInitialize', null, 1500],
  ['InstallAdminPackage', null, 3900],
  ['InstallFiles', null, 4000],
  ['InstallFinalize', null, 6600],
];

/** For software that a group policy assigns to machines. */
const advertised: readonly Step[] = [
  ['CostInitialize', null, 800],
  ['CostFinalize', null, 1000],
  ['InstallValidate', null, 1400],
  ['InstallInitialize', null, 1500],
  ['PublishFeatures', null, 6300],
  ['PublishProduct', null, 6400],
  ['InstallFinalize', null, 6600],
];

const table = (name: string, steps: readonly Step[]): InstallerTable => ({
  name,
  columns: [
    ['Action', 's72'],
    ['Condition', 'S255'],
    ['Sequence', 'I2'],
  ],
  keys: 1,
  rows: steps,
});

/** The tables of actions: each sequence of Windows Installer with its steps in order. */
export const sequenceTables = (): InstallerTable[] => [
  table('InstallExecuteSequence', execute),
  table('InstallUISequence', userInterface),
  table('AdminExecuteSequence', administrative),
  table('AdminUISequence', userInterface),
  table('AdvtExecuteSequence', advertised),
];
