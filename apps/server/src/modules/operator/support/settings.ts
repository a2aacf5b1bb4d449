import { ConfigurationError, parseConfig } from '../../../platform/config/config.ts';
import { defaultOf, settingEntries } from '../../../platform/config/reference/reference.ts';
import { readSecretFiles } from '../../../platform/config/secretFiles.ts';
import { settings } from '../../../platform/config/settings.ts';
import { unknownSettings } from '../../../platform/config/unknownSettings.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Every setting with where its value comes from; a secret without it, and a value only if it is one that the setting accepts. */
export function describeSettings(env: Environment): unknown {
  const { env: complete } = readSecretFiles(env, process.cwd());
  const given = Object.entries(settingEntries).map(([name, entry]) => {
    const value = complete[name];
    if (!value) return { name, from: 'default', default: defaultOf(name, entry) };
    const from = env[name] ? 'environment' : 'file';
    const isValid = settings.shape[name as keyof typeof settings.shape].safeParse(value).success;
    if (entry.holds === 'secret') return { name, from, is_valid: isValid };
    // Something else may have been put there by mistake.
    return { name, from, is_valid: isValid, ...(isValid && { value }) };
  });
  return { settings: given, faults: faultsOf(env), unknown: unknownSettings(env) };
}

function faultsOf(env: Environment): readonly string[] {
  try {
    parseConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.faults;
    throw error;
  }
}

/** Every text that must appear nowhere: the secrets among the settings, and the passwords and parameters in their addresses. */
export function secretsOf(env: Environment): string[] {
  const { env: complete } = readSecretFiles(env, process.cwd());
  const secrets: string[] = [];
  for (const [name, value] of Object.entries(complete)) {
    if (!value) continue;
    const isSecret =
      settingEntries[name]?.holds === 'secret' || /SECRET|TOKEN|PASSWORD|PASSWD|_KEY$/i.test(name);
    if (isSecret && !name.endsWith('_FILE')) secrets.push(value);
    if (URL.canParse(value)) secrets.push(...inAddress(new URL(value)));
    if (name === 'OTEL_EXPORTER_OTLP_HEADERS')
      secrets.push(...value.split(',').flatMap((field) => both(field.replace(/^[^=]*=/, ''))));
  }
  return secrets;
}

const inAddress = (url: URL): string[] => [
  ...both(url.password),
  ...[...url.searchParams].filter(([name]) => /pass|secret|token|key/i.test(name)).map(([, value]) => value),
];

/** As it is written, decoded, and its parts: `Bearer abc` is two. */
function both(text: string): string[] {
  let decoded = text;
  try {
    decoded = decodeURIComponent(text);
  } catch {
    // Not encoded.
  }
  return [text, decoded, ...decoded.split(/\s+/)];
}
