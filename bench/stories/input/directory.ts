import { readFileSync } from 'node:fs';
import { type AccountFacts, environmentOf, type MachineFacts } from '@scout/cases';
import { accountKey, hostKey } from '@scout/cases/names';
import { STANDARD_NAMING } from '@scout/detection';
import { directoryEvidence } from '@scout/detection/directoryAccounts';
import { DAY } from '@scout/detection/time';
import type { BankDirectory } from '../bank/directory.ts';
import type { DetectorOptions } from '../detectors/detector.ts';

/** What a server takes of a directory: service accounts by its own rule for the register, systems of machines, ages and environments. */
export function withDirectory({ accounts, computers }: BankDirectory): DetectorOptions {
  const facts = new Map<string, AccountFacts>();
  for (const { name, created, dn } of accounts) {
    const key = accountKey(name);
    const day = Math.floor(Date.parse(created) / DAY);
    if (key !== null) facts.set(key, { created: day, isPrivileged: false, env: environmentOf(dn) });
  }
  const machines = new Map<string, MachineFacts>();
  for (const { name, role, dn } of computers) {
    const key = hostKey(name, null);
    if (key !== null) machines.set(key, { system: role, env: environmentOf(dn) });
  }
  const listed = accounts.filter((each) => directoryEvidence([each], STANDARD_NAMING) === 'directory');
  return {
    inventory: { accounts: listed.map(({ name }) => ({ name })) },
    directory: { accounts: facts, machines },
  };
}

/** Reads a directory as `--write` writes it. */
export function readDirectory(path: string): BankDirectory {
  const { accounts, computers } = JSON.parse(readFileSync(path, 'utf8')) as Partial<BankDirectory>;
  if (!Array.isArray(accounts) || !Array.isArray(computers))
    throw new Error('a directory must have lists of accounts and computers');
  return { accounts, computers };
}
