import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import { limits } from '@scout/contract';
import { parseDocument } from 'yaml';
import { settings } from '../platform/config/settings.ts';
import type { Environment } from './connection.ts';
import { Failure } from './failure.ts';

const { secretMax, secrets: secretsMax, aliases, depth } = limits.configuration;

/**
 * Values behind the references of a configuration file, by `env NAME` or `file PATH`; those without a value are left out. The server
 * reports what is wrong with the file itself.
 * @throws Failure for a secret of the server, too many of them, or one that is too large
 */
export async function readReferences(
  text: string,
  file: string,
  env: Environment,
): Promise<Record<string, string>> {
  const found = new Map<string, { kind: 'env' | 'file'; name: string }>();
  collect(plainValue(text), found);
  if (found.size > secretsMax)
    throw new Failure('refused', `${file} has more than ${secretsMax} references to secrets.`);
  const folder = file === '-' ? process.cwd() : dirname(resolve(file));
  const values: Record<string, string> = {};
  for (const [key, { kind, name }] of found) {
    const value = kind === 'env' ? variable(name, env) : await contents(resolve(folder, name), name, env);
    if (value === undefined || value === '') continue;
    if (value.length > secretMax) throw new Failure('refused', `The value of ${name} is too long.`);
    values[key] = value;
  }
  return values;
}

function plainValue(text: string): unknown {
  try {
    const document = parseDocument(text, { uniqueKeys: false, prettyErrors: false });
    return document.errors.length > 0 ? null : document.toJS({ maxAliasCount: aliases });
  } catch {
    return null;
  }
}

function collect(
  value: unknown,
  found: Map<string, { kind: 'env' | 'file'; name: string }>,
  level = 1,
): void {
  if (typeof value !== 'object' || value === null || level > depth) return;
  const entries = Object.entries(value);
  const [first] = entries;
  if (entries.length === 1 && first && !Array.isArray(value)) {
    const [kind, name] = first;
    if ((kind === 'env' || kind === 'file') && typeof name === 'string' && name.length <= 400)
      return void found.set(`${kind} ${name}`, { kind, name });
  }
  for (const [, each] of entries) collect(each, found, level + 1);
}

/** A file that somebody else wrote must not send the server's own secrets to an address that it names. */
function variable(name: string, env: Environment): string | undefined {
  if ([name, name.replace(/_FILE$/, '')].some((each) => Object.hasOwn(settings.shape, each)))
    throw new Failure(
      'refused',
      `${name} is a setting of the server. Give the secret in a variable of its own.`,
    );
  return Object.hasOwn(env, name) ? env[name] : undefined;
}

async function contents(path: string, name: string, env: Environment): Promise<string | undefined> {
  const real = await realpath(path).catch(() => undefined);
  if (real === undefined) return undefined;
  const data = await realpath(resolve(env.SCOUT_DATA_DIR || './data')).catch(() => undefined);
  if (data !== undefined && real.startsWith(`${data}${sep}`))
    throw new Failure('refused', `${name} is a file of the server. Keep the secret elsewhere.`);
  const kind = await stat(real);
  if (!kind.isFile()) throw new Failure('refused', `${name} is not a file.`);
  if (kind.size > secretMax * 4) throw new Failure('refused', `The value of ${name} is too long.`);
  return readFile(real, 'utf8').catch(() => undefined);
}
