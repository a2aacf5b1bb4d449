import { lookup } from 'node:dns/promises';
import { layoutOf } from '../installation/layout.ts';
import { readServiceConfig, type ServiceConfig } from '../installation/serviceConfig.ts';
import { nodeFs } from '../runtime/durableFs.ts';
import { exitCodes } from '../runtime/failure.ts';
import { readCredential } from '../service/credential.ts';
import { type Diagnosis, diagnose } from '../transport/diagnosis.ts';
import { networkOf } from './networkOf.ts';
import type { NetworkFlags } from './networkOptions.ts';
import { resolveServerUrl } from './resolveServerUrl.ts';

export interface DoctorFlags extends NetworkFlags {
  server?: string;
  state: string;
  config?: string;
  allowCleartext: boolean;
  json: boolean;
}

/** `doctor`: resolves to the exit code. Changes nothing, and sends no credential. */
export async function doctorCommand(flags: DoctorFlags): Promise<number> {
  const config = await configOf(flags);
  const kept = flags.server ?? config?.server ?? (await readCredential(nodeFs, flags.state))?.server;
  const url = resolveServerUrl(kept, flags.allowCleartext || config?.allow_cleartext === true);
  const network = networkOf(flags, config?.network);
  const diagnosis = await diagnose(url, network, lookup);
  const text = flags.json
    ? JSON.stringify({ server: url, ...diagnosis })
    : inWords(url, diagnosis).join('\n');
  process.stdout.write(`${text}\n`);
  return diagnosis.failed === null ? exitCodes.done : exitCodes.failed;
}

/** The named configuration, otherwise the installed one; null without one. @throws {Failure} for a damaged one */
async function configOf({ config, server }: DoctorFlags): Promise<ServiceConfig | null> {
  if (config !== undefined) return readServiceConfig(config);
  if (server !== undefined) return null;
  const installed = layoutOf().config;
  const exists = await nodeFs.readFile(installed).then(
    () => true,
    () => false,
  );
  return exists ? readServiceConfig(installed) : null;
}

function inWords(url: string, { steps, failed, advice }: Diagnosis): string[] {
  return [
    `Server       ${url}`,
    ...steps.map(({ step, state, message }) => `${step.padEnd(12)} ${state}: ${message}`),
    ...(failed === null ? ['The server can be reached.'] : [`What to do   ${advice}`]),
  ];
}
