import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** Secret settings: each can be given as a file, named in the variable with suffix `_FILE`. */
export const secretSettings = [
  'AUDIT_FORWARD_SECRET',
  'DATABASE_URL',
  'SCOUT_AUTH_SECRET',
  'SCOUT_AUTH_SECRET_PREVIOUS',
  'SCOUT_METRICS_TOKEN',
  'SCOUT_OPERATOR_TOKEN',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
] as const;

export type SecretSetting = (typeof secretSettings)[number];

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment with the contents of its secret files, without trailing line breaks. A relative path starts at `cwd`. `faults`
 * has one sentence per unusable file, without its content.
 */
export function readSecretFiles(
  env: Environment,
  cwd: string,
  names: readonly SecretSetting[] = secretSettings,
): { env: Environment; faults: string[] } {
  const texts: Record<string, string> = {};
  const faults: string[] = [];
  for (const name of names) {
    const path = env[`${name}_FILE`];
    if (!path) continue;
    if (env[name]) {
      faults.push(`${name}_FILE and ${name} are both set: unset one of them`);
      continue;
    }
    const read = readText(resolve(cwd, path));
    if (read.text) texts[name] = read.text;
    else faults.push(`${name}_FILE names a file that ${read.problem ?? 'is empty'}: ${path}`);
  }
  return { env: { ...env, ...texts }, faults };
}

function readText(path: string): { text?: string; problem?: string } {
  try {
    return { text: readFileSync(path, 'utf8').replace(/[\r\n]+$/, '') };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    return { problem: code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})` };
  }
}
