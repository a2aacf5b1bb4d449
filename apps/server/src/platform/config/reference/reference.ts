import type { z } from 'zod';
import { type SecretSetting, secretSettings } from '../secretFiles.ts';
import { settings } from '../settings.ts';
import type { SettingEntries, SettingEntry } from './entry.ts';
import { networkSettings, observationSettings, signInSettings, storageSettings } from './serverSettings.ts';
import { mailSettings, quotaSettings, salesSettings } from './serviceSettings.ts';

/** Every setting of the server, by the headings of docs/settings.md. */
export const settingSections: Readonly<Record<string, SettingEntries>> = {
  'Addresses and network': networkSettings,
  'Database and files': storageSettings,
  'Secrets and sessions': signInSettings,
  Mail: mailSettings,
  Quotas: quotaSettings,
  'Log, metrics and audit log': observationSettings,
  Payments: salesSettings,
};

/** Every setting of the server by its name. */
export const settingEntries: SettingEntries = Object.assign({}, ...Object.values(settingSections));

/** True for a secret that can also be read from a file. */
export const isInFile = (name: string): name is SecretSetting =>
  (secretSettings as readonly string[]).includes(name);

const schemaOf = (name: string): z.ZodType => settings.shape[name as keyof typeof settings.shape];

const refusalOf = (name: string, text: string): string | undefined =>
  schemaOf(name).safeParse(text).error?.issues[0]?.message;

/** An accepted value; for a random secret the words with which the schema refuses one that is not. */
export function exampleOf(name: string, { example }: SettingEntry): string {
  if (example !== undefined) return `\`${example}\``;
  return refusalOf(name, 'a'.repeat(100))?.replace(/^[^.]+\. /, '') ?? 'none';
}

/** Behavior without the setting: its entry's words, otherwise the schema's default. */
export function defaultOf(name: string, { unset }: SettingEntry): string {
  if (unset !== undefined) return unset;
  const given: unknown = schemaOf(name).parse(undefined);
  return given === undefined ? 'unset' : `\`${String(given)}\``;
}

/** Allowed values of the setting: its entry's words, otherwise those with which the schema refuses others. */
export function allowedOf(name: string, { allowed }: SettingEntry): string {
  if (allowed !== undefined) return allowed;
  for (const wrong of ['?', '']) {
    const message = refusalOf(name, wrong);
    if (message !== undefined) return message.replace(/^must (?:be |have )?/, '');
  }
  throw new Error(`${name} accepts every text: its entry must say what is allowed`);
}
