import { readSecretFiles, type SecretSetting } from '../platform/config/secretFiles.ts';
import type { Environment } from './connection.ts';
import { Failure } from './failure.ts';

/** The environment with a command's secrets, read from files if given. @throws Failure for an unusable file */
export function withSecrets(env: Environment, names: readonly SecretSetting[]): Environment {
  const { env: complete, faults } = readSecretFiles(env, process.cwd(), names);
  if (faults.length > 0) throw new Failure('unreadable', faults.join('\n'));
  return complete;
}
