import { readSecretFiles, type SecretSetting } from '../config/secretFiles.ts';
import type { Environment } from './connection.ts';
import { Failure } from './failure.ts';

/** The environment with the secrets that a command needs, also where files hold them. @throws Failure when a file cannot be used */
export function withSecrets(env: Environment, names: readonly SecretSetting[]): Environment {
  const { env: complete, faults } = readSecretFiles(env, process.cwd(), names);
  if (faults.length > 0) throw new Failure('unreadable', faults.join('\n'));
  return complete;
}
